package import FileStore
import Glibc

/// A disk as it is seen on read-only media: each call that writes, or opens a file for that, fails with `EROFS`.
package struct ReadOnlyDisk: Disk {
    private let disk: SimulatedDisk
    private let namesAreSynced: @Sendable () throws(DiskError) -> Void

    /// The same files by another way, by which nothing can be written.
    ///
    /// `namesAreSynced` is what comes of a sync of the directory; it may let something happen elsewhere meanwhile.
    package init(_ disk: SimulatedDisk, namesAreSynced: @escaping @Sendable () throws(DiskError) -> Void = {}) {
        self.disk = disk
        self.namesAreSynced = namesAreSynced
    }

    package func open(_ name: String, _ way: OpenWay) throws(DiskError) -> Int32 {
        guard way == .reading else { throw DiskError("open \(name)", EROFS) }
        return try disk.open(name, way)
    }

    package func close(_ file: Int32) { disk.close(file) }
    package func size(of file: Int32) throws(DiskError) -> Int { try disk.size(of: file) }
    package func read(
        _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(DiskError) -> Int { try disk.read(file, into: buffer, at: offset) }
    package func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(DiskError) -> Int {
        throw DiskError("write", EBADF)
    }
    package func truncate(_ file: Int32, to size: Int) throws(DiskError) { throw DiskError("truncate", EINVAL) }
    package func sync(_ file: Int32) throws(DiskError) { throw DiskError("sync", EROFS) }
    package func syncNames() throws(DiskError) { try namesAreSynced() }
    package func rename(_ old: String, to new: String) throws(DiskError) { throw DiskError("rename \(old)", EROFS) }
    package func remove(_ name: String) throws(DiskError) { throw DiskError("remove \(name)", EROFS) }
    package func names() throws(DiskError) -> [String] { try disk.names() }
    package func lock(_ file: Int32) throws(DiskError) -> Bool { try disk.lock(file) }
    package func pause(milliseconds: Int) { disk.pause(milliseconds: milliseconds) }
}
