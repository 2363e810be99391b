import Domain
import Ports
import StoreTrials
import Testing

extension StoreContract {
    static let statedTimes = [
        StoreCase("A return by copy at a stated time is refused for its first cause in the order of the design") {
            desk in
            let ahead = StatedTime(day(0, 9, 5, 1))
            #expect(try desk.giveBack(.copy("A1"), "R1", at: ahead, now: day(0, 9)).refusal == .futureTime)
            let edge = StatedTime(day(0, 9, 5))
            #expect(try desk.giveBack(.copy("A1"), "R1", at: edge, now: day(0, 9)).refusal == .unknownCopy)
            try desk.book(copies: "A1")
            #expect(try desk.giveBack(.copy("A1"), "R1", at: edge, now: day(0, 9)).refusal == .notOnLoan)
            let loan = try desk.borrow(.copy("A1"), by: desk.member(), "B1", now: day(0, 9, 0, 1)).receipt().loan.id
            #expect(
                try desk.giveBack(.copy("A1"), "R1", at: edge, now: day(0, 9)).refusal == .uncertainLoan(nil, loan))
            #expect(
                try desk.giveBack(.copy("A1"), "R1", at: StatedTime(day(0, 8)), now: day(0, 9)).refusal == .staleReturn)
            #expect(try desk.store.facts().operations == 1)
        },
        // LP#1481036
        StoreCase("A time two hours ahead is refused, not clamped") { desk in
            try desk.book(copies: "A1")
            let loan = try desk.borrow(.copy("A1"), by: desk.member(), "B1", now: day(0, 8)).receipt().loan.id
            for item in [ReturnRequest.Item.loan(loan), try .copy("A1")] {
                #expect(
                    try desk.giveBack(item, "R1", at: StatedTime(day(0, 11)), now: day(0, 9)).refusal == .futureTime)
            }
            #expect(try desk.loan(loan).isOpen)
        },
        // Koha 2975, FOLIO CIRC-607
        StoreCase("A return three days old keeps the time it happened and the time it was recorded") { desk in
            try desk.book(copies: "A1")
            try desk.borrow(.copy("A1"), by: desk.member(), "B1", now: day(-9, 9))
            let receipt = try desk.giveBack(.copy("A1"), "R1", at: StatedTime(day(-3, 9)), now: day(0, 9)).receipt()
            #expect(receipt.occurrence == Occurrence(happenedAt: day(-3, 9), recordedAt: day(0, 9)))
            #expect(try desk.loan(receipt.loan.id).returned == receipt.occurrence)
        },
        // Koha 37159
        StoreCase("A return of Tuesday speaks of Monday's loan and leaves Wednesday's open, noted onLoanAgain") {
            desk in
            let book = try desk.book(copies: "A1")
            let (first, second) = (try desk.member(card: "C1"), try desk.member(card: "C2"))
            let monday = try desk.borrow(.copy("A1"), by: first, "B1", now: day(0, 9)).receipt().loan.id
            try desk.giveBack(.copy("A1"), "R1", now: day(1, 9))
            let wednesday = try desk.borrow(.copy("A1"), by: second, "B2", now: day(2, 9)).receipt().loan.id
            let receipt = try desk.giveBack(.copy("A1"), "F1", at: StatedTime(day(1, 9)), now: day(3, 9)).receipt()
            #expect(receipt.disposition == .alreadyReturned)
            #expect(receipt.loan.id == monday)
            #expect(receipt.notes == .onLoanAgain)
            #expect(receipt.isSettled)
            #expect(try desk.loan(wednesday).isOpen)
            #expect(try desk.stock(book) == [0, 1])
            #expect(try desk.store.facts().pendingNotices == 3)
        },
        StoreCase("A return that may be of either of two times is answered with what is known, and changes nothing") {
            desk in
            try desk.book(copies: "A1", "A2")
            let member = try desk.member()
            for barcode in ["A1", "A2"] { try desk.borrow(.copy(barcode), by: member, barcode, now: day(0, 9)) }
            let times = [day(1, 1), day(1, 2)]
            func either(_ copy: String, _ operation: String) throws -> ReturnRequest {
                ReturnRequest(
                    key: try desk.key(operation), item: try .copy(copy), at: StatedTime(times[0]),
                    otherReading: times[1])
            }
            for (operation, time) in zip(["E", "L"], times) {
                let first = try desk.giveBack(.copy("A1"), operation, at: StatedTime(time), now: day(2, 9)).receipt()
                let before = try Snapshot(of: desk.store)
                // Of two under one key both see the ledger; a new one is refused each time.
                let requests = try [
                    either("A1", operation), either("A2", operation), either("A2", "N"), either("A2", "N"),
                    either("A1", operation),
                ]
                let answers = try desk.giveBack(requests, now: day(3, 9))
                #expect(try [answers[0], answers[4]].map { try $0.answer() }.allSatisfy { $0.receipt == first })
                #expect(
                    answers[1...3].map(\.refusal) == [.operationConflict(.copy), .ambiguousTime, .ambiguousTime])
                #expect(try Snapshot(of: desk.store) == before)
            }
            // What the same call applies is known to those after it.
            let applied = try desk.request(.copy("A2"), "N", at: StatedTime(times[1]))
            let answers = try desk.giveBack([either("A2", "N"), applied, either("A2", "N")], now: day(3, 9))
            #expect(answers[0].refusal == .ambiguousTime)
            #expect(try answers[2].receipt() == answers[1].receipt())
        },
        StoreCase("A newer loan that began within 15 minutes after the return asks for a person") { desk in
            try desk.book(copies: "A1")
            let member = try desk.member()
            let first = try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9)).receipt().loan.id
            try desk.giveBack(.copy("A1"), "R1", now: day(0, 9, 30))
            try desk.borrow(.copy("A1"), by: member, "B2", now: day(0, 10))
            let trials: [(ReturnRequest.Item, Moment, Bool)] = [
                (try .copy("A1"), day(0, 9, 45), false), (try .copy("A1"), day(0, 9, 44, 59_999), true),
                (.loan(first), day(0, 9, 45), false), (.loan(first), day(0, 9, 44, 59_999), true),
            ]
            for (number, (item, at, isSettled)) in trials.enumerated() {
                let receipt = try desk.giveBack(item, "F\(number)", at: StatedTime(at), now: day(0, 12)).receipt()
                #expect(receipt.disposition == .alreadyReturned)
                #expect(receipt.notes.contains(.onLoanAgain))
                #expect(receipt.isSettled == isSettled)
            }
        },
        // Koha 10694
        StoreCase("A time before every loan is stale, and a time within an ended loan finds it again") { desk in
            try desk.book(copies: "A1")
            let member = try desk.member()
            let first = try desk.borrow(.copy("A1"), by: member, "B1", now: day(-5, 9)).receipt().loan.id
            try desk.giveBack(.copy("A1"), "R1", now: day(-3, 9))
            let second = try desk.borrow(.copy("A1"), by: member, "B2", now: day(-1, 9)).receipt().loan.id
            func at(_ time: Moment, _ operation: String) throws -> ReturnDecision {
                try desk.giveBack(.copy("A1"), operation, at: StatedTime(time), now: day(0, 9))
            }
            #expect(try at(day(-6, 9), "F1").refusal == .staleReturn)
            #expect(try at(day(-4, 9), "F2").receipt().loan.id == first)
            #expect(try at(day(-2, 9), "F3").receipt().loan.id == first)
            let yesterday = try at(day(-1, 12), "F4").receipt()
            #expect(yesterday.disposition == .returned)
            #expect(yesterday.loan.id == second)
        },
        // (model): minute stamps, a clock that is slow or fast, a copy lent again within minutes
        StoreCase("Where tolerance and resolution reach over a loan's beginning, a person decides") { desk in
            try desk.book(copies: "A1")
            let member = try desk.member()
            let first = try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 8)).receipt().loan.id
            try desk.giveBack(.loan(first), "R1", now: day(0, 9))
            let second = try desk.borrow(.copy("A1"), by: member, "B2", now: day(0, 10)).receipt().loan.id
            let uncertain = ReturnRefusal.uncertainLoan(first, second)
            func at(_ time: Moment, _ resolution: Int64, _ minutes: Int64) throws -> ReturnDecision {
                try desk.giveBack(
                    .copy("A1"), "\(time.milliseconds) \(resolution) \(minutes)",
                    at: StatedTime(time, resolution: resolution), tolerance: minutes * 60_000, now: day(0, 12))
            }
            // The question reaches from the time − T to the time + resolution + T, both included.
            let (minute, millisecond) = (StatedTime.minute, StatedTime.millisecond)
            #expect(try at(day(0, 9, 53, 59_999), minute, 5).receipt().loan.id == first)
            #expect(try at(day(0, 9, 54), minute, 5).refusal == uncertain)
            #expect(try at(day(0, 10, 4, 59_999), minute, 5).refusal == uncertain)
            #expect(try at(day(0, 9, 54, 59_998), millisecond, 5).receipt().loan.id == first)
            #expect(try at(day(0, 9, 54, 59_999), millisecond, 5).refusal == uncertain)
            #expect(try at(day(0, 9, 58, 59_999), minute, 0).receipt().loan.id == first)
            #expect(try at(day(0, 9, 59), minute, 0).refusal == uncertain)
            #expect(try at(day(0, 0), 24 * 3_600_000, 0).refusal == .uncertainLoan(nil, second))
            #expect(try desk.loan(second).isOpen)
            #expect(try at(day(0, 10, 5), minute, 5).receipt().disposition == .returned)
            #expect(try at(day(0, 10), minute, 0).receipt().disposition == .alreadyReturned)
        },
        StoreCase("An uncertain return is settled by returning the loan that a person chose") { desk in
            try desk.book(copies: "A1")
            let member = try desk.member()
            let first = try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9)).receipt().loan.id
            let at = StatedTime(day(0, 9, 3))
            #expect(
                try desk.giveBack(.copy("A1"), "F1", at: at, now: day(0, 12)).refusal == .uncertainLoan(nil, first))
            let receipt = try desk.giveBack(.loan(first), "F1", at: at, now: day(0, 12)).receipt()
            #expect(receipt.loan.returned?.happenedAt == at.moment)
        },
        // (model): a loan of an offline day would stay open behind the return that settled an older one.
        StoreCase("A return behind a loan that is not known yet ends or matches no older one") { desk in
            try desk.book(copies: "A1")
            let member = try desk.member()
            func lendAndReturn(_ now: Moment) throws -> ReturnDecision {
                let request = try ReturnRequest(
                    key: desk.key("F1"), item: .copy("A1"), at: StatedTime(day(9, 15)), lastLent: day(9, 10))
                let answers = try desk.giveBack([request], now: now)
                return answers[0]
            }
            #expect(try lendAndReturn(day(9, 18)).refusal == .notOnLoan)
            let first = try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9)).receipt().loan.id
            #expect(try lendAndReturn(day(9, 18)).refusal == .uncertainLoan(first, nil))
            #expect(try desk.loan(first).isOpen)
            try desk.giveBack(.loan(first), "R1", at: StatedTime(day(9, 10)), now: day(9, 18))
            #expect(try lendAndReturn(day(9, 18)).refusal == .uncertainLoan(nil, nil))
            #expect(try desk.store.facts().operations == 2)
            let at = StatedTime(day(9, 10))
            let second = try desk.borrow(.copy("A1"), by: member, "B2", at: at, now: day(9, 19)).receipt().loan.id
            let receipt = try lendAndReturn(day(9, 20)).receipt()
            #expect(receipt.loan.id == second && receipt.disposition == .returned)
        },
        StoreCase("Every loan of a copy that was lent many times is found by its time") { desk in
            try desk.book(copies: "A1", "A2")
            let member = try desk.member()
            var loans: [LoanID] = []
            for round in 0..<40 {
                let loan = try desk.borrow(.copy("A1"), by: member, "B\(round)", now: day(Int64(round), 9)).receipt()
                loans.append(loan.loan.id)
                try desk.borrow(.copy("A2"), by: member, "b\(round)", now: day(Int64(round), 10))
                try desk.giveBack(.copy("A1"), "R\(round)", now: day(Int64(round), 12))
                try desk.giveBack(.copy("A2"), "r\(round)", now: day(Int64(round), 13))
            }
            for (round, loan) in loans.enumerated().reversed() {
                let at = StatedTime(day(Int64(round), 11))
                let receipt = try desk.giveBack(.copy("A1"), "F\(round)", at: at, now: day(50, 9)).receipt()
                #expect(receipt.loan.id == loan)
                #expect(receipt.disposition == .alreadyReturned)
            }
        },
        StoreCase("A stated time at either end of what a moment can say does no harm") { desk in
            try desk.book(copies: "A1")
            let loan = try desk.borrow(.copy("A1"), by: desk.member(), "B1", now: day(0, 9)).receipt().loan.id
            let (least, most) = (Moment(milliseconds: .min), Moment(milliseconds: .max))
            let wide = StatedTime(least, resolution: .max)
            #expect(try desk.giveBack(.copy("A1"), "R1", at: StatedTime(most), now: day(0, 9)).refusal == .futureTime)
            #expect(try desk.giveBack(.copy("A1"), "R1", at: StatedTime(least), now: day(0, 9)).refusal == .staleReturn)
            #expect(try desk.giveBack(.copy("A1"), "R1", at: wide, now: day(0, 9)).refusal == .staleReturn)
            #expect(try desk.giveBack(.copy("A1"), "R1", at: StatedTime(most), now: most).receipt().loan.id == loan)
        },
    ]
}
