public import Ports

extension FileStore {
    /// Reads a store that is there, on read-only media too, and leaves it to others: it answers as the library was then,
    /// and takes no changes.
    ///
    /// - Parameters:
    ///   - directory: the store's directory; no symbolic link.
    ///   - patience: milliseconds to wait while another process has it open.
    /// - Throws: what opening it may; `notWritable` where it must be mended before and cannot be.
    public static func reading(
        directory: String, patience: Int = 2000
    ) throws(StoreFailure) -> FileStore {
        try reading(on: SystemDisk(directory), directory: directory, patience: patience)
    }

    /// Opens a store that is there, on read-only media too, so that nobody changes it until this is closed.
    ///
    /// - Parameters:
    ///   - directory: the store's directory; no symbolic link.
    ///   - patience: milliseconds to wait while another process has it open.
    /// - Throws: what opening it may; `notWritable` where it must be mended before and cannot be.
    public static func held(
        directory: String, patience: Int = 2000
    ) throws(StoreFailure) -> FileStore {
        try held(on: SystemDisk(directory), directory: directory, patience: patience)
    }

    /// Reads a store on a disk and leaves it to others.
    package static func reading(
        on disk: any Disk, directory: String, patience: Int = 2000, tuning: Tuning = Tuning()
    ) throws(StoreFailure) -> FileStore {
        try read(disk, directory, patience) { lock throws(DiskError) in
            let found = try Recovery(on: disk, tuning: tuning, isMediumReadOnly: lock.isMediumReadOnly)
            if found.mustBeMended {
                let store = try FileStore(found, directory: directory, lock: lock)
                store.letGo()
                return store
            }
            if try lock.isMissed() { return nil }
            lock.release()
            return FileStore(
                found.library, directory: directory,
                refusal: lock.isMediumReadOnly ? onReadOnlyMedium(directory) : .openedToBeRead)
        }
    }

    /// Opens a store on a disk and keeps its lock.
    package static func held(
        on disk: any Disk, directory: String, patience: Int = 2000, tuning: Tuning = Tuning()
    ) throws(StoreFailure) -> FileStore {
        try read(disk, directory, patience) { lock throws(DiskError) in
            let found = try Recovery(on: disk, tuning: tuning, isMediumReadOnly: lock.isMediumReadOnly)
            guard lock.isMediumReadOnly else { return try FileStore(found, directory: directory, lock: lock) }
            if try lock.isMissed() { return nil }
            return FileStore(
                found.library, directory: directory, refusal: onReadOnlyMedium(directory), hold: lock)
        }
    }

    /// Takes the lock to read a store, and gives it back where that fails; nil says that another process has come.
    private static func read(
        _ disk: any Disk, _ directory: String, _ patience: Int,
        _ body: (StoreLock) throws(DiskError) -> FileStore?
    ) throws(StoreFailure) -> FileStore {
        let lock = try enter(disk, directory: directory, patience: patience, toRead: true)
        let store: FileStore?
        do throws(DiskError) { store = try body(lock) } catch {
            lock.release()
            throw error.failure(in: directory)
        }
        guard let store else {
            lock.release()
            throw busy(directory)
        }
        return store
    }

    private static func onReadOnlyMedium(_ directory: String) -> StoreFailure {
        StoreFailure(
            .notWritable, "the store in \(directory) takes no changes, for its medium is read-only; nothing was changed"
        )
    }
}
