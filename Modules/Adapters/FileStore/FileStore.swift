import Domain
import Glibc
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
    /// What callers see and change.
    struct Contents {
        var library: LibraryState
        /// False for a private copy, which no disk knows of.
        let isKept: Bool
        /// Frames that wait to be written, and those who wait for them.
        var waiting = FrameBatch()
        var group = Group()
        /// The group that is being written.
        var inFlight: Group?
        /// Whether a caller writes, or was woken to.
        var isWriting = false
        /// Why the store answers nothing more.
        var end: StoreFailure?
    }

    /// What is on the disk.
    ///
    /// Whoever has it writes for all who wait for it.
    private struct Keeper {
        var journal: Journal
        let lock: Int32
        /// Whether the journal was long when it was read.
        let wasLong: Bool
    }

    /// The name of the store in messages.
    private let directory: String
    private let contents: Mutex<Contents>
    // Taken before `contents` where both are taken.
    private let keeper: Mutex<Keeper?>

    /// A private copy.
    init(_ library: LibraryState, directory: String) {
        self.directory = directory
        contents = Mutex(Contents(library: library, isKept: false))
        keeper = Mutex(nil)
    }

    /// Opens a store on a disk.
    ///
    /// - Parameters:
    ///   - directory: the name of the store in messages.
    ///   - patience: milliseconds to wait while another process has it open.
    package init(
        on disk: any Disk, directory: String, patience: Int = 2000, tuning: Tuning = Tuning()
    ) throws(StoreFailure) {
        self.directory = directory
        let lock = try Self.enter(disk, directory: directory, patience: patience)
        do throws(DiskError) {
            var (library, journal) = try Recovery.open(on: disk, tuning: tuning)
            do throws(DiskError) {
                if journal.isSnapshotDueOnOpening { _ = try journal.takeSnapshot(of: library) }
            } catch {
                journal.close()
                throw error
            }
            contents = Mutex(Contents(library: library, isKept: true))
            keeper = Mutex(Keeper(journal: journal, lock: lock, wasLong: journal.isLong))
        } catch {
            disk.close(lock)
            throw error.failure(in: directory)
        }
    }

    /// Closes the store, and takes a snapshot before if it took long to open: so the next opening does not, nobody waits
    /// for a receipt meanwhile, and whoever made the journal long need not care.
    deinit {
        keeper.withLock { keeper in
            if keeper.map({ $0.wasLong && $0.journal.isLong }) ?? false { takeSnapshot(&keeper) }
            keeper?.journal.close()
            if let keeper { keeper.journal.disk.close(keeper.lock) }
        }
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
            try contents.library.standing.checkOpen()
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

    /// Waits until a group is durable, or makes it so.
    ///
    /// One caller at a time writes for all who wait; then one of those who came meanwhile does.
    func settle(_ group: Group) throws(StoreFailure) {
        let mustWrite = contents.withLock { contents in
            if group.outcome != nil { return false }
            defer { contents.isWriting = true }
            if contents.isWriting { group.enlist() }
            return !contents.isWriting
        }
        if !mustWrite, group.outcome == nil { group.wait() }
        if group.outcome == nil { write() }
        guard let outcome = group.outcome else { preconditionFailure("what was written has an outcome") }
        try outcome.get()
    }

    /// Writes what waits, and leaves writing to one of those who wait then.
    private func write() {
        let written = keeper.withLock { keeper in
            gather(keeper?.journal.lastFrames ?? 0)
            guard var written = contents.withLock({ $0.takeWaiting() }) else { return Group?.none }
            append(&written.frames, &keeper) { body in contents.withLock { body(&$0) } }
            contents.withLock { $0.reuse(&written.frames) }
            if keeper?.journal.isSnapshotDue ?? false { takeSnapshot(&keeper) }
            return written.group
        }
        contents.withLock {
            $0.isWriting = !$0.waiting.isEmpty && $0.group.wakeOne()
        }
        written?.wakeAll()
    }

    /// Lets callers who were just answered come with their next changes, as long as they do: so that they share a sync
    /// again, and do not wait for each other by turns.
    private func gather(_ expected: Int) {
        guard expected > 1 else { return }
        var (found, idle) = (0, 0)
        while idle < 30 {
            let waiting = contents.withLock { $0.waiting.lengths.count }
            if waiting >= expected { return }
            idle = waiting > found ? 0 : idle + 1
            found = waiting
            sched_yield()
        }
    }

    /// Writes and syncs frames; `access` gives the contents for what came of it.
    private func append(
        _ batch: inout FrameBatch, _ keeper: inout Keeper?, _ access: ((inout Contents) -> Void) -> Void
    ) {
        do throws(AppendFailure) {
            try keeper?.journal.append(&batch)
            access { $0.settle(.success(())) }
        } catch {
            if error.isSyncFailure {
                access { $0.close(after: error.error.failure(in: directory, isOutcomeUnknown: true)) }
            } else {
                access { takeBack(after: error.error, &keeper, &$0) }
            }
        }
    }

    /// After a write that failed before its sync: makes sure that nothing of it stays, and reads the library again,
    /// which has gone ahead of the disk.
    private func takeBack(after error: DiskError, _ keeper: inout Keeper?, _ contents: inout Contents) {
        guard let journal = keeper?.journal else { return }
        do throws(DiskError) {
            try keeper?.journal.cutBack()
        } catch {
            return contents.close(after: error.failure(in: directory, isOutcomeUnknown: true))
        }
        contents.settleAll(.failure(error.failure(in: directory)))
        do throws(DiskError) {
            let (library, again) = try Recovery.open(on: journal.disk, tuning: journal.tuning)
            journal.close()
            keeper?.journal = again
            contents.library = library
        } catch {
            contents.close(after: error.failure(in: directory))
        }
    }

    /// Takes a snapshot while nobody changes anything; where there is no room for one all is as before.
    private func takeSnapshot(_ keeper: inout Keeper?) {
        contents.withLock { contents in
            if var waiting = contents.takeWaiting() {
                append(&waiting.frames, &keeper) { body in body(&contents) }
                waiting.group.wakeAll()
            }
            guard contents.end == nil else { return }
            do throws(DiskError) {
                _ = try keeper?.journal.takeSnapshot(of: contents.library)
            } catch {
                contents.close(after: error.failure(in: directory))
            }
        }
    }
}

extension FileStore.Contents {
    /// Makes a change in memory and notes it for the journal.
    mutating func make(_ change: Change) throws(StoreFailure) {
        do throws(StateConflict) { try change.apply(to: &library) } catch { throw error.failure }
        if isKept { waiting.write { change.write(to: &$0) } }
    }

    fileprivate mutating func takeStep<Result>(
        _ body: (inout Self) throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result {
        defer { waiting.dropFrame() }
        let result = try body(&self)
        waiting.endFrame()
        return result
    }

    fileprivate mutating func takeWaiting() -> (frames: FrameBatch, group: Group)? {
        guard !waiting.isEmpty else { return nil }
        defer {
            inFlight = group
            group = Group()
            waiting = FrameBatch()
        }
        return (waiting, group)
    }

    /// Takes the memory of frames that were written for those to come.
    fileprivate mutating func reuse(_ frames: inout FrameBatch) {
        guard waiting.isEmpty else { return }
        frames.removeAll()
        swap(&waiting, &frames)
    }

    fileprivate mutating func settle(_ outcome: Result<Void, StoreFailure>) {
        inFlight?.finish(outcome)
        inFlight = nil
    }

    /// Settles those who wait for what was built on the group in flight as well.
    fileprivate mutating func settleAll(_ outcome: Result<Void, StoreFailure>) {
        settle(outcome)
        group.finish(outcome)
        group.wakeAll()
        group = Group()
        waiting = FrameBatch()
    }

    /// Answers nothing more.
    fileprivate mutating func close(after failure: StoreFailure) {
        settleAll(.failure(failure))
        end = StoreFailure(
            failure.kind, failure.message + " The store is closed until it is opened again.", cause: failure.cause)
    }
}
