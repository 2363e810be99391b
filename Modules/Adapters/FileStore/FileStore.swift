import LibraryState
public import Ports
import Synchronization

/// The library in a directory of files, without any system library: for one process at a time.
///
/// All of it is in memory; every change is added to a journal and synced before anyone is told of it or of anything
/// that depends on it, and snapshots keep the journal short. Callers at the same time share a sync.
///
/// After a sync that failed nobody knows what is on the disk, so the store answers nothing more: it is to be opened
/// again, which reads it from the disk.
public final class FileStore: LibraryStore {
    /// What is on the disk.
    ///
    /// Whoever has it writes for all who wait for it.
    struct Keeper {
        var journal: Journal
        let lock: StoreLock
        /// Whether the journal was long when it was read.
        let wasLong: Bool

        func close() {
            journal.close()
            lock.release()
        }
    }

    /// The name of the store in messages.
    let directory: String
    let contents: Mutex<Contents>
    // Taken before `contents` where both are taken.
    let keeper: Mutex<Keeper?>
    /// The lock of a store that is read where nothing can be written, and is held so that nobody changes it elsewhere.
    let hold: StoreLock?

    /// A private copy, or a store that takes no changes for a reason.
    init(_ library: LibraryState, directory: String, refusal: StoreFailure? = nil, hold: StoreLock? = nil) {
        self.directory = directory
        contents = Mutex(Contents(library: library, isKept: false, refusal: refusal))
        keeper = Mutex(nil)
        self.hold = hold
    }

    /// Opens a store on a disk.
    ///
    /// - Parameters:
    ///   - directory: the name of the store in messages.
    ///   - patience: milliseconds to wait while another process has it open.
    package convenience init(
        on disk: any Disk, directory: String, patience: Int = 2000, tuning: Tuning = Tuning()
    ) throws(StoreFailure) {
        let lock = try Self.enter(disk, directory: directory, patience: patience)
        do throws(DiskError) {
            try self.init(Recovery(on: disk, tuning: tuning), directory: directory, lock: lock)
        } catch {
            lock.release()
            throw error.failure(in: directory)
        }
    }

    /// Goes on where what was read from a disk ends; who has the lock keeps it if that fails.
    init(_ found: consuming Recovery, directory: String, lock: StoreLock) throws(DiskError) {
        self.directory = directory
        var journal = try found.resume()
        do throws(DiskError) {
            if journal.isSnapshotDueOnOpening { _ = try journal.takeSnapshot(of: found.library) }
        } catch {
            journal.close()
            throw error
        }
        contents = Mutex(Contents(library: found.library, isKept: true))
        keeper = Mutex(Keeper(journal: journal, lock: lock, wasLong: journal.isLong))
        hold = nil
    }

    /// Closes the store, and takes a snapshot before if it took long to open: so the next opening does not, nobody waits
    /// for a receipt meanwhile, and whoever made the journal long need not care.
    deinit {
        keeper.withLock { keeper in
            if keeper.map({ $0.wasLong && $0.journal.isLong }) ?? false { takeSnapshot(&keeper) }
            keeper?.close()
        }
        hold?.release()
    }

    /// Leaves lock and files to others; this goes on to answer as the library is now, and takes no more changes.
    ///
    /// No change waits to be written.
    func letGo() {
        keeper.withLock { keeper in
            keeper?.close()
            keeper = nil
        }
        contents.withLock { $0.refusal = .openedToBeRead }
    }

    /// Takes one atomic step and returns once all that it saw and changed is durable.
    ///
    /// The body leaves the library as it was when it throws.
    func step<Result: Sendable>(
        _ body: (inout Contents) throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result {
        let (result, group) = try take(body)
        if let group { try settle(group) }
        return result
    }

    /// Takes one atomic step that may change the library, unless the store takes no changes.
    func write<Result: Sendable>(
        _ body: (inout Contents) throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result {
        try step { contents throws(StoreFailure) in
            try contents.checkOpen()
            return try body(&contents)
        }
    }

    /// Takes one atomic step and gives the group whose outcome it depends on, if any.
    func take<Result: Sendable>(
        _ body: (inout Contents) throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> (Result, Group?) {
        try contents.withLock { contents throws(StoreFailure) -> (Result, Group?) in
            if let end = contents.end { throw end }
            let result = try contents.takeStep(body)
            return (result, contents.waiting.isEmpty ? contents.inFlight : contents.group)
        }
    }
}
