import Domain
import Testing

@Suite("A known operation")
struct EarlierOperationTests {
    private static let at = StatedTime(day(0, 10))

    /// What the ledger keeps of an operation with a payload.
    private func known(_ payload: Payload) -> EarlierOperation {
        .recorded(
            LedgerContent(
                payload: payload, result: OperationResult(disposition: .returned, loan: number(3), due: monday),
                recordedAt: day(0, 11), run: nil), loan(3, returned: day(0, 10)))
    }

    private func borrowConflict(_ payload: Payload) throws -> BorrowRefusal? {
        let request = try BorrowRequest(
            key: key(), item: .copy(Barcode(stored: "A1")), member: number(1), days: 7, at: Self.at)
        let facts = BorrowFacts(
            earlier: known(payload), member: nil, book: nil, copies: [], policy: .initial, openLoans: 0,
            nextLoan: number(9))
        return BorrowRule(now: day(0, 12), firstDay: monday).ruling(on: request, given: facts).refusal
    }

    private func borrow(
        _ item: Payload.Item = .copy(Barcode(stored: "A1")), member: Int64 = 1, days: Int? = 7,
        at: Moment? = Self.at.moment, kind: Payload.Kind = .borrow
    ) -> Payload {
        Payload(kind: kind, item: item, member: number(member), days: days, happenedAt: at)
    }

    // powertools 855, 2058, 3781
    @Test("Another payload is a conflict that names the first field that differs: kind, item, member, days, time")
    func borrowFields() throws {
        let (other, later) = (Payload.Item.copy(Barcode(stored: "A2")), Self.at.moment.advanced(by: 1))
        let trials: [(Payload, Payload.Field?)] = [
            (borrow(), nil), (borrow(other, member: 2, days: 1, at: nil, kind: .return), .kind),
            (borrow(other, member: 2, days: 1, at: nil), .copy), (borrow(.book(number(1))), .copy),
            (borrow(member: 2, days: 1, at: nil), .member), (borrow(days: nil, at: nil), .days),
            (borrow(days: 8), .days), (borrow(at: nil), .happenedAt), (borrow(at: later), .happenedAt),
        ]
        for (payload, field) in trials {
            #expect(try borrowConflict(payload) == field.map { .operationConflict($0) })
        }
    }

    @Test("A return's conflict names the loan or the copy that was stated now")
    func returnFields() throws {
        let barcode = Barcode(stored: "A1")
        let trials: [(ReturnRequest.Item, Payload.Item, Payload.Field?)] = [
            (.loan(number(3)), .loan(number(3)), nil), (.loan(number(3)), .loan(number(4)), .loan),
            (.loan(number(3)), .copy(barcode), .loan), (.copy(barcode), .loan(number(3)), .copy),
            (.copy(barcode), .copy(Barcode(stored: "a1")), .copy), (.copy(barcode), .copy(barcode), nil),
        ]
        for (stated, before, field) in trials {
            var facts = ReturnFacts()
            facts.earlier = known(Payload(kind: .return, item: before))
            let ruling = try ReturnRule(now: day(0, 12)).ruling(
                on: ReturnRequest(key: key(), item: stated), given: facts)
            #expect(ruling.refusal == field.map { .operationConflict($0) })
        }
    }

    @Test("A return that may be of either of two times is known by each, and applied by none")
    func eitherTime() throws {
        let (earlier, later) = (day(0, 9), day(0, 10))
        let request = ReturnRequest(key: key(), item: .loan(number(3)), at: StatedTime(earlier), otherReading: later)
        func refusal(_ known: EarlierOperation?) throws -> ReturnRefusal? {
            let facts = ReturnFacts(earlier: known, loan: loan(3), copy: copy(), newest: loan(3))
            let ruling = try ReturnRule(now: day(0, 12)).ruling(on: request, given: facts)
            #expect(ruling.effects == nil)
            return ruling.refusal
        }
        func before(_ moment: Moment?, _ loan: Int64 = 3) -> EarlierOperation {
            known(Payload(kind: .return, item: .loan(number(loan)), happenedAt: moment))
        }
        for moment in [earlier, later] { #expect(try refusal(before(moment)) == nil) }
        for moment in [nil, earlier.advanced(by: 1)] {
            #expect(try refusal(before(moment)) == .operationConflict(.happenedAt))
        }
        for moment in [earlier, later] { #expect(try refusal(before(moment, 4)) == .operationConflict(.loan)) }
        #expect(try refusal(.expired) == .operationExpired)
        #expect(try refusal(nil) == .ambiguousTime)
    }

    @Test("Barcodes that only look the same are a conflict")
    func spelling() throws {
        var facts = ReturnFacts()
        facts.earlier = known(Payload(kind: .return, item: .copy(Barcode(stored: "\u{E1}"))))
        let request = ReturnRequest(key: key(), item: .copy(Barcode(stored: "a\u{301}")))
        #expect(try ReturnRule(now: day(0, 12)).ruling(on: request, given: facts).refusal == .operationConflict(.copy))
    }

    @Test("A payload holds what was stated, and neither branch nor resolution")
    func payload() throws {
        let at = StatedTime(day(0, 10), resolution: StatedTime.minute)
        let request = ReturnRequest(key: key(), item: .loan(number(3)), at: at, branch: Branch(stored: "North"))
        #expect(request.payload == Payload(kind: .return, item: .loan(number(3)), happenedAt: day(0, 10)))
        let borrow = try BorrowRequest(key: key(), item: .book(number(2)), member: number(1))
        #expect(borrow.payload == Payload(kind: .borrow, item: .book(number(2)), member: number(1)))
    }

    @Test("An import run's number grows with time and is never negative")
    func runs() {
        let runs = [
            RunID(startedAt: day(0, 9), random: .max), RunID(startedAt: day(0, 9, 0, 1), random: 0),
            RunID(startedAt: day(900, 9), random: 0),
        ]
        #expect(runs.map(\.value) == runs.map(\.value).sorted() && Set(runs).count == 3)
        #expect(RunID(startedAt: Moment(milliseconds: .min), random: .max).value >= 0)
        #expect(RunID(startedAt: Moment(milliseconds: .max), random: .max).value > 0)
    }

    @Test("Keys are ordered by scope, then by ID")
    func order() {
        let sorted = [key("b", in: "source:a"), key("a", in: "staff:a"), key("b", in: "staff:a")]
        #expect(sorted.reversed().sorted() == sorted)
        #expect(!(sorted[0] < sorted[0]))
    }
}
