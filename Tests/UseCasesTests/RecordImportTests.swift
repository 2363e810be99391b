import Domain
import MemoryStore
import Ports
import Testing
import UseCases

@Suite("Remembering what an import asks about")
struct RecordImportTests {
    private let library: SmallLibrary
    private var store: MemoryStore { library.store }

    /// A library in which C1 is out.
    init() throws {
        library = try SmallLibrary()
        try lend("C1")
    }

    private func lend(_ copy: String) throws {
        let order = BorrowOrder(
            operation: "b \(copy)", item: .copy(copy), borrower: .member(1), at: time("2026-07-20 09:00"))
        _ = try library.borrow(order, as: library.staff)
    }

    private func begin(_ number: Int64, source: String = "drop") throws -> RecordImport {
        let scope = try OperationScope.source(source)
        return try RecordImport(
            in: store, clock: StandingClock(moment: Moment(milliseconds: 1_000_000 + number)),
            run: RunID(stored: number), files: ["a.csv"],
            as: Principal(account: "ada", scope: scope, permissions: [.import]))
    }

    /// Runs an import to its end, and gives what it says of each line.
    @discardableResult
    private func run(
        _ number: Int64, source: String = "drop", _ outcomes: [LineOutcome], isComplete: Bool = true
    ) throws -> [RecordImport.Asking] {
        var record = try begin(number, source: source)
        let askings = try outcomes.map { outcome in try record.note(outcome) }
        try record.save(ImportCounts())
        try record.finish(ImportCounts(), isComplete: isComplete)
        return askings
    }

    private func asked(_ number: Int64) throws -> [Int] {
        try store.askedLines(of: RunID(stored: number), after: 0, limit: 999).map(\.line)
    }

    /// What becomes of lines that state a copy that is not there, or is: `X1` alone, or behind an ID, as `1=X1`.
    private func outcomes(_ texts: [String], now: Moment = SmallLibrary.now) throws -> [LineOutcome] {
        let lines = try texts.enumerated().map { index, text in
            let content: ReturnLine.Content
            var digest: OperationID?
            if text.hasPrefix("?") {
                content = .malformed(reason: "it is cut")
                digest = try OperationID("1|line|\(text)")
            } else {
                let stated = try #require(time("2026-07-21 10:00"))
                let parts = text.split(separator: "=").map(String.init)
                content = .returned(
                    StatedReturn(
                        operation: try OperationID("id \(parts[0])"), item: .copy(try Barcode(parts[parts.count - 1])),
                        time: stated))
            }
            return ReturnLine(file: 0, number: index + 1, content: content, digest: digest)
        }
        let reconcile = ReconcileReturns(
            loans: library.recording, calendar: PlainCalendar(), clock: StandingClock(moment: now),
            settings: ReconcileReturns.Settings(run: RunID(startedAt: SmallLibrary.now, random: 1)))
        return Array(try reconcile(lines, as: library.staff))
    }

    @Test("A line is asked about anew once, and by later runs as asked before")
    func again() throws {
        let first = try outcomes(["X1", "C1", "?a"])
        #expect(try run(1, first) == [.anew, .nobody, .anew])
        #expect(try asked(1) == [1, 3])
        let grown = try outcomes(["X1", "C1", "?a", "X2", "?b"])
        let before = RecordImport.Asking.before(RunID(stored: 1))
        #expect(try run(2, grown) == [before, .nobody, before, .anew, .anew])
        #expect(try asked(1) == [1, 3])
        #expect(try asked(2) == [4, 5])
        #expect(try run(3, grown).map { $0 == .anew } == [false, false, false, false, false])
        #expect(try asked(3) == [])
    }

    @Test("Another source has questions of its own")
    func sources() throws {
        let lines = try outcomes(["X1"])
        try run(1, lines)
        #expect(try run(2, source: "sorter", lines) == [.anew])
    }

    @Test("What a run asked about that was killed or stopped is asked about by the next one", arguments: [true, false])
    func unfinished(isKilled: Bool) throws {
        let lines = try outcomes(["X1", "?a", "X2"])
        if isKilled {
            var record = try begin(1)
            for line in lines[..<2] { _ = try record.note(line) }
            try record.save(ImportCounts())
            // What was noted and not saved is lost, and no more.
            _ = try record.note(lines[2])
        } else {
            try run(1, lines, isComplete: false)
        }
        #expect(try store.importRun(RunID(stored: 1))?.state == (isKilled ? .unfinished : .stopped))
        #expect(try run(2, lines) == [.anew, .anew, .anew])
        #expect(try asked(1) == [])
        #expect(try asked(2) == [1, 2, 3])
        #expect(try store.importRun(RunID(stored: 2))?.state == .finished)
    }

    @Test("A line that is settled later is asked about no more")
    func settled() throws {
        try run(1, try outcomes(["X1", "X2"]))
        _ = try store.addCopy(Copy(barcode: Barcode("X1"), book: BookID(stored: 1)))
        try lend("X1")
        #expect(try run(2, try outcomes(["X1", "X2"])) == [.nobody, .before(RunID(stored: 1))])
        #expect(try asked(1) == [2])
    }

    @Test("A line that gets another verdict is asked about anew, by the run that gave it")
    func otherVerdict() throws {
        try run(1, try outcomes(["X1"]))
        _ = try store.addCopy(Copy(barcode: Barcode("X1"), book: BookID(stored: 1)))
        #expect(try run(2, try outcomes(["X1"])) == [.anew])
        #expect(try asked(1) == [])
        #expect(try store.askedLines(of: RunID(stored: 2), after: 0, limit: 9).map(\.verdict) == [.notOnLoan])
    }

    @Test(
        "A line that a person settled is asked about no more, whatever became of the run, until its verdict changes",
        arguments: [true, false])
    func settledByPerson(isComplete: Bool) throws {
        let lines = try outcomes(["X1", "?a", "X1"])
        try run(1, lines, isComplete: isComplete)
        let desk = SettleLines(imports: store)
        let first = RunID(stored: 1)
        #expect(try desk([1], of: first, as: library.staff) == .init(settled: 1, open: 1))
        let other = isComplete ? RecordImport.Asking.before(first) : .anew
        #expect(try run(2, lines) == [.settled(first), other, .settled(first)])
        #expect(try run(3, source: "sorter", lines) == [.anew, .anew, .anew])
        var counts = ImportCounts()
        for (line, asking) in zip(lines, try run(4, lines)) { counts.add(line, asking) }
        #expect([counts.lines, counts.attention, counts.seenBefore, counts.settledByPerson] == [3, 1, 1, 2])
        #expect(counts.askedIn == [RunID(stored: isComplete ? 1 : 2): 1])
        _ = try store.addCopy(Copy(barcode: Barcode("X1"), book: BookID(stored: 1)))
        #expect(try run(5, try outcomes(["X1"])) == [.anew])
        #expect(try run(6, try outcomes(["X1"])) == [.before(RunID(stored: 5))])
    }

    @Test("Settling a run settles all of it, and a number that it does not have settles nothing")
    func settling() throws {
        try run(1, try outcomes(["X1", "?a", "X2"]))
        let desk = SettleLines(imports: store)
        let first = RunID(stored: 1)
        #expect(try desk([1, 4, 9], of: first, as: library.staff) == .init(settled: 0, open: 3, unknown: [4, 9]))
        #expect(try desk([3], of: first, as: library.staff) == .init(settled: 1, open: 2))
        #expect(try desk([1, 3], of: first, as: library.staff) == .init(settled: 1, open: 1))
        #expect(try desk([], of: first, as: library.staff) == .init(settled: 1, open: 0))
        #expect(try desk([], of: RunID(stored: 7), as: library.staff) == .init(settled: 0, open: 0))
        let nobody = Principal(account: "ada", scope: library.staff.scope, permissions: [.operate])
        #expect(throws: HoldingsFailure.notPermitted(.import)) { try desk([], of: first, as: nobody) }
    }

    @Test("A line that stands in a run twice is asked about once, and counted as often as it stands")
    func twice() throws {
        let lines = try outcomes(["X1", "?a", "X1", "?a"])
        #expect(try run(1, lines) == [.anew, .anew, .anew, .anew])
        #expect(try asked(1) == [1, 2])
    }

    private func settle(_ number: Int64) throws {
        _ = try SettleLines(imports: store)([], of: RunID(stored: number), as: library.staff)
    }

    @Test("A question about a line is not ended by a settled line with the same ID", arguments: [false, true])
    func sameID(isReversed: Bool) throws {
        try run(1, try outcomes(["1=C1"]))
        let texts = isReversed ? ["1=X1", "1=C1"] : ["1=C1", "1=X1"]
        let (open, none) = (isReversed ? 0 : 1, isReversed ? 1 : 0)
        let second = RunID(stored: 2)
        for (number, expected) in [(2, RecordImport.Asking.anew), (3, .before(second)), (4, .settled(second))] {
            if number == 4 { try settle(2) }
            let lines = try outcomes(texts)
            #expect(lines[open].verdict == .operationConflict)
            let askings = try run(Int64(number), lines)
            #expect(askings[open] == expected && askings[none] == .nobody)
            #expect(try asked(2) == [open + 1])
        }
    }

    @Test("A line that is asked about before a line with the same ID is applied can be settled")
    func laterLineApplied() throws {
        let texts = ["1=X1", "1=C1"]
        #expect(try run(1, try outcomes(texts)) == [.anew, .nobody])
        #expect(try asked(1) == [1])
        // The ID is taken by now, which is another verdict.
        #expect(try run(2, try outcomes(texts)) == [.anew, .nobody])
        #expect(try [asked(1), asked(2)] == [[], [1]])
        try settle(2)
        #expect(try run(3, try outcomes(texts)) == [.settled(RunID(stored: 2)), .nobody])
    }

    @Test("Two lines with the same ID and other verdicts are both asked about, once")
    func sameIDOtherVerdict() throws {
        _ = try store.addCopy(Copy(barcode: Barcode("C4"), book: BookID(stored: 1)))
        let texts = ["1=C4", "1=X1"]
        let lines = try outcomes(texts)
        #expect(lines.map(\.verdict) == [.notOnLoan, .unknownCopy])
        #expect(try run(1, lines) == [.anew, .anew])
        #expect(try asked(1) == [1, 2])
        let first = RunID(stored: 1)
        #expect(try run(2, try outcomes(texts)) == [.before(first), .before(first)])
        try settle(1)
        #expect(try run(3, try outcomes(texts)) == [.settled(first), .settled(first)])
    }

    @Test("What a person settled stays so when an older file with the same IDs is imported again")
    func numberedAnew() throws {
        try run(1, try outcomes(["1=C1"]))
        #expect(try run(2, try outcomes(["1=X1"])) == [.anew])
        try settle(2)
        #expect(try run(3, try outcomes(["1=C1"])) == [.nobody])
        #expect(try run(4, try outcomes(["1=X1"])) == [.settled(RunID(stored: 2))])
    }

    @Test("No more open lines of a source are remembered than the bound says; those beyond are asked about anew")
    func bound() throws {
        let lines = try outcomes((0..<RecordImport.mostOpenLines + 5).map { "X\($0)" })
        try run(1, lines)
        #expect(try run(2, lines).count { $0 == .unremembered } == 5)
        #expect(try asked(2) == [])
        // What a person settled makes room.
        try settle(1)
        #expect(try run(3, lines).suffix(6) == [.settled(RunID(stored: 1))] + Array(repeating: .anew, count: 5))
        #expect(try asked(3).count == 5)
        #expect(try run(4, lines).last == .before(RunID(stored: 3)))
    }

    @Test("A line of the future that a person settled is closed, and one of another verdict is not")
    func closed() throws {
        let early = SmallLibrary.now.advanced(by: -30 * 86_400_000)
        let lines = try outcomes(["C1"], now: early) + outcomes(["X1"])
        #expect(lines.map(\.verdict) == [.futureTime, .unknownCopy])
        try run(1, lines)
        #expect(try begin(2).isClosed(lines[0].line) == false)
        try settle(1)
        let record = try begin(3)
        #expect(lines.map { record.isClosed($0.line) } == [true, false])
    }

    @Test("A closed line is never applied, but what the ledger knows of it is told")
    func closedInLedger() throws {
        let reconcile = ReconcileReturns(
            loans: library.recording, calendar: PlainCalendar(), clock: StandingClock(moment: SmallLibrary.now),
            settings: ReconcileReturns.Settings(run: RunID(startedAt: SmallLibrary.now, random: 2)))
        let stated = try #require(time("2026-07-21 10:00"))
        let line = ReturnLine(
            file: 0, number: 1,
            content: .returned(
                StatedReturn(operation: try OperationID("id C1"), item: .copy(try Barcode("C1")), time: stated)))
        func verdicts(isClosed: Bool) throws -> [Verdict] {
            try reconcile.commit(try reconcile.prepare([line], as: library.staff) { _ in isClosed }).map(\.verdict)
        }
        #expect(try verdicts(isClosed: true) == [.futureTime])
        #expect(try verdicts(isClosed: false) == [.returned])
        #expect(try verdicts(isClosed: true) == [.returned])
    }

    @Test("Only who may import records a run")
    func permission() throws {
        let scope = try OperationScope.source("drop")
        #expect(throws: ReturnFailure.notPermitted(.import)) {
            try RecordImport(
                in: store, clock: StandingClock(moment: SmallLibrary.now), run: RunID(stored: 1), files: [],
                as: Principal(account: "ada", scope: scope, permissions: [.return]))
        }
        #expect(try store.importRuns(before: nil, limit: 1) == [])
    }
}
