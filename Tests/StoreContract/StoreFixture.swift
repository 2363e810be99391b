public import Domain
public import Ports

/// One fresh, empty library in the store under test, and what can be done with it past its ports.
///
/// The library has the zone and the time of making that stand here, and the initial policy. A store's test makes one
/// fixture for each case.
public final class StoreFixture {
    /// The zone that the library is made with.
    public static let zone = "Europe/Zurich"
    /// When the library is made: 2026-07-01 00:00 UTC.
    public static let createdAt = Moment(milliseconds: 1_782_864_000_000)

    private let open: () throws -> any LibraryStore
    private var handle: [any LibraryStore]

    /// Writes a loan past the rules; throws if the store refuses it.
    public var putLoan: ((Loan) throws -> Void)?
    /// Forgets what an operation stated and gave, and keeps its key.
    public var purge: ((OperationKey) throws -> Void)?
    /// Makes a write to the store fail once: the next one for 1, the one after it for 2; nil calls it off.
    ///
    /// A write is whatever the store may fail at on its own, such as one row: a case counts up until an operation
    /// succeeds.
    public var failWrite: ((Int?) throws -> Void)?

    /// Makes another store of what it is given, and opens it.
    public var makeCopy: ((LibraryCopy) throws -> any LibraryStore)?
    /// Makes a backup at a place of its own, always the same, and opens it.
    public var makeBackup: (() throws -> any LibraryStore)?

    /// A fixture that opens its library by a closure: once now, and again whenever a case asks for another handle
    /// (`StoreCapability.sharing`) or reopens it (`.reopening`).
    public init(open: @escaping () throws -> any LibraryStore) throws {
        self.open = open
        handle = [try open()]
    }

    /// The handle in use; a case that reopens keeps no other.
    public var store: any LibraryStore { handle[0] }

    /// A desk at the handle in use; a case that reopens keeps none.
    var desk: Desk { Desk(store) }

    /// A copy of the library in another store, after which numbers of loans are left out.
    func copy(skipping: Int) throws -> any LibraryStore {
        guard let makeCopy else { throw Unexpected("the fixture makes no copy") }
        let head = try store.head().skippingLoans(skipping)
        return try makeCopy(LibraryCopy(of: try store.privateCopy(), head: head, isOutboxPaused: true))
    }

    /// A backup of the library, opened.
    func backUp() throws -> any LibraryStore {
        guard let makeBackup else { throw Unexpected("the fixture makes no backup") }
        return try makeBackup()
    }

    /// Another handle on the same library, as another process has one.
    func another() throws -> any LibraryStore { try open() }

    /// Lets go of the handle and opens the library again.
    func reopen() throws {
        handle.removeAll()
        handle = [try open()]
    }
}
