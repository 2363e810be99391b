import Domain
import Ports
import StoreTrials
import Testing

extension StoreContract {
    static let retries = [
        // Koha 24085, 26136
        StoreCase("The same return sent twice gives equal receipts and restocks once") { desk in
            let book = try desk.book(copies: "A1")
            try desk.borrow(.copy("A1"), by: desk.member(), "B1", now: day(0, 9))
            let first = try desk.giveBack(.copy("A1"), "R1", now: day(1, 9)).answer()
            let before = try Snapshot(of: desk.store)
            let again = try desk.giveBack(.copy("A1"), "R1", now: day(2, 9)).answer()
            #expect(first.origin == .committed)
            #expect(again == Answer(first.receipt, origin: .replayed(nil)))
            #expect(try Snapshot(of: desk.store) == before)
            #expect(try desk.stock(book) == [1, 1])
        },
        // NYPL circulation 1622
        StoreCase("A borrow whose answer was lost gives the same receipt when it is sent again") { desk in
            let (book, member) = (try desk.book(copies: "A1", "A2"), try desk.member())
            let first = try desk.borrow(.book(book), by: member, "B1", now: day(0, 9)).answer()
            let again = try desk.borrow(.book(book), by: member, "B1", now: day(5, 9)).answer()
            #expect(again == Answer(first.receipt, origin: .replayed(nil)))
            #expect(try desk.stock(book) == [1, 2])
        },
        StoreCase("An earlier receipt is given again whatever has changed since") { desk in
            let (book, member) = (try desk.book(copies: "A1"), try desk.member())
            let borrowed = try desk.borrow(.copy("A1"), by: member, "B1", days: 14, now: day(0, 9)).receipt()
            let returned = try desk.giveBack(.copy("A1"), "R1", at: StatedTime(day(1, 9)), now: day(1, 10)).receipt()
            let second = try desk.borrow(.copy("A1"), by: member, "B2", now: day(2, 9)).receipt()
            let noted = try desk.giveBack(.copy("A1"), "F1", at: StatedTime(day(1, 9)), now: day(2, 10)).receipt()
            try desk.giveBack(.copy("A1"), "R2", now: day(3, 9))
            _ = try desk.store.changeBook(book, by: .remove)
            _ = try desk.store.changeMember(member, by: .remove(despiteLoans: false))
            _ = try desk.store.changePolicy { _ in
                .success(LoanPolicy(storedDefault: 1, maximum: 1, retention: 7, loanLimit: 1))
            }
            let now = day(9, 9)
            #expect(try desk.borrow(.copy("A1"), by: member, "B1", days: 14, now: now).receipt() == borrowed)
            #expect(try desk.borrow(.copy("A1"), by: member, "B2", now: now).receipt() == second)
            #expect(try desk.giveBack(.copy("A1"), "R1", at: StatedTime(day(1, 9)), now: now).receipt() == returned)
            #expect(try desk.giveBack(.copy("A1"), "F1", at: StatedTime(day(1, 9)), now: now).receipt() == noted)
            #expect(noted.notes == .onLoanAgain)
        },
        StoreCase("A replay comes before a stated time in the future, by a clock set back") { desk in
            try desk.book(copies: "A1")
            let (member, at) = (try desk.member(), StatedTime(day(0, 9)))
            let borrowed = try desk.borrow(.copy("A1"), by: member, "B1", at: at, now: day(0, 9)).receipt()
            let returned = try desk.giveBack(.loan(borrowed.loan.id), "R1", at: at, now: day(0, 9)).receipt()
            #expect(try desk.borrow(.copy("A1"), by: member, "B1", at: at, now: day(-30, 9)).receipt() == borrowed)
            #expect(
                try desk.giveBack(.loan(borrowed.loan.id), "R1", at: at, now: day(-30, 9)).receipt() == returned)
        },
        StoreCase("What a caller does not state is no part of an operation: branch, tolerance, resolution, run") {
            desk in
            try desk.book(copies: "A1", branch: "North")
            try desk.borrow(.copy("A1"), by: desk.member(), "B1", now: day(0, 9))
            let at = StatedTime(day(0, 12), resolution: StatedTime.minute)
            let first = try desk.giveBack(.copy("A1"), "R1", at: at, branch: "South", now: day(1, 9)).receipt()
            let again = try desk.giveBack(
                .copy("A1"), "R1", at: StatedTime(at.moment), branch: "North", tolerance: 0,
                run: RunID(stored: 7), now: day(2, 9))
            #expect(try again.answer() == Answer(first, origin: .replayed(nil)))
        },
        StoreCase("A replay tells the import run that committed the operation") { desk in
            try desk.book(copies: "A1")
            try desk.borrow(.copy("A1"), by: desk.member(), "B1", now: day(0, 9))
            let (first, second) = (RunID(stored: 41), RunID(startedAt: day(1, 9), random: .max))
            let returned = try desk.giveBack(.copy("A1"), "R1", run: first, now: day(0, 10)).answer()
            let other = try desk.giveBack(.copy("A1"), "R2", run: second, now: day(0, 10)).answer()
            #expect(returned.origin == .committed)
            #expect(try desk.giveBack(.copy("A1"), "R1", now: day(0, 11)).answer().origin == .replayed(first))
            #expect(
                try desk.giveBack(.copy("A1"), "R2", run: first, now: day(0, 11)).answer().origin == .replayed(second))
            #expect(other.receipt.disposition == .alreadyReturned)
        },
        StoreCase("Operations of two accounts or sources never meet, though their IDs are equal") { desk in
            let (book, member) = (try desk.book(copies: "A1", "A2", "A3"), try desk.member())
            for scope in ["staff:a", "staff:b", "source:a"] {
                let answer = try desk.under(scope).borrow(.book(book), by: member, "1", now: day(0, 9)).answer()
                #expect(answer.origin == .committed)
            }
            #expect(try desk.stock(book) == [0, 3])
        },
        StoreCase("Operation IDs are compared byte for byte, up to 64 bytes of any script") { desk in
            let long = String(repeating: "x", count: 62)
            let names = [
                "a", "A", "a ", " a", "\u{E9}", "e\u{301}", "00", "0", "'", "%", "\u{1F4D5}", long + "01", long + "02",
            ]
            let (book, member) = (try desk.book(), try desk.member())
            for (number, name) in names.enumerated() {
                try desk.add("A\(number)", to: book)
                let answer = try desk.borrow(.copy("A\(number)"), by: member, name, now: day(0, 9)).answer()
                #expect(answer.origin == .committed, "\(name)")
            }
            for (number, name) in names.enumerated() {
                let answer = try desk.borrow(.copy("A\(number)"), by: member, name, now: day(0, 9)).answer()
                #expect(answer.isReplayed, "\(name)")
                #expect(answer.receipt.operation == (try OperationID(name)))
            }
        },
    ]

    static let conflicts = [
        // powertools 855, 2058, 3781
        StoreCase("An ID used for a return is refused to a borrow, and the other way, naming the kind") { desk in
            try desk.book(copies: "A1", "A2")
            let member = try desk.member()
            try desk.borrow(.copy("A1"), by: member, "one", now: day(0, 9))
            try desk.giveBack(.copy("A1"), "two", now: day(0, 10))
            #expect(try desk.giveBack(.copy("A1"), "one", now: day(0, 11)).refusal == .operationConflict(.kind))
            #expect(
                try desk.borrow(.copy("A2"), by: member, "two", now: day(0, 11)).refusal == .operationConflict(.kind))
            #expect(try desk.store.facts().operations == 2)
        },
        StoreCase("A borrow under a known ID names the first field that differs") { desk in
            let (book, member) = (try desk.book(copies: "A1", "A2"), try desk.member())
            let at = StatedTime(day(0, 9))
            try desk.borrow(.copy("A1"), by: member, "c", days: 7, at: at, now: day(0, 9))
            try desk.borrow(.book(book), by: member, "b", now: day(0, 9))
            func again(
                _ item: BorrowRequest.Item, _ operation: String, by other: MemberID = member, days: Int? = nil,
                at: StatedTime? = nil
            ) throws -> BorrowRefusal? {
                let decision = try desk.borrow(item, by: other, operation, days: days, at: at, now: day(0, 10))
                return decision.refusal
            }
            #expect(try again(.copy("A1"), "c", days: 7, at: at) == nil)
            #expect(try again(.copy("A2"), "c", by: unknown(), days: 8) == .operationConflict(.copy))
            #expect(try again(.book(book), "c", days: 7, at: at) == .operationConflict(.book))
            #expect(try again(.copy("A1"), "b") == .operationConflict(.copy))
            #expect(try again(.book(unknown()), "b") == .operationConflict(.book))
            #expect(try again(.copy("A1"), "c", by: unknown(), days: 8) == .operationConflict(.member))
            #expect(try again(.copy("A1"), "c", days: 8) == .operationConflict(.days))
            #expect(try again(.copy("A1"), "c", at: at) == .operationConflict(.days))
            #expect(try again(.book(book), "b", days: 14) == .operationConflict(.days))
            #expect(try again(.copy("A1"), "c", days: 7) == .operationConflict(.happenedAt))
            let later = StatedTime(day(0, 9, 0, 1))
            #expect(try again(.copy("A1"), "c", days: 7, at: later) == .operationConflict(.happenedAt))
            #expect(try desk.store.facts().operations == 2)
        },
        StoreCase("A return under a known ID names the first field that differs, alone and in a batch") { desk in
            try desk.book(copies: "A1", "A2")
            let (member, at) = (try desk.member(), StatedTime(day(0, 10)))
            let first = try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9)).receipt().loan.id
            let second = try desk.borrow(.copy("A2"), by: member, "B2", now: day(0, 9)).receipt().loan.id
            try desk.giveBack(.copy("A1"), "c", at: at, now: day(0, 10))
            try desk.giveBack(.loan(first), "l", now: day(0, 10))
            let trials: [(ReturnRequest, Payload.Field)] = [
                (try desk.request(.copy("A2"), "c"), .copy), (try desk.request(.loan(first), "c", at: at), .loan),
                (try desk.request(.loan(second), "l"), .loan), (try desk.request(.copy("A1"), "l"), .copy),
                (try desk.request(.copy("A1"), "c"), .happenedAt),
                (try desk.request(.copy("A1"), "c", at: StatedTime(day(0, 10, 0, 1))), .happenedAt),
                (try desk.request(.loan(first), "l", at: at), .happenedAt),
                (try desk.request(.copy("A1"), "B1"), .kind),
            ]
            for (request, field) in trials {
                #expect(try desk.giveBack([request], now: day(0, 11)).map(\.refusal) == [.operationConflict(field)])
            }
            let together = try desk.giveBack(trials.map(\.0), now: day(0, 11))
            #expect(together.map(\.refusal) == trials.map { .operationConflict($0.1) })
            #expect(try desk.loan(second).isOpen)
            #expect(try desk.store.facts().operations == 4)
        },
        StoreCase("A borrow by card is known again by the card that was stated, whoever has it now") { desk in
            let book = try desk.book(copies: "A1", "A2")
            let borrower = try #require(
                try desk.store.addMember(MemberDetails(card: "K1", name: "N"), at: day(0, 8)).row)
            func borrow(card: String, _ operation: String) throws -> BorrowDecision {
                let request = try BorrowRequest(
                    key: desk.key(operation), item: .book(book), borrower: .card(CardNumber(card)))
                return try desk.store.commitBorrow(
                    request, under: BorrowRule(now: day(0, 9), firstDay: civilDay(day(0, 9))))
            }
            let first = try borrow(card: "K1", "B1").receipt()
            #expect(first.loan.member == borrower.id)
            let edit = MemberChange.edit(try MemberDetails(card: "K9", name: "N"), revision: 1)
            _ = try desk.store.changeMember(borrower.id, by: edit)
            let other = try #require(try desk.store.addMember(MemberDetails(card: "K1", name: "O"), at: day(0, 8)).row)
            #expect(try borrow(card: "K1", "B1").answer().isReplayed)
            #expect(try borrow(card: "K1", "B1").receipt() == first)
            #expect(try borrow(card: "K9", "B1").refusal == .operationConflict(.member))
            #expect(try borrow(card: "NOBODY", "B1").refusal == .operationConflict(.member))
            #expect(
                try desk.borrow(.book(book), by: borrower.id, "B1", now: day(0, 9)).refusal
                    == .operationConflict(.member))
            #expect(try borrow(card: "NOBODY", "B2").refusal == .unknownMember)
            #expect(try borrow(card: "K1", "B2").receipt().loan.member == other.id)
            #expect(try desk.stock(book) == [0, 2])
        },
        // DynamoDB, Stripe; (model) purge
        StoreCase("An operation whose content was purged is refused for ever, whatever it states", needs: [.purging]) {
            fixture in
            let desk = fixture.desk
            let (book, member) = (try desk.book(copies: "A1", "A2"), try desk.member())
            try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9))
            try desk.giveBack(.copy("A1"), "R1", now: day(0, 10))
            let purge = try #require(fixture.purge)
            try purge(desk.key("B1"))
            try purge(desk.key("R1"))
            let before = try Snapshot(of: desk.store)
            let late = day(190, 9)
            #expect(try desk.borrow(.copy("A1"), by: member, "B1", now: late).refusal == .operationExpired)
            #expect(try desk.borrow(.book(book), by: unknown(), "R1", now: late).refusal == .operationExpired)
            #expect(try desk.giveBack(.copy("A1"), "R1", now: late).refusal == .operationExpired)
            #expect(try desk.giveBack(.loan(unknown()), "B1", now: late).refusal == .operationExpired)
            let both = try desk.giveBack(
                [desk.request(.copy("A2"), "R1"), desk.request(.copy("A1"), "R2")], now: late)
            #expect(both[0].refusal == .operationExpired)
            #expect(try both[1].receipt().disposition == .alreadyReturned)
            #expect(try Snapshot(of: desk.store).loans == before.loans)
            #expect(before.facts.operations == 2)
        },
    ]
}
