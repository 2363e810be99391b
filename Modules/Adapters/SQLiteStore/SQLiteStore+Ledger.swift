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
            try insert.bind(content, under: id, scope: scope, from: 1)
            let payload = content.payload
            let others = Rows.returnWidth + 3
            if case .book(let book) = payload.item { try insert.bind(book.value, others) }
            try insert.bind(payload.member?.value, others + 1)
            try insert.bind(payload.days.map(Int64.init), others + 2)
            try insert.bind(payload.card.map { Int64(bitPattern: $0.value) }, others + 3)
            _ = try insert.step()
            insert.reset()
        }
    }

    extension Statement {
        /// Binds what the record of any operation has, for `Insert.returned`.
        func bind(_ content: LedgerContent, under id: OperationID, scope: Int64, from: Int32) throws(StoreFailure) {
            try bind(scope, from)
            try bind(id.text, from + 1)
            let payload = content.payload
            try bind(Int64(payload.kind.rawValue), from + 2)
            if case .copy(let copy) = payload.item { try bind(copy.text, from + 3) } else { try bind(nil, from + 3) }
            if case .loan(let loan) = payload.item { try bind(loan.value, from + 4) } else { try bind(nil, from + 4) }
            try bind(payload.happenedAt?.milliseconds, from + 5)
            try bind(Int64(content.result.disposition.rawValue), from + 6)
            try bind(content.result.loan.value, from + 7)
            try bind(Int64(content.result.due.number), from + 8)
            try bind(Int64(content.result.notes.rawValue), from + 9)
            try bind(content.recordedAt.milliseconds, from + 10)
            try bind(content.run?.value, from + 11)
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

        /// The number of the copy's newest loan, which an index alone tells; nil if there is none.
        func newestLoanID(of copy: Barcode) throws(StoreFailure) -> LoanID? {
            let select = try statement(.newestLoanID)
            try select.bind(copy.text, 1)
            defer { select.reset() }
            return try select.step() ? LoanID(stored: select.integer(0)) : nil
        }

        /// Writes the notice of an operation.
        func insert(_ notice: Notice) throws(StoreFailure) { try insert(CollectionOfOne(notice)) }

        /// Writes notices in their order.
        func insert(_ notices: some Collection<Notice>) throws(StoreFailure) {
            try Insert.notice.run(notices, on: self) { (notice, insert, from) throws(StoreFailure) in
                try insert.bind(Int64(notice.kind.rawValue), from)
                try insert.bind(notice.loan.value, from + 1)
                try insert.bind(notice.messageID.high, notice.messageID.low, from + 2)
            }
        }

        /// Ends loans that are open.
        func end(_ loans: some Collection<Loan>) throws(StoreFailure) {
            let path = path
            try Insert.end.run(loans, on: self) { (loan, insert, from) throws(StoreFailure) in
                guard let returned = loan.returned else {
                    throw SQLiteFailure.corrupt("a loan that ends has no end", at: path)
                }
                try insert.bind(loan.id.value, from)
                try insert.bind(returned.happenedAt.milliseconds, from + 1)
                try insert.bind(returned.recordedAt.milliseconds, from + 2)
            }
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
