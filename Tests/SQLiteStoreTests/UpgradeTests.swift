#if SQLite
    import CSQLite
    import Domain
    import Foundation
    import Ports
    import StoreContract
    import StoreTrials
    import Testing

    @testable import SQLiteStore

    @Suite("Upgrades of a SQLite store")
    struct UpgradeTests {
        private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures")

        /// The database that a release of a layout made; its statements are kept as text.
        private static func store(ofLayout layout: Int64, in folder: TemporaryFolder) throws -> String {
            let path = "\(folder.path)/store.sqlite"
            let sql = try String(contentsOf: fixtures.appending(path: "layout-\(layout).sql"), encoding: .utf8)
            var handle: OpaquePointer?
            defer { sqlite3_close(handle) }
            try #require(sqlite3_open(path, &handle) == SQLITE_OK)
            try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
            return path
        }

        @Test("A store of an earlier layout is refused, upgraded, and answers as it did", arguments: 1..<Schema.version)
        func released(layout: Int64) throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let path = try Self.store(ofLayout: layout, in: folder)
            #expect(failure { try SQLiteStore(path: path) }?.kind == .olderSchema)
            let done = try SQLiteStore.upgrade(path: path, backup: nil)
            #expect(done.from == Int(layout))
            #expect(done.to == Int(Schema.version))
            #expect(done.backup == "\(path).layout-\(layout)")
            let store = try SQLiteStore(path: path)
            #expect(try store.damage() == [])
            var check = LibraryCheck(try store.head())
            try LibraryPages(of: store).each { check.take($0) }
            check.end()
            try LibraryPages(of: store).eachStock { check.take(stock: $0) }
            #expect(check.findings == [])
            try Self.expectAnswers(of: store)
            #expect(try SQLiteStore.upgrade(path: path, backup: nil).backup == nil)
        }

        /// What every fixture holds: four loans, and the operations that made and ended them.
        private static func expectAnswers(of store: SQLiteStore) throws {
            let wish = Borrow(
                key: Key(scope: "staff:desk", id: "B2"), copy: nil, book: 1, member: 2, days: 7, at: 1_782_986_400_000)
            #expect(
                try Step.borrow(wish, now: 1_796_100_000_000).take(in: store) == [
                    "lent B2 #2 A2 b1 m2 1782986400000 1796026322044 due 20643 open replayed 0"
                ])
            let back = GiveBack(key: Key(scope: "staff:desk", id: "R2"), copy: "A2", loan: 0, resolution: 1)
            #expect(
                try Step.giveBack([back], tolerance: 0, run: nil, now: 1_796_100_000_000).take(in: store) == [
                    "returned R2 #2 A2 b1 m2 1782986400000 1796026322044 due 20643 1796026322112 1796026322112 at "
                        + "1796026322112 1796026322112 [] replayed 0"
                ])
            let facts = try store.facts()
            let counts = [facts.books, facts.copies, facts.members, facts.loans, facts.openLoans, facts.operations]
            #expect(counts == [2, 3, 2, 4, 2, 6])
            #expect(facts.schema == Int(Schema.version))
            #expect(try store.member(card: CardNumber("C1"))?.details.email == "a@example.org")
        }

        /// An upgrade to a layout that is not yet.
        private static func upgrade(_ path: String, _ steps: [Int64: String]) -> Upgrade {
            Upgrade(path: path, patience: 1000, version: Schema.version + Int64(steps.count), steps: steps)
        }

        private static func version(at path: String) throws -> String? {
            try Connection(file: path, patience: 1000).pragmaValue("user_version")
        }

        @Test("Steps lead from layout to layout in one transaction, after a backup of the store as it was")
        func steps() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let path = try Self.store(ofLayout: 1, in: folder)
            _ = try SQLiteStore.upgrade(path: path, backup: "\(folder.path)/first")
            let open = try SQLiteStore(path: path)
            let here = Schema.version
            let upgrade = Self.upgrade(
                path, [here: "CREATE TABLE extra (a INTEGER) STRICT", here + 1: "INSERT INTO extra VALUES (7)"])
            let done = try upgrade.run(backup: nil)
            #expect(done == StoreUpgrade(from: Int(here), to: Int(here) + 2, backup: "\(path).layout-\(here)"))
            #expect(try Self.version(at: path) == "\(here + 2)")
            let extra = try Connection(file: path, patience: 1000)
            let seven = try withExtendedLifetime(extra) {
                try extra.statement("SELECT a FROM extra").first { (row) throws(StoreFailure) in row.integer(0) }
            }
            #expect(seven == 7)
            // The backup is one of the layout before, and closed to changes.
            let backup = try SQLiteStore(path: "\(path).layout-\(here)")
            #expect(try backup.facts().standing == .backup)
            #expect(try backup.facts().loans == 4)
            // Who had it open before takes no change of what it does not know, and nobody opens it.
            let wish = Borrow(key: Key(scope: "s", id: "late"), copy: "A1", book: 1, member: 1)
            #expect(failure { try Step.borrow(wish, now: 1_796_100_000_000).take(in: open) }?.kind == .newerSchema)
            #expect(failure { try SQLiteStore(path: path) }?.kind == .newerSchema)
            #expect(failure { try SQLiteStore.upgrade(path: path, backup: nil) }?.kind == .newerSchema)
        }

        @Test("An upgrade that fails at a step leaves the store as it was, and the backup")
        func failingStep() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let path = try Self.store(ofLayout: 1, in: folder)
            _ = try SQLiteStore.upgrade(path: path, backup: "\(folder.path)/first")
            let here = Schema.version
            let upgrade = Self.upgrade(path, [here: "CREATE TABLE extra (a INTEGER) STRICT", here + 1: "no SQL"])
            #expect(failure { try upgrade.run(backup: nil) } != nil)
            #expect(try Self.version(at: path) == "\(here)")
            #expect(try SQLiteStore(path: path).facts().loans == 4)
            #expect(try SQLiteStore(path: "\(path).layout-\(here)").facts().loans == 4)
            // The next one gives its backup another name.
            let again = try Self.upgrade(path, [here: "CREATE TABLE extra (a INTEGER) STRICT"]).run(backup: nil)
            #expect(again.backup == "\(path).layout-\(here)-2")
        }

        @Test("An upgrade is refused where its backup would replace something, and of what is no store")
        func refused() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let path = try Self.store(ofLayout: 1, in: folder)
            _ = try SQLiteStore.upgrade(path: path, backup: "\(folder.path)/first")
            let upgrade = Self.upgrade(path, [Schema.version: "CREATE TABLE extra (a INTEGER) STRICT"])
            #expect(failure { try upgrade.run(backup: path) }?.kind == .exists)
            #expect(try Self.version(at: path) == "\(Schema.version)")
            #expect(failure { try SQLiteStore.upgrade(path: "\(folder.path)/none", backup: nil) }?.kind == .missing)
        }

        @Test("A store whose layout has no release's number is damaged, and is not upgraded nor backed up")
        func unknownLayout() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let path = try Self.store(ofLayout: 1, in: folder)
            for number in [0, -1] {
                try Connection(file: path, patience: 1000).execute("PRAGMA user_version = \(number)")
                #expect(failure { try SQLiteStore(path: path) }?.kind == .corrupt)
                #expect(failure { try SQLiteStore.upgrade(path: path, backup: nil) }?.kind == .corrupt)
                #expect(!FileManager.default.fileExists(atPath: "\(path).layout-\(number)"))
            }
        }
    }
#endif
