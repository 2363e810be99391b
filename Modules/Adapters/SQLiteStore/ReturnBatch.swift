#if SQLite
    import Background
    import CSQLite
    import Domain
    import Ports

    /// Many returns in one transaction: facts are read in the order of their keys, the rule is asked in the order of the
    /// requests, effects are written in the order of their keys.
    ///
    /// So each page of the database is touched once or twice a batch, and each request still sees the effects of those
    /// before it.
    struct ReturnBatch {
        /// So many requests are looked ahead at.
        private static let ahead = 64
        /// From so many on, what costs something for a batch as a whole pays.
        private static let many = 100

        private let connection: Connection
        private let ledger: Ledger
        private let requests: [ReturnRequest]
        private let rule: ReturnRule
        /// The requests' places in the order of their keys.
        private let byKey: [Int32]
        /// What the ledger knew of each request before the batch.
        private var entries: EntryTable
        /// Which requests share their key with another of the batch.
        private var isRepeated: [Bool]
        /// What this batch has recorded under the keys that occur in it more than once.
        private var recorded: [OperationKey: LedgerContent] = [:]
        private var loans = LoanTable()
        private var copies = CopyTable()
        /// Where each request's loan is in the table of loans, or its copy in that of copies; -1 if there is none.
        private var places: [Int32]
        private let hasWithdrawnCopies: Bool
        /// What is to be recorded of each request, once it is ruled; the request itself is the rest of it.
        private var outcomes: [Outcome?]
        /// Which requests have a notice, in their order.
        private var noticed: [(index: Int32, kind: Notice.Kind, loan: LoanID)] = []

        /// What was read ahead, without a meaning: what nobody keeps, a compiler may leave unread.
        private var foreseen: Int64 = 0

        private struct Outcome {
            let result: OperationResult
            let recordedAt: Moment
            let run: RunID?
        }

        /// Reads what the requests need, in the order of the keys.
        init(_ requests: [ReturnRequest], under rule: ReturnRule, on connection: Connection) throws(StoreFailure) {
            self.connection = connection
            self.requests = requests
            ledger = Ledger(connection: connection)
            self.rule = rule
            byKey = (0..<Int32(requests.count)).sorted { requests[Int($0)].key < requests[Int($1)].key }
            entries = EntryTable(count: requests.count)
            isRepeated = Array(repeating: false, count: requests.count)
            places = Array(repeating: -1, count: requests.count)
            outcomes = Array(repeating: nil, count: requests.count)
            hasWithdrawnCopies = try connection.hasWithdrawnCopies()
            try gatherEntries()
            try gatherLoans()
        }

        /// Reads what the ledger knows.
        ///
        /// Keys beyond the last one it has are new without a look: most of a new file's are, since they sort by time.
        private mutating func gatherEntries() throws(StoreFailure) {
            for (one, next) in zip(byKey, byKey.dropFirst()) where requests[Int(one)].key == requests[Int(next)].key {
                isRepeated[Int(one)] = true
                isRepeated[Int(next)] = true
            }
            var rest = byKey[...]
            while let scope = rest.first.map({ requests[Int($0)].key.scope }) {
                let ofScope = rest.prefix { requests[Int($0)].key.scope == scope }
                rest = rest.dropFirst(ofScope.count)
                guard let number = try ledger.number(of: scope), let last = try ledger.lastOperation(in: number) else {
                    continue
                }
                try entries.read(
                    of: ofScope.prefix { requests[Int($0)].key.id <= last }, requests, scope: number, from: connection)
            }
        }

        private mutating func gatherLoans() throws(StoreFailure) {
            var named: [(loan: LoanID, index: Int32)] = []
            var scanned: [(barcode: Barcode, index: Int32)] = []
            for index in requests.indices {
                switch requests[index].item {
                case .loan(let loan): named.append((loan, Int32(index)))
                case .copy(let barcode): scanned.append((barcode, Int32(index)))
                }
            }
            named.sort { $0.loan < $1.loan }
            scanned.sort { $0.barcode < $1.barcode }
            copies = try CopyTable(scanned.lazy.map(\.barcode), from: connection)
            var wanted = named.map(\.loan)
            wanted += entries.loans
            wanted += copies.newestLoans.lazy.compactMap(\.self)
            loans = try LoanTable(wanted, from: connection)
            copies.placeNewest(in: loans)
            var place = 0
            for (barcode, index) in scanned { places[Int(index)] = copies.place(of: barcode, from: &place) }
            place = 0
            for (loan, index) in named { places[Int(index)] = loans.place(of: loan, from: &place) }
        }

        /// Asks the rule about each request in order, then writes all effects in the order of the keys.
        mutating func commit() throws(StoreFailure) -> [ReturnDecision] {
            var decisions: [ReturnDecision] = []
            decisions.reserveCapacity(requests.count)
            for index in requests.indices {
                if index % Self.ahead == 0 { foresee(index..<min(index + Self.ahead, requests.count)) }
                let ruling = rule.ruling(on: requests[index], given: try facts(at: index))
                decisions.append(ruling.settled { note($0, at: index) })
            }
            try write()
            return decisions
        }

        /// Reads a little of the loans that some requests most likely speak of, so that the waits for memory overlap.
        private mutating func foresee(_ next: Range<Int>) {
            for index in next {
                if let place = likelyPlace(at: index) { foreseen &+= loans.idWhereOpen(place) }
            }
        }

        /// The facts for a request, after the effects of those before it.
        private mutating func facts(at index: Int) throws(StoreFailure) -> ReturnFacts {
            if let earlier = try earlier(at: index) { return ReturnFacts(earlier: earlier) }
            guard places[index] >= 0 else { return ReturnFacts() }
            let place = Int(places[index])
            switch rule.question(for: requests[index]) {
            case .loan:
                // Of the copy only what the request can make a note of is read.
                let copy =
                    hasWithdrawnCopies || requests[index].branch != nil
                    ? try connection.copy(loans[place].copy) : nil
                return ReturnFacts(loan: loans[place], copy: copy, newest: try newest(besides: place))
            case .copy(let barcode, let early, let late):
                guard let newest = copies.newestPlace(place).map({ loans[$0] }) else {
                    return ReturnFacts(copy: copies[place])
                }
                return ReturnFacts(
                    loan: try loan(of: barcode, beganBy: late, newest: newest), copy: copies[place],
                    early: try loan(of: barcode, beganBy: early, newest: newest)?.id, newest: newest)
            }
        }

        /// The newest loan of the copy of the loan at a place: that loan itself if it is open or was before the batch.
        private mutating func newest(besides place: Int) throws(StoreFailure) -> Loan? {
            let loan = loans[place]
            if loans.wasOpen(place) { return loan }
            guard let newest = try connection.newestLoanID(of: loan.copy), newest != loan.id else { return loan }
            if let known = loans[newest] { return known }
            return try current(connection.loan(newest))
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

        private mutating func loan(
            of copy: Barcode, beganBy moment: Moment, newest: Loan
        ) throws(StoreFailure) -> Loan? {
            guard newest.began.happenedAt > moment else { return newest }
            return try current(connection.newestLoan(of: copy, beganBy: moment))
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
            if case .ends(let loan) = effects.loan { loans.end(loan, likelyAt: likelyPlace(at: index)) }
            let content = effects.content
            if isRepeated[index] { recorded[effects.key] = content }
            outcomes[index] = Outcome(result: content.result, recordedAt: content.recordedAt, run: content.run)
            if let kind = effects.noticeKind { noticed.append((Int32(index), kind, content.result.loan)) }
        }

        /// Where the loan is that a request most likely speaks of.
        private func likelyPlace(at index: Int) -> Int? {
            let place = Int(places[index])
            guard place >= 0 else { return nil }
            if case .copy = requests[index].item { return copies.newestPlace(place) }
            return place
        }

        private func write() throws(StoreFailure) {
            let notices = { @Sendable [requests, noticed] in
                noticed.map { Notice($0.kind, loan: $0.loan, operation: requests[Int($0.index)].key) }
            }
            // The digests of many take a tenth of the whole time.
            let made = noticed.count > Self.many ? Meanwhile(notices) : nil
            // The loans that end were read in this transaction: to look for each again takes a tenth of the whole time.
            let isTrusted = requests.count >= Self.many
            if isTrusted { circ_sqlite3_check_references(connection.handle, 0) }
            defer { if isTrusted { circ_sqlite3_check_references(connection.handle, 1) } }
            try connection.end(loans.ended)
            try connection.end(loans.endedOthers)
            var scope: (name: OperationScope, number: Int64)?
            try Insert.returned.run(byKey.filter { outcomes[Int($0)] != nil }, on: connection) {
                (index, insert, from) throws(StoreFailure) in
                let request = requests[Int(index)]
                guard let outcome = outcomes[Int(index)] else { return }
                let number: Int64
                if let scope, scope.name == request.key.scope {
                    number = scope.number
                } else {
                    number = try ledger.numberOrNew(of: request.key.scope)
                    scope = (request.key.scope, number)
                }
                let content = LedgerContent(
                    payload: request.payload, result: outcome.result, recordedAt: outcome.recordedAt, run: outcome.run)
                try insert.bind(content, under: request.key.id, scope: number, from: from)
            }
            try connection.insert(made?.take() ?? notices())
        }
    }
#endif
