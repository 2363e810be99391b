import Domain
import MemoryStore
import Ports
import Testing
import UseCases

/// A library of one book with one copy, `C1`, and one member; its clock stands at 2026-07-22 12:00 on its wall.
struct SmallLibrary {
    static let now = Moment(milliseconds: 1_784_714_400_000)

    let store: MemoryStore
    let recording: RecordingStore
    let staff: Principal
    let borrow: BorrowBook
    let returning: ReturnBook

    init(permissions: Set<Permission> = Set(Permission.allCases)) throws {
        store = MemoryStore(zone: "Europe/Zurich", createdAt: Self.now)
        recording = RecordingStore(store)
        let book = try store.addBook(BookDetails(title: "A Book"), at: Self.now)
        _ = try store.addCopy(Copy(barcode: Barcode("C1"), book: book.id))
        _ = try store.addMember(MemberDetails(card: "K1", name: "A Member"), at: Self.now)
        staff = Principal(account: "desk", scope: try .staff("desk"), permissions: permissions)
        let clock = StandingClock(moment: Self.now)
        borrow = BorrowBook(loans: recording, calendar: PlainCalendar(), clock: clock)
        returning = ReturnBook(loans: recording, calendar: PlainCalendar(), clock: clock)
    }
}

func time(_ text: String) -> TimeStatement? { TimeStatement(iso: Array(text.utf8)[...]) }

@Suite("Lending through the use cases")
struct LendingTests {
    @Test("A borrow by card is known again though the card was changed or the member removed since")
    func byCard() throws {
        let library = try SmallLibrary()
        let order = BorrowOrder(operation: "op", item: .copy(" C1\t"), borrower: .card("K1"))
        let first = try library.borrow(order, as: library.staff)
        #expect(!first.isReplayed)
        #expect(first.receipt.loan.due.description == "2026-08-05")
        let member = try #require(MemberID(1))
        _ = try library.store.changeMember(
            member, by: .edit(MemberDetails(card: "K9", name: "A Member"), revision: 1))
        #expect(try library.borrow(order, as: library.staff).receipt == first.receipt)
        // The card is another member's now: what was stated is still what was stated.
        _ = try library.store.addMember(MemberDetails(card: "K1", name: "Another"), at: SmallLibrary.now)
        #expect(try library.borrow(order, as: library.staff).receipt == first.receipt)
        _ = try library.store.changeMember(member, by: .remove(despiteLoans: true))
        #expect(try library.borrow(order, as: library.staff).isReplayed)
        #expect(library.recording.asked == 4)
    }

    @Test("An unknown card under a known operation is a conflict, and after the limits of the request")
    func unknownCard() throws {
        let library = try SmallLibrary()
        _ = try library.borrow(
            BorrowOrder(operation: "op", item: .book(1), borrower: .card("K1")), as: library.staff)
        #expect(throws: BorrowFailure.refused(.operationConflict(.member))) {
            try library.borrow(
                BorrowOrder(operation: "op", item: .book(1), borrower: .card("NOBODY")), as: library.staff)
        }
        #expect(throws: BorrowFailure.refused(.unknownMember)) {
            try library.borrow(
                BorrowOrder(operation: "other", item: .book(1), borrower: .card("NOBODY")), as: library.staff)
        }
        #expect(throws: BorrowFailure.invalidRequest(InvalidRequest(.days, .outOfRange(lowest: 1, highest: 365)))) {
            try library.borrow(
                BorrowOrder(operation: "x", item: .book(1), borrower: .card("NOBODY"), days: 0), as: library.staff)
        }
    }

    @Test("A day at the end of the calendar is a future time, not a day that is skipped")
    func endOfCalendar() throws {
        let library = try SmallLibrary()
        for text in ["9999-12-31", "9999-12-31 10:00"] {
            #expect(throws: BorrowFailure.refused(.futureTime)) {
                try library.borrow(
                    BorrowOrder(operation: "op", item: .book(1), borrower: .member(1), at: time(text)),
                    as: library.staff)
            }
            #expect(throws: ReturnFailure.refused(.futureTime)) {
                try library.returning(
                    ReturnOrder(operation: "op", item: .copy("C1"), at: time(text)), as: library.staff)
            }
        }
    }

    @Test("Without the permission no store is asked, even if the request is invalid too")
    func notPermitted() throws {
        let library = try SmallLibrary(permissions: [.catalogue])
        #expect(throws: BorrowFailure.notPermitted(.borrow)) {
            try library.borrow(
                BorrowOrder(operation: "", item: .book(-1), borrower: .member(0)), as: library.staff)
        }
        #expect(throws: ReturnFailure.notPermitted(.return)) {
            try library.returning(ReturnOrder(operation: "", item: .loan(0)), as: library.staff)
        }
        #expect(library.recording.asked == 0)
    }

    @Test(
        "An invalid request names its field, and no store is asked",
        arguments: [
            (BorrowOrder(operation: "", item: .book(1), borrower: .member(1)), InvalidRequest(.operation, .missing)),
            (
                BorrowOrder(operation: String(repeating: "x", count: 65), item: .book(1), borrower: .member(1)),
                InvalidRequest(.operation, .tooLong(maximumBytes: 64))
            ),
            (
                BorrowOrder(operation: "a\u{1B}", item: .book(1), borrower: .member(1)),
                .init(.operation, .controlCharacter)
            ),
            (BorrowOrder(operation: "op", item: .book(0), borrower: .member(1)), InvalidRequest(.book, .notPositive)),
            (
                BorrowOrder(operation: "op", item: .book(1), borrower: .member(-7)),
                InvalidRequest(.member, .notPositive)
            ),
            (BorrowOrder(operation: "op", item: .copy("  "), borrower: .member(1)), InvalidRequest(.copy, .missing)),
            (
                BorrowOrder(operation: "op", item: .copy("3.1E+13"), borrower: .member(1)),
                InvalidRequest(.copy, .spreadsheetDamage)
            ),
            (
                BorrowOrder(operation: "op", item: .book(1), borrower: .member(1), days: 0),
                InvalidRequest(.days, .outOfRange(lowest: 1, highest: 365))
            ),
            (
                BorrowOrder(operation: "op", item: .book(1), borrower: .member(1), days: 366),
                InvalidRequest(.days, .outOfRange(lowest: 1, highest: 365))
            ),
            (
                BorrowOrder(operation: "op", item: .book(1), borrower: .member(1), at: time("2026-03-29 02:30")),
                InvalidRequest(.happenedAt, .nonexistentTime)
            ),
        ])
    func invalid(order: BorrowOrder, expected: InvalidRequest) throws {
        let library = try SmallLibrary()
        #expect(throws: BorrowFailure.invalidRequest(expected)) { try library.borrow(order, as: library.staff) }
        #expect(library.recording.asked == 0)
    }

    @Test("A local time that occurs twice is refused with both readings")
    func ambiguous() throws {
        let library = try SmallLibrary()
        let order = ReturnOrder(operation: "op", item: .copy("C1"), at: time("2026-07-21 03:30"))
        let first = Moment(milliseconds: 1_784_597_400_000)
        #expect(
            throws: ReturnFailure.invalidRequest(
                InvalidRequest(.happenedAt, .ambiguousTime(first, first.advanced(by: 3_600_000))))
        ) { try library.returning(order, as: library.staff) }
    }

    @Test("An outage is an outage: never no copy, never no member")
    func outage() throws {
        let library = try SmallLibrary()
        let failure = StoreFailure(.busy, "others are using it", cause: "5", isOutcomeUnknown: true)
        library.recording.fail(failure)
        #expect(throws: BorrowFailure.storage(StorageTrouble(failure))) {
            try library.borrow(BorrowOrder(operation: "op", item: .book(1), borrower: .card("K1")), as: library.staff)
        }
        #expect(throws: ReturnFailure.storage(StorageTrouble(failure))) {
            try library.returning(ReturnOrder(operation: "op", item: .loan(1)), as: library.staff)
        }
    }

    @Test("The first day of a loan is the stated day in the library's zone")
    func firstDay() throws {
        let library = try SmallLibrary()
        // 23:30 UTC on the 20th is the 21st on the library's wall.
        let order = BorrowOrder(
            operation: "op", item: .book(1), borrower: .member(1), days: 1, at: time("2026-07-20T23:30Z"))
        #expect(try library.borrow(order, as: library.staff).receipt.loan.due.description == "2026-07-22")
    }
}
