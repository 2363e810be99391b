import Domain
import Testing
import UseCases

@Suite("Reconciling lines of returns")
struct ReconcileReturnsTests {
    private func line(_ number: Int, _ operation: String, copy: String, _ at: String) throws -> ReturnLine {
        let statement = try #require(time(at))
        return ReturnLine(
            file: 0, number: number,
            content: .returned(
                StatedReturn(
                    operation: try OperationID(operation), item: .copy(try Barcode(copy)), time: statement)))
    }

    private func reconcile(
        _ library: SmallLibrary, run: UInt64 = 1, ambiguity: ReconcileReturns.Ambiguity? = nil, offset: Int64 = 0
    ) -> ReconcileReturns {
        ReconcileReturns(
            loans: library.recording, calendar: PlainCalendar(), clock: StandingClock(moment: SmallLibrary.now),
            settings: ReconcileReturns.Settings(
                run: RunID(startedAt: SmallLibrary.now, random: run), clockOffset: offset, ambiguity: ambiguity))
    }

    private func lent() throws -> SmallLibrary {
        let library = try SmallLibrary()
        let order = BorrowOrder(
            operation: "b", item: .copy("C1"), borrower: .member(1), at: time("2026-07-20 09:00"))
        _ = try library.borrow(order, as: library.staff)
        return library
    }

    @Test("Lines that no store can decide keep their places among those that one does")
    func mixed() throws {
        let library = try lent()
        let lines = [
            ReturnLine(file: 0, number: 1, content: .malformed(reason: "no barcode")),
            try line(2, "r2", copy: "C1", "2026-07-21 10:00"),
            ReturnLine(file: 0, number: 3, content: .unsupported(action: "issue")),
            try line(4, "r4", copy: "C1", "2026-07-21 10:00:00.001"),
            try line(5, "r5", copy: "X", "2026-07-21 10:00"),
            try line(6, "r6", copy: "C1", "2026-03-29 02:15"),
            try line(7, "r7", copy: "C1", "2026-07-21 03:15"),
            try line(8, "r8", copy: "C1", "2026-07-22 14:00"),
        ]
        let outcomes = Array(try reconcile(library)(lines, as: library.staff))
        #expect(outcomes.map(\.line.number) == Array(1...8))
        // Koha 9509: a barcode twice, 1 ms apart. LP#1503903 and LP#1481036: no return, and a time ahead.
        #expect(
            outcomes.map(\.verdict) == [
                .malformed, .returned, .unsupportedAction, .alreadyReturned, .unknownCopy, .nonexistentTime,
                .ambiguousTime, .futureTime,
            ])
        // 02:15 one hour ahead of UTC is 01:15; two hours ahead, 00:15.
        let skipped = Moment(milliseconds: 1_774_743_300_000)
        #expect(outcomes[5].readings == [skipped, skipped.advanced(by: 3_600_000)])
        #expect(outcomes[6].readings.count == 2)
        #expect(outcomes.map(\.isSettled) == [false, true, false, true, false, false, false, false])
    }

    @Test(
        "A loan that is to be entered has both moments of its time if that is in doubt, and no store is asked about it")
    func unclearLoans() throws {
        let library = try lent()
        func loan(_ number: Int, card: String?, _ at: String) throws -> ReturnLine {
            let loan = StatedLoan(
                operation: try OperationID("b\(number)"), copy: try Barcode("C1"),
                card: try card.map { try CardNumber($0) },
                time: try #require(time(at)))
            return ReturnLine(file: 0, number: number, content: .unsupported(action: "issue", loan: loan))
        }
        let lines = [
            try loan(1, card: "K1", "2026-07-21 03:15"), try loan(2, card: "K1", "2026-03-29 02:15"),
            try loan(3, card: "K1", "2026-07-21 10:00"), try loan(4, card: nil, "2026-07-21 03:15"),
            try line(5, "r5", copy: "C1", "2026-07-21 12:00"),
        ]
        let outcomes = Array(try reconcile(library)(lines, as: library.staff))
        #expect(outcomes.map(\.readings.count) == [2, 2, 0, 0, 0])
        #expect(outcomes.map(\.verdict) == Array(repeating: .unsupportedAction, count: 4) + [.returned])
        let settled = Array(try reconcile(library, run: 2, ambiguity: .later)(lines, as: library.staff))
        #expect(settled.map(\.readings.count) == [0, 0, 0, 0, 0])
    }

    @Test("A line of an earlier run is replayed, a line repeated in this run is a duplicate")
    func repeats() throws {
        let library = try lent()
        let line = try line(1, "r", copy: "C1", "2026-07-21 10:00")
        let first = Array(try reconcile(library, run: 1)([line, line], as: library.staff))
        #expect(first.map(\.isDuplicateInRun) == [false, true])
        #expect(first.map(\.verdict) == [.returned, .returned])
        let second = Array(try reconcile(library, run: 2)([line], as: library.staff))
        #expect(second.map(\.isReplayed) == [true])
        #expect(second[0].receipt == first[0].receipt)
    }

    @Test("An ambiguous time is settled by the setting", arguments: [ReconcileReturns.Ambiguity.earlier, .later])
    func settled(ambiguity: ReconcileReturns.Ambiguity) throws {
        let library = try lent()
        let line = try line(1, "r", copy: "C1", "2026-07-21 03:15")
        let outcome = Array(try reconcile(library, ambiguity: ambiguity)([line], as: library.staff))[0]
        let earlier = Moment(milliseconds: 1_784_596_500_000)
        #expect(outcome.verdict == .returned)
        #expect(
            outcome.receipt?.occurrence.happenedAt
                == (ambiguity == .earlier ? earlier : earlier.advanced(by: 3_600_000)))
    }

    @Test("A time that the clocks skipped is settled too", arguments: [ReconcileReturns.Ambiguity.earlier, .later])
    func skipped(ambiguity: ReconcileReturns.Ambiguity) throws {
        let library = try SmallLibrary()
        let order = BorrowOrder(
            operation: "b", item: .copy("C1"), borrower: .member(1), at: time("2026-03-20 09:00"))
        _ = try library.borrow(order, as: library.staff)
        let line = try line(1, "r", copy: "C1", "2026-03-29 02:15")
        let outcome = Array(try reconcile(library, ambiguity: ambiguity)([line], as: library.staff))[0]
        let earlier = Moment(milliseconds: 1_774_743_300_000)
        #expect(outcome.verdict == .returned)
        #expect(
            outcome.receipt?.occurrence.happenedAt
                == (ambiguity == .earlier ? earlier : earlier.advanced(by: 3_600_000)))
    }

    @Test(
        "A line whose time was settled is replayed in a run that leaves its time open, and asked about if it was not",
        arguments: [ReconcileReturns.Ambiguity.earlier, .later],
        [("2026-07-21 03:15", Verdict.ambiguousTime), ("2026-03-29 02:15", .nonexistentTime)])
    func settledBefore(ambiguity: ReconcileReturns.Ambiguity, written: (text: String, verdict: Verdict)) throws {
        let library = try SmallLibrary()
        let lent = BorrowOrder(
            operation: "b", item: .copy("C1"), borrower: .member(1), at: time("2026-03-20 09:00"))
        _ = try library.borrow(lent, as: library.staff)
        let old = try line(1, "r", copy: "C1", written.text)
        let first = Array(try reconcile(library, run: 1, ambiguity: ambiguity)([old], as: library.staff))[0]
        #expect(first.verdict == .returned)
        let grown = [
            ReturnLine(file: 0, number: 1, content: .malformed(reason: "no barcode")), old,
            try line(3, "new", copy: "C1", written.text), try line(4, "other", copy: "C1", "2026-07-21 10:00"),
            try line(5, "r", copy: "X", written.text),
        ]
        let outcomes = Array(try reconcile(library, run: 2)(grown, as: library.staff))
        #expect(
            outcomes.map(\.verdict) == [.malformed, .returned, written.verdict, .alreadyReturned, .operationConflict])
        #expect(outcomes.map(\.isReplayed) == [false, true, false, false, false])
        #expect(outcomes.map(\.readings.count) == [0, 0, 2, 0, 0])
        #expect(outcomes[1].receipt == first.receipt)
        #expect(outcomes[2].decision == nil && outcomes[4].decision == .refused(.operationConflict(.copy)))
        let choice: ReconcileReturns.Ambiguity = ambiguity == .earlier ? .later : .earlier
        let changed = Array(try reconcile(library, run: 3, ambiguity: choice)([old], as: library.staff))[0]
        #expect(changed.decision == .refused(.operationConflict(.happenedAt)))
    }

    @Test("Another clock offset under the same identity is a conflict of the time and executes nothing")
    func offset() throws {
        let library = try lent()
        let line = try line(1, "r", copy: "C1", "2026-07-21 10:00")
        _ = Array(try reconcile(library)([line], as: library.staff))
        let again = Array(try reconcile(library, run: 2, offset: 60_000)([line], as: library.staff))[0]
        #expect(again.verdict == .operationConflict)
        #expect(again.decision == .refused(.operationConflict(.happenedAt)))
    }

    @Test("Without the permission to import nothing is asked of a store")
    func notPermitted() throws {
        let library = try SmallLibrary(permissions: [.return])
        #expect(throws: ReturnFailure.notPermitted(.import)) {
            Array(try reconcile(library)([try line(1, "r", copy: "C1", "2026-07-21 10:00")], as: library.staff))
        }
        #expect(library.recording.asked == 0)
    }
}
