import Domain
import Ports
import StoreTrials
import Testing

extension StoreContract {
    static let borrowing = [
        StoreCase("A borrow takes the copy, counts the loan and records a notice") { desk in
            let (book, member) = (try desk.book(copies: "A1", "A2"), try desk.member())
            let receipt = try desk.borrow(.copy("A2"), by: member, "B1", days: 7, now: day(0, 9)).receipt()
            let loan = Loan(
                id: LoanID(stored: 1), copy: try Barcode("A2"), book: book, member: member,
                began: Occurrence(happenedAt: day(0, 9), recordedAt: day(0, 9)), due: civilDay(day(7, 9)))
            #expect(receipt.loan == loan)
            #expect(receipt.operation == (try OperationID("B1")))
            #expect(try desk.loan(loan.id) == loan)
            #expect(try desk.store.copy(Barcode("A2"))?.openLoan == loan)
            #expect(try desk.stock(book) == [1, 2])
            let facts = try desk.store.facts()
            #expect([facts.loans, facts.openLoans, facts.operations, facts.pendingNotices] == [1, 1, 1, 1])
        },
        StoreCase("A borrow of a book takes its lowest free barcode, byte by byte") { desk in
            let book = try desk.book(copies: "b", "10", "9", "B", "010")
            let member = try desk.member()
            var lent: [String] = []
            for round in 1...5 {
                lent.append(
                    try desk.borrow(.book(book), by: member, "B\(round)", now: day(0, 9)).receipt().loan.copy.text)
            }
            #expect(lent == ["010", "10", "9", "B", "b"])
            #expect(
                try desk.borrow(.book(book), by: member, "B6", now: day(0, 9)).refusal == .unavailableBook(.noFreeCopy))
            #expect(try desk.stock(book) == [0, 5])
        },
        StoreCase("Loans are numbered one after another, and a refusal uses no number up") { desk in
            try desk.book(copies: "A1", "A2", "A3")
            let member = try desk.member()
            var numbers: [Int64] = []
            for barcode in ["A1", "A2", "A3"] {
                #expect(try desk.borrow(.copy(barcode), by: unknown(), "no\(barcode)", now: day(0, 9)).refusal != nil)
                numbers.append(
                    try desk.borrow(.copy(barcode), by: member, barcode, now: day(0, 9)).receipt().loan.id.value)
            }
            #expect(numbers == [1, 2, 3])
        },
        StoreCase("A borrow of a copy is refused for its first cause in the order of the design") { desk in
            let member = try desk.member()
            _ = try desk.store.changeMember(member, by: .deactivate)
            let ahead = StatedTime(day(0, 9, 5, 1))
            func attempt(_ member: MemberID = member, days: Int = 15, at: StatedTime? = ahead) throws -> BorrowRefusal?
            {
                let decision = try desk.borrow(.copy("A1"), by: member, "B1", days: days, at: at, now: day(0, 9))
                return decision.refusal
            }
            #expect(try attempt(unknown()) == .unknownMember)
            #expect(try attempt() == .inactiveMember)
            _ = try desk.store.changeMember(member, by: .activate)
            #expect(try attempt() == .unknownCopy)
            try desk.book(copies: "A1")
            let other = try desk.borrow(.copy("A1"), by: member, "other", now: day(0, 8)).receipt().loan.id
            #expect(try attempt() == .loanTooLong(maximumDays: 14))
            #expect(try attempt(days: 14) == .futureTime)
            #expect(try attempt(days: 14, at: StatedTime(day(0, 9, 5))) == .unavailableBook(.onLoan(other)))
            try desk.giveBack(.loan(other), "R1", now: day(0, 9))
            #expect(try attempt(days: 14, at: StatedTime(day(0, 9, 5))) == nil)
        },
        StoreCase("A borrow of a book is refused for its first cause in the order of the design") { desk in
            let member = try desk.member()
            let gone = try desk.book()
            _ = try desk.store.changeBook(gone, by: .remove)
            func attempt(_ book: BookID, days: Int = 14, at: StatedTime? = nil) throws -> BorrowRefusal? {
                let decision = try desk.borrow(.book(book), by: member, "B1", days: days, at: at, now: day(0, 9))
                return decision.refusal
            }
            #expect(try desk.borrow(.book(gone), by: unknown(), "B1", now: day(0, 9)).refusal == .unknownMember)
            #expect(try attempt(unknown(), days: 15) == .unknownBook)
            #expect(try attempt(gone, days: 15) == .unknownBook)
            let bare = try desk.book()
            #expect(try attempt(bare, days: 15, at: StatedTime(day(1, 9))) == .loanTooLong(maximumDays: 14))
            #expect(try attempt(bare, at: StatedTime(day(1, 9))) == .futureTime)
            #expect(try attempt(bare) == .unavailableBook(.noFreeCopy))
        },
        StoreCase("A refused borrow stores nothing, and the same request succeeds once its cause is gone") { desk in
            let (book, member) = (try desk.book(copies: "A1"), try desk.member())
            _ = try desk.store.changeMember(member, by: .deactivate)
            let before = try Snapshot(of: desk.store)
            #expect(try desk.borrow(.book(book), by: member, "B1", now: day(0, 9)).refusal == .inactiveMember)
            #expect(try Snapshot(of: desk.store) == before)
            _ = try desk.store.changeMember(member, by: .activate)
            #expect(try desk.borrow(.book(book), by: member, "B1", now: day(0, 10)).answer().origin == .committed)
        },
        StoreCase("A withdrawn copy is not lent, by its barcode or through its book") { desk in
            let (book, member) = (try desk.book(copies: "A1", "A2"), try desk.member())
            _ = try desk.store.withdrawCopy(Barcode("A1"))
            #expect(
                try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9)).refusal == .unavailableBook(.withdrawn))
            #expect(try desk.borrow(.book(book), by: member, "B2", now: day(0, 9)).receipt().loan.copy.text == "A2")
        },
        // UICHKOUT-2, RERO 2791
        StoreCase("A copy that is out is refused to a second borrow, which names the open loan") { desk in
            let (book, member) = (try desk.book(copies: "A1"), try desk.member())
            let loan = try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9)).receipt().loan.id
            #expect(
                try desk.borrow(.copy("A1"), by: member, "B2", now: day(0, 9)).refusal
                    == .unavailableBook(.onLoan(loan)))
            #expect(try desk.stock(book) == [0, 1])
            #expect(try desk.store.facts().loans == 1)
        },
        StoreCase("The days of a loan are the policy's as it is in the commit") { desk in
            try desk.book(copies: "A1", "A2")
            let member = try desk.member()
            let policy = try LoanPolicy(defaultDays: 3, maximumDays: 5, retentionDays: 30)
            #expect(try desk.store.changePolicy { _ in .success(policy) } == .success(policy))
            #expect(
                try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9)).receipt().loan.due == civilDay(day(3, 9))
            )
            #expect(
                try desk.borrow(.copy("A2"), by: member, "B2", days: 6, now: day(0, 9)).refusal
                    == .loanTooLong(maximumDays: 5))
            #expect(
                try desk.borrow(.copy("A2"), by: member, "B2", days: 5, now: day(0, 9)).receipt().loan.due
                    == civilDay(day(5, 9)))
        },
        // FOLIO SIP2-249, SIP2-252
        StoreCase("Odd barcodes are taken literally") { desk in
            let member = try desk.member()
            let odd = [
                "AB/12\"*", "' OR 1=1 --", "%", "_", "*", "\u{1F4D5}", "P 123", "007", "7", "a\u{301}", "\u{E1}",
            ]
            let book = try desk.book()
            for barcode in odd { try desk.add(barcode, to: book) }
            for (number, barcode) in odd.enumerated() {
                let loan = try desk.borrow(.copy(barcode), by: member, "B\(number)", now: day(0, 9)).receipt().loan
                #expect(loan.copy == (try Barcode(barcode)))
                #expect(try desk.stock(book) == [odd.count - number - 1, odd.count])
            }
            for (number, barcode) in odd.enumerated() {
                let receipt = try desk.giveBack(.copy(barcode), "R\(number)", now: day(0, 10)).receipt()
                #expect(receipt.loan.copy == (try Barcode(barcode)))
            }
            #expect(try desk.stock(book) == [odd.count, odd.count])
        },
    ]

    static let backdating = [
        StoreCase("A borrow stated in the past begins and falls due from that time, recorded now") { desk in
            try desk.book(copies: "A1")
            let member = try desk.member()
            let loan = try desk.borrow(
                .copy("A1"), by: member, "B1", days: 14, at: StatedTime(day(-3, 10)), now: day(0, 9)
            ).receipt().loan
            #expect(loan.began == Occurrence(happenedAt: day(-3, 10), recordedAt: day(0, 9)))
            #expect(loan.due == civilDay(day(11, 10)))
        },
        StoreCase("A borrow stated up to five minutes ahead is taken as stated, and no later") { desk in
            try desk.book(copies: "A1")
            let member = try desk.member()
            let edge = StatedTime(day(0, 9, 5))
            let beyond = StatedTime(day(0, 9, 5, 1))
            #expect(try desk.borrow(.copy("A1"), by: member, "B1", at: beyond, now: day(0, 9)).refusal == .futureTime)
            let loan = try desk.borrow(.copy("A1"), by: member, "B1", at: edge, now: day(0, 9)).receipt().loan
            #expect(loan.began.happenedAt == edge.moment)
        },
        StoreCase("A loan begins at least a millisecond after its copy's last return") { desk in
            try desk.book(copies: "A1")
            let member = try desk.member()
            try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9))
            try desk.giveBack(.copy("A1"), "R1", now: day(0, 10))
            let second = try desk.borrow(.copy("A1"), by: member, "B2", now: day(0, 10)).receipt().loan
            #expect(second.began == Occurrence(happenedAt: day(0, 10, 0, 1), recordedAt: day(0, 10)))
        },
        StoreCase("A loan begins at least a millisecond after its copy's last beginning") { desk in
            try desk.book(copies: "A1")
            let member = try desk.member()
            let first = try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9)).receipt().loan
            // Returned at the moment it began.
            try desk.giveBack(.loan(first.id), "R1", at: StatedTime(day(0, 8)), now: day(0, 9))
            #expect(try desk.loan(first.id).returned?.happenedAt == day(0, 9))
            let second = try desk.borrow(.copy("A1"), by: member, "B2", now: day(0, 8, 30)).receipt().loan
            #expect(second.began == Occurrence(happenedAt: day(0, 9, 0, 1), recordedAt: day(0, 8, 30)))
        },
        StoreCase("A borrow stated before its copy's last event is refused, at that event it is taken") { desk in
            let (book, member) = (try desk.book(copies: "A1"), try desk.member())
            try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9))
            try desk.giveBack(.copy("A1"), "R1", now: day(0, 10))
            let before = StatedTime(day(0, 9, 59, 59_999))
            for item in [try BorrowRequest.Item.copy("A1"), .book(book)] {
                #expect(
                    try desk.borrow(item, by: member, "B2", at: before, now: day(0, 12)).refusal
                        == .unavailableBook(.notFreeThen(until: day(0, 10))))
            }
            let loan = try desk.borrow(
                .book(book), by: member, "B2", at: StatedTime(day(0, 10)), now: day(0, 12)
            ).receipt().loan
            #expect(loan.began.happenedAt == day(0, 10, 0, 1))
        },
        StoreCase("A backdated borrow of a book passes over a copy that was out then") { desk in
            let (book, member) = (try desk.book(copies: "A1", "A2"), try desk.member())
            try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9))
            try desk.giveBack(.copy("A1"), "R1", now: day(0, 11))
            let past = try desk.borrow(.book(book), by: member, "B2", at: StatedTime(day(0, 10)), now: day(0, 12))
            #expect(try past.receipt().loan.copy.text == "A2")
            #expect(try desk.borrow(.book(book), by: member, "B3", now: day(0, 12)).receipt().loan.copy.text == "A1")
        },
    ]
}
