#if SQLite
    import Domain
    import Foundation
    import Glibc
    import Ports
    import StoreContract
    import Synchronization
    import Testing

    @testable import SQLiteStore

    @Suite("The files of a SQLite store")
    struct StoreFileTests {
        /// A folder with a store in it, and each way to make another at a path.
        private struct Place {
            let folder: TemporaryFolder
            let store: SQLiteStore
            var path: String { "\(folder.path)/new.sqlite" }

            init() throws {
                folder = try TemporaryFolder()
                store = try SQLiteStore.create(
                    path: "\(folder.path)/store.sqlite", zone: StoreFixture.zone, at: StoreFixture.createdAt)
            }

            func make(_ way: Way) throws {
                switch way {
                case .new: _ = try SQLiteStore.create(path: path, zone: "UTC", at: StoreFixture.createdAt)
                case .copy:
                    let copy = LibraryCopy(of: store, head: try store.head(), isOutboxPaused: false)
                    _ = try SQLiteStore.create(path: path, copy)
                case .backup: try store.backUp(to: path)
                }
            }

            func names() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            }
        }

        enum Way: CaseIterable { case new, copy, backup }

        @Test("No store is made beside what a store that was moved away left", arguments: Way.allCases)
        func leftover(way: Way) throws {
            for ending in ["-journal", "-wal", "-shm"] {
                let place = try Place()
                defer { place.folder.remove() }
                let left = "\(place.path)\(ending)"
                try Data("changes of another store".utf8).write(to: URL(fileURLWithPath: left))
                let refused = failure { try place.make(way) }
                #expect(refused?.kind == .exists)
                #expect(refused?.message.contains(left) == true)
                #expect(try place.names() == ["new.sqlite\(ending)", "store.sqlite"])
                #expect(try Data(contentsOf: URL(fileURLWithPath: left)) == Data("changes of another store".utf8))
            }
        }

        @Test(
            "No store is made under a name that SQLite gives to another's changes",
            arguments: ["-journal", "-wal", "-shm"])
        func reserved(ending: String) throws {
            let place = try Place()
            defer { place.folder.remove() }
            let refused = failure { try place.store.backUp(to: "\(place.folder.path)/store.sqlite\(ending)") }
            #expect(refused?.kind == .notMade)
            #expect(try place.names() == ["store.sqlite"])
        }

        @Test("What is left beside a new store while it is filled is found before it gets its name")
        func leftoverMeanwhile() throws {
            let place = try Place()
            defer { place.folder.remove() }
            let refused = failure {
                try StoreFile.create(place.path, access: .owner) { (_) throws(StoreFailure) in
                    _ = FileManager.default.createFile(atPath: "\(place.path)-journal", contents: Data("changes".utf8))
                }
            }
            #expect(refused?.kind == .exists)
            #expect(!FileManager.default.fileExists(atPath: place.path))
        }

        @Test("An empty journal that another store left is taken away", arguments: Way.allCases)
        func emptyLeftover(way: Way) throws {
            let place = try Place()
            defer { place.folder.remove() }
            for ending in ["-journal", "-wal", "-shm"] {
                _ = FileManager.default.createFile(atPath: "\(place.path)\(ending)", contents: Data())
                chmod("\(place.path)\(ending)", 0)
            }
            try place.make(way)
            #expect(try !place.names().contains("new.sqlite-wal"))
            if way != .backup {
                let store = try SQLiteStore(path: place.path)
                _ = try store.addBook(try BookDetails(title: "T"), at: StoreFixture.createdAt)
            }
        }

        @Test("A draft that a killed process left stops nobody, and goes; one that is being filled stays")
        func drafts() throws {
            let place = try Place()
            defer { place.folder.remove() }
            let (dead, live) = ("\(place.path).new-dead01", "\(place.path).new-live01")
            for draft in [dead, live] {
                try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: false)
                for name in ["store", "store-journal"] {
                    _ = FileManager.default.createFile(atPath: "\(draft)/\(name)", contents: Data("half".utf8))
                }
            }
            _ = FileManager.default.createFile(atPath: "\(place.path).new-\(getpid())", contents: Data("old".utf8))
            let held = open(live, O_RDONLY)
            defer { close(held) }
            #expect(flock(held, LOCK_EX) == 0)
            try place.make(.backup)
            let left = ["new.sqlite", "new.sqlite.new-\(getpid())", "new.sqlite.new-live01"]
            #expect(try place.names().filter { $0.hasPrefix("new") } == left.sorted())
            #expect(FileManager.default.fileExists(atPath: "\(live)/store"))
        }

        @Test("A private copy has no name before anything is in it")
        func nameless() throws {
            let place = try Place()
            defer { place.folder.remove() }
            var name = ""
            let (connection, descriptor) = try StoreFile.withoutName { (file) throws(StoreFailure) in
                name = file
                return try Connection(file: file, patience: 10)
            }
            defer { close(descriptor) }
            #expect(!FileManager.default.fileExists(atPath: name))
            #expect(!FileManager.default.fileExists(atPath: StoreFile.parent(of: name)))
            try place.store.connection.withLock { (original) throws(StoreFailure) in
                try original.copy(into: connection, descriptor)
            }
            #expect(try connection.pragmaValue("user_version") == "\(Schema.version)")
        }

        @Test("A store of a group that cannot be made leaves no directory; a directory's name is none for a store")
        func leftDirectories() throws {
            let place = try Place()
            defer { place.folder.remove() }
            let refused = failure {
                try StoreFile.create("\(place.folder.path)/a/b/new.sqlite", access: .owner) {
                    (_) throws(StoreFailure) in throw StoreFailure(.full, "planned")
                }
            }
            #expect(refused?.kind == .full)
            let slash = failure { try place.store.backUp(to: "\(place.folder.path)/nodir/") }
            #expect(slash?.kind == .notMade)
            #expect(try place.names() == ["store.sqlite"])
        }

        @Test("A failure while a store is made or copied names the store, and no draft")
        func names() throws {
            let place = try Place()
            defer { place.folder.remove() }
            try place.store.connection.withLock { (connection) throws(StoreFailure) in
                try connection.execute("INSERT INTO scope VALUES (1, 's'); PRAGMA ignore_check_constraints = ON")
                try connection.execute(
                    "INSERT INTO ledger (scope, operation, kind, recorded_at) VALUES (1, 'op', 9, 1)")
            }
            let copy = try place.store.privateCopy()
            let unreadable = failure { _ = try copy.records(after: nil, limit: 9) }
            #expect(unreadable?.kind == .corrupt)
            #expect(unreadable?.message.contains("\(place.folder.path)/store.sqlite ") == true)
            let refused = failure {
                try StoreFile.create(place.path, access: .owner) { (_) throws(StoreFailure) in
                    throw StoreFailure(.full, "planned")
                }
            }
            #expect(refused?.kind == .full)
        }
    }
#endif
