import Domain
import Ports
import StoreTrials
import Testing

extension StoreContract {
    static let loanLimit = [
        StoreCase("A member at the limit gets no further loan until one is returned, and others do") { desk in
            try desk.book(copies: "A1", "A2", "A3", "A4")
            let (member, other) = (try desk.member(), try desk.member(card: "C2"))
            try desk.limitLoans(to: 2)
            let first = try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9)).receipt().loan.id
            try desk.borrow(.copy("A2"), by: member, "B2", now: day(0, 9))
            let before = try Snapshot(of: desk.store)
            #expect(
                try desk.borrow(.copy("A3"), by: member, "B3", now: day(0, 9)).refusal == .loanLimit(maximum: 2))
            #expect(try Snapshot(of: desk.store) == before)
            #expect(try desk.borrow(.copy("A4"), by: other, "B4", now: day(0, 9)).refusal == nil)
            try desk.giveBack(.loan(first), "R1", now: day(0, 10))
            #expect(try desk.borrow(.copy("A3"), by: member, "B3", now: day(0, 11)).answer().origin == .committed)
            #expect(
                try desk.borrow(.copy("A1"), by: member, "B5", now: day(0, 12)).refusal == .loanLimit(maximum: 2))
        },
        StoreCase("A new library has no limit, and a limit is lifted again") { desk in
            let (book, member) = (try desk.book(), try desk.member())
            for number in 1...25 { try desk.add("A\(number)", to: book) }
            for number in 1...20 {
                #expect(try desk.borrow(.book(book), by: member, "B\(number)", now: day(0, 9)).refusal == nil)
            }
            try desk.limitLoans(to: 20)
            #expect(try desk.store.policy().loanLimit == 20)
            #expect(
                try desk.borrow(.book(book), by: member, "B21", now: day(0, 9)).refusal == .loanLimit(maximum: 20))
            try desk.limitLoans(to: nil)
            #expect(try desk.store.policy().loanLimit == nil)
            #expect(try desk.borrow(.book(book), by: member, "B21", now: day(0, 9)).refusal == nil)
        },
        StoreCase("The limit is the policy's as it is in the commit, also below what a member has already") { desk in
            try desk.book(copies: "A1", "A2", "A3", "A4")
            let member = try desk.member()
            for barcode in ["A1", "A2", "A3"] {
                try desk.borrow(.copy(barcode), by: member, barcode, now: day(0, 9))
            }
            try desk.limitLoans(to: 2)
            for barcode in ["A1", "A2"] {
                #expect(
                    try desk.borrow(.copy("A4"), by: member, "B4", now: day(0, 10)).refusal == .loanLimit(maximum: 2))
                try desk.giveBack(.copy(barcode), "R\(barcode)", now: day(0, 11))
            }
            #expect(try desk.borrow(.copy("A4"), by: member, "B4", now: day(0, 12)).refusal == nil)
            try desk.limitLoans(to: 3)
            #expect(try desk.borrow(.copy("A1"), by: member, "B5", now: day(0, 12)).refusal == nil)
        },
        StoreCase("Only open loans count, whichever way they ended") { desk in
            try desk.book(copies: "A1", "A2", "A3")
            let member = try desk.member()
            try desk.limitLoans(to: 3)
            for round in 0..<4 {
                for barcode in ["A1", "A2", "A3"] {
                    let borrowed = try desk.borrow(
                        .copy(barcode), by: member, "B\(barcode) \(round)", now: day(Int64(round), 9))
                    #expect(borrowed.refusal == nil)
                }
                let requests = try ["A1", "A2", "A3"].map { try desk.request(.copy($0), "R\($0) \(round)") }
                // The second time each is returned already, and is not counted down again.
                _ = try desk.giveBack(requests, now: day(Int64(round), 10))
                let again = try ["A1", "A2", "A3"].map { try desk.request(.copy($0), "S\($0) \(round)") }
                _ = try desk.giveBack(again, now: day(Int64(round), 11))
            }
            try desk.limitLoans(to: 1)
            #expect(try desk.borrow(.copy("A1"), by: member, "last", now: day(5, 9)).refusal == nil)
            #expect(
                try desk.borrow(.copy("A2"), by: member, "more", now: day(5, 9)).refusal == .loanLimit(maximum: 1))
        },
        StoreCase("The limit comes after the stated time and before the copy, and after all that comes before these") {
            desk in
            try desk.book(copies: "A1", "A2")
            let member = try desk.member()
            try desk.limitLoans(to: 1)
            let other = try desk.borrow(.copy("A1"), by: member, "other", now: day(0, 8)).receipt().loan.id
            let ahead = StatedTime(day(0, 9, 5, 1))
            func attempt(
                _ barcode: String = "A1", by member: MemberID, days: Int = 14, at: StatedTime? = nil
            ) throws -> BorrowRefusal? {
                let decision = try desk.borrow(.copy(barcode), by: member, "B1", days: days, at: at, now: day(0, 9))
                return decision.refusal
            }
            #expect(try attempt(by: unknown()) == .unknownMember)
            _ = try desk.store.changeMember(member, by: .deactivate)
            #expect(try attempt(by: member) == .inactiveMember)
            _ = try desk.store.changeMember(member, by: .activate)
            #expect(try attempt("none", by: member) == .unknownCopy)
            #expect(try attempt(by: member, days: 15, at: ahead) == .loanTooLong(maximumDays: 14))
            #expect(try attempt(by: member, at: ahead) == .futureTime)
            #expect(try attempt(by: member) == .loanLimit(maximum: 1))
            try desk.limitLoans(to: 2)
            #expect(try attempt(by: member) == .unavailableBook(.onLoan(other)))
        },
        StoreCase("A member at the limit still gets earlier receipts again, and conflicts, and returns") { desk in
            try desk.book(copies: "A1", "A2")
            let member = try desk.member()
            try desk.limitLoans(to: 1)
            let first = try desk.borrow(.copy("A1"), by: member, "B1", days: 7, now: day(0, 9)).receipt()
            let again = try desk.borrow(.copy("A1"), by: member, "B1", days: 7, now: day(0, 10)).answer()
            #expect(again == Answer(first, origin: .replayed(nil)))
            #expect(
                try desk.borrow(.copy("A2"), by: member, "B1", days: 7, now: day(0, 10)).refusal
                    == .operationConflict(.copy))
            #expect(try desk.giveBack(.copy("A1"), "R1", now: day(0, 11)).receipt().disposition == .returned)
        },
        StoreCase("An operation that was purged is expired, at the limit too", needs: [.purging]) { fixture in
            let desk = fixture.desk
            try desk.book(copies: "A1", "A2")
            let member = try desk.member()
            try desk.limitLoans(to: 1)
            try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9))
            let purge = try #require(fixture.purge)
            try purge(desk.key("B1"))
            #expect(try desk.borrow(.copy("A1"), by: member, "B1", now: day(190, 9)).refusal == .operationExpired)
            #expect(
                try desk.borrow(.copy("A2"), by: member, "B2", now: day(190, 9)).refusal == .loanLimit(maximum: 1))
        },
        StoreCase("The limit and what counts towards it are there after a reopening", needs: [.reopening]) { fixture in
            try fixture.desk.book(copies: "A1", "A2", "A3")
            let member = try fixture.desk.member()
            try fixture.desk.limitLoans(to: 2)
            for barcode in ["A1", "A2"] {
                try fixture.desk.borrow(.copy(barcode), by: member, barcode, now: day(0, 9))
            }
            try fixture.reopen()
            #expect(
                try fixture.desk.borrow(.copy("A3"), by: member, "B3", now: day(0, 10)).refusal
                    == .loanLimit(maximum: 2))
            try fixture.desk.giveBack(.copy("A1"), "R1", now: day(0, 11))
            try fixture.reopen()
            #expect(try fixture.desk.borrow(.copy("A3"), by: member, "B3", now: day(0, 12)).refusal == nil)
        },
        StoreCase("A borrow that fails on the way does not count", needs: [.failing]) { fixture in
            let desk = fixture.desk
            try desk.book(copies: "A1", "A2")
            let member = try desk.member()
            try desk.limitLoans(to: 1)
            var writes = 0
            var done: BorrowDecision?
            while done == nil {
                writes += 1
                try #require(writes < 100, "a borrow has fewer writes")
                try fixture.failWrite?(writes)
                do { done = try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9)) } catch is StoreFailure {}
                try fixture.failWrite?(nil)
            }
            #expect(writes > 1)
            #expect(try done?.answer().origin == .committed)
            #expect(
                try desk.borrow(.copy("A2"), by: member, "B2", now: day(0, 9)).refusal == .loanLimit(maximum: 1))
        },
    ]
}
