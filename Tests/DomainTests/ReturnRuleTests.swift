import Domain
import Testing

@Suite("The rule of returning")
struct ReturnRuleTests {
    private static let minute: Int64 = 60_000

    private func rule(now: Moment = day(0, 12), tolerance: Int64 = ReturnRule.defaultTolerance) throws -> ReturnRule {
        try ReturnRule(now: now, tolerance: tolerance, run: RunID(stored: 4))
    }

    private func request(
        _ item: ReturnRequest.Item = .copy(Barcode(stored: "A1")), at: Moment? = nil, branch: String? = nil
    ) -> ReturnRequest {
        ReturnRequest(
            key: key(), item: item, at: at.map { StatedTime($0) }, branch: branch.map { Branch(stored: $0) })
    }

    private func facts(_ loan: Loan?, newest: Loan? = nil, copy: Copy = copy()) -> ReturnFacts {
        var facts = ReturnFacts()
        (facts.loan, facts.early, facts.copy) = (loan, loan?.id, copy)
        facts.newest = newest ?? loan
        return facts
    }

    @Test("A stated time is asked about at time − T and at time + resolution + T, both included")
    func question() throws {
        let barcode = Barcode(stored: "A1")
        func asked(_ resolution: Int64, _ tolerance: Int64) throws -> ReturnQuestion {
            let at = StatedTime(day(0, 10), resolution: resolution)
            return try rule(tolerance: tolerance).question(
                for: ReturnRequest(key: key(), item: .copy(barcode), at: at))
        }
        #expect(try asked(1, 0) == .copy(barcode, early: day(0, 10), late: day(0, 10, 0, 1)))
        #expect(
            try asked(StatedTime.minute, 5 * Self.minute) == .copy(barcode, early: day(0, 9, 55), late: day(0, 10, 6)))
        #expect(try asked(24 * 60 * Self.minute, 0) == .copy(barcode, early: day(0, 10), late: day(1, 10)))
        let end = Moment(milliseconds: .max)
        #expect(try rule().question(for: request()) == .copy(barcode, early: end, late: end))
        #expect(try rule().question(for: request(.loan(number(3)), at: day(0, 9))) == .loan(number(3)))
        let wide = ReturnRequest(key: key(), item: .copy(barcode), at: StatedTime(end, resolution: .max))
        #expect(
            try rule().question(for: wide) == .copy(barcode, early: end.advanced(by: -5 * Self.minute), late: end))
    }

    @Test("It ends an open loan, with its record and its notice")
    func commits() throws {
        let ruling = try rule().ruling(on: request(at: day(0, 10)), given: facts(loan(3)))
        let effects = try #require(ruling.effects)
        let ended = Loan(
            id: number(3), copy: Barcode(stored: "A1"), book: number(1), member: number(1),
            began: Occurrence(happenedAt: day(0, 9), recordedAt: day(0, 9)), due: monday,
            returned: Occurrence(happenedAt: day(0, 10), recordedAt: day(0, 12)))
        #expect(effects.loan == .ends(ended))
        #expect(effects.notice == Notice(kind: .returned, loan: number(3), messageID: MessageID(of: key(), ordinal: 0)))
        #expect(effects.content.run == RunID(stored: 4))
        #expect(effects.content.recordedAt == day(0, 12))
        #expect(ruling.receipt?.disposition == .returned)
        #expect(ruling.receipt?.loan == ended)
    }

    @Test("Of an ended loan it writes the record alone, and the first return stands")
    func again() throws {
        let first = loan(3, returned: day(0, 10))
        let ruling = try rule().ruling(on: request(at: day(0, 9, 30)), given: facts(first))
        let effects = try #require(ruling.effects)
        #expect(effects.loan == nil && effects.notice == nil)
        #expect(effects.content.result.disposition == .alreadyReturned)
        #expect(ruling.receipt?.disposition == .alreadyReturned)
        #expect(ruling.receipt?.loan == first)
        #expect(ruling.receipt?.occurrence == Occurrence(happenedAt: day(0, 9, 30), recordedAt: day(0, 12)))
    }

    @Test("Of causes that meet, the first in the order of the design is told")
    func order() throws {
        let (late, past) = (day(0, 12, 5, 1), day(0, 10))
        var (expired, never, unsure, stale) = (ReturnFacts(), ReturnFacts(), ReturnFacts(), ReturnFacts())
        expired.earlier = .expired
        never.copy = copy()
        (unsure.copy, unsure.newest, unsure.early, unsure.loan) = (copy(), loan(4), number(3), loan(4))
        (stale.copy, stale.newest) = (copy(), loan(4))
        let trials: [(ReturnRequest, ReturnFacts, ReturnRefusal?)] = [
            (request(at: late), expired, .operationExpired),
            (request(at: late), ReturnFacts(), .futureTime),
            (request(.loan(number(9)), at: late), ReturnFacts(), .futureTime),
            (request(.loan(number(9)), at: day(0, 12, 5)), ReturnFacts(), .missingLoan),
            (request(at: day(0, 12, 5)), ReturnFacts(), .unknownCopy),
            (request(), ReturnFacts(), .unknownCopy), (request(), never, .notOnLoan),
            (request(at: past), never, .notOnLoan),
            (request(at: past), unsure, .uncertainLoan(number(3), number(4))),
            (request(at: past), stale, .staleReturn),
            // Without a stated time there is nothing to be unsure of.
            (request(), unsure, nil),
        ]
        for (request, facts, refusal) in trials {
            #expect(try rule().ruling(on: request, given: facts).refusal == refusal)
        }
    }

    @Test("A loan stated before the return bars those that began earlier, by more than clocks may be off")
    func lastLent() throws {
        func refusal(_ found: Loan?, lent: Moment, at: Moment = day(0, 10)) throws -> ReturnRefusal? {
            var facts = facts(found)
            facts.newest = found ?? loan(9)
            let request = ReturnRequest(
                key: key(), item: .copy(Barcode(stored: "A1")), at: StatedTime(at), lastLent: lent)
            return try rule().ruling(on: request, given: facts).refusal
        }
        #expect(try refusal(loan(3, began: day(0, 9, 5)), lent: day(0, 9, 10)) == nil)
        #expect(try refusal(loan(3, began: day(0, 9, 5)), lent: day(0, 9, 10, 1)) == .uncertainLoan(number(3), nil))
        let ended = loan(3, began: day(0, 8), returned: day(0, 8, 30))
        #expect(try refusal(ended, lent: day(0, 9)) == .uncertainLoan(nil, nil))
        #expect(try refusal(nil, lent: day(0, 9)) == .uncertainLoan(nil, nil))
        // What was lent only after the return says nothing of it.
        #expect(try refusal(ended, lent: day(0, 10, 5, 2)) == nil)
        #expect(try refusal(nil, lent: day(0, 10, 5, 2)) == .staleReturn)
    }

    @Test("A loan ends no earlier than it began")
    func ends() throws {
        for (at, returned) in [(day(-9, 0), day(0, 9)), (day(0, 9), day(0, 9)), (day(0, 9, 0, 1), day(0, 9, 0, 1))] {
            let ruling = try rule().ruling(on: request(.loan(number(3)), at: at), given: facts(loan(3)))
            #expect(ruling.receipt?.loan.returned?.happenedAt == returned)
        }
        let early = try rule(now: day(0, 8)).ruling(on: request(.loan(number(3))), given: facts(loan(3)))
        #expect(early.receipt?.loan.returned == Occurrence(happenedAt: day(0, 9), recordedAt: day(0, 8)))
    }

    @Test("It notes another branch, a withdrawn copy and a newer open loan, each where it is so")
    func notes() throws {
        let ended = loan(3, returned: day(0, 10))
        let again = loan(4, began: day(0, 11))
        func notes(
            _ branch: String?, _ copy: Copy, _ loan: Loan = loan(3), newest: Loan? = nil, at: Moment = day(0, 10)
        ) throws -> ReturnNotes? {
            let ruling = try rule().ruling(
                on: request(at: at, branch: branch), given: facts(loan, newest: newest, copy: copy))
            return ruling.receipt?.notes
        }
        #expect(try notes(nil, copy()) == [])
        #expect(try notes("South", copy()) == [])
        #expect(try notes(nil, copy(branch: "North")) == [])
        #expect(try notes("North", copy(branch: "North")) == [])
        #expect(try notes("South", copy(branch: "North")) == .otherBranch)
        #expect(try notes(nil, copy(isWithdrawn: true)) == .withdrawnCopy)
        #expect(try notes("S", copy(branch: "N", isWithdrawn: true)) == [.otherBranch, .withdrawnCopy])
        #expect(try notes(nil, copy(), ended, newest: again) == .onLoanAgain)
        #expect(try notes(nil, copy(), ended, newest: loan(4, began: day(0, 11), returned: day(0, 11))) == [])
        #expect(try notes(nil, copy(), ended, newest: again, at: day(0, 10, 44, 59_999)) == .onLoanAgain)
        #expect(
            try notes(nil, copy(), ended, newest: again, at: day(0, 10, 45)) == [.onLoanAgain, .onLoanAgainShortly])
    }

    @Test("A receipt needs a person only when the newer loan began shortly after, and shows plain names")
    func settled() throws {
        let newest = loan(4, began: day(0, 10))
        for (at, isSettled) in [(day(0, 9, 44), true), (day(0, 9, 46), false)] {
            let ruling = try rule().ruling(
                on: request(at: at), given: facts(loan(3, returned: day(0, 9, 50)), newest: newest))
            #expect(ruling.receipt?.isSettled == isSettled)
            #expect(ruling.receipt?.notes.names == ["onLoanAgain"])
        }
        let all: ReturnNotes = [.otherBranch, .onLoanAgain, .onLoanAgainShortly, .withdrawnCopy]
        #expect(all.names == ["otherBranch", "onLoanAgain", "withdrawnCopy"])
    }

    @Test("A known operation gives its receipt as it was, with its run, whatever is so now")
    func replay() throws {
        let request = request(at: day(0, 10), branch: "South")
        let first = try rule().ruling(on: request, given: facts(loan(3), copy: copy(branch: "North")))
        var later = ReturnFacts()
        later.earlier = .recorded(try #require(first.effects?.content), try #require(first.receipt?.loan))
        let again = try ReturnRule(now: day(-400, 0), run: RunID(stored: 9)).ruling(on: request, given: later)
        #expect(try again.decision == .done(Answer(#require(first.receipt), origin: .replayed(RunID(stored: 4)))))
        #expect(again.receipt?.notes == .otherBranch)
        #expect(again.effects == nil)
    }
}
