public import Domain
import LibraryState
public import Ports

extension FileStore {
    /// Who may use a store's files.
    public enum Access: Hashable, Sendable {
        /// Only the account that makes it: directory 0700, files 0600.
        case owner
        /// An operating-system group, by its number: setgid directory 2770, files 0660.
        case group(UInt32)
    }

    /// Opens a store that is there.
    ///
    /// - Parameters:
    ///   - directory: the store's directory; no symbolic link.
    ///   - patience: milliseconds to wait while another process has it open.
    /// - Throws: `missing`, `foreign` (something else is there), `newerSchema`, `busy`, `corrupt`, or what reading
    ///   files may.
    public convenience init(
        directory: String, patience: Int = 2000
    ) throws(StoreFailure) {
        let disk = try SystemDisk(directory)
        try self.init(on: disk, directory: directory, patience: patience)
    }

    /// Fails early where there is no store, or one that this account cannot reach; a store that is there is not opened.
    public static func look(directory: String) throws(StoreFailure) {
        try requireStore(on: SystemDisk(directory), directory: directory)
    }

    /// Makes a new store, whole or not at all, and opens it.
    ///
    /// - Parameters:
    ///   - directory: its directory, which is made if it is not there, and must be empty if it is.
    ///   - zone: the library's IANA time zone, already checked.
    ///   - now: when it is made.
    ///   - access: who may use the files.
    ///   - patience: milliseconds to wait while another process has it open.
    /// - Throws: `exists` when anything is there already.
    public static func create(
        directory: String, zone: String, at now: Moment, access: Access = .owner, patience: Int = 2000
    ) throws(StoreFailure) -> FileStore {
        try create(directory: directory, access: access, patience: patience) {
            LibraryState(zone: zone, createdAt: now)
        }
    }

    /// Makes a new store of a library that is elsewhere, whole or not at all, and opens it.
    ///
    /// - Throws: `exists` when anything is there already.
    public static func create(
        directory: String, _ copy: LibraryCopy, access: Access = .owner
    ) throws(StoreFailure) -> FileStore {
        try create(directory: directory, access: access) { () throws(StoreFailure) in
            try LibraryState(copy) { FileStore($0, directory: directory) }
        }
    }

    static func create(
        directory: String, access: Access, patience: Int = 2000,
        _ library: () throws(StoreFailure) -> LibraryState
    ) throws(StoreFailure) -> FileStore {
        try StoreDirectory.make(directory, access: access)
        let disk = try SystemDisk(directory)
        return try create(on: disk, directory: directory, patience: patience, library)
    }

    /// Makes a new store on an empty disk and opens it.
    package static func create(
        on disk: any Disk, directory: String, zone: String, at now: Moment, patience: Int = 2000,
        tuning: Tuning = Tuning()
    ) throws(StoreFailure) -> FileStore {
        try create(on: disk, directory: directory, patience: patience, tuning: tuning) {
            LibraryState(zone: zone, createdAt: now)
        }
    }

    private static func create(
        on disk: any Disk, directory: String, patience: Int, tuning: Tuning = Tuning(),
        _ library: () throws(StoreFailure) -> LibraryState
    ) throws(StoreFailure) -> FileStore {
        let occupied = StoreFailure(.exists, "there is something in \(directory) already; nothing was changed")
        // Asked before the library is made, which may take long, and once more with the lock.
        let isFree: Bool
        do throws(DiskError) { isFree = try isVacant(disk) } catch { throw error.failure(in: directory) }
        guard isFree else { throw occupied }
        switch make(try library(), on: disk, patience: patience, tuning: tuning) {
        case .success(true): break
        case .success(false): throw occupied
        case .failure(let error):
            // With a snapshot it is a store; whether it outlasts a power cut is not known.
            let isNone = (try? Files(on: disk))?.snapshots.isEmpty ?? false
            let failure = error.failure(in: directory, isOutcomeUnknown: !isNone)
            guard failure.kind == .notWritable, isNone else { throw failure }
            throw StoreFailure(.notMade, failure.message, cause: failure.cause)
        case nil: throw busy(directory)
        }
        do throws(StoreFailure) {
            return try FileStore(on: disk, directory: directory, patience: patience, tuning: tuning)
        } catch { throw error.withUnknownOutcome }
    }

    /// Makes the files; false if there are some, nil if another process has the lock.
    private static func make(
        _ library: LibraryState, on disk: any Disk, patience: Int, tuning: Tuning
    ) -> Result<Bool, DiskError>? {
        do throws(DiskError) {
            guard let lock = try StoreLock.take(on: disk, patience: patience) else { return nil }
            defer { lock.release() }
            // Another process may have made a store while this one waited.
            guard try isVacant(disk) else { return .success(false) }
            let empty = FileHeader(
                kind: .journal, number: 1, store: .random(), base: 0, chain: 0, unit: UInt32(tuning.growth))
            _ = try Journal.draft(library, before: empty, on: disk)
            try Journal.publish(number: 1, on: disk)
            return .success(true)
        } catch {
            return .failure(error)
        }
    }

    /// Whether nothing is there, or only what an attempt to make a store left: drafts, and a journal without a change.
    private static func isVacant(_ disk: any Disk) throws(DiskError) -> Bool {
        let files = try Files(on: disk)
        guard files.snapshots.isEmpty, files.others.isEmpty, files.journals.allSatisfy({ $0 == 1 }) else {
            return false
        }
        guard !files.journals.isEmpty else { return true }
        let name = FileName.journal(named: 1)
        return try disk.reading(name) { file, size throws(DiskError) in
            guard let header = try? disk.header(of: file, kind: .journal, number: 1, named: name) else { return false }
            var reader = FrameReader(disk, file, size: size, header)
            if let frame = try reader.next(), !frame.header.isSeal { return false }
            return try !reader.examineRest(for: 1).isTorn
        }
    }

    /// Takes the lock of a store that is there; on read-only media only if the store is to be read.
    static func enter(
        _ disk: any Disk, directory: String, patience: Int, toRead: Bool = false
    ) throws(StoreFailure) -> StoreLock {
        try requireStore(on: disk, directory: directory)
        let lock: StoreLock?
        do throws(DiskError) {
            lock =
                toRead
                ? try StoreLock.takeToRead(on: disk, patience: patience)
                : try StoreLock.take(on: disk, patience: patience)
        } catch {
            throw error.failure(in: directory)
        }
        guard let lock else { throw busy(directory) }
        return lock
    }

    private static func requireStore(on disk: any Disk, directory: String) throws(StoreFailure) {
        do throws(DiskError) {
            let files = try Files(on: disk)
            if files.snapshots.isEmpty { throw try lack(of: files, on: disk) }
        } catch {
            throw error.failure(in: directory)
        }
    }

    /// What it means that there is no snapshot: journals with changes had one.
    private static func lack(of files: Files, on disk: any Disk) throws(DiskError) -> DiskError {
        if !files.others.isEmpty { return DiskError("", .foreign) }
        if try isVacant(disk) { return DiskError("", .missing) }
        return .damage(FileName.snapshot(named: files.journals.first ?? 1), at: 0, "it is missing")
    }

    static func busy(_ directory: String) -> StoreFailure {
        StoreFailure(.busy, "another process has the store in \(directory) open; try again")
    }
}
