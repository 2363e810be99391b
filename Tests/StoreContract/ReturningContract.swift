import Domain
import Ports
import Testing

extension StoreContract {
    static let returning = [
        StoreCase("A return ends the loan, restocks the copy once and records a notice") { desk in
            let (book, member) = (try desk.book(copies: "A1"), try desk.member())
            let begun = try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9)).receipt().loan
            let receipt = try desk.giveBack(.loan(begun.id), "R1", now: day(1, 9)).receipt()
            let at = Occurrence(happenedAt: day(1, 9), recordedAt: day(1, 9))
            #expect(receipt.disposition == .returned)
            #expect(receipt.occurrence == at)
            #expect(receipt.notes == [])
            #expect(receipt.operation == (try OperationID("R1")))
            let ended = Loan(
                id: begun.id, copy: begun.copy, book: book, member: member, began: begun.began, due: begun.due,
                returned: at)
            #expect(receipt.loan == ended)
            #expect(try desk.loan(begun.id) == ended)
            #expect(try desk.stock(book) == [1, 1])
            let facts = try desk.store.facts()
            #expect([facts.loans, facts.openLoans, facts.operations, facts.pendingNotices] == [1, 0, 2, 2])
        },
        StoreCase("A return of an unknown loan is refused, after a time in the future") { desk in
            let now = try desk.giveBack(.loan(unknown()), "R1", now: day(0, 9))
            #expect(now.refusal == .missingLoan)
            #expect(
                try desk.giveBack(.loan(unknown()), "R1", at: StatedTime(day(0, 9, 5, 1)), now: day(0, 9)).refusal
                    == .futureTime)
            #expect(try desk.store.facts().operations == 0)
        },
        StoreCase("A return of a loan compares no time: it ends no earlier than it began") { desk in
            try desk.book(copies: "A1", "A2")
            let member = try desk.member()
            let first = try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9)).receipt().loan.id
            let early = try desk.giveBack(.loan(first), "R1", at: StatedTime(day(-9, 9)), now: day(0, 10)).receipt()
            #expect(early.loan.returned == Occurrence(happenedAt: day(0, 9), recordedAt: day(0, 10)))
            let second = try desk.borrow(.copy("A2"), by: member, "B2", now: day(0, 9)).receipt().loan.id
            let late = try desk.giveBack(.loan(second), "R2", now: day(0, 8)).receipt()
            #expect(late.loan.returned == Occurrence(happenedAt: day(0, 9), recordedAt: day(0, 8)))
        },
        // specify6 893, specify7 685
        StoreCase("A loan returned again under a new operation is alreadyReturned, and nothing is restocked") { desk in
            let (book, member) = (try desk.book(copies: "A1", "A2"), try desk.member())
            var loans: [LoanID] = []
            for barcode in ["A1", "A2"] {
                loans.append(try desk.borrow(.copy(barcode), by: member, barcode, now: day(0, 9)).receipt().loan.id)
            }
            for loan in loans {
                #expect(
                    try desk.giveBack(.loan(loan), "R\(loan)", now: day(1, 10)).receipt().disposition == .returned)
            }
            for loan in loans {
                let again = try desk.giveBack(.loan(loan), "S\(loan)", now: day(1, 11)).receipt()
                #expect(again.disposition == .alreadyReturned)
                #expect(again.occurrence.happenedAt == day(1, 11))
                #expect(try desk.stock(book) == [2, 2])
            }
            let facts = try desk.store.facts()
            #expect([facts.openLoans, facts.operations, facts.pendingNotices] == [0, 6, 4])
        },
        // LMS 3
        StoreCase("The first return date stands whatever later returns state") { desk in
            try desk.book(copies: "A1")
            let member = try desk.member()
            let loan = try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 8)).receipt().loan.id
            try desk.giveBack(.loan(loan), "R1", at: StatedTime(day(0, 10)), now: day(0, 10))
            for (operation, at) in [("R2", day(0, 11)), ("R3", day(0, 9))] {
                let receipt = try desk.giveBack(.loan(loan), operation, at: StatedTime(at), now: day(0, 12)).receipt()
                #expect(receipt.loan.returned == Occurrence(happenedAt: day(0, 10), recordedAt: day(0, 10)))
            }
            #expect(try desk.loan(loan).returned?.happenedAt == day(0, 10))
        },
        StoreCase("A return by copy now ends its open loan, and finds its latest when none is open") { desk in
            try desk.book(copies: "A1")
            let member = try desk.member()
            try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9))
            try desk.giveBack(.copy("A1"), "R1", now: day(0, 10))
            let second = try desk.borrow(.copy("A1"), by: member, "B2", now: day(0, 11)).receipt().loan.id
            let open = try desk.giveBack(.copy("A1"), "R2", now: day(0, 11)).receipt()
            #expect(open.disposition == .returned)
            #expect(open.loan.id == second)
            let again = try desk.giveBack(.copy("A1"), "R3", now: day(0, 11)).receipt()
            #expect(again.disposition == .alreadyReturned)
            #expect(again.loan.id == second)
        },
        // Koha 26108
        StoreCase("A return by copy names an unknown copy and a copy that was never lent, and restocks nothing") {
            desk in
            let book = try desk.book(copies: "A1")
            for at in [nil, StatedTime(day(-1, 9))] {
                #expect(try desk.giveBack(.copy("A2"), "R1", at: at, now: day(0, 9)).refusal == .unknownCopy)
                #expect(try desk.giveBack(.copy("A1"), "R2", at: at, now: day(0, 9)).refusal == .notOnLoan)
            }
            #expect(try desk.stock(book) == [1, 1])
            #expect(try desk.store.facts().operations == 0)
        },
        // Koha 23103
        StoreCase("A return works though the member is inactive or removed") { desk in
            try desk.book(copies: "A1", "A2")
            let (idle, gone) = (try desk.member(card: "C1"), try desk.member(card: "C2"))
            try desk.borrow(.copy("A1"), by: idle, "B1", now: day(0, 9))
            try desk.borrow(.copy("A2"), by: gone, "B2", now: day(0, 9))
            _ = try desk.store.changeMember(idle, by: .deactivate)
            _ = try desk.store.changeMember(gone, by: .remove(despiteLoans: true))
            for (barcode, member) in [("A1", idle), ("A2", gone)] {
                let receipt = try desk.giveBack(.copy(barcode), "R\(barcode)", now: day(1, 9)).receipt()
                #expect(receipt.disposition == .returned)
                #expect(receipt.loan.member == member)
            }
        },
        // Koha 2750
        StoreCase("A return at a branch that is not the copy's home is noted, and only there") { desk in
            try desk.book(copies: "A1", branch: "North")
            try desk.book(copies: "A2")
            let member = try desk.member()
            let trials: [(String, String?, ReturnNotes)] = [
                ("A1", "South", .otherBranch), ("A1", "North", []), ("A1", nil, []), ("A2", "South", []),
            ]
            for (number, (barcode, branch, notes)) in trials.enumerated() {
                let loan = try desk.borrow(.copy(barcode), by: member, "B\(number)", now: day(0, 9)).receipt().loan.id
                let item: ReturnRequest.Item = number % 2 == 0 ? .loan(loan) : try .copy(barcode)
                let receipt = try desk.giveBack(item, "R\(number)", branch: branch, now: day(0, 10)).receipt()
                #expect(receipt.disposition == .returned)
                #expect(receipt.notes == notes)
            }
        },
        StoreCase("A return of a withdrawn copy applies, is noted, and does not bring the copy back") { desk in
            let (book, member) = (try desk.book(copies: "A1"), try desk.member())
            try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9))
            _ = try desk.store.withdrawCopy(Barcode("A1"))
            #expect(try desk.stock(book) == [0, 0])
            let receipt = try desk.giveBack(.copy("A1"), "R1", now: day(0, 10)).receipt()
            #expect(receipt.disposition == .returned)
            #expect(receipt.notes == .withdrawnCopy)
            #expect(try desk.stock(book) == [0, 0])
        },
        // Mo7ammedFawzy 12
        StoreCase("A member who has two copies of a title and returns one still has the other") { desk in
            let (book, member) = (try desk.book(copies: "A1", "A2"), try desk.member())
            let first = try desk.borrow(.book(book), by: member, "B1", now: day(0, 9)).receipt().loan.id
            let second = try desk.borrow(.book(book), by: member, "B2", now: day(0, 9)).receipt().loan.id
            #expect(try desk.giveBack(.copy("A2"), "R1", now: day(0, 10)).receipt().loan.id == second)
            #expect(try desk.loan(first).isOpen)
            #expect(try !desk.loan(second).isOpen)
            #expect(try desk.stock(book) == [1, 2])
        },
    ]
}
