import Domain
import Ports
import StoreTrials
import Testing

extension StoreContract {
    static let recovery = [
        // RERO 1864
        StoreCase("A second open loan of a copy is refused by the store itself", needs: [.unruledWrites]) { fixture in
            let desk = fixture.desk
            try desk.book(copies: "A1")
            let member = try desk.member()
            let first = try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9)).receipt().loan
            let second = Loan(
                id: first.id.next, copy: first.copy, book: first.book, member: member,
                began: Occurrence(happenedAt: day(0, 10), recordedAt: day(0, 10)), due: first.due)
            let putLoan = try #require(fixture.putLoan)
            let before = try Snapshot(of: desk.store)
            #expect(throws: (any Error).self) { try putLoan(second) }
            #expect(try Snapshot(of: desk.store) == before)
            try desk.giveBack(.copy("A1"), "R1", now: day(0, 9))
            // The same write is taken once the copy is back: it was the second open loan that was refused.
            try putLoan(second)
            #expect(try desk.store.copy(first.copy)?.openLoan == second)
        },
        // Koha 18242, 18966
        StoreCase(
            "A borrow that fails between any two writes leaves nothing, and its retry succeeds", needs: [.failing]
        ) { fixture in
            let desk = fixture.desk
            let (book, member) = (try desk.book(copies: "A1"), try desk.member())
            try failEverywhere(fixture) {
                try desk.borrow(.book(book), by: member, "B1", days: 7, now: day(0, 9)).answer().origin == .committed
            }
            #expect(try desk.borrow(.book(book), by: member, "B1", days: 7, now: day(0, 9)).answer().isReplayed)
            #expect(try desk.stock(book) == [0, 1])
        },
        StoreCase(
            "A return that fails between any two writes leaves nothing, and its retry succeeds", needs: [.failing]
        ) { fixture in
            let desk = fixture.desk
            let book = try desk.book(copies: "A1")
            try desk.borrow(.copy("A1"), by: desk.member(), "B1", now: day(0, 9))
            try failEverywhere(fixture) {
                try desk.giveBack(.copy("A1"), "R1", now: day(0, 10)).answer().origin == .committed
            }
            #expect(try desk.giveBack(.copy("A1"), "R1", now: day(0, 11)).answer().isReplayed)
            #expect(try desk.stock(book) == [1, 1])
        },
        StoreCase(
            "A batch that fails at any write leaves none of its requests, and its retry succeeds", needs: [.failing]
        ) { fixture in
            let desk = fixture.desk
            let (book, member) = (try desk.book(), try desk.member())
            for number in 0..<4 {
                try desk.add("A\(number)", to: book)
                try desk.borrow(.copy("A\(number)"), by: member, "B\(number)", now: day(0, 9))
            }
            let items: [ReturnRequest.Item] = [
                try .copy("A0"), try .copy("A0"), .loan(LoanID(stored: 3)), .loan(unknown()), try .copy("A1"),
            ]
            let requests = try items.enumerated().map { try desk.request($1, "R\($0)") }
            try failEverywhere(fixture) {
                let answers = try desk.giveBack(requests, now: day(0, 10))
                return try answers[3].refusal == .missingLoan
                    && [0, 1, 2, 4].allSatisfy { try answers[$0].answer().origin == .committed }
            }
            #expect(try desk.stock(book) == [3, 4])
        },
        StoreCase("A long batch that fails late leaves every earlier operation known", needs: [.failing]) { fixture in
            let (desk, count) = (fixture.desk, 120)
            let (book, member) = (try desk.book(), try desk.member())
            for number in 0..<count {
                try desk.add("A\(number)", to: book)
                try desk.borrow(.copy("A\(number)"), by: member, "B\(number)", now: day(0, 9))
            }
            let requests = try (0..<count).map { try desk.request(.copy("A\($0)"), "R\($0)") }
            try failEverywhere(fixture, each: 31) {
                try desk.giveBack(requests, now: day(0, 10)).allSatisfy { try $0.answer().origin == .committed }
            } whenFailed: {
                for number in 0..<count {
                    let again = try desk.borrow(.copy("A\(number)"), by: member, "B\(number)", now: day(0, 11))
                    #expect(try again.answer().isReplayed)
                }
            }
            #expect(try desk.stock(book) == [count, count])
        },
        StoreCase(
            "A change of the holdings that fails at any write leaves nothing, and its retry succeeds", needs: [.failing]
        ) { fixture in
            let desk = fixture.desk
            let details = try BookDetails(title: "T")
            try failEverywhere(fixture) { try desk.store.addBook(details, at: day(0, 9)).id.value == 1 }
            let book = BookID(stored: 1)
            let copies = try ["A1", "A2"].map { Copy(barcode: try Barcode($0), book: book) }
            for copy in copies { try failEverywhere(fixture) { try desk.store.addCopy(copy) == .write(copy) } }
            let card = try MemberDetails(card: "C1", name: "N")
            try failEverywhere(fixture) { try desk.store.addMember(card, at: day(0, 9)).row?.id.value == 1 }
            let member = MemberID(stored: 1)
            try failEverywhere(fixture) { try desk.store.changeMember(member, by: .deactivate).row != nil }
            try failEverywhere(fixture) { try desk.store.withdrawCopy(Barcode("A1")).row?.isWithdrawn == true }
            try failEverywhere(fixture) { try desk.store.changeBook(book, by: .edit(details, revision: 1)).row != nil }
            try failEverywhere(fixture) { try desk.store.changeBook(book, by: .remove).row?.isRemoved == true }
            try failEverywhere(fixture) {
                try desk.store.changeMember(member, by: .remove(despiteLoans: false)).row != nil
            }
            let policy = try LoanPolicy(defaultDays: 7, maximumDays: 21, retentionDays: 90, loanLimit: 3)
            try failEverywhere(fixture) { try desk.store.changePolicy { _ in .success(policy) } == .success(policy) }
        },
        StoreCase("A store that is opened again holds all that it held", needs: [.reopening]) { fixture in
            try live(fixture.desk)
            let before = try Snapshot(of: fixture.store)
            try fixture.reopen()
            #expect(try Snapshot(of: fixture.store) == before)
        },
        StoreCase("A store that is opened again knows its operations and goes on counting", needs: [.reopening]) {
            fixture in
            try live(fixture.desk)
            let member = MemberID(stored: 1)
            let kept = try fixture.desk.giveBack(.copy("A1"), "R1", now: day(9, 9)).receipt()
            try fixture.reopen()
            let desk = fixture.desk
            let again = try desk.giveBack(.copy("A1"), "R1", now: day(9, 9)).answer()
            #expect(again == Answer(kept, origin: .replayed(RunID(stored: 9))))
            #expect(try desk.borrow(.copy("A1"), by: member, "R1", now: day(9, 9)).refusal == .operationConflict(.kind))
            #expect(try desk.borrow(.copy("A2"), by: member, "B9", now: day(9, 9)).refusal != nil)
            #expect(try desk.borrow(.copy("A1"), by: member, "B9", now: day(9, 9)).receipt().loan.id.value == 3)
            #expect(try desk.book().value == 3)
            #expect(try desk.member(card: "C9").value == 3)
        },
        StoreCase("What one handle commits, another sees at once", needs: [.sharing]) { fixture in
            let (desk, other) = (fixture.desk, Desk(try fixture.another()))
            try live(desk)
            #expect(try Snapshot(of: other.store) == Snapshot(of: desk.store))
            #expect(try other.giveBack(.copy("A1"), "R1", now: day(9, 9)).answer().isReplayed)
            try other.borrow(.copy("A1"), by: MemberID(stored: 1), "B9", now: day(9, 9))
            #expect(try Snapshot(of: other.store) == Snapshot(of: desk.store))
        },
        // (user): a listing left open in a pager must not stop the desk.
        StoreCase("A listing that stops halfway stops nobody, and goes on where it was", needs: [.sharing]) { fixture in
            let (desk, reader) = (fixture.desk, Desk(try fixture.another()))
            try desk.book(copies: "A1", "A2", "A3")
            let member = try desk.member()
            for barcode in ["A1", "A2"] { try desk.borrow(.copy(barcode), by: member, barcode, now: day(0, 9)) }
            let first = try reader.store.loans(matching: LoanFilter(), after: nil, limit: 1)
            let third = try desk.borrow(.copy("A3"), by: member, "A3", now: day(0, 9)).receipt().loan
            let rest = try reader.store.loans(matching: LoanFilter(), after: first.last?.id, limit: 9)
            #expect((first + rest).map(\.id.value) == [1, 2, 3])
            #expect(rest.last == third)
        },
        StoreCase("A private copy starts as the store is and changes nothing in it, nor the store in the copy") {
            desk in
            try live(desk)
            let before = try Snapshot(of: desk.store)
            let copy = Desk(try desk.store.privateCopy())
            let lent = Set(before.loans.filter(\.isOpen).map(\.copy.text))
            #expect(lent == ["A2"])
            #expect(try Snapshot(of: copy.store).loans == before.loans)
            #expect(try Snapshot(of: copy.store).copies == before.copies)
            #expect(try copy.giveBack(.copy("A1"), "R1", now: day(9, 9)).answer().isReplayed)
            #expect(try copy.giveBack(.copy("A2"), "R9", now: day(9, 9)).receipt().disposition == .returned)
            try copy.book()
            #expect(try Snapshot(of: desk.store) == before)
            #expect(try desk.giveBack(.copy("A2"), "R8", now: day(9, 9)).receipt().disposition == .returned)
            #expect(try copy.giveBack(.copy("A2"), "R8", now: day(9, 9)).receipt().disposition == .alreadyReturned)
        },
    ]

    /// Lets the first write of a step fail, then the second, or one some writes later, until the step succeeds: each
    /// failure leaves the store as it was.
    private static func failEverywhere(
        _ fixture: StoreFixture, each stride: Int = 1, _ step: () throws -> Bool, whenFailed: () throws -> Void = {}
    ) throws {
        let failWrite = try #require(fixture.failWrite)
        let before = try Snapshot(of: fixture.store)
        for write in Swift.stride(from: 1, through: 2000, by: stride) {
            try failWrite(write)
            do {
                let isDone = try step()
                try failWrite(nil)
                #expect(isDone)
                #expect(write > 1, "no write failed")
                return
            } catch let failure as StoreFailure {
                try failWrite(nil)
                #expect(!failure.isOutcomeUnknown)
                #expect(try Snapshot(of: fixture.store) == before)
                try whenFailed()
            }
        }
        Issue.record("the step never succeeded")
    }

    /// A little of everything: what a store could forget.
    static func live(_ desk: Desk) throws {
        let book = try desk.book("Ein Titel \u{1F4D5}", copies: "A1", "A2", branch: "North")
        let gone = try desk.book("Gone", copies: "G1")
        let (member, left) = (try desk.member(card: "C1"), try desk.member(card: "C2", name: "Zo\u{EB}"))
        let full = try BookDetails(title: "Other", author: "An author", isbn: "978-3-16-148410-0")
        _ = try desk.store.changeBook(book, by: .edit(full, revision: 1))
        _ = try desk.store.changeBook(gone, by: .remove)
        let details = try MemberDetails(card: "C3", name: "N", email: "a@example.org", phone: "+41 44 000 00 00")
        _ = try desk.store.changeMember(member, by: .edit(details, revision: 1))
        _ = try desk.store.changePolicy { _ in
            .success(LoanPolicy(storedDefault: 7, maximum: 30, retention: 90, loanLimit: 2))
        }
        try desk.borrow(.copy("A1"), by: member, "B1", days: 30, at: StatedTime(day(-2, 9)), now: day(0, 9))
        try desk.borrow(.copy("A2"), by: left, "B2", now: day(0, 9))
        try desk.giveBack(.copy("A1"), "R1", branch: "South", run: RunID(stored: 9), now: day(1, 9))
        _ = try desk.store.changeMember(left, by: .remove(despiteLoans: true))
        _ = try desk.store.withdrawCopy(Barcode("A2"))
    }
}

extension HoldingsRuling {
    /// The row that was written.
    var row: Row? {
        if case .write(let row) = self { row } else { nil }
    }

    var refusal: HoldingsRefusal? {
        if case .refuse(let refusal) = self { refusal } else { nil }
    }
}
