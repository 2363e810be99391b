#if SQLite
    import CSQLite
    import Foundation
    import Ports
    import StoreContract
    import Testing

    @testable import SQLiteStore

    @Suite("SQLite's journal")
    struct JournalModeTests {
        @Test(
            "A write-ahead log is safe from 3.51.3 on, and from 3.50.7 and 3.44.6 in their lines",
            arguments: [
                (3_007_000, false), (3_040_001, false), (3_044_005, false), (3_044_006, true), (3_044_999, true),
                (3_045_000, false), (3_050_006, false), (3_050_007, true), (3_051_000, false), (3_051_002, false),
                (3_051_003, true), (3_052_000, true), (4_000_000, true),
            ] as [(Int32, Bool)])
        func safeLibraries(library: Int32, isSafe: Bool) {
            #expect(JournalMode.isLogSafe(library: library) == isSafe)
            #expect(JournalMode.use(found: "wal", library: library) == (isSafe ? .wal : .truncate))
            for mode in ["delete", "truncate", "persist", "memory", ""] {
                #expect(JournalMode.use(found: mode, library: library) == .truncate)
            }
        }

        private static func switchToLog(_ path: String) throws -> Connection {
            let connection = try Connection(file: path, patience: 100)
            try connection.execute("PRAGMA journal_mode = WAL; SELECT zone FROM library")
            return connection
        }

        @Test("A store that somebody switched to a write-ahead log is converted back where that is not safe")
        func conversion() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let path = "\(folder.path)/store.sqlite"
            _ = try SQLiteStore.create(path: path, zone: StoreFixture.zone, at: StoreFixture.createdAt)
            _ = try Self.switchToLog(path)
            let store = try SQLiteStore(path: path)
            let mode = try store.read { (connection) throws(StoreFailure) in
                try connection.pragmaValue("journal_mode")
            }
            #expect(mode == (JournalMode.isLogSafe(library: sqlite3_libversion_number()) ? "wal" : "truncate"))
        }

        @Test(
            "While others have such a store open it is refused, with what to do",
            .enabled(if: !JournalMode.isLogSafe(library: sqlite3_libversion_number())))
        func refused() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let path = "\(folder.path)/store.sqlite"
            _ = try SQLiteStore.create(path: path, zone: StoreFixture.zone, at: StoreFixture.createdAt)
            let other = try Self.switchToLog(path)
            do {
                _ = try SQLiteStore(path: path, patience: 50)
                Issue.record("it was opened")
            } catch {
                #expect(error.kind == .busy)
                #expect(error.message.contains("write-ahead log"))
            }
            withExtendedLifetime(other) {}
        }
    }
#endif
