#if SQLite
    import Domain
    import Ports

    /// The statements that run once or more for each request, known by number so that finding one costs nothing.
    enum Query: Int, CaseIterable {
        case loan, loans, newestLoan, newestLoanID, copy, copies, ledgerEntry, ledgerEntries
        case insertRecord, insertReturn, insertReturns, insertNotice, insertNotices, insertEnd, insertEnds

        /// So many rows are read or written by the statements named in the plural: it saves a third of the time.
        static let several = 64

        var sql: String {
            switch self {
            case .loan: "SELECT \(Rows.loanColumns) FROM loan WHERE id = ?"
            case .loans: "SELECT \(Rows.loanColumns) FROM loan WHERE id IN \(Self.marks(Self.several)) ORDER BY id"
            case .newestLoan:
                """
                SELECT \(Rows.loanColumns) FROM loan WHERE copy = ? AND began_at <= ? ORDER BY began_at DESC LIMIT 1
                """
            case .newestLoanID: "SELECT id FROM loan_start WHERE copy = ? ORDER BY began_at DESC LIMIT 1"
            case .copy: "SELECT \(Rows.copyColumns) FROM copy WHERE barcode = ?"
            case .copies:
                """
                SELECT \(Rows.copyColumns), (SELECT id FROM loan_start WHERE copy = barcode ORDER BY began_at DESC LIMIT 1)
                FROM copy WHERE barcode IN \(Self.marks(Self.several)) ORDER BY barcode
                """
            case .ledgerEntries:
                """
                SELECT \(Rows.ledgerColumns), operation FROM ledger
                WHERE operation IN \(Self.marks(Self.several)) AND scope = ? ORDER BY operation
                """
            case .ledgerEntry: "SELECT \(Rows.ledgerColumns) FROM ledger WHERE scope = ? AND operation = ?"
            case .insertRecord:
                """
                INSERT INTO ledger (scope, operation, \(Rows.ledgerColumns))
                VALUES \(Self.marks(Int(Rows.ledgerWidth) + 2))
                """
            case .insertReturn: Insert.returned.sql(rows: 1)
            case .insertReturns: Insert.returned.sql(rows: Self.several)
            case .insertNotice: Insert.notice.sql(rows: 1)
            case .insertNotices: Insert.notice.sql(rows: Self.several)
            case .insertEnd: Insert.end.sql(rows: 1)
            case .insertEnds: Insert.end.sql(rows: Self.several)
            }
        }

        fileprivate static func marks(_ count: Int) -> String {
            "(\(Array(repeating: "?", count: count).joined(separator: ",")))"
        }
    }

    /// A way to write rows into a table, one or several at once.
    struct Insert: Sendable {
        private let into: String
        private let one: Query
        private let several: Query
        /// How many values a row has.
        let width: Int32

        /// A record of a return, which leaves the other columns of the ledger NULL.
        static let returned = Insert(
            into: "ledger (scope, operation, \(Rows.returnColumns))", one: .insertReturn, several: .insertReturns,
            width: Rows.returnWidth + 2)
        static let notice = Insert(
            into: "outbox (kind, loan, message_id)", one: .insertNotice, several: .insertNotices, width: 3)
        static let end = Insert(
            into: "loan_end (loan, returned_at, recorded_at)", one: .insertEnd, several: .insertEnds, width: 3)

        fileprivate func sql(rows: Int) -> String {
            let row = Query.marks(Int(width))
            return "INSERT INTO \(into) VALUES \(Array(repeating: row, count: rows).joined(separator: ","))"
        }

        /// Writes rows in their order; `bind` binds all values of a row, from a place on.
        func run<Rows: Collection>(
            _ rows: Rows, on connection: Connection,
            bind: (Rows.Element, Statement, _ from: Int32) throws(StoreFailure) -> Void
        ) throws(StoreFailure) {
            var index = rows.startIndex
            var left = rows.count
            while left > 0 {
                let count = left >= Query.several ? Query.several : 1
                let statement = try connection.statement(count == 1 ? one : several)
                for row in 0..<count {
                    try bind(rows[index], statement, Int32(row) * width + 1)
                    rows.formIndex(after: &index)
                }
                _ = try statement.step()
                left -= count
                if left >= count { statement.rewind() } else { statement.reset() }
            }
        }
    }
#endif
