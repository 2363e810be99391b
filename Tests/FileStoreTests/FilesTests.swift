import Domain
import Foundation
import Glibc
import Ports
import StoreContract
import Testing

@testable import FileStore

/// What a file store does with files and directories of the system.
struct FilesTests {
    private let now = Moment(milliseconds: 1_782_864_000_000)

    /// Runs a body in a folder of its own, with the path of a store that is not there yet.
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try body("\(folder.path)/store")
    }

    private func mode(_ path: String) -> mode_t {
        var facts = stat()
        return lstat(path, &facts) == 0 ? facts.st_mode & 0o7777 : 0
    }

    @Test("A store's directory and files are its account's alone, whatever the umask")
    func modes() throws {
        try inFolder { path in
            let store = try FileStore.create(directory: path, zone: "Europe/Zurich", at: now)
            _ = try store.addBook(BookDetails(title: "T"), at: now)
            #expect(mode(path) == 0o700)
            for name in try FileManager.default.contentsOfDirectory(atPath: path) {
                #expect(mode("\(path)/\(name)") == 0o600, "\(name)")
            }
        }
    }

    @Test("A group's store is setgid, and its files are the group's to write")
    func groupModes() throws {
        try inFolder { path in
            let group = getgid()
            let store = try FileStore.create(directory: path, zone: "Europe/Zurich", at: now, access: .group(group))
            _ = try store.addBook(BookDetails(title: "T"), at: now)
            #expect(mode(path) == 0o2770)
            for name in try FileManager.default.contentsOfDirectory(atPath: path) {
                #expect(mode("\(path)/\(name)") == 0o660, "\(name)")
            }
        }
    }

    @Test("A store that is open is busy to others, and free once it is closed")
    func busy() throws {
        try inFolder { path in
            var store: FileStore? = try FileStore.create(directory: path, zone: "Europe/Zurich", at: now)
            #expect(try store?.zone() == "Europe/Zurich")
            #expect(failure { _ = try FileStore(directory: path, patience: 20) }?.kind == .busy)
            store = nil
            #expect(try FileStore(directory: path, patience: 20).zone() == "Europe/Zurich")
        }
    }

    @Test("A store that lost its snapshot is damaged, and is not taken for none")
    func lostSnapshot() throws {
        try inFolder { path in
            _ = try FileStore.create(directory: path, zone: "UTC", at: now).addBook(BookDetails(title: "T"), at: now)
            unlink("\(path)/snapshot-00000001")
            #expect(failure { _ = try FileStore(directory: path) }?.kind == .corrupt)
            #expect(failure { _ = try FileStore.create(directory: path, zone: "UTC", at: now) }?.kind == .exists)
        }
    }

    @Test("What a making that was broken off left is no store, and a new one is made there")
    func brokenOff() throws {
        try inFolder { path in
            _ = try FileStore.create(directory: path, zone: "UTC", at: now)
            unlink("\(path)/snapshot-00000001")
            #expect(failure { _ = try FileStore(directory: path) }?.kind == .missing)
            #expect(try FileStore.create(directory: path, zone: "UTC", at: now).facts().books == 0)
        }
    }

    @Test("A private copy goes on after its store is closed, and keeps nobody out")
    func privateCopy() throws {
        try inFolder { path in
            let copy = try FileStore.create(directory: path, zone: "Europe/Zurich", at: now).privateCopy()
            let store = try FileStore(directory: path, patience: 0)
            #expect(try copy.addBook(BookDetails(title: "T"), at: now).id.value == 1)
            #expect(try store.facts().books == 0)
        }
    }

    @Test("A store that was opened to be read keeps nobody out, answers as it was, and loses no change")
    func reading() throws {
        try inFolder { path in
            _ = try FileStore.create(directory: path, zone: "Europe/Zurich", at: now)
                .addBook(BookDetails(title: "T"), at: now)
            let reader = try FileStore.reading(directory: path)
            let store = try FileStore(directory: path, patience: 0)
            _ = try store.addBook(BookDetails(title: "Another"), at: now)
            #expect(try reader.facts().books == 1)
            #expect(failure { _ = try reader.addBook(BookDetails(title: "Lost"), at: now) }?.kind == .closed)
            #expect(failure { _ = try FileStore.look(directory: "\(path)-none") }?.kind == .missing)
        }
    }

    @Test("A store that took long to open takes a snapshot when it is closed, and before that nobody waits for one")
    func snapshotOnClosing() throws {
        try inFolder { path in
            _ = try FileStore.create(directory: path, zone: "Europe/Zurich", at: now)
            var tuning = Tuning()
            tuning.journalBytes = 64 << 10
            func opened() throws -> FileStore {
                try FileStore(on: SystemDisk(path), directory: path, tuning: tuning)
            }
            func snapshots() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix("snapshot") }
            }
            var store: FileStore? = try opened()
            for number in 1...100 { _ = try store?.addBook(BookDetails(title: "Book \(number)"), at: now) }
            store = nil
            #expect(try snapshots() == ["snapshot-00000001"])
            store = try opened()
            #expect(try store?.facts().books == 100)
            #expect(try snapshots() == ["snapshot-00000001"])
            store = nil
            #expect(try snapshots() == ["snapshot-00000002"])
            store = try opened()
            #expect(try store?.facts().books == 100)
            store = nil
            #expect(try snapshots() == ["snapshot-00000002"])
        }
    }

    @Test("Nothing is made where anything is: a store, another file, a directory that is not empty")
    func exists() throws {
        try inFolder { path in
            let make = { _ = try FileStore.create(directory: path, zone: "Europe/Zurich", at: now) }
            try Data("x".utf8).write(to: URL(fileURLWithPath: path))
            #expect(failure(make)?.kind == .exists)
            try FileManager.default.removeItem(atPath: path)
            try make()
            #expect(failure(make)?.kind == .exists)
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try make()
            #expect(try FileStore(directory: path).facts().schema == Int(FileHeader.version))
        }
    }

    @Test("What is no store is told apart: nothing there, an empty directory, other files, a file, a link")
    func noStore() throws {
        try inFolder { path in
            let open = { _ = try FileStore(directory: path) }
            #expect(failure(open)?.kind == .missing)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            #expect(failure(open)?.kind == .missing)
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(path)/notes.txt"))
            #expect(failure(open)?.kind == .foreign)
            #expect(failure { _ = try FileStore(directory: "\(path)/notes.txt") }?.kind == .foreign)
            let other = "\(path)-real"
            _ = try FileStore.create(directory: other, zone: "Europe/Zurich", at: now)
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
            #expect(failure(open)?.kind == .foreign)
            #expect(failure { _ = try FileStore(directory: "\(path)//") }?.kind == .foreign)
        }
    }

    @Test("A journal that is a symbolic link is not followed")
    func linkedJournal() throws {
        try inFolder { path in
            _ = try FileStore.create(directory: path, zone: "Europe/Zurich", at: now)
            let (journal, away) = ("\(path)/journal-00000001", "\(path)-away")
            try FileManager.default.moveItem(atPath: journal, toPath: away)
            try FileManager.default.createSymbolicLink(atPath: journal, withDestinationPath: away)
            #expect(failure { _ = try FileStore(directory: path) }?.kind == .foreign)
        }
    }

    @Test("A directory or a pipe in a journal's place is told, and nobody waits for a writer of the pipe")
    func otherKinds() throws {
        try inFolder { path in
            _ = try FileStore.create(directory: path, zone: "Europe/Zurich", at: now)
            let journal = "\(path)/journal-00000001"
            try FileManager.default.removeItem(atPath: journal)
            try FileManager.default.createDirectory(atPath: journal, withIntermediateDirectories: false)
            #expect(failure { _ = try FileStore(directory: path) }?.kind == .foreign)
            try FileManager.default.removeItem(atPath: journal)
            #expect(mkfifo(journal, 0o600) == 0)
            #expect(failure { _ = try FileStore(directory: path) }?.kind == .inputOutput)
        }
    }

    @Test("A store of a newer release is refused, and so is one that is damaged, which says where")
    func refused() throws {
        try inFolder { path in
            var store: FileStore? = try FileStore.create(directory: path, zone: "Europe/Zurich", at: now)
            for number in 0..<3 { _ = try store?.addBook(BookDetails(title: "T\(number)"), at: now) }
            store = nil
            let url = URL(fileURLWithPath: "\(path)/journal-00000001")
            let whole = try [UInt8](Data(contentsOf: url))
            var bytes = whole
            bytes[8] = UInt8(FileHeader.version + 1)
            bytes.replaceSubrange(60..<64, with: Self.littleEndian(CRC32C.checksum(bytes, 0..<60)))
            try Data(bytes).write(to: url)
            #expect(failure { _ = try FileStore(directory: path) }?.kind == .newerSchema)
            bytes = whole
            bytes[FileHeader.size + FrameHeader.size + 3] ^= 1
            try Data(bytes).write(to: url)
            let failure = #expect(throws: StoreFailure.self) { try FileStore(directory: path) }
            #expect(failure?.kind == .corrupt)
            #expect(failure?.message.contains("journal-00000001, byte 64: change 1") == true)
        }
    }

    @Test("A torn end is left out, and kept beside what goes on without it")
    func torn() throws {
        try inFolder { path in
            var store: FileStore? = try FileStore.create(directory: path, zone: "Europe/Zurich", at: now)
            for number in 0..<3 { _ = try store?.addBook(BookDetails(title: "T\(number)"), at: now) }
            store = nil
            let url = URL(fileURLWithPath: "\(path)/journal-00000001")
            var bytes = try [UInt8](Data(contentsOf: url))
            // The seal says that the third change was synced; without it, and cut, it never was promised.
            let seal = try #require(bytes.indices.last { bytes[$0...].starts(with: Array("CSEA".utf8)) })
            bytes.replaceSubrange(seal - 8..<bytes.count, with: repeatElement(0, count: bytes.count - seal + 8))
            try Data(bytes).write(to: url)
            let again = try FileStore(directory: path)
            #expect(try again.facts().books == 2)
            #expect(try again.addBook(BookDetails(title: "T"), at: now).id.value == 3)
            #expect(try [UInt8](Data(contentsOf: url)) == bytes)
        }
    }

    // RFC 3720, B.4
    @Test("Checksums are those of CRC-32C")
    func checksums() {
        #expect(CRC32C.checksum([UInt8](repeating: 0, count: 32), 0..<32) == 0x8A91_36AA)
        #expect(CRC32C.checksum([UInt8](repeating: 0xFF, count: 32), 0..<32) == 0x62A8_AB43)
        #expect(CRC32C.checksum(Array(0..<32), 0..<32) == 0x46DD_794E)
        let text = Array("123456789".utf8)
        #expect(CRC32C.checksum(text, 0..<9) == 0xE306_9283)
        #expect(CRC32C.checksum(text, 4..<9, after: CRC32C.checksum(text, 0..<4)) == 0xE306_9283)
    }

    private static func littleEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
    }
}
