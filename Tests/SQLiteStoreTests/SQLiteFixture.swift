#if SQLite
    import CSQLite
    import Domain
    import Foundation
    import Ports
    import StoreContract
    import Synchronization

    @testable import SQLiteStore

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

    /// A fresh library in a SQLite store, with what the contract does to it past its ports.
    func sqliteFixture(in folder: TemporaryFolder) throws -> StoreFixture {
        let path = "\(folder.path)/store.sqlite"
        _ = try SQLiteStore.create(path: path, zone: StoreFixture.zone, at: StoreFixture.createdAt)
        let opened = Opened()
        let fixture = try StoreFixture {
            let store = try SQLiteStore(path: path)
            opened.newest = store
            return store
        }
        fixture.putLoan = { loan in
            try SQLiteStore(path: path).write { (connection) throws(StoreFailure) in try connection.begin(loan) }
        }
        fixture.purge = { key in
            try SQLiteStore(path: path).write { (connection) throws(StoreFailure) in
                try Ledger(connection: connection).purge(key)
            }
        }
        fixture.failWrite = { count in try opened.newest?.failWrite(after: count) }
        fixture.makeCopy = { copy in try SQLiteStore.create(path: "\(folder.path)/copy.sqlite", copy) }
        fixture.makeBackup = {
            try opened.newest?.backUp(to: "\(folder.path)/backup.sqlite")
            return try SQLiteStore(path: "\(folder.path)/backup.sqlite")
        }
        return fixture
    }

    /// The store that was opened last; it must be free to close, so it is held weakly.
    private final class Opened {
        weak var newest: SQLiteStore?
    }

    extension SQLiteStore {
        /// Makes the `count`-th row written from now on fail, once, by triggers that ask a function.
        fileprivate func failWrite(after count: Int?) throws {
            try connection.withLock { (connection) throws(StoreFailure) in
                let left = UnsafeMutablePointer<Int>.allocate(capacity: 1)
                left.pointee = count ?? 0
                sqlite3_create_function_v2(
                    connection.handle, "row_may_be_written", 0, SQLITE_UTF8, left,
                    { context, _, _ in
                        let left = sqlite3_user_data(context).assumingMemoryBound(to: Int.self)
                        left.pointee -= 1
                        if left.pointee == 0 { sqlite3_result_error(context, "planned", -1) }
                    }, nil, nil, { $0?.deallocate() })
                for table in [
                    "book", "copy", "member", "loan_start", "loan_end", "ledger", "outbox", "scope", "counter",
                    "library", "import_run", "asked_line",
                ] {
                    for event in ["INSERT", "UPDATE", "DELETE"] {
                        try connection.execute(
                            """
                            CREATE TEMP TRIGGER IF NOT EXISTS fail_\(event)_\(table) BEFORE \(event) ON main.\(table)
                            BEGIN SELECT row_may_be_written(); END
                            """)
                    }
                }
            }
        }
    }
#endif
