#if SQLite
    import Domain
    import Ports

    /// The ledger's part of a transaction.
    struct Ledger {
        let connection: Connection

        /// What is known under a key; nil for an unknown one.
        enum Entry {
            case expired
            case content(LedgerContent)
        }

        /// The number of a scope; nil if it never was used.
        func number(of scope: OperationScope) throws(StoreFailure) -> Int64? {
            try connection.statement("SELECT id FROM scope WHERE name = ?")
                .first(.text(scope.description)) { (row) throws(StoreFailure) in row.integer(0) }
        }

        /// The number of a scope, given now if it never was used.
        func numberOrNew(of scope: OperationScope) throws(StoreFailure) -> Int64 {
            if let number = try number(of: scope) { return number }
            try connection.statement("INSERT INTO scope (name) VALUES (?)").run(.text(scope.description))
            guard let number = try number(of: scope) else {
                throw SQLiteFailure.corrupt("a scope just written is not there", at: connection.path)
            }
            return number
        }

        /// The last key of a scope in the order of the keys; nil if it has none.
        func lastOperation(in scope: Int64) throws(StoreFailure) -> OperationID? {
            let last = try connection.statement(
                "SELECT operation FROM ledger WHERE scope = ? ORDER BY operation DESC LIMIT 1"
            ).first(.integer(scope)) { (row) throws(StoreFailure) in row.text(0) }
            return last.map(OperationID.init(stored:))
        }

        /// Looks up an operation.
        func entry(_ id: OperationID, scope: Int64) throws(StoreFailure) -> Entry? {
            let select = try connection.statement(.ledgerEntry)
            try select.bind(scope, 1)
            try select.bind(id.text, 2)
            defer { select.reset() }
            guard try select.step() else { return nil }
            return try Rows.content(select, path: connection.path).map { .content($0) } ?? .expired
        }

        /// Looks up an operation with its loan, as a rule's fact.
        func earlier(_ key: OperationKey) throws(StoreFailure) -> EarlierOperation? {
            guard let scope = try number(of: key.scope), let entry = try entry(key.id, scope: scope) else { return nil }
            switch entry {
            case .expired:
                return .expired
            case .content(let content):
                guard let loan = try connection.loan(content.result.loan) else {
                    throw SQLiteFailure.corrupt("a ledger record names a loan that is not there", at: connection.path)
                }
                return .recorded(content, loan)
            }
        }

        /// Writes what came of an operation; its key is unknown.
        func insert(_ content: LedgerContent, under id: OperationID, scope: Int64) throws(StoreFailure) {
            let insert = try connection.statement(.insertRecord)
            try insert.bind(scope, 1)
            try insert.bind(id.text, 2)
            try insert.bind(Int64(content.payload.kind.rawValue), 3)
            switch content.payload.item {
            case .book(let book): try insert.bind(book.value, 4)
            case .copy(let copy): try insert.bind(copy.text, 5)
            case .loan(let loan): try insert.bind(loan.value, 6)
            }
            try insert.bind(content.payload.member?.value, 7)
            try insert.bind(content.payload.days.map(Int64.init), 8)
            try insert.bind(content.payload.happenedAt?.milliseconds, 9)
            try insert.bind(Int64(content.result.disposition.rawValue), 10)
            try insert.bind(content.result.loan.value, 11)
            try insert.bind(Int64(content.result.due.number), 12)
            try insert.bind(Int64(content.result.notes.rawValue), 13)
            try insert.bind(content.recordedAt.milliseconds, 14)
            try insert.bind(content.run?.value, 15)
            try insert.bind(content.payload.card.map { Int64(bitPattern: $0.value) }, 16)
            _ = try insert.step()
            insert.reset()
        }
    }

    extension Connection {
        /// The loan with a number; nil if there is none.
        func loan(_ id: LoanID) throws(StoreFailure) -> Loan? {
            let select = try statement(.loan)
            try select.bind(id.value, 1)
            defer { select.reset() }
            return try select.step() ? Rows.loan(select) : nil
        }

        /// The copy's newest loan that began no later than a moment; nil if there is none.
        func newestLoan(of copy: Barcode, beganBy moment: Moment) throws(StoreFailure) -> Loan? {
            let select = try statement(.newestLoan)
            try select.bind(copy.text, 1)
            try select.bind(moment.milliseconds, 2)
            defer { select.reset() }
            return try select.step() ? Rows.loan(select) : nil
        }

        /// Writes the notice of an operation.
        func insert(_ notice: Notice) throws(StoreFailure) {
            let insert = try statement(.insertNotice)
            try insert.bind(Int64(notice.kind.rawValue), 1)
            try insert.bind(notice.loan.value, 2)
            try insert.bind(notice.messageID.high, notice.messageID.low, 3)
            _ = try insert.step()
            insert.reset()
        }

        /// Ends a loan that is open.
        func end(_ loan: Loan) throws(StoreFailure) {
            guard let returned = loan.returned else {
                throw SQLiteFailure.corrupt("a loan that ends has no end", at: path)
            }
            let update = try statement(.endLoan)
            try update.bind(returned.happenedAt.milliseconds, 1)
            try update.bind(returned.recordedAt.milliseconds, 2)
            try update.bind(loan.id.value, 3)
            _ = try update.step()
            let changes = update.changes
            update.reset()
            guard changes == 1 else { throw SQLiteFailure.corrupt("a loan that ends was not open", at: path) }
        }

        /// Begins a loan and moves the counter on.
        func begin(_ loan: Loan) throws(StoreFailure) {
            try insert(loan)
            try moveCounter("loan", past: loan.id.value)
        }

        /// The number that the next row of a kind takes.
        func counter(_ name: String) throws(StoreFailure) -> Int64 {
            let next = try statement("SELECT next FROM counter WHERE name = ?")
                .first(.text(name)) { (row) throws(StoreFailure) in row.integer(0) }
            guard let next, next > 0 else { throw SQLiteFailure.corrupt("the \(name) counter is lost", at: path) }
            return next
        }

        /// Moves a counter past a number that was used.
        func moveCounter(_ name: String, past number: Int64) throws(StoreFailure) {
            try statement("UPDATE counter SET next = ? WHERE name = ?").run(.integer(number + 1), .text(name))
        }
    }
#endif
