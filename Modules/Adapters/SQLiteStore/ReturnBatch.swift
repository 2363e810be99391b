#if SQLite
    import Domain
    import Ports

    /// Many returns in one transaction: facts are read in the order of their keys, the rule is asked in the order of
    /// the requests, effects are written in the order of their keys.
    ///
    /// So each page of the database is touched once or twice a batch, and each request still sees the effects of
    /// those before it.
    struct ReturnBatch {
        private let connection: Connection
        private let ledger: Ledger
        private var requests: [ReturnRequest] = []
        private var questions: [ReturnQuestion] = []
        /// What the ledger knew of each request before the batch.
        private var entries: [Ledger.Entry?] = []
        /// What this batch has recorded, under keys that occur in it more than once.
        private var repeated: [OperationKey: LedgerContent?] = [:]
        /// Each loan that a request may speak of, as it is after the requests so far.
        private var loans: [LoanID: Loan] = [:]
        private var copies: [Barcode: CopyStanding] = [:]
        private var effects: [Effects] = []

        init(connection: Connection) {
            self.connection = connection
            ledger = Ledger(connection: connection)
        }

        /// Reads what the requests need, in the order of the keys.
        mutating func gather(_ requests: [ReturnRequest], under rule: ReturnRule) throws(StoreFailure) {
            self.requests = requests
            questions = requests.map(rule.question)
            var wanted = try gatherEntries()
            var barcodes: Set<Barcode> = []
            for question in questions {
                switch question {
                case .loan(let loan): wanted.append(loan)
                case .copy(let barcode, _, _): barcodes.insert(barcode)
                }
            }
            for barcode in barcodes.sorted() {
                guard let standing = try connection.standing(barcode) else { continue }
                copies[barcode] = standing
                if let newest = standing.newest { loans[newest.id] = newest }
            }
            wanted.sort()
            loans.reserveCapacity(loans.count + wanted.count)
            var last: LoanID?
            for id in wanted where id != last {
                last = id
                if loans[id] == nil { loans[id] = try connection.loan(id) }
            }
        }

        /// Reads what the ledger knows, and gives the loans that its records name.
        private mutating func gatherEntries() throws(StoreFailure) -> [LoanID] {
            entries = Array(repeating: nil, count: requests.count)
            var named: [LoanID] = []
            var scope: (name: OperationScope, number: Int64?)?
            var previous: OperationKey?
            for index in requests.indices.sorted(by: { requests[$0].key < requests[$1].key }) {
                let key = requests[index].key
                if key == previous { repeated[key] = .some(nil) }
                previous = key
                if scope?.name != key.scope { scope = (key.scope, try ledger.number(of: key.scope)) }
                guard let number = scope?.number else { continue }
                entries[index] = try ledger.entry(key.id, scope: number)
                if case .content(let content) = entries[index] { named.append(content.result.loan) }
            }
            return named
        }

        /// The facts for a request, after the effects of those before it.
        mutating func facts(at index: Int) throws(StoreFailure) -> ReturnFacts {
            var facts = ReturnFacts()
            facts.earlier = try earlier(at: index)
            if facts.earlier != nil { return facts }
            switch questions[index] {
            case .loan(let id):
                guard let loan = loans[id] else { return facts }
                facts.loan = loan
                // An open loan is the newest of its copy. Of the copy only what the request can make a note of is read.
                facts.newest =
                    loan.isOpen
                    ? loan : current(try connection.newestLoan(of: loan.copy, beganBy: Moment(milliseconds: .max)))
                facts.copy =
                    requests[index].branch == nil
                    ? try connection.withdrawnCopy(loan.copy) : try connection.copy(loan.copy)
            case .copy(let barcode, let early, let late):
                guard let standing = copies[barcode] else { return facts }
                facts.copy = standing.copy
                facts.newest = current(standing.newest)
                facts.early = current(try newest(of: standing, beganBy: early))
                facts.late = current(try newest(of: standing, beganBy: late))
            }
            return facts
        }

        private func earlier(at index: Int) throws(StoreFailure) -> EarlierOperation? {
            let content: LedgerContent
            if !repeated.isEmpty, case .some(.some(let recorded)) = repeated[requests[index].key] {
                content = recorded
            } else {
                switch entries[index] {
                case nil: return nil
                case .expired: return .expired
                case .content(let known): content = known
                }
            }
            guard let loan = loans[content.result.loan] else {
                throw SQLiteFailure.corrupt("a ledger record names a loan that is not there", at: connection.path)
            }
            return .recorded(content, loan)
        }

        private mutating func newest(of standing: CopyStanding, beganBy moment: Moment) throws(StoreFailure) -> Loan? {
            guard let newest = standing.newest, newest.began.happenedAt > moment else { return standing.newest }
            guard let older = try connection.newestLoan(of: standing.copy.barcode, beganBy: moment) else { return nil }
            if loans[older.id] == nil { loans[older.id] = older }
            return older
        }

        /// A loan as it is after the requests so far.
        private func current(_ loan: Loan?) -> Loan? { loan.map { loans[$0.id] ?? $0 } }

        /// Notes what a ruling changes, for the requests that follow and for the end.
        mutating func note(_ effects: Effects, at index: Int) {
            if case .ends(let loan) = effects.loan { loans[loan.id] = loan }
            if !repeated.isEmpty, repeated[effects.record.key] != nil {
                repeated[effects.record.key] = effects.record.content
            }
            self.effects.append(effects)
        }

        /// Writes everything that was noted, in the order of the keys.
        func write() throws(StoreFailure) {
            let ended = effects.compactMap { effects -> Loan? in
                if case .ends(let loan) = effects.loan { loan } else { nil }
            }
            for loan in ended.sorted(by: { $0.id < $1.id }) { try connection.end(loan) }
            var scope: (name: OperationScope, number: Int64)?
            for record in effects.map(\.record).sorted(by: { $0.key < $1.key }) {
                let number: Int64
                if let scope, scope.name == record.key.scope {
                    number = scope.number
                } else {
                    number = try ledger.numberOrNew(of: record.key.scope)
                    scope = (record.key.scope, number)
                }
                try ledger.insert(record, scope: number)
            }
            for effects in effects {
                if let notice = effects.notice { try connection.insert(notice) }
            }
        }
    }

    extension Connection {
        /// The copy with a barcode if it is withdrawn; by an index of those alone.
        fileprivate func withdrawnCopy(_ barcode: Barcode) throws(StoreFailure) -> Copy? {
            let select = try statement(
                "SELECT \(Rows.copyColumns) FROM copy INDEXED BY copy_withdrawn WHERE barcode = ? AND withdrawn = 1")
            try select.bind(barcode.text, 1)
            defer { select.reset() }
            return try select.step() ? Rows.copy(select) : nil
        }
    }
#endif
