#if SQLite
    import Domain
    import Ports

    /// Columns of tables and the domain's values, one into the other.
    enum Rows {
        static let loanColumns =
            "id, copy, book, member, began_at, began_recorded_at, due_day, returned_at, return_recorded_at"
        static let bookColumns = "id, title, author, isbn, created_at, revision, removed"
        static let copyColumns = "barcode, book, branch, withdrawn"
        static let copyWidth: Int32 = 4
        static let memberColumns = "id, card, name, email, phone, active, created_at, revision"
        /// The columns of the ledger that a return fills: those that the record of any operation has come first.
        static let returnColumns =
            "kind, copy, loan, happened_at, disposition, result_loan, due_day, notes, recorded_at, run"
        static let ledgerColumns = "\(returnColumns), book, member, days, card"
        /// How many columns those of the ledger are, and those of a return.
        static let ledgerWidth: Int32 = 14, returnWidth: Int32 = 10

        static func loan(_ row: Statement) -> Loan {
            Loan(
                id: LoanID(stored: row.integer(0)), copy: Barcode(stored: row.text(1)),
                book: BookID(stored: row.integer(2)), member: MemberID(stored: row.integer(3)),
                began: Occurrence(
                    happenedAt: moment(row.integer(4)), recordedAt: moment(row.integer(5))),
                due: LibraryDay(stored: Int32(truncatingIfNeeded: row.integer(6))),
                returned: row.optionalInteger(7).map {
                    Occurrence(happenedAt: moment($0), recordedAt: moment(row.integer(8)))
                })
        }

        static func book(_ row: Statement) -> Book {
            Book(
                id: BookID(stored: row.integer(0)),
                details: BookDetails(
                    storedTitle: row.text(1), author: row.optionalText(2), isbn: row.optionalText(3)),
                createdAt: moment(row.integer(4)), revision: Int(row.integer(5)), isRemoved: row.integer(6) == 1)
        }

        static func copy(_ row: Statement) -> Copy {
            Copy(
                barcode: Barcode(stored: row.text(0)), book: BookID(stored: row.integer(1)),
                branch: row.optionalText(2).map(Branch.init(stored:)), isWithdrawn: row.integer(3) == 1)
        }

        static func member(_ row: Statement) -> Member {
            Member(
                id: MemberID(stored: row.integer(0)),
                details: MemberDetails(
                    storedCard: row.text(1), name: row.text(2), email: row.optionalText(3), phone: row.optionalText(4)),
                isActive: row.integer(5) == 1, createdAt: moment(row.integer(6)), revision: Int(row.integer(7)))
        }

        /// A ledger row; nil content when it was purged.
        static func content(_ row: Statement, path: String) throws(StoreFailure) -> LedgerContent? {
            guard let kindNumber = row.optionalInteger(0) else { return nil }
            guard let kind = Payload.Kind(rawValue: Int(kindNumber)), let item = item(row),
                let disposition = OperationResult.Disposition(rawValue: Int(row.integer(4)))
            else { throw SQLiteFailure.corrupt("a ledger record is not readable", at: path) }
            let payload = Payload(
                kind: kind, item: item, member: row.optionalInteger(11).map(MemberID.init(stored:)),
                card: CardDigest(stored: UInt64(bitPattern: row.integer(13))),
                days: row.optionalInteger(12).map(Int.init), happenedAt: row.optionalInteger(3).map(moment))
            let result = OperationResult(
                disposition: disposition, loan: LoanID(stored: row.integer(5)),
                due: LibraryDay(stored: Int32(truncatingIfNeeded: row.integer(6))),
                notes: ReturnNotes(rawValue: Int(row.integer(7))))
            return LedgerContent(
                payload: payload, result: result, recordedAt: moment(row.integer(8)),
                run: row.optionalInteger(9).map(RunID.init(stored:)))
        }

        private static func item(_ row: Statement) -> Payload.Item? {
            if let copy = row.optionalText(1) { return .copy(Barcode(stored: copy)) }
            if let loan = row.optionalInteger(2) { return .loan(LoanID(stored: loan)) }
            return row.optionalInteger(10).map { .book(BookID(stored: $0)) }
        }

        private static func moment(_ milliseconds: Int64) -> Moment { Moment(milliseconds: milliseconds) }
    }
#endif
