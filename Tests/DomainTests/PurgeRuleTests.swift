import Domain
import Testing

@Suite("The rule of purging")
struct PurgeRuleTests {
    /// A record made at a moment, of a loan that it began, or else ended.
    private static func record(at moment: Moment, loan: Int64, lent: Bool = true) -> LedgerRecord {
        let result = OperationResult(disposition: lent ? .lent : .returned, loan: number(loan), due: monday)
        let payload = Payload(kind: lent ? .borrow : .return, item: .loan(number(loan)))
        return LedgerRecord(
            key: key("\(moment.milliseconds)"),
            content: LedgerContent(payload: payload, result: result, recordedAt: moment, run: nil))
    }

    private static func ruling(
        _ records: [LedgerRecord], now: Moment, confirmed: Bool = false, retention: Int = 180
    ) -> PurgeRuling {
        var history = LedgerHistory()
        for record in records { history.note(record) }
        let policy = LoanPolicy(storedDefault: 14, maximum: 14, retention: retention, loanLimit: nil)
        return PurgeRule(now: now, isClockConfirmed: confirmed).ruling(given: history, policy: policy)
    }

    /// A loan each day from day 0 on, up to a day.
    private static func daily(_ last: Int64) -> [LedgerRecord] {
        (0...last).map { record(at: day($0, 9), loan: $0 + 1) }
    }

    private static func purged(_ ruling: PurgeRuling, of records: [LedgerRecord]) -> Int? {
        guard case .purge(let order) = ruling else { return nil }
        return records.count { $0.content.map(order.covers) ?? false }
    }

    @Test("An empty ledger, or one that was purged whole, has nothing to purge and raises no doubt")
    func empty() {
        let purgedOnly = [LedgerRecord(key: key(), content: nil)]
        #expect(Self.purged(Self.ruling([], now: day(0, 0)), of: []) == 0)
        #expect(Self.purged(Self.ruling(purgedOnly, now: day(9999, 0)), of: purgedOnly) == 0)
    }

    @Test("Age is counted against the newest record to the millisecond, not against the clock")
    func age() {
        let records = Self.daily(200)
        #expect(Self.purged(Self.ruling(records, now: day(200, 9)), of: records) == 20)
        #expect(Self.purged(Self.ruling(records, now: day(230, 9)), of: records) == 20)
        #expect(Self.purged(Self.ruling(records, now: day(100, 9), retention: 50), of: records) == 50)
    }

    @Test("A silence of 30 days to the millisecond is no doubt, and one millisecond more is; a person overrides it")
    func silence() {
        let records = Self.daily(200)
        let late = day(230, 9, 0, 1)
        #expect(Self.purged(Self.ruling(records, now: day(230, 9)), of: records) == 20)
        #expect(Self.ruling(records, now: late) == .refuse(.clockInDoubt(from: day(200, 9), to: late)))
        #expect(Self.purged(Self.ruling(records, now: late, confirmed: true), of: records) == 20)
    }

    @Test("A silence within the retention is a doubt only where something before it would be purged")
    func silenceInside() {
        let gap = Self.daily(100) + (140...330).map { Self.record(at: day($0, 9), loan: $0) }
        #expect(Self.ruling(gap, now: day(310, 9)) == .refuse(.clockInDoubt(from: day(100, 9), to: day(140, 9))))
        // The cutoff has passed the silence: it tells nothing any more of what is purged now.
        #expect(Self.purged(Self.ruling(gap, now: day(330, 9)), of: gap) == 111)
        let young = [Self.record(at: day(0, 9), loan: 1), Self.record(at: day(50, 9), loan: 2)]
        #expect(Self.purged(Self.ruling(young, now: day(60, 9)), of: young) == 0)
    }

    @Test("Records from a clock that was ahead count for nothing until their time has come")
    func ahead() {
        let records = Self.daily(200) + [Self.record(at: day(565, 9), loan: 202)]
        #expect(Self.purged(Self.ruling(records, now: day(201, 9)), of: records) == 20)
    }

    @Test("What concerns a loan as young as one within the retention stays, whatever time it was given")
    func youngLoan() {
        let wrong = [
            Self.record(at: day(5, 10), loan: 190), Self.record(at: day(5, 11), loan: 190, lent: false),
            Self.record(at: day(5, 12), loan: 3, lent: false),
        ]
        let records = Self.daily(200) + wrong
        #expect(Self.purged(Self.ruling(records, now: day(200, 9)), of: Self.daily(200)) == 20)
        #expect(Self.purged(Self.ruling(records, now: day(200, 9)), of: wrong) == 1)
        #expect(Self.purged(Self.ruling(records, now: day(200, 9), confirmed: true), of: wrong) == 1)
    }

    @Test("A retention below 7 days, which no policy can state, is taken for 7")
    func leastRetention() {
        let records = Self.daily(20)
        #expect(Self.purged(Self.ruling(records, now: day(20, 9), retention: 1), of: records) == 13)
    }

    @Test("A history is the same in whatever order the records come")
    func order() {
        var (forward, backward) = (LedgerHistory(), LedgerHistory())
        for record in Self.daily(40) { forward.note(record) }
        for record in Self.daily(40).reversed() { backward.note(record) }
        #expect(forward == backward)
    }

    @Test("A stated scope is staff:LOGIN or source:NAME, each within its limits")
    func scope() throws {
        #expect(try OperationScope(stated: "staff:ada") == OperationScope.staff("ada"))
        #expect(try OperationScope(stated: "source:drop 1") == OperationScope.source("drop 1"))
        for text in ["", "ada", "Staff:ada", "staff:", "source:\u{1}", "staff:" + String(repeating: "x", count: 65)] {
            #expect(throws: InvalidRequest.self) { try OperationScope(stated: text) }
        }
    }
}
