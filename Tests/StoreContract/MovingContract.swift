import Domain
import Ports
import StoreTrials
import Testing

extension StoreContract {
    static let moving = [
        StoreCase("A store gives all its rows, removed books and purged keys too, and they are sound") { desk in
            try live(desk)
            try purgeFirst(desk)
            let (_, check) = try inspect(desk.store)
            #expect(check.findings == [])
            let head = try desk.store.head()
            #expect([head.nextBook.value, head.nextMember.value, head.nextLoan.value] == [3, 3, 3])
            #expect(try desk.store.everyBook(after: nil, limit: 9).map(\.isRemoved) == [false, true])
            #expect(try desk.store.everyBook(after: BookID(stored: 2), limit: 9) == [])
            let notices = try desk.store.pendingNotices(after: nil, limit: 2)
            #expect(notices.map(\.notice.loan.value) == [1, 2])
            let rest = try desk.store.pendingNotices(after: notices.last?.place, limit: 9)
            #expect(rest.map(\.notice.kind) == [.returned])
            #expect(try desk.store.pendingNotices(after: rest.last?.place, limit: 9) == [])
        },
        StoreCase("The digest follows every change, and an equal store has an equal one") { desk in
            var seen: Set<LibraryDigest> = [try inspect(desk.store).digest]
            func note() throws { seen.insert(try inspect(desk.store).digest) }
            let book = try desk.book()
            try note()
            try desk.add("A1", to: book)
            try note()
            let member = try desk.member()
            try note()
            try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9))
            try note()
            try desk.giveBack(.copy("A1"), "R1", now: day(1, 9))
            try note()
            try desk.giveBack(.copy("A1"), "R2", now: day(1, 9))
            try note()
            _ = try desk.store.withdrawCopy(Barcode("A1"))
            try note()
            _ = try desk.store.changeMember(member, by: .remove(despiteLoans: false))
            try note()
            _ = try desk.store.changePolicy { _ in
                .success(LoanPolicy(storedDefault: 7, maximum: 9, retention: 9, loanLimit: nil))
            }
            try note()
            #expect(seen.count == 10)
            try note()
            #expect(try inspect(try desk.store.privateCopy()).digest == inspect(desk.store).digest)
            #expect(seen.count == 10)
        },
        StoreCase(
            "A copy to another store answers every retry as the first does, and counts on from it", needs: [.copying]
        ) { fixture in
            let desk = fixture.desk
            try live(desk)
            try purgeFirst(desk)
            let copy = Desk(try fixture.copy(skipping: 0))
            #expect(try inspect(copy.store).digest == inspect(desk.store).digest)
            #expect(try copy.store.facts().isOutboxPaused)
            for (desk, now) in [(desk, day(3, 9)), (copy, day(4, 9))] {
                #expect(
                    try desk.borrow(.copy("A1"), by: MemberID(stored: 1), "B1", days: 30, now: now).refusal
                        == .operationExpired)
                #expect(try desk.giveBack(.copy("A1"), "R1", now: now).answer().origin == .replayed(RunID(stored: 9)))
            }
            #expect(
                try desk.giveBack(.copy("A1"), "R1", now: day(3, 9))
                    == copy.giveBack(.copy("A1"), "R1", now: day(4, 9)))
            let book = try copy.book(copies: "N1")
            #expect(book.value == 3)
            #expect(try copy.member(card: "C9").value == 3)
            let next = try copy.borrow(.copy("N1"), by: MemberID(stored: 3), "B9", now: day(5, 9)).receipt().loan
            #expect(next.id.value == 3)
            #expect(try desk.store.facts().loans == 2)
        },
        StoreCase("A copy that skips numbers of loans gives none of them, nor finds a loan there", needs: [.copying]) {
            fixture in
            let desk = fixture.desk
            try live(desk)
            let copy = Desk(try fixture.copy(skipping: 100))
            #expect(try copy.store.head().nextLoan.value == 103)
            #expect(try copy.store.loan(LoanID(stored: 50)) == nil)
            #expect(try copy.giveBack(.loan(LoanID(stored: 50)), "R5", now: day(5, 9)).refusal == .missingLoan)
            let book = try copy.book(copies: "N1")
            let member = try copy.member(card: "C9")
            let loan = try copy.borrow(.book(book), by: member, "B9", now: day(5, 9)).receipt().loan
            #expect(loan.id.value == 103)
            #expect(try copy.giveBack(.loan(loan.id), "R9", now: day(6, 9)).receipt().disposition == .returned)
            #expect(try Snapshot(of: copy.store).loans.map(\.id.value) == [1, 2, 103])
            #expect(try copy.store.facts().loans == 3)
            #expect(try inspect(copy.store).check.findings == [])
            #expect(try copy.store.changeMember(member, by: .remove(despiteLoans: false)).row != nil)
        },
        StoreCase("A store that the library moved from refuses every change and still shows all") { desk in
            try live(desk)
            try desk.store.withChangesHeld { still throws(StoreFailure) in
                try still.facts().loans == 2 ? nil : "never"
            }
            try desk.giveBack(.copy("A2"), "R2", now: day(3, 9))
            let before = try Snapshot(of: desk.store)
            try desk.store.withChangesHeld { _ in "sqlite:/elsewhere" }
            try expectClosed(desk)
            #expect(try Snapshot(of: desk.store).loans == before.loans)
            #expect(try desk.store.facts().standing == .moved(to: "sqlite:/elsewhere"))
            #expect(throws: StoreFailure.self) { try desk.store.withChangesHeld { _ in nil } }
        },
        StoreCase("What fails while changes are held leaves the store open") { desk in
            try live(desk)
            let failure = StoreFailure(.full, "planned")
            #expect(throws: failure) {
                try desk.store.withChangesHeld { _ throws(StoreFailure) in throw failure }
            }
            #expect(try desk.giveBack(.copy("A2"), "R2", now: day(3, 9)).receipt().disposition == .returned)
        },
        StoreCase("A moved store stays so when it is opened again", needs: [.reopening]) { fixture in
            try live(fixture.desk)
            try fixture.store.withChangesHeld { _ in "file:/elsewhere" }
            try fixture.reopen()
            try expectClosed(fixture.desk)
            #expect(try fixture.store.facts().standing == .moved(to: "file:/elsewhere"))
        },
        StoreCase(
            "A store at which a library is arriving takes no change and sends nothing until it is there",
            needs: [.copying]
        ) { fixture in
            try live(fixture.desk)
            let head = try fixture.store.head()
            let standing = StoreStanding.arriving(from: "file:/old")
            let make = try #require(fixture.makeCopy)
            let given = LibraryCopy(of: fixture.store, head: head, isOutboxPaused: false, standing: standing)
            let copy = Desk(try make(given))
            #expect(try copy.store.facts().standing == standing)
            #expect(try copy.store.facts().isOutboxPaused)
            try expectClosed(copy)
            #expect(throws: StoreFailure.self) { try copy.store.withChangesHeld { _ in "sqlite:/elsewhere" } }
            for _ in 1...2 {
                try copy.store.arrive()
                #expect(try copy.store.facts().standing == .open)
                #expect(try !copy.store.facts().isOutboxPaused)
            }
            #expect(try copy.giveBack(.copy("A2"), "R2", now: day(3, 9)).receipt().disposition == .returned)
            try fixture.store.withChangesHeld { _ in "sqlite:/elsewhere" }
            #expect(throws: StoreFailure.self) { try fixture.store.arrive() }
            try expectClosed(fixture.desk)
        },
        StoreCase("A store that has arrived stays open when it is opened again", needs: [.reopening]) { fixture in
            try live(fixture.desk)
            try fixture.store.arrive()
            let before = try Snapshot(of: fixture.store)
            try fixture.reopen()
            #expect(try fixture.store.facts().standing == .open)
            #expect(try Snapshot(of: fixture.store) == before)
        },
        StoreCase("No backup is made of a store that the library moved from", needs: [.backingUp]) { fixture in
            try live(fixture.desk)
            try fixture.store.withChangesHeld { _ in "sqlite:/elsewhere" }
            let failure = #expect(throws: StoreFailure.self) { try fixture.backUp() }
            #expect(failure?.kind == .closed)
        },
        StoreCase("A backup holds all, takes no change, and can be restored", needs: [.backingUp]) { fixture in
            let desk = fixture.desk
            try live(desk)
            let backup = Desk(try fixture.backUp())
            try desk.giveBack(.copy("A2"), "R2", now: day(3, 9))
            #expect(try backup.store.loan(LoanID(stored: 2))?.isOpen == true)
            #expect(try inspect(backup.store).check.findings == [])
            #expect(try backup.store.facts().standing == .backup)
            try expectClosed(backup)
            // It is not made where something is.
            #expect(throws: StoreFailure.self) { try fixture.backUp() }
        },
    ]

    /// Empties the record of `B1`, by the rule, as if much time had passed.
    private static func purgeFirst(_ desk: Desk) throws {
        var history = LedgerHistory()
        let first = try #require(try desk.store.record(try desk.key("B1")))
        let at = try #require(first.content).recordedAt.advanced(by: 8 * 86_400_000)
        history.note(LedgerRecord(key: first.key, content: first.content))
        let later = LedgerContent(
            payload: Payload(kind: .return, item: .loan(LoanID(stored: 1))),
            result: OperationResult(disposition: .returned, loan: LoanID(stored: 1), due: civilDay(at)),
            recordedAt: at, run: nil)
        history.note(LedgerRecord(key: try desk.key("later"), content: later))
        let policy = LoanPolicy(storedDefault: 7, maximum: 30, retention: 7, loanLimit: nil)
        guard case .purge(let order) = PurgeRule(now: at).ruling(given: history, policy: policy) else {
            throw Unexpected("a doubt")
        }
        let step = try desk.store.purge(order, after: nil, limit: 1)
        #expect(step == PurgeStep(last: first.key, purged: 1))
    }

    /// The digest of a store, and what a check of it finds.
    static func inspect(_ store: any LibraryStore) throws -> (digest: LibraryDigest, check: LibraryCheck) {
        let head = try store.head()
        var (digest, check) = (LibraryDigest(head), LibraryCheck(head))
        let pages = LibraryPages(of: store)
        try pages.each { rows in
            digest.take(rows)
            check.take(rows)
        }
        check.end()
        try pages.eachStock { check.take(stock: $0) }
        check.take(damage: try store.damage())
        return (digest, check)
    }

    /// Tries every kind of change on a store that takes none.
    private static func expectClosed(_ desk: Desk) throws {
        let store = desk.store
        let changes: [() throws -> Void] = [
            { _ = try store.addBook(BookDetails(title: "T"), at: day(9, 9)) },
            { _ = try store.changeBook(BookID(stored: 1), by: .remove) },
            { _ = try store.addCopy(Copy(barcode: Barcode("Z"), book: BookID(stored: 1))) },
            { _ = try store.withdrawCopy(Barcode("A1")) },
            { _ = try store.addMember(MemberDetails(card: "Z", name: "N"), at: day(9, 9)) },
            { _ = try store.changeMember(MemberID(stored: 1), by: .deactivate) },
            { _ = try store.changePolicy { .success($0) } },
            { try desk.borrow(.copy("A1"), by: MemberID(stored: 1), "Z", now: day(9, 9)) },
            { try desk.giveBack(.copy("A1"), "R1", now: day(9, 9)) },
        ]
        for (number, change) in changes.enumerated() {
            do {
                try change()
                Issue.record("change \(number) was taken")
            } catch let failure as StoreFailure {
                #expect(failure.kind == .closed, "change \(number)")
            }
        }
    }
}
