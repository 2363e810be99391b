#if SQLite
    import Domain
    import Foundation
    import Ports
    import StoreContract
    import Synchronization
    import Testing

    @testable import SQLiteStore

    @Suite("Backups and checks of a SQLite store")
    struct BackupTests {
        /// A store of some megabytes.
        private static func store(in folder: TemporaryFolder) throws -> String {
            let path = "\(folder.path)/store.sqlite"
            let store = try SQLiteStore.create(path: path, zone: StoreFixture.zone, at: StoreFixture.createdAt)
            try store.write { (connection) throws(StoreFailure) in
                for number in 1...20_000 {
                    let details = BookDetails(
                        storedTitle: String(repeating: "x", count: 400), author: "\(number)", isbn: nil)
                    try connection.insert(
                        Book(id: BookID(stored: Int64(number)), details: details, createdAt: StoreFixture.createdAt))
                }
                try connection.moveCounter("book", past: 20_000)
            }
            return path
        }

        @Test("A backup ends, and is of one moment, though another connection writes all the time")
        func busyStore() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let path = try Self.store(in: folder)
            let isDone = Mutex(false)
            let written = Mutex(0)
            let thread = Thread {
                let desk = try? SQLiteStore(path: path)
                while !isDone.withLock({ $0 }) {
                    guard let details = try? BookDetails(title: "T") else { return }
                    // A book and the counter that moves past it are one commit, and must be so in the backup.
                    if (try? desk?.addBook(details, at: StoreFixture.createdAt)) != nil { written.withLock { $0 += 1 } }
                }
            }
            thread.start()
            while written.withLock({ $0 }) < 3 { usleep(1000) }
            let source = try SQLiteStore(path: path)
            try source.backUp(to: "\(folder.path)/backup.sqlite")
            isDone.withLock { $0 = true }
            let backup = try SQLiteStore(path: "\(folder.path)/backup.sqlite")
            #expect(try backup.damage() == [])
            let head = try backup.head()
            let last = try backup.everyBook(after: BookID(stored: head.nextBook.value - 2), limit: 5)
            #expect(last.map(\.id.value) == [head.nextBook.value - 1])
            #expect(head.nextBook.value > 20_003)
        }

        @Test("Rows that name rows that are not there, and damaged pages, are found")
        func damage() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let path = try Self.store(in: folder)
            let store = try SQLiteStore(path: path)
            #expect(try store.damage() == [])
            try store.write { (connection) throws(StoreFailure) in
                try connection.execute("INSERT INTO copy VALUES ('A', 1, NULL, 0)")
            }
            try store.connection.withLock { (connection) throws(StoreFailure) in
                try connection.execute("PRAGMA foreign_keys = OFF; UPDATE copy SET book = 999999")
            }
            #expect(
                try store.damage() == ["a row of the table copy names one of the table book that is not there"])
        }

        @Test("No backup is made of a store with damaged pages, nor of one whose rows name rows that are not there")
        func damagedBackup() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let path = try Self.store(in: folder)
            let orphan = try SQLiteStore(path: path)
            try orphan.connection.withLock { (connection) throws(StoreFailure) in
                try connection.execute("PRAGMA foreign_keys = OFF; INSERT INTO copy VALUES ('A', 999999, NULL, 0)")
            }
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            let (backup, before) = (
                "\(folder.path)/backup.sqlite", try FileManager.default.contentsOfDirectory(atPath: folder.path)
            )
            #expect(failure { try orphan.backUp(to: backup) }?.kind == .corrupt)
            try orphan.connection.withLock { (connection) throws(StoreFailure) in
                try connection.execute("DELETE FROM copy")
            }
            try orphan.backUp(to: "\(folder.path)/sound.sqlite")
            try file.seek(toOffset: 100 * 4096)
            try file.write(contentsOf: Data((0..<8192).map { _ in UInt8.random(in: 0...255) }))
            #expect(failure { try orphan.backUp(to: backup) }?.kind == .corrupt)
            let after = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(Set(after) == Set(before + ["sound.sqlite"]))
        }

        @Test("A copy of a store that contradicts itself is refused and leaves nothing at its place")
        func brokenCopy() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let store = try SQLiteStore(path: try Self.store(in: folder))
            let head = try store.head()
            try store.connection.withLock { (connection) throws(StoreFailure) in
                try connection.execute(
                    "PRAGMA foreign_keys = OFF; INSERT INTO copy VALUES ('A', 999999, NULL, 0)")
            }
            let copy = LibraryCopy(of: store, head: head, isOutboxPaused: false)
            #expect(throws: StoreFailure.self) { try SQLiteStore.create(path: "\(folder.path)/copy.sqlite", copy) }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.allSatisfy { $0.hasPrefix("store.sqlite") }, "\(names)")
        }
    }
#endif
