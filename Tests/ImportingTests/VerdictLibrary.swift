import Domain
import Host
import MemoryStore
import Ports
import UseCases

/// A clock that stands.
struct StandingClock: WallClock {
    let moment: Moment
    func now() -> Moment { moment }
}

/// What a library needs to have lived through for a line to get each verdict there is.
///
/// Its clock stands at 2026-07-25 14:00 in Zurich.
struct VerdictLibrary {
    static let zone = "Europe/Zurich"
    static let now = Moment(milliseconds: 1_784_980_800_000)

    private let store = MemoryStore(zone: zone, createdAt: now)
    private let principal: Principal
    private let borrow: BorrowBook
    private let giveBack: ReturnBook

    /// A store with this library in it.
    static func made(in calendar: ZoneCalendar) throws -> MemoryStore {
        let library = try VerdictLibrary(calendar)
        for copy in ["0031000000654", "0031000000657", "P 123", "B1", "B2", "007", "%", "' OR 1=1 --", "Äß-7"] {
            try library.add(copy, .lent("07-01 10:00"))
        }
        for copy in ["0031000000660", "0031000000661"] { try library.add(copy, branch: "North", .lent("07-01 10:00")) }
        try library.add("0031000000655", .lent("07-01 10:00"), .returned("07-22 08:00"), .lent("07-23 10:00"))
        try library.add("0031000000656")
        try library.add("0031000000658", .lent("07-24 10:00"))
        // So close to each other that a clock which is wrong by minutes may mean either.
        try library.add("0031000000659", .lent("07-01 10:00"), .returned("07-22 10:15:00"), .lent("07-22 10:15:30"))
        _ = try library.store.withdrawCopy(Barcode("0031000000657"))
        // Loans up to number 43, which files name.
        for number in 10...40 { try library.add("L\(number)", .lent("07-01 10:00")) }
        return library.store
    }

    private enum Event {
        case lent(String)
        case returned(String)
    }

    private init(_ calendar: ZoneCalendar) throws {
        principal = Principal(account: "desk", scope: try .staff("desk"), permissions: Set(Permission.allCases))
        let clock = StandingClock(moment: Self.now)
        borrow = BorrowBook(loans: store, calendar: calendar, clock: clock)
        giveBack = ReturnBook(loans: store, calendar: calendar, clock: clock)
        _ = try store.addBook(BookDetails(title: "A Book"), at: Self.now)
        _ = try store.addMember(MemberDetails(card: "K1", name: "A Member"), at: Self.now)
    }

    private func add(_ copy: String, branch: String? = nil, _ events: Event...) throws {
        _ = try store.addCopy(
            Copy(barcode: Barcode(copy), book: BookID(stored: 1), branch: try branch.map { try Branch($0) }))
        for (number, event) in events.enumerated() {
            let operation = "\(copy) \(number)"
            switch event {
            case .lent(let time):
                let at = TimeStatement(iso: Array("2026-\(time)".utf8)[...])
                _ = try borrow(
                    BorrowOrder(operation: operation, item: .copy(copy), borrower: .member(1), at: at), as: principal)
            case .returned(let time):
                let at = TimeStatement(iso: Array("2026-\(time)".utf8)[...])
                _ = try giveBack(ReturnOrder(operation: operation, item: .copy(copy), at: at), as: principal)
            }
        }
    }
}
