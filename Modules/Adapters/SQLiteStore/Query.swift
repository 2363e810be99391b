#if SQLite
    /// The statements that run once or more for each request, known by number so that finding one costs nothing.
    enum Query: Int, CaseIterable {
        case loan, newestLoan, copy, ledgerEntry, insertRecord, insertNotice, endLoan

        var sql: String {
            switch self {
            case .loan: "SELECT \(Rows.loanColumns) FROM loan WHERE id = ?"
            case .newestLoan:
                """
                SELECT \(Rows.loanColumns) FROM loan WHERE copy = ? AND began_at <= ? ORDER BY began_at DESC LIMIT 1
                """
            case .copy: "SELECT \(Rows.copyColumns) FROM copy WHERE barcode = ?"
            case .ledgerEntry: "SELECT \(Rows.ledgerColumns) FROM ledger WHERE scope = ? AND operation = ?"
            case .insertRecord:
                "INSERT INTO ledger (scope, operation, \(Rows.ledgerColumns)) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
            case .insertNotice: "INSERT INTO outbox (kind, loan, message_id) VALUES (?, ?, ?)"
            case .endLoan:
                "UPDATE loan SET returned_at = ?, return_recorded_at = ? WHERE id = ? AND returned_at IS NULL"
            }
        }
    }
#endif
