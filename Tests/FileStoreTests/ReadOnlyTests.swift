import CrashTrials
import Domain
import Glibc
import Ports
import StoreContract
import Testing

@testable import FileStore

/// What can be done with a store where nothing can be written.
struct ReadOnlyTests {
    private let now = Moment(milliseconds: 1_782_864_000_000)

    /// A disk with a store of two books that was closed.
    private func disk() throws -> SimulatedDisk {
        let disk = SimulatedDisk(recording: true)
        let store = try FileStore.create(on: disk, directory: "trial", zone: "Europe/Zurich", at: now)
        for number in 1...2 { _ = try store.addBook(BookDetails(title: "Book \(number)"), at: now) }
        return disk
    }

    private func read(_ disk: any Disk) throws -> FileStore {
        try FileStore.reading(on: disk, directory: "trial", patience: 20)
    }

    private func open(_ disk: any Disk) throws -> FileStore {
        try FileStore(on: disk, directory: "trial", patience: 20)
    }

    /// What a call throws, with the words for people.
    private func trouble(_ call: () throws -> Void) -> StoreFailure? {
        do { try call() } catch { return error as? StoreFailure }
        return nil
    }

    // What knows no sync of a directory, such as an ISO image, answers EINVAL.
    @Test("A store on read-only media is read, and says why it takes no changes", arguments: [nil, EINVAL])
    func clean(answer: Int32?) throws {
        let disk = try disk()
        let store = try read(
            ReadOnlyDisk(disk) { () throws(DiskError) in
                if let answer { throw DiskError("sync of the directory", answer) }
            })
        #expect(try store.facts().books == 2)
        let refused = trouble { _ = try store.addBook(BookDetails(title: "T"), at: now) }
        #expect(refused?.kind == .notWritable)
        #expect(refused?.message.contains("read-only") == true)
        #expect(try open(disk).facts().books == 2)
    }

    @Test("A store on read-only media is not opened to be changed, and the medium is said to be read-only")
    func changing() throws {
        let disk = try disk()
        let refused = trouble { _ = try open(ReadOnlyDisk(disk)) }
        #expect(refused?.kind == .notWritable)
        #expect(refused?.message.contains("its medium is read-only") == true)
    }

    @Test("A store with a torn end is refused on read-only media, and mended where it can be written")
    func torn() throws {
        let disk = try disk()
        let journal = try disk.open("journal-00000001", .existing)
        try disk.writeWhole(journal, Array("torn".utf8), at: try disk.size(of: journal))
        disk.close(journal)
        try expectUnmended(ReadOnlyDisk(disk))
        #expect(try read(disk).facts().books == 2)
        #expect(try read(ReadOnlyDisk(disk)).facts().books == 2)
    }

    @Test("A change that nothing says was synced is shown on no read-only media, and elsewhere once it is durable")
    func unproven() throws {
        // The seal is the last that is written.
        let disk = SimulatedDisk(try #require(try disk().record.last))
        try expectUnmended(ReadOnlyDisk(disk))
        #expect(try read(disk).facts().books == 2)
        #expect(disk.image.sizes["journal-00000002"] != nil)
        #expect(try read(ReadOnlyDisk(disk)).facts().books == 2)
    }

    // A file system that an error made read-only answers so.
    @Test("Where the system says that names may not last, a store on read-only media is refused")
    func namesNotDurable() throws {
        try expectUnmended(
            ReadOnlyDisk(try disk()) { () throws(DiskError) in throw DiskError("sync of the directory", EROFS) })
    }

    private func expectUnmended(_ disk: ReadOnlyDisk) throws {
        let refused = trouble { _ = try read(disk) }
        #expect(refused?.kind == .notWritable)
        #expect(refused?.message.contains("its medium is read-only") == true)
        #expect(refused?.message.contains("copy its files") == true, "\(refused?.message ?? "")")
    }

    @Test(
        "Where a directory can be written, it must be synced before the store is read", arguments: [EINVAL, EROFS, EIO])
    func namesMustBeSynced(answer: Int32) throws {
        let disk = FailingDisk(try disk())
        disk.failSyncOfNames(answer)
        #expect(trouble { _ = try read(disk) } != nil)
        disk.failSyncOfNames(nil)
        #expect(try read(disk).facts().books == 2)
    }

    @Test("A store without a lock's file is read on read-only media, unless another way to it has made one meanwhile")
    func noLock() throws {
        let disk = try disk()
        try disk.remove(FileName.lock)
        #expect(try read(ReadOnlyDisk(disk)).facts().books == 2)
        let met = ReadOnlyDisk(disk) { () throws(DiskError) in disk.close(try disk.open(FileName.lock, .either)) }
        #expect(trouble { _ = try read(met) }?.kind == .busy)
        #expect(try read(met).facts().books == 2)
    }

    @Test("Who reads waits for who writes, by read-only media too, and keeps nobody out afterwards")
    func busy() throws {
        let disk = try disk()
        var writer: FileStore? = try open(disk)
        for way in [disk, ReadOnlyDisk(disk)] as [any Disk] {
            #expect(trouble { _ = try read(way) }?.kind == .busy)
        }
        #expect(try writer?.facts().books == 2)
        writer = nil
        for way in [disk, ReadOnlyDisk(disk)] as [any Disk] {
            let reader = try read(way)
            #expect(try open(disk).facts().books == 2)
            #expect(try reader.facts().books == 2)
        }
    }

    @Test("To read a store that was closed writes nothing, though its journal is long and drafts are there")
    func writesNothing() throws {
        let disk = try disk()
        disk.close(try disk.open("snapshot-00000002.new", .new))
        var tuning = Tuning()
        (tuning.journalBytes, tuning.journals) = (1, 0)
        let before = disk.image.sizes
        let store = try FileStore.reading(on: disk, directory: "trial", tuning: tuning)
        #expect(try store.facts().books == 2)
        #expect(disk.image.sizes == before)
    }

    @Test("A store that is held to be copied changes for nobody, is copied from read-only media too, but not moved")
    func held() throws {
        let disk = try disk()
        for way in [disk, ReadOnlyDisk(disk)] as [any Disk] {
            var store: FileStore? = try FileStore.held(on: way, directory: "trial", patience: 20)
            #expect(trouble { _ = try open(disk) }?.kind == .busy)
            var books = 0
            try store?.withChangesHeld { still throws(StoreFailure) in
                books = try still.facts().books
                return nil
            }
            #expect(books == 2)
            store = nil
            #expect(try open(disk).facts().books == 2)
        }
        let store = try FileStore.held(on: ReadOnlyDisk(disk), directory: "trial")
        #expect(trouble { try store.withChangesHeld { _ in "elsewhere" } }?.kind == .notWritable)
    }
}
