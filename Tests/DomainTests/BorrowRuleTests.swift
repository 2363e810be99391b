import Domain
import Testing

@Suite("The rule of borrowing")
struct BorrowRuleTests {
    private let rule = BorrowRule(now: day(0, 9), firstDay: monday)

    private func request(
        _ item: BorrowRequest.Item = .copy(Barcode(stored: "A1")), days: Int? = 14, at: Moment? = nil
    ) throws -> BorrowRequest {
        try BorrowRequest(key: key(), item: item, member: number(1), days: days, at: at.map { StatedTime($0) })
    }

    private func facts(
        earlier: EarlierOperation? = nil, member: Member? = member(), book: Book? = book(),
        _ standings: [CopyStanding] = [CopyStanding(copy: copy(), newest: nil)], policy: LoanPolicy = .initial,
        openLoans: Int = 0
    ) -> BorrowFacts {
        BorrowFacts(
            earlier: earlier, member: member, book: book, copies: standings, policy: policy, openLoans: openLoans,
            nextLoan: number(7))
    }

    @Test("It begins the next loan now, with its record and its notice")
    func commits() throws {
        let ruling = rule.ruling(on: try request(days: 3), given: facts())
        let begun = Loan(
            id: number(7), copy: Barcode(stored: "A1"), book: number(1), member: number(1),
            began: Occurrence(happenedAt: day(0, 9), recordedAt: day(0, 9)), due: try #require(monday.adding(3)))
        let effects = try #require(ruling.effects)
        #expect(effects.loan == .begins(begun))
        #expect(effects.notice?.kind == .loanBegan)
        #expect(effects.notice?.messageID == MessageID(of: key(), ordinal: 0))
        #expect(effects.key == key())
        #expect(effects.content.payload == (try request(days: 3).payload))
        #expect(ruling.receipt?.loan == begun)
        #expect(try ruling.decision == .done(Answer(#require(ruling.receipt), origin: .committed)))
    }

    @Test("Of causes that meet, the first in the order of the design is told")
    func order() throws {
        // Everything is wrong at first; each line mends the first of what is left.
        let late = day(0, 9, 5, 1)
        let out = [CopyStanding(copy: copy(), newest: loan(3))]
        let known = EarlierOperation.recorded(
            LedgerContent(
                payload: Payload(kind: .return, item: .loan(number(3))),
                result: OperationResult(disposition: .returned, loan: number(3), due: monday), recordedAt: day(0, 8),
                run: nil), loan(3, returned: day(0, 8)))
        let wrong = try request(days: 15, at: late)
        let limited = try LoanPolicy(defaultDays: 14, maximumDays: 14, retentionDays: 180, loanLimit: 2)
        let trials: [(BorrowRequest, BorrowFacts, BorrowRefusal)] = [
            (wrong, facts(earlier: known, member: nil, []), .operationConflict(.kind)),
            (wrong, facts(earlier: .expired, member: nil, []), .operationExpired),
            (wrong, facts(member: nil, []), .unknownMember),
            (wrong, facts(member: member(isActive: false), []), .inactiveMember),
            (wrong, facts([]), .unknownCopy),
            (try request(.book(number(1)), days: 15, at: late), facts(book: nil, []), .unknownBook),
            (wrong, facts(out, policy: limited, openLoans: 2), .loanTooLong(maximumDays: 14)),
            (try request(at: late), facts(out, policy: limited, openLoans: 2), .futureTime),
            (try request(), facts(out, policy: limited, openLoans: 2), .loanLimit(maximum: 2)),
            (try request(), facts(out), .unavailableBook(.onLoan(number(3)))),
        ]
        for (request, facts, refusal) in trials {
            #expect(rule.ruling(on: request, given: facts).refusal == refusal)
        }
    }

    @Test(
        "Days not stated are the policy's, and days are held to its maximum as it is now",
        arguments: [
            (nil, 21, 30, 21), (1, 21, 30, 1), (30, 21, 30, 30), (31, 21, 30, nil), (nil, 1, 1, 1), (2, 1, 1, nil),
        ] as [(Int?, Int, Int, Int?)])
    func days(_ stated: Int?, _ standard: Int, _ maximum: Int, _ due: Int?) throws {
        let policy = try LoanPolicy(defaultDays: standard, maximumDays: maximum, retentionDays: 180)
        let ruling = rule.ruling(on: try request(days: stated), given: facts(policy: policy))
        #expect(ruling.receipt?.loan.due == due.flatMap { monday.adding($0) })
        #expect(ruling.refusal == (due == nil ? .loanTooLong(maximumDays: maximum) : nil))
    }

    @Test(
        "A member may have as many loans open as the policy allows, and none is one too many where it allows all",
        arguments: [
            (nil, 0, false), (nil, 5000, false), (1, 0, false), (1, 1, true), (3, 2, false), (3, 3, true), (3, 4, true),
        ] as [(Int?, Int, Bool)])
    func loanLimit(_ limit: Int?, _ open: Int, _ isRefused: Bool) throws {
        let policy = try LoanPolicy(defaultDays: 14, maximumDays: 14, retentionDays: 180, loanLimit: limit)
        let ruling = rule.ruling(on: try request(), given: facts(policy: policy, openLoans: open))
        #expect(ruling.refusal == (isRefused ? .loanLimit(maximum: limit ?? 0) : nil))
        #expect((ruling.effects == nil) == isRefused)
    }

    @Test("A due day beyond the calendar is refused, never wrapped")
    func overflow() throws {
        let last = BorrowRule(now: day(0, 9), firstDay: .latest)
        #expect(last.ruling(on: try request(days: 1), given: facts()).refusal == .loanTooLong(maximumDays: 14))
    }

    @Test("Of a book the free copy with the lowest barcode is lent, in whatever order a store gives them")
    func choice() throws {
        let standings = [
            CopyStanding(copy: copy("9"), newest: nil), CopyStanding(copy: copy("10"), newest: nil),
            CopyStanding(copy: copy("0"), newest: loan(3, of: "0")),
            CopyStanding(copy: copy("00", isWithdrawn: true), newest: nil),
        ]
        let request = try request(.book(number(1)))
        for facts in [facts(standings), facts(standings.reversed())] {
            #expect(rule.ruling(on: request, given: facts).receipt?.loan.copy == Barcode(stored: "10"))
        }
        let rest = facts(Array(standings.dropFirst(2)))
        #expect(rule.ruling(on: request, given: rest).refusal == .unavailableBook(.noFreeCopy))
        #expect(rule.ruling(on: request, given: facts([])).refusal == .unavailableBook(.noFreeCopy))
    }

    @Test("A copy that is out and withdrawn is told by its loan, one that is only withdrawn as withdrawn")
    func withdrawn() throws {
        let out = CopyStanding(copy: copy(isWithdrawn: true), newest: loan(3))
        let back = CopyStanding(copy: copy(isWithdrawn: true), newest: loan(3, returned: day(0, 8)))
        #expect(rule.ruling(on: try request(), given: facts([out])).refusal == .unavailableBook(.onLoan(number(3))))
        #expect(rule.ruling(on: try request(), given: facts([back])).refusal == .unavailableBook(.withdrawn))
    }

    @Test(
        "It begins at least a millisecond after the copy's last event, and not before it if a time is stated",
        arguments: [
            (nil, day(0, 8), day(0, 9)), (nil, day(0, 9), day(0, 9, 0, 1)), (nil, day(1, 9), day(1, 9, 0, 1)),
            (day(0, 8), day(0, 8), day(0, 8, 0, 1)), (day(0, 8), day(0, 7, 59, 59_999), day(0, 8)),
            (day(0, 8), day(0, 8, 0, 1), nil), (day(0, 9, 5), day(0, 8), day(0, 9, 5)),
        ] as [(Moment?, Moment, Moment?)])
    func begins(_ stated: Moment?, _ last: Moment, _ begins: Moment?) throws {
        let standing = CopyStanding(copy: copy(), newest: loan(3, began: day(0, 7), returned: last))
        let ruling = rule.ruling(on: try request(at: stated), given: facts([standing]))
        #expect(ruling.receipt?.loan.began == begins.map { Occurrence(happenedAt: $0, recordedAt: day(0, 9)) })
        #expect(ruling.refusal == (begins == nil ? .unavailableBook(.notFreeThen(until: last)) : nil))
    }

    @Test("A known operation gives its receipt as it was, though the loan has ended and moved its due day since")
    func replay() throws {
        let request = try request(days: 3)
        let first = rule.ruling(on: request, given: facts())
        let content = try #require(first.effects?.content)
        let since = Loan(
            id: number(7), copy: Barcode(stored: "A1"), book: number(1), member: number(1),
            began: Occurrence(happenedAt: day(0, 9), recordedAt: day(0, 9)), due: try #require(monday.adding(30)),
            returned: Occurrence(happenedAt: day(1, 9), recordedAt: day(1, 9)))
        let again = rule.ruling(on: request, given: facts(earlier: .recorded(content, since), member: nil, []))
        #expect(again.receipt == first.receipt)
        #expect(again.effects == nil)
        #expect(try again.decision == .done(Answer(#require(first.receipt), origin: .replayed(nil))))
    }

    @Test("Every refusal has a name of its own")
    func codes() {
        let refusals: [BorrowRefusal] = [
            .operationConflict(.kind), .operationExpired, .unknownMember, .inactiveMember, .unknownBook, .unknownCopy,
            .loanTooLong(maximumDays: 1), .futureTime, .loanLimit(maximum: 1),
            .unavailableBook(.withdrawn),
        ]
        #expect(
            refusals.map(\.code) == [
                "operationConflict", "operationExpired", "unknownMember", "inactiveMember", "unknownBook",
                "unknownCopy", "loanTooLong", "futureTime", "loanLimit", "unavailableBook",
            ])
    }
}
