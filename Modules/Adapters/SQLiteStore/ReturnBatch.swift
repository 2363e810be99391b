#if SQLite
    import Domain
    import Ports

    /// Many returns in one transaction: facts are read in the order of their keys, the rule is asked in the order of the
    /// requests, effects are written in the order of their keys.
    ///
    /// So each page of the database is touched once or twice a batch, and each request still sees the effects of those
    /// before it.
    struct ReturnBatch {
        private let connection: Connection
        private let ledger: Ledger
        private let requests: [ReturnRequest]
        private let rule: ReturnRule
        /// The requests' places in the order of their keys.
        private let byKey: [Int]
        /// What the ledger knew of each request before the batch.
        private var entries: [Int: Ledger.Entry] = [:]
        /// Which requests share their key with another of the batch.
        private var isRepeated: [Bool]
        /// What this batch has recorded under the keys that occur in it more than once.
        private var recorded: [OperationKey: LedgerContent] = [:]
        private var loans: LoanTable
        private var copies: [Barcode: CopyStanding] = [:]
        private let hasWithdrawnCopies: Bool
        /// What is to be recorded of each request, once it is ruled.
        private var contents: [LedgerContent?]
        private var notices: [Notice] = []

        /// Reads what the requests need, in the order of the keys.
        init(_ requests: [ReturnRequest], under rule: ReturnRule, on connection: Connection) throws(StoreFailure) {
            self.connection = connection
            self.requests = requests
            ledger = Ledger(connection: connection)
            self.rule = rule
            byKey = requests.indices.sorted { requests[$0].key < requests[$1].key }
            isRepeated = Array(repeating: false, count: requests.count)
            contents = Array(repeating: nil, count: requests.count)
            loans = LoanTable()
            hasWithdrawnCopies = try connection.hasWithdrawnCopies()
            try gatherEntries()
            try gatherLoans()
        }

        /// Reads what the ledger knows.
        ///
        /// Keys beyond the last one it has are new without a look: most of a new file's are, since they sort by time.
        private mutating func gatherEntries() throws(StoreFailure) {
            var scope: (name: OperationScope, number: Int64?, last: OperationID?)?
            var previous: Int?
            for index in byKey {
                let key = requests[index].key
                if let previous, requests[previous].key == key {
                    isRepeated[previous] = true
                    isRepeated[index] = true
                }
                previous = index
                if scope?.name != key.scope {
                    let number = try ledger.number(of: key.scope)
                    scope = (
                        key.scope, number,
                        try number.flatMap { (number) throws(StoreFailure) in
                            try ledger.lastOperation(in: number)
                        }
                    )
                }
                guard let number = scope?.number, let last = scope?.last, !(last < key.id) else { continue }
                entries[index] = try ledger.entry(key.id, scope: number)
            }
        }

        private mutating func gatherLoans() throws(StoreFailure) {
            var wanted: [LoanID] = []
            wanted.reserveCapacity(requests.count)
            var barcodes: Set<Barcode> = []
            for index in requests.indices {
                if case .content(let content) = entries[index] { wanted.append(content.result.loan) }
                switch rule.question(for: requests[index]) {
                case .loan(let loan): wanted.append(loan)
                case .copy(let barcode, _, _): barcodes.insert(barcode)
                }
            }
            for barcode in barcodes.sorted() {
                guard let standing = try connection.standing(barcode) else { continue }
                copies[barcode] = standing
                if let newest = standing.newest { wanted.append(newest.id) }
            }
            try loans.read(wanted, from: connection)
        }

        /// Asks the rule about each request in order, then writes all effects in the order of the keys.
        mutating func commit() throws(StoreFailure) -> [ReturnDecision] {
            var decisions: [ReturnDecision] = []
            decisions.reserveCapacity(requests.count)
            for index in requests.indices {
                let ruling = rule.ruling(on: requests[index], given: try facts(at: index))
                if case .commit(let effects, _) = ruling { note(effects, at: index) }
                decisions.append(ruling.decision)
            }
            try write()
            return decisions
        }

        /// The facts for a request, after the effects of those before it.
        private mutating func facts(at index: Int) throws(StoreFailure) -> ReturnFacts {
            var facts = ReturnFacts()
            facts.earlier = try earlier(at: index)
            if facts.earlier != nil { return facts }
            switch rule.question(for: requests[index]) {
            case .loan(let id):
                guard let loan = loans[id] else { return facts }
                facts.loan = loan
                // An open loan is the newest of its copy. Of the copy only what the request can make a note of is read.
                facts.newest =
                    loan.isOpen
                    ? loan : try current(connection.newestLoan(of: loan.copy, beganBy: Moment(milliseconds: .max)))
                if hasWithdrawnCopies || requests[index].branch != nil { facts.copy = try connection.copy(loan.copy) }
            case .copy(let barcode, let early, let late):
                guard let standing = copies[barcode] else { return facts }
                facts.copy = standing.copy
                facts.newest = try current(standing.newest)
                facts.early = try current(newest(of: standing, beganBy: early))
                facts.late = try current(newest(of: standing, beganBy: late))
            }
            return facts
        }

        private mutating func earlier(at index: Int) throws(StoreFailure) -> EarlierOperation? {
            let content: LedgerContent
            if isRepeated[index], let known = recorded[requests[index].key] {
                content = known
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

        private func newest(of standing: CopyStanding, beganBy moment: Moment) throws(StoreFailure) -> Loan? {
            guard let newest = standing.newest, newest.began.happenedAt > moment else { return standing.newest }
            return try connection.newestLoan(of: standing.copy.barcode, beganBy: moment)
        }

        /// A loan as it is after the requests so far; one that was met on the way is kept from then on.
        private mutating func current(_ loan: Loan?) throws(StoreFailure) -> Loan? {
            guard let loan else { return nil }
            if let known = loans[loan.id] { return known }
            loans.add(loan)
            return loan
        }

        /// Notes what a ruling changes, for the requests that follow and for the end.
        private mutating func note(_ effects: Effects, at index: Int) {
            if case .ends(let loan) = effects.loan { loans.end(loan) }
            if isRepeated[index] { recorded[effects.key] = effects.content }
            contents[index] = effects.content
            if let notice = effects.notice { notices.append(notice) }
        }

        private func write() throws(StoreFailure) {
            for loan in loans.ended { try connection.end(loan) }
            var scope: (name: OperationScope, number: Int64)?
            for index in byKey {
                guard let content = contents[index] else { continue }
                let key = requests[index].key
                let number: Int64
                if let scope, scope.name == key.scope {
                    number = scope.number
                } else {
                    number = try ledger.numberOrNew(of: key.scope)
                    scope = (key.scope, number)
                }
                try ledger.insert(content, under: key.id, scope: number)
            }
            for notice in notices { try connection.insert(notice) }
        }
    }

    /// The loans that a batch may speak of, as they are after the requests so far.
    private struct LoanTable {
        /// Loans read at the start, in the order of their numbers.
        private var read: [Loan] = []
        private var numbers: [LoanID] = []
        private var isEnded: [Bool] = []
        /// Loans met later.
        private var met: [LoanID: Loan] = [:]
        private var endedLater: Set<LoanID> = []

        /// Reads loans by number, in their order.
        mutating func read(_ wanted: [LoanID], from connection: Connection) throws(StoreFailure) {
            read.reserveCapacity(wanted.count)
            numbers.reserveCapacity(wanted.count)
            var last: LoanID?
            for number in wanted.sorted() where number != last {
                last = number
                guard let loan = try connection.loan(number) else { continue }
                read.append(loan)
                numbers.append(number)
            }
            isEnded = Array(repeating: false, count: read.count)
        }

        subscript(id: LoanID) -> Loan? {
            if let place = place(of: id) { return read[place] }
            return met.isEmpty ? nil : met[id]
        }

        mutating func add(_ loan: Loan) {
            met[loan.id] = loan
        }

        mutating func end(_ loan: Loan) {
            if let place = place(of: loan.id) {
                read[place] = loan
                isEnded[place] = true
            } else {
                met[loan.id] = loan
                endedLater.insert(loan.id)
            }
        }

        /// The loans that ended in this batch, in the order of their numbers.
        var ended: [Loan] {
            let first = read.indices.lazy.filter { isEnded[$0] }.map { read[$0] }
            if endedLater.isEmpty { return Array(first) }
            return (first + met.values.filter { endedLater.contains($0.id) }).sorted { $0.id < $1.id }
        }

        private func place(of id: LoanID) -> Int? {
            var (low, high) = (0, numbers.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[middle] < id { low = middle + 1 } else { high = middle }
            }
            return low < numbers.count && numbers[low] == id ? low : nil
        }
    }

    extension Connection {
        /// Whether any copy is withdrawn; by an index of those alone.
        fileprivate func hasWithdrawnCopies() throws(StoreFailure) -> Bool {
            try statement("SELECT 1 FROM copy INDEXED BY copy_withdrawn WHERE withdrawn = 1 LIMIT 1")
                .first { (row) throws(StoreFailure) in row.integer(0) } != nil
        }
    }
#endif
