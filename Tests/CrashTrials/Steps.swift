import Domain
import FileStore
import Ports

/// What was promised of an operation: whoever sends it again gets this answer.
struct Promise: Sendable {
    let key: OperationKey
    /// Sends the operation again and says whether the answer is right.
    let isKept: @Sendable (FileStore) throws(StoreFailure) -> Bool
}

/// What a step came to, to be compared between the store and a model of it.
struct Outcome: Sendable {
    let text: String
    var promises: [Promise] = []
}

/// One call of the store.
struct Step: Sendable {
    typealias Call = @Sendable (FileStore) throws(StoreFailure) -> Outcome

    let name: String
    /// Makes the call.
    let call: Call
    /// The changes that it makes one after another, each a change of its own; a power cut may leave the first of them.
    let parts: [Call]

    init(_ name: String, _ call: @escaping Call) {
        self.name = name
        self.call = call
        parts = [call]
    }

    init(_ name: String, _ call: @escaping Call, parts: [Call]) {
        self.name = name
        self.call = call
        self.parts = parts
    }
}

/// Makes steps by chance that fit the library they meet, or are refused by it.
struct StepMaker: Sendable {
    private(set) var steps = 0
    private var operations: [OperationKey] = []

    static let start = Moment(milliseconds: 1_784_505_600_000)
    var now: Moment { Self.start.advanced(by: Int64(steps) * 60_000) }

    mutating func step(_ chooser: inout Chooser) -> Step {
        steps += 1
        // A library begins with something to lend.
        switch steps <= 8 ? [0, 1, 1, 2, 0, 1, 2, 1][steps - 1] : 3 + chooser.pick(18) {
        case 0: return addBook()
        case 1: return addCopy(&chooser)
        case 2: return addMember()
        case 3...6: return borrow(&chooser)
        case 7...10: return giveBack(&chooser)
        case 11: return batch(&chooser)
        case 12: return together(&chooser)
        case 13: return changeBook(&chooser)
        case 14: return changeMember(&chooser)
        case 15: return withdraw(&chooser)
        case 16: return changePolicy(&chooser)
        case 17: return purge(&chooser) ?? addBook()
        case 18: return addBook()
        case 19: return recordImport(&chooser)
        default: return addCopy(&chooser)
        }
    }

    private mutating func key() -> OperationKey {
        let key = OperationKey(
            scope: OperationScope(stored: "staff:\(steps % 2)"),
            id: OperationID(stored: "operation \(operations.count)"))
        operations.append(key)
        return key
    }

    private mutating func borrow(_ chooser: inout Chooser) -> Step {
        let item: BorrowRequest.Item =
            chooser.once(in: 2)
            ? .book(BookID(stored: Int64(1 + chooser.pick(3)))) : .copy(Barcode(stored: "C\(chooser.pick(12))"))
        let member = MemberID(stored: Int64(1 + chooser.pick(3)))
        let (key, now) = (key(), now)
        guard let request = try? BorrowRequest(key: key, item: item, member: member) else { return addBook() }
        return Step("borrow") { (store) throws(StoreFailure) in
            let rule = BorrowRule(now: now, firstDay: LibraryDay(stored: 20_654))
            let decision = try store.commitBorrow(request, under: rule)
            var outcome = Outcome(text: "\(decision)")
            if case .done(let answer) = decision {
                outcome.promises.append(
                    Promise(key: key) { (store) throws(StoreFailure) in
                        let later = BorrowRule(now: now.advanced(by: 1 << 32), firstDay: LibraryDay(stored: 20_700))
                        let again = try store.commitBorrow(request, under: later)
                        return again == .done(Answer(answer.receipt, origin: .replayed(nil)))
                    })
            }
            return outcome
        }
    }

    private mutating func returnRequest(_ chooser: inout Chooser) -> ReturnRequest {
        let item: ReturnRequest.Item =
            chooser.once(in: 2)
            ? .loan(LoanID(stored: Int64(1 + chooser.pick(6)))) : .copy(Barcode(stored: "C\(chooser.pick(12))"))
        return ReturnRequest(
            key: key(), item: item, at: chooser.once(in: 4) ? StatedTime(now.advanced(by: -1)) : nil,
            branch: chooser.once(in: 2) ? Branch(stored: "South") : nil)
    }

    private static func rule(_ now: Moment) -> ReturnRule? {
        try? ReturnRule(now: now, tolerance: 0, run: RunID(stored: 7))
    }

    /// What returns came to, and the promises that follow.
    private static func outcome(
        of decisions: [ReturnDecision], _ requests: [ReturnRequest], _ later: ReturnRule
    ) -> Outcome {
        var outcome = Outcome(text: "\(decisions)")
        for (request, decision) in zip(requests, decisions) {
            guard case .done(let answer) = decision else { continue }
            outcome.promises.append(
                Promise(key: request.key) { (store) throws(StoreFailure) in
                    let again = try store.commitReturns([request], under: later)
                    return again == [.done(Answer(answer.receipt, origin: .replayed(RunID(stored: 7))))]
                })
        }
        return outcome
    }

    private static func call(_ requests: [ReturnRequest], _ now: Moment) -> Step.Call? {
        guard let rule = rule(now), let later = Self.rule(now.advanced(by: 1 << 32)) else { return nil }
        return { (store) throws(StoreFailure) in
            outcome(of: try store.commitReturns(requests, under: rule), requests, later)
        }
    }

    private mutating func giveBack(_ chooser: inout Chooser) -> Step {
        guard let call = Self.call([returnRequest(&chooser)], now) else { return addBook() }
        return Step("return", call)
    }

    private mutating func batch(_ chooser: inout Chooser) -> Step {
        var requests: [ReturnRequest] = []
        for _ in 0..<1 + chooser.pick(12) { requests.append(returnRequest(&chooser)) }
        guard let call = Self.call(requests, now) else { return addBook() }
        return Step("batch", call)
    }

    private mutating func together(_ chooser: inout Chooser) -> Step {
        var requests: [ReturnRequest] = []
        for _ in 0..<2 + chooser.pick(4) { requests.append(returnRequest(&chooser)) }
        let now = now
        let parts = requests.compactMap { Self.call([$0], now) }
        guard let rule = Self.rule(now), let later = Self.rule(now.advanced(by: 1 << 32)) else { return addBook() }
        let all = requests
        return Step(
            "together",
            { (store) throws(StoreFailure) in
                Self.outcome(of: try store.commitTogether(all, under: rule), all, later)
            }, parts: parts)
    }

    /// A run of an import that stands somewhere, asks about a line, and settles another; or old runs are forgotten; or a person
    /// settles all lines of one.
    private func recordImport(_ chooser: inout Chooser) -> Step {
        let (id, now) = (RunID(stored: Int64(1 + chooser.pick(3))), now)
        if chooser.once(in: 5) {
            return Step("forgotten imports") { (store) throws(StoreFailure) in
                Outcome(text: "\(try store.forgetRuns(startedBefore: now, limit: 1))")
            }
        }
        if chooser.once(in: 5) {
            let places = (1...steps).map { AskedLine.Place(run: id, number: $0) }
            return Step("settled lines") { (store) throws(StoreFailure) in
                try store.settle(places)
                return Outcome(text: "\(try store.askedLines(of: id, after: 0, limit: 100))")
            }
        }
        var run = RecordedRun(
            id: id, scope: OperationScope(stored: "source:s"), files: ["f", "g"], startedAt: now, endedAt: now)
        run.counts.verdicts = [.malformed: steps]
        let line = AskedLine(
            place: .init(run: id, number: steps), file: 1, line: 9, identity: OperationID(stored: "line \(steps)"),
            verdict: .malformed, item: .copy(Barcode(stored: "C1")), statedAt: nil, doubt: .words("cut"))
        let settled = AskedLine.Place(run: id, number: chooser.pick(steps))
        let entry = ImportEntry(run: run, asked: [line], settled: [settled])
        return Step("import") { (store) throws(StoreFailure) in
            try store.record(entry)
            return Outcome(text: "\(try store.askedLines(of: id, after: 0, limit: 100))")
        }
    }

    /// Of an operation that was perhaps refused: then its key becomes known and is expired.
    private func purge(_ chooser: inout Chooser) -> Step? {
        guard !operations.isEmpty else { return nil }
        let key = operations[chooser.pick(operations.count)]
        let request = ReturnRequest(key: key, item: .loan(LoanID(stored: 1)))
        guard let rule = Self.rule(now) else { return nil }
        return Step("purge") { (store) throws(StoreFailure) in
            try store.purge(key)
            let promise = Promise(key: key) { (store) throws(StoreFailure) in
                try store.commitReturns([request], under: rule) == [.refused(.operationExpired)]
            }
            return Outcome(text: "purged", promises: [promise])
        }
    }
}
