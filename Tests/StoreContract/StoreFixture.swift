public import Domain
public import Ports
import Synchronization

/// One fresh, empty library in the store under test, and what can be done with it past its ports.
///
/// The library has the zone and the time of making that stand here, and the initial policy. A store's test makes one
/// fixture for each case, and gives the closures that its capabilities call for.
public final class StoreFixture: Sendable {
    /// The zone that the library is made with.
    public static let zone = "Europe/Zurich"
    /// When the library is made: 2026-07-01 00:00 UTC.
    public static let createdAt = Moment(milliseconds: 1_782_864_000_000)

    let putLoan: (@Sendable (Loan) throws -> Void)?
    let purge: (@Sendable (OperationKey) throws -> Void)?
    let failWrite: (@Sendable (Int?) throws -> Void)?
    private let open: @Sendable () throws -> any LibraryStore
    /// The handle in use; none only while the library is being opened again.
    private let handle: Mutex<[any LibraryStore]>

    /// A fixture of a library that was just made.
    ///
    /// - Parameters:
    ///   - open: opens the library: once now, and again whenever a case asks for another handle
    ///     (`StoreCapability.sharing`) or reopens it (`.reopening`).
    ///   - putLoan: writes a loan past the rules; throws if the store refuses it (`.unruledWrites`).
    ///   - purge: forgets what an operation stated and gave, and keeps its key (`.purging`).
    ///   - failWrite: makes a write to the store fail once, the next one for 1, the one after it for 2; nil calls it off
    ///     (`.failing`). A write is whatever the store may fail at on its own, such as one row: a case counts up until an
    ///     operation succeeds.
    public init(
        open: @escaping @Sendable () throws -> any LibraryStore, putLoan: (@Sendable (Loan) throws -> Void)? = nil,
        purge: (@Sendable (OperationKey) throws -> Void)? = nil,
        failWrite: (@Sendable (Int?) throws -> Void)? = nil
    ) throws {
        self.open = open
        self.putLoan = putLoan
        self.purge = purge
        self.failWrite = failWrite
        handle = Mutex([try open()])
    }

    /// The handle in use; a case that reopens the library keeps no other.
    var store: any LibraryStore { handle.withLock { $0[0] } }

    /// Another handle on the same library, as another process has one.
    func another() throws -> any LibraryStore { try open() }

    /// Lets go of the handle and opens the library again.
    func reopen() throws {
        handle.withLock { $0.removeAll() }
        let again = try open()
        handle.withLock { $0 = [again] }
    }
}
