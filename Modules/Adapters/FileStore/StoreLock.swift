import Glibc

/// Keeps other processes out.
///
/// The lock belongs to the open file and ends with it, however the process ends; the file itself is never removed,
/// since a second one of its name would be another lock.
struct StoreLock {
    private let disk: any Disk
    /// Nil where there is none.
    private let file: Int32?
    /// Whether nothing can be written where the store lies, at least not by this way to it.
    let isMediumReadOnly: Bool

    /// Milliseconds between two attempts.
    private static let pause = 10

    /// Takes the lock; nil if another process has it for longer than `patience` milliseconds.
    static func take(on disk: any Disk, patience: Int) throws(DiskError) -> StoreLock? {
        try take(.either, on: disk, patience: patience)
    }

    /// Takes the lock of a store that is only read, on read-only media too; nil if another process has it for longer than
    /// `patience` milliseconds.
    static func takeToRead(on disk: any Disk, patience: Int) throws(DiskError) -> StoreLock? {
        do throws(DiskError) { return try take(on: disk, patience: patience) } catch {
            guard error.cause == .system(EROFS) else { throw error }
        }
        // Another mount of the same files may be one to write by, and their lock is the same.
        do throws(DiskError) { return try take(.reading, on: disk, patience: patience) } catch {
            guard error.cause == .system(ENOENT) else { throw error }
        }
        // Who writes makes the lock's file before all else and never removes it, and by this mount nobody can make one:
        // so there is nobody to keep out. Whether one came by another mount meanwhile, `isMissed` says.
        return StoreLock(disk: disk, file: nil, isMediumReadOnly: true)
    }

    private static func take(_ way: OpenWay, on disk: any Disk, patience: Int) throws(DiskError) -> StoreLock? {
        let file = try disk.persistently { () throws(DiskError) in try disk.open(FileName.lock, way) }
        do throws(DiskError) {
            var waited = 0
            while try !disk.persistently({ () throws(DiskError) in try disk.lock(file) }) {
                guard waited < patience else {
                    disk.close(file)
                    return nil
                }
                disk.pause(milliseconds: pause)
                waited += pause
            }
            return StoreLock(disk: disk, file: file, isMediumReadOnly: way == .reading)
        } catch {
            disk.close(file)
            throw error
        }
    }

    /// Whether there was no lock to take and now there is, so that what was read may be half of a change.
    func isMissed() throws(DiskError) -> Bool {
        guard file == nil else { return false }
        return try disk.persistently { () throws(DiskError) in try disk.names() }.contains(FileName.lock)
    }

    /// Lets others in.
    func release() {
        if let file { disk.close(file) }
    }
}
