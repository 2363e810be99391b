import Domain
import FileStore
import Foundation
import Glibc
import Ports
import StoreContract
import Synchronization

/// A folder for one test.
struct TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "circulation-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// A fresh library in a file store, with what the contract does to it past its ports.
func fileFixture(in folder: TemporaryFolder) throws -> StoreFixture {
    let directory = "\(folder.path)/store"
    _ = try FileStore.create(directory: directory, zone: StoreFixture.zone, at: StoreFixture.createdAt)
    let disk = FailingDisk(try SystemDisk(directory))
    let opened = Opened()
    let fixture = try StoreFixture {
        let store = try FileStore(on: disk, directory: directory)
        opened.newest = store
        return store
    }
    fixture.putLoan = { loan in try opened.newest?.putPastTheRules(loan) }
    fixture.purge = { key in try opened.newest?.purge(key) }
    fixture.failWrite = disk.failWrite
    fixture.makeCopy = { copy in try FileStore.create(directory: "\(folder.path)/copy", copy) }
    fixture.makeBackup = {
        try opened.newest?.backUp(to: "\(folder.path)/backup")
        return try FileStore(directory: "\(folder.path)/backup")
    }
    return fixture
}

/// The store that was opened last; it must be free to close, so it is held weakly.
private final class Opened {
    weak var newest: FileStore?
}

/// A disk that is full, or does not sync its directory, when a test says so.
final class FailingDisk: Disk {
    private let disk: any Disk
    private let writesUntilFailure = Mutex<Int?>(nil)
    private let syncOfNames = Mutex<Int32?>(nil)

    init(_ disk: any Disk) {
        self.disk = disk
    }

    /// Makes a write fail once: the next one for 1; nil calls it off.
    func failWrite(_ number: Int?) {
        writesUntilFailure.withLock { $0 = number }
    }

    /// Makes each sync of the directory fail with a number; nil calls it off.
    func failSyncOfNames(_ number: Int32?) {
        syncOfNames.withLock { $0 = number }
    }

    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(DiskError) -> Int {
        let fails = writesUntilFailure.withLock { left in
            left = left.map { $0 - 1 }
            return left == 0
        }
        if fails { throw DiskError("write", ENOSPC) }
        return try disk.write(file, bytes, at: offset)
    }

    func open(_ name: String, _ way: OpenWay) throws(DiskError) -> Int32 { try disk.open(name, way) }
    func close(_ file: Int32) { disk.close(file) }
    func size(of file: Int32) throws(DiskError) -> Int { try disk.size(of: file) }
    func read(
        _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(DiskError) -> Int { try disk.read(file, into: buffer, at: offset) }
    func truncate(_ file: Int32, to size: Int) throws(DiskError) { try disk.truncate(file, to: size) }
    func sync(_ file: Int32) throws(DiskError) { try disk.sync(file) }
    func syncNames() throws(DiskError) {
        if let number = syncOfNames.withLock({ $0 }) { throw DiskError("sync of the directory", number) }
        try disk.syncNames()
    }
    func rename(_ old: String, to new: String) throws(DiskError) { try disk.rename(old, to: new) }
    func remove(_ name: String) throws(DiskError) { try disk.remove(name) }
    func names() throws(DiskError) -> [String] { try disk.names() }
    func lock(_ file: Int32) throws(DiskError) -> Bool { try disk.lock(file) }
    func pause(milliseconds: Int) { disk.pause(milliseconds: milliseconds) }
}
