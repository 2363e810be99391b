import Domain
import Testing

@Suite("A line's verdict")
struct VerdictTests {
    @Test(
        "It bears the name of the refusal",
        arguments: [
            .operationConflict(.kind), .operationExpired, .ambiguousTime, .futureTime, .missingLoan, .unknownCopy,
            .notOnLoan,
            .uncertainLoan(nil, number(1)), .staleReturn,
        ] as [ReturnRefusal])
    func refused(_ refusal: ReturnRefusal) {
        let verdict = Verdict(.refused(refusal))
        #expect(verdict.rawValue == refusal.code)
        #expect(!verdict.isSettled)
    }

    @Test("It is what the return did, and then nobody needs to look")
    func done() throws {
        var facts = ReturnFacts()
        let request = ReturnRequest(key: key(), item: .loan(number(1)))
        for (found, verdict) in [(loan(), Verdict.returned), (loan(returned: day(0, 10)), .alreadyReturned)] {
            facts.loan = found
            let decision = try ReturnRule(now: day(0, 12)).ruling(on: request, given: facts).decision
            #expect(Verdict(decision) == verdict)
            #expect(verdict.isSettled)
        }
        #expect(Verdict.allCases.filter(\.isSettled) == [.returned, .alreadyReturned])
    }

    @Test("Who settles a line of the future closes it; all others are judged anew")
    func closed() {
        #expect(Verdict.allCases.filter(\.isClosedBySettling) == [.futureTime])
    }
}
