import Domain
import Foundation
import Ports
import StoreTrials
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
                let early = number % 7 == 0 ? try answers(of: step, failingAt: number % 11 + 1, store) : nil
                let given = try early ?? step.take(in: store)
                let expected = library.take(step, given: given)
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
            let answers = try step.take(in: store)
            try failWrite(nil)
            return answers
        } catch is StoreFailure {
            try failWrite(nil)
            failures += 1
            return nil
        }
    }
}
