import Glibc
import LibraryState
public import Ports

extension FileStore {
    /// Brings a store of an earlier release to this release's layout, after a backup of its files as they are.
    ///
    /// - Parameters:
    ///   - directory: the store's directory.
    ///   - backup: where the backup is made, if nothing is there; nil for a free name beside the store.
    ///   - patience: milliseconds to wait while another process has the store open.
    public static func upgrade(
        directory: String, backup: String?, patience: Int = 2000
    ) throws(StoreFailure) -> StoreUpgrade {
        let disk = try SystemDisk(directory)
        let lock = try enter(disk, directory: directory, patience: patience)
        defer { lock.release() }
        let from: UInt32
        do throws(DiskError) { from = try layout(on: disk) } catch { throw error.failure(in: directory) }
        let to = FileHeader.version
        guard from < to else { return StoreUpgrade(from: Int(from), to: Int(to), backup: nil) }
        let backup = backup ?? freeName(beside: directory, layout: from)
        try requireNothing(at: backup)
        let found: (library: LibraryState, journal: Journal)
        do throws(DiskError) {
            found = try Recovery.open(on: disk, tuning: Tuning(), oldest: from)
        } catch {
            throw error.failure(in: directory)
        }
        var journal = found.journal
        defer { journal.close() }
        try backUp(journal, to: backup)
        let isDone: Bool
        do throws(DiskError) {
            // All that an earlier release wrote is replaced by a snapshot in this one's layout.
            isDone = try journal.takeSnapshot(of: found.library)
        } catch {
            // It may have its name already.
            throw error.failure(in: directory, isOutcomeUnknown: true)
        }
        guard isDone else { throw DiskError("snapshot", ENOSPC).failure(in: directory) }
        return StoreUpgrade(from: Int(from), to: Int(to), backup: backup)
    }

    /// The layout of the newest snapshot: nothing after it is of an earlier one.
    private static func layout(on disk: any Disk) throws(DiskError) -> UInt32 {
        guard let newest = try Files(on: disk).snapshots.last else { throw DiskError("", .missing) }
        let name = FileName.snapshot(named: newest)
        return try disk.reading(name) { file, _ throws(DiskError) in
            try disk.header(of: file, kind: .snapshot, number: newest, named: name).version
        }
    }

    private static func freeName(beside directory: String, layout: UInt32) -> String {
        var path = directory[...]
        while path.count > 1, path.last == "/" { path = path.dropLast() }
        let name = "\(path).layout-\(layout)"
        var (facts, free, number) = (stat(), name, 1)
        while lstat(free, &facts) == 0 {
            number += 1
            free = "\(name)-\(number)"
        }
        return free
    }

    private static func requireNothing(at path: String) throws(StoreFailure) {
        var facts = stat()
        guard lstat(path, &facts) != 0 else {
            throw StoreFailure(.exists, "there is something at \(path) already; nothing was changed")
        }
    }

    /// Copies a store's files, which nobody changes meanwhile, in their layout; the copy takes no changes.
    ///
    /// Snapshots come last, for without one it is no store.
    private static func backUp(_ journal: Journal, to path: String) throws(StoreFailure) {
        let disk = journal.disk
        let end = journal.ending(as: .backup)
        try StoreDirectory.make(path, access: .owner)
        let target = try SystemDisk(path)
        do throws(DiskError) {
            let files = try Files(on: disk)
            let names =
                files.journals.map { FileName.journal(named: $0) }
                + files.snapshots.map { FileName.snapshot(named: $0) }
            for name in names {
                try target.draft(name) { copy throws(DiskError) in
                    try disk.copy(name, into: copy, on: target)
                    guard name == FileName.journal(named: journal.number) else { return }
                    try target.writeWhole(copy, end.bytes, at: end.offset)
                }
                try target.publish(name)
            }
        } catch {
            throw error.failure(in: path)
        }
    }
}

extension Disk {
    /// Copies a file's bytes into one on another disk.
    fileprivate func copy(_ name: String, into copy: Int32, on target: any Disk) throws(DiskError) {
        try reading(name) { file, size throws(DiskError) in
            var offset = 0
            while offset < size {
                var bytes = [UInt8](repeating: 0, count: min(1 << 20, size - offset))
                let count = try readWhole(file, into: &bytes, range: 0..<bytes.count, at: offset)
                guard count > 0 else { return }
                try target.writeWhole(copy, Array(bytes.prefix(count)), at: offset)
                offset += count
            }
        }
    }
}
