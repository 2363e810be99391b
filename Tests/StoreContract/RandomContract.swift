import Domain
import Foundation
import Ports
import Testing

extension StoreContract {
    static let random = [
        StoreCase("A random sequence of operations ends as in a naive library, answer by answer") { desk in
            var trial = RandomTrial()
            try trial.run { desk.store }
        },
        StoreCase("A random sequence with reopenings ends as in a naive library, answer by answer", needs: [.reopening])
        {
            fixture in
            var trial = RandomTrial()
            try trial.run(each: 100) {
                try fixture.reopen()
                return fixture.store
            }
        },
        StoreCase(
            "A random sequence with failing writes ends as in a naive library, answer by answer", needs: [.failing]
        ) {
            fixture in
            var trial = RandomTrial()
            trial.failWrite = fixture.failWrite
            try trial.run { fixture.store }
            #expect(trial.failures > 0)
        },
    ]
}

/// A random sequence, taken by a store and by the naive library side by side.
///
/// `CIRC_SEED` repeats the sequence of a failure, which names its seed; `CIRC_STEPS` sets how many steps it has.
struct RandomTrial {
    let seed: UInt64
    let steps: Int
    /// Makes writes fail, if they are to: every seventh step is then first tried with a write that may fail.
    var failWrite: ((Int?) throws -> Void)?
    private(set) var failures = 0
    private var library = NaiveLibrary()
    private var maker: StepMaker

    init() {
        let environment = ProcessInfo.processInfo.environment
        seed = environment["CIRC_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000_000)
        steps = environment["CIRC_STEPS"].flatMap { Int($0) } ?? 1500
        maker = StepMaker(seed: seed)
    }

    /// Runs the sequence in stretches, each on the store that `open` gives, and compares all there is to see after each.
    mutating func run(each stretch: Int = 500, open: () throws -> any LibraryStore) throws {
        var done = 0
        for start in stride(from: 0, to: steps, by: stretch) {
            let store = try open()
            for number in start..<min(start + stretch, steps) {
                let step = maker.next(after: library)
                let expected = library.take(step)
                let early = number % 7 == 0 ? try answers(of: step, failingAt: number % 11 + 1, store) : nil
                let given = try early ?? Self.take(step, store)
                done += given.count { $0.hasPrefix("lent") || $0.hasPrefix("returned") }
                try #require(
                    given == expected, "CIRC_SEED=\(seed), step \(number): \(step)\ngiven \(given)\nnot \(expected)")
            }
            let (given, expected) = (try Rendering.state(of: store), library.state)
            let differences = given.difference(from: expected)
            try #require(differences.isEmpty, "CIRC_SEED=\(seed), after step \(start + stretch): \(differences)")
            let findings = try StoreContract.inspect(store).check.findings
            try #require(findings.isEmpty, "CIRC_SEED=\(seed), after step \(start + stretch): \(findings)")
        }
        #expect(done >= steps / 10, "CIRC_SEED=\(seed): too little happened")
    }

    /// The answers of a step whose `n`-th write fails, if it has so many; nil if it failed.
    private mutating func answers(of step: Step, failingAt write: Int, _ store: any LibraryStore) throws -> [String]? {
        guard let failWrite else { return nil }
        try failWrite(write)
        do {
            let answers = try Self.take(step, store)
            try failWrite(nil)
            return answers
        } catch is StoreFailure {
            try failWrite(nil)
            failures += 1
            return nil
        }
    }

    static func take(_ step: Step, _ store: any LibraryStore) throws -> [String] {
        switch step {
        case .borrow(let wish, let now):
            let item: BorrowRequest.Item =
                try wish.copy.map { try .copy($0) } ?? .book(BookID(stored: Int64(wish.book)))
            return [
                Rendering.text(
                    try desk(store, wish.key).borrow(
                        item, by: MemberID(stored: Int64(wish.member)), wish.key.id, days: wish.days,
                        at: wish.at.map { StatedTime(Moment(milliseconds: $0)) }, now: Moment(milliseconds: now)))
            ]
        case .giveBack(let wishes, let tolerance, let run, let now):
            let requests = try wishes.map { wish in
                let item: ReturnRequest.Item =
                    try wish.copy.map { try .copy($0) } ?? .loan(LoanID(stored: Int64(wish.loan)))
                let at = wish.at.map { StatedTime(Moment(milliseconds: $0), resolution: wish.resolution) }
                return try desk(store, wish.key).request(item, wish.key.id, at: at, branch: wish.branch)
            }
            let answers = try Desk(store).giveBack(
                requests, tolerance: tolerance, run: run.map { RunID(stored: $0) }, now: Moment(milliseconds: now))
            return answers.map { Rendering.text($0) }
        default:
            return [try change(step, store)]
        }
    }

    private static func change(_ step: Step, _ store: any LibraryStore) throws -> String {
        switch step {
        case .borrow, .giveBack: throw Unexpected("no change of the holdings")
        case .addBook(let title): return Rendering.text(try store.addBook(BookDetails(title: title), at: day(0, 8)))
        case .editBook(let number, let title, let revision):
            return try changeBook(store, number, .edit(BookDetails(title: title), revision: revision))
        case .removeBook(let number): return try changeBook(store, number, .remove)
        case .addCopy(let barcode, let book, let branch):
            let copy = Copy(
                barcode: try Barcode(barcode), book: BookID(stored: Int64(book)),
                branch: try branch.map { try Branch($0) })
            return Rendering.text(try store.addCopy(copy)) { Rendering.text($0) }
        case .withdraw(let barcode):
            return Rendering.text(try store.withdrawCopy(Barcode(barcode))) { Rendering.text($0) }
        case .addMember(let card):
            let details = try MemberDetails(card: card, name: "N")
            return Rendering.text(try store.addMember(details, at: day(0, 8))) { Rendering.text($0) }
        case .changeMember(let number, let isActive):
            return try changeMember(store, number, isActive ? .activate : .deactivate)
        case .editMember(let number, let card, let revision):
            return try changeMember(store, number, .edit(MemberDetails(card: card, name: "N"), revision: revision))
        case .removeMember(let number, let despiteLoans):
            return try changeMember(store, number, .remove(despiteLoans: despiteLoans))
        case .policy(let days, let maximum, let limit):
            let policy = try LoanPolicy(
                defaultDays: days, maximumDays: maximum, retentionDays: 180, loanLimit: limit)
            _ = try store.changePolicy { _ in .success(policy) }
            return "policy \(days) \(maximum) \(limit ?? 0)"
        }
    }

    private static func changeBook(_ store: any LibraryStore, _ number: Int, _ change: BookChange) throws -> String {
        Rendering.text(try store.changeBook(BookID(stored: Int64(number)), by: change)) { Rendering.text($0) }
    }

    private static func changeMember(
        _ store: any LibraryStore, _ number: Int, _ change: MemberChange
    ) throws -> String {
        Rendering.text(try store.changeMember(MemberID(stored: Int64(number)), by: change)) { outcome in
            switch outcome {
            case .kept(let member), .removed(let member): Rendering.text(member)
            }
        }
    }

    private static func desk(_ store: any LibraryStore, _ key: Key) -> Desk { Desk(store).under(key.scope) }
}
