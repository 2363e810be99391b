import Domain
import Ports
import StoreTrials
import Testing

extension StoreContract {
    static let ledger = [
        StoreCase("The ledger gives each record as it was stated and answered, and pages give each once") { desk in
            try keepYear(desk)
            let other = desk.under("source:a")
            try other.giveBack(.copy("A0"), "B0", at: StatedTime(day(1, 11)), run: RunID(stored: 7), now: day(9, 10))
            let found = try #require(try desk.store.record(try other.key("B0")))
            let payload = Payload(kind: .return, item: .copy(try Barcode("A0")), happenedAt: day(1, 11))
            #expect(found.content?.payload == payload)
            #expect(found.content?.recordedAt == day(9, 10))
            #expect(found.content?.run == RunID(stored: 7))
            #expect(try desk.store.record(try other.key("B1")) == nil)
            #expect(try desk.store.record(try desk.under("source:b").key("B0")) == nil)
            let records = try desk.records()
            #expect(records.count == 27)
            #expect(Set(records.map(\.key)).count == 27)
            for record in records { #expect(try desk.store.record(record.key) == record) }
        },
        StoreCase("A purge empties what is older than the retention and leaves every other answer as it was") { desk in
            try keepYear(desk)
            let before = try desk.records()
            let loans = try Snapshot(of: desk.store).loans
            #expect(try desk.purge(now: day(366, 9)) == .purged(13))
            #expect(try desk.purge(now: day(366, 9)) == .purged(0))
            let isOld = { (record: LedgerRecord) in record.content.map { $0.recordedAt < day(181, 10) } ?? true }
            #expect(try desk.records() == before.map { isOld($0) ? LedgerRecord(key: $0.key, content: nil) : $0 })
            #expect(try Snapshot(of: desk.store).loans == loans)
            for month in 0...12 {
                let (borrow, giveBack) = try sendAgain(desk, month)
                #expect(month <= 6 ? borrow.refusal == .operationExpired : try borrow.answer().isReplayed, "\(month)")
                #expect(
                    month <= 5 ? giveBack.refusal == .operationExpired : try giveBack.answer().isReplayed, "\(month)")
            }
        },
        // (model) an operation, 190 days, purge, the same operation; DynamoDB, Stripe
        StoreCase("An operation that is sent again after its retention, and a purge, is expired and does nothing") {
            desk in
            try keepYear(desk)
            #expect(try desk.purge(now: day(211, 10)) == .purged(3))
            let before = try Snapshot(of: desk.store)
            let (borrow, giveBack) = try sendAgain(desk, 0)
            #expect(borrow.refusal == .operationExpired)
            #expect(giveBack.refusal == .operationExpired)
            #expect(try Snapshot(of: desk.store) == before)
        },
        // clock
        StoreCase("A clock a year ahead purges nothing early, whether it recorded anything or not") { desk in
            try keepYear(desk)
            let doubt = LedgerRefusal.clockInDoubt(from: day(361, 10), to: day(730, 9))
            #expect(try desk.purge(now: day(730, 9)) == .refused(doubt))
            // It records, is seen to be wrong, and is set right.
            try desk.borrow(.copy("A13"), by: member, "W", now: day(730, 9))
            #expect(try desk.purge(now: day(731, 9)) == .refused(doubt))
            #expect(try desk.emptied() == 0)
            #expect(try desk.purge(now: day(366, 9)) == .purged(13))
            #expect(try desk.borrow(.copy("A13"), by: member, "W", now: day(366, 9)).answer().isReplayed)
        },
        StoreCase("A clock a year back resurrects nothing, and what it recorded is not purged early") { desk in
            try keepYear(desk)
            #expect(try desk.purge(now: day(366, 9)) == .purged(13))
            #expect(try desk.purge(now: day(1, 9)) == .purged(0))
            #expect(try sendAgain(desk, 0, now: day(1, 9)).0.refusal == .operationExpired)
            try desk.borrow(.copy("A13"), by: member, "W", now: day(1, 9))
            try desk.giveBack(.copy("A13"), "X", now: day(1, 10))
            // Set right again: the gap is seen, and even a confirmed purge leaves what concerns a new loan.
            let doubt = LedgerRefusal.clockInDoubt(from: day(1, 10), to: day(181, 10))
            #expect(try desk.purge(now: day(366, 9)) == .refused(doubt))
            #expect(try desk.purge(confirmed: true, now: day(366, 9)) == .purged(0))
            #expect(try desk.borrow(.copy("A13"), by: member, "W", now: day(366, 9)).answer().isReplayed)
            #expect(try desk.giveBack(.copy("A13"), "X", now: day(366, 9)).answer().isReplayed)
        },
        StoreCase("After a silence of more than 30 days a person confirms the clock, and nobody is locked out") {
            desk in
            try keepYear(desk)
            let late = day(391, 10, 0, 1)
            #expect(try desk.purge(now: late) == .refused(.clockInDoubt(from: day(361, 10), to: late)))
            #expect(try desk.purge(now: day(391, 10)) == .purged(13))
            try desk.borrow(.copy("A13"), by: member, "B13", now: day(395, 11))
            #expect(try desk.purge(now: day(395, 12)) != .purged(3))
            #expect(try desk.purge(confirmed: true, now: day(395, 12)) == .purged(3))
        },
        StoreCase("The retention is the policy's, and never less than 7 days") { desk in
            try keepYear(desk)
            for (days, purged) in [(365, 0), (350, 2), (7, 22), (1, 0)] {
                _ = try desk.store.changePolicy { _ in
                    .success(LoanPolicy(storedDefault: 14, maximum: 14, retention: days, loanLimit: nil))
                }
                #expect(try desk.purge(now: day(365, 9)) == .purged(purged), "\(days) days")
            }
            #expect(try sendAgain(desk, 12).0.answer().isReplayed)
        },
        StoreCase("A purge that fails on its way has purged a part, and the next one the rest", needs: [.failing]) {
            fixture in
            let desk = fixture.desk
            try keepYear(desk)
            let failWrite = try #require(fixture.failWrite)
            let order = try #require(try desk.order(now: day(366, 9)))
            let first = try desk.store.purge(order, after: nil, limit: 4)
            let part = try desk.emptied()
            #expect(part == first.purged)
            try failWrite(1)
            #expect(throws: StoreFailure.self) { try desk.store.purge(order, after: nil, limit: 20) }
            try failWrite(nil)
            #expect(try desk.emptied() == part)
            #expect(try desk.purge(now: day(366, 9)) == .purged(13 - part))
            #expect(try desk.emptied() == 13)
            #expect(try sendAgain(desk, 7).0.answer().isReplayed)
        },
        StoreCase("What was purged stays so when the store is opened again", needs: [.reopening]) { fixture in
            try keepYear(fixture.desk)
            #expect(try fixture.desk.purge(now: day(366, 9)) == .purged(13))
            try fixture.reopen()
            #expect(try fixture.desk.emptied() == 13)
            #expect(try sendAgain(fixture.desk, 5).1.refusal == .operationExpired)
            #expect(try sendAgain(fixture.desk, 7).1.answer().isReplayed)
        },
    ]

    private static let member = MemberID(stored: 1)

    /// A loan each thirty days, from day 0 to day 360, each for a day; and a copy that was not lent.
    private static func keepYear(_ desk: Desk) throws {
        let book = try desk.book()
        _ = try desk.member()
        for month in 0...13 { try desk.add("A\(month)", to: book) }
        for month in 0...12 {
            let first = Int64(month) * 30
            try desk.borrow(.copy("A\(month)"), by: member, "B\(month)", now: day(first, 9))
            try desk.giveBack(.copy("A\(month)"), "R\(month)", now: day(first + 1, 10))
        }
    }

    /// Sends both operations of a month's loan again.
    private static func sendAgain(
        _ desk: Desk, _ month: Int, now: Moment = day(366, 9)
    ) throws -> (BorrowDecision, ReturnDecision) {
        (
            try desk.borrow(.copy("A\(month)"), by: member, "B\(month)", now: now),
            try desk.giveBack(.copy("A\(month)"), "R\(month)", now: now)
        )
    }
}

private enum Purged: Equatable {
    case purged(Int)
    case refused(LedgerRefusal)
}

extension Desk {
    /// The whole ledger, read in pages.
    fileprivate func records() throws -> [LedgerRecord] {
        var records: [LedgerRecord] = []
        while true {
            let page = try store.records(after: records.last?.key, limit: 4)
            if page.isEmpty { return records }
            records += page
        }
    }

    /// How many operations have only their key left.
    fileprivate func emptied() throws -> Int { try records().count { $0.content == nil } }

    /// Purges in small steps and tells how many records were.
    fileprivate func purge(confirmed: Bool = false, now: Moment) throws -> Purged {
        switch try ruling(confirmed: confirmed, now: now) {
        case .refuse(let refusal): return .refused(refusal)
        case .purge(let order):
            var purged = 0
            var last: OperationKey?
            while true {
                let step = try store.purge(order, after: last, limit: 4)
                purged += step.purged
                guard let end = step.last else { return .purged(purged) }
                last = end
            }
        }
    }

    /// What the rule orders, if it does.
    fileprivate func order(now: Moment) throws -> PurgeOrder? {
        if case .purge(let order) = try ruling(confirmed: false, now: now) { order } else { nil }
    }

    private func ruling(confirmed: Bool, now: Moment) throws -> PurgeRuling {
        var history = LedgerHistory()
        for record in try records() { history.note(record) }
        return PurgeRule(now: now, isClockConfirmed: confirmed).ruling(given: history, policy: try store.policy())
    }
}
