#if SQLite
    import Domain
    import Foundation
    import Ports
    import StoreContract
    import Synchronization
    import Testing

    @testable import SQLiteStore

    @Suite("The layout of loans in a SQLite store")
    struct LayoutTests {
        /// The first layout's tables of loans, with what a copy and a loan name.
        private static let first = """
            CREATE TABLE loan (
                id INTEGER PRIMARY KEY, copy TEXT NOT NULL REFERENCES copy (barcode), book INTEGER NOT NULL,
                member INTEGER NOT NULL, began_at INTEGER NOT NULL, began_recorded_at INTEGER NOT NULL,
                due_day INTEGER NOT NULL, returned_at INTEGER, return_recorded_at INTEGER,
                CHECK (returned_at >= began_at), CHECK ((returned_at IS NULL) = (return_recorded_at IS NULL))
            ) STRICT;
            CREATE UNIQUE INDEX loan_open ON loan (copy) WHERE returned_at IS NULL;
            CREATE UNIQUE INDEX loan_history ON loan (copy, began_at);
            CREATE INDEX loan_member ON loan (member);
            CREATE INDEX loan_book ON loan (book);
            """
        private static let loans = ["(1, 'A', 1, 1, 1000, 1001, 20600)", "(2, 'B', 1, 1, 3000, 3001, 20601)"]

        /// A store with two copies, A's loan 1 ended and B's loan 2 open.
        private func store(in folder: TemporaryFolder) throws -> SQLiteStore {
            let store = try SQLiteStore.create(
                path: "\(folder.path)/store.sqlite", zone: StoreFixture.zone, at: StoreFixture.createdAt)
            try store.write { (connection) throws(StoreFailure) in
                try connection.execute(
                    """
                    INSERT INTO book VALUES (1, 'One', NULL, NULL, 0, 1, 0);
                    INSERT INTO copy VALUES ('A', 1, NULL, 0), ('B', 1, NULL, 0);
                    INSERT INTO loan_start VALUES \(Self.loans.joined(separator: ","));
                    INSERT INTO loan_end VALUES (1, 2000, 2001);
                    UPDATE counter SET next = 10;
                    """)
            }
            return store
        }

        @Test(
            "The store itself refuses a second open loan of a copy, a second end, and a loan that opens again",
            arguments: [
                "INSERT INTO loan_start VALUES (3, 'B', 1, 1, 9000, 9000, 20600)",
                "INSERT OR REPLACE INTO loan_start VALUES (3, 'B', 1, 1, 9000, 9000, 20600)",
                "UPDATE loan_start SET copy = 'B' WHERE id = 1", "UPDATE loan_start SET id = 3 WHERE id = 1",
                "INSERT INTO loan_end VALUES (1, 5000, 5000)", "INSERT INTO loan_end VALUES (3, 5000, 5000)",
                "UPDATE loan_end SET loan = 2", "UPDATE loan_end SET returned_at = 1", "DELETE FROM loan_end",
                "DELETE FROM loan_start WHERE id = 1",
            ])
        func guards(sql: String) throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let store = try store(in: folder)
            let before = try store.loans(matching: LoanFilter(), after: nil, limit: 10)
            #expect(throws: StoreFailure.self) {
                try store.write { (connection) throws(StoreFailure) in try connection.execute(sql) }
            }
            #expect(try store.loans(matching: LoanFilter(), after: nil, limit: 10) == before)
            try store.write { (connection) throws(StoreFailure) in
                try connection.execute("INSERT INTO loan_start VALUES (3, 'A', 1, 1, 9000, 9000, 20600)")
            }
        }

        @Test(
            "After many returns at once, and after many that failed, references are checked as before",
            arguments: [false, true])
        func references(fails: Bool) throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let store = try store(in: folder)
            if fails {
                try store.write { (connection) throws(StoreFailure) in
                    try connection.execute(
                        "CREATE TRIGGER broken BEFORE INSERT ON ledger BEGIN SELECT RAISE(ABORT, 'broken'); END")
                }
            }
            let scope = try OperationScope.source("drop")
            let requests = try (0..<200).map { number in
                ReturnRequest(
                    key: OperationKey(scope: scope, id: try OperationID("op-\(number)")),
                    item: .loan(LoanID(stored: Int64(number % 2 + 1))))
            }
            let rule = try ReturnRule(now: Moment(milliseconds: 9000), run: nil)
            if fails {
                #expect(throws: StoreFailure.self) { try store.commitReturns(requests, under: rule) }
            } else {
                let decisions = try store.commitReturns(requests, under: rule)
                #expect(decisions.count == 200)
            }
            #expect(
                try store.loans(matching: LoanFilter(), after: nil, limit: 10).filter(\.isOpen).count == (fails ? 1 : 0)
            )
            #expect(throws: StoreFailure.self) {
                try store.write { (connection) throws(StoreFailure) in
                    try connection.execute("INSERT INTO loan_end VALUES (3, 5000, 5000)")
                }
            }
        }

        @Test("A store that is filled with two open loans of a copy is refused, though no trigger looked")
        func filling() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let store = try store(in: folder)
            try store.write { (connection) throws(StoreFailure) in
                try connection.execute(
                    "DROP TRIGGER loan_begins; INSERT INTO loan_start VALUES (3, 'B', 1, 1, 9000, 9000, 20600)")
            }
            let copy = LibraryCopy(of: store, head: try store.head(), isOutboxPaused: false)
            let path = "\(folder.path)/copy.sqlite"
            #expect(throws: StoreFailure.self) { try SQLiteStore.create(path: path, copy) }
            #expect(!FileManager.default.fileExists(atPath: path))
        }

        @Test(
            "The step from the first layout keeps every loan, and ends with the tables, indexes and guards of a new store"
        )
        func step() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let store = try store(in: folder)
            let before = try store.loans(matching: LoanFilter(), after: nil, limit: 10)
            // The ledger's card is added behind its other columns.
            let layout = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'ledger' ORDER BY name"
            func objects() throws -> [String] {
                try store.read { (connection) throws(StoreFailure) in
                    try connection.statement(layout).rows { (row) throws(StoreFailure) in
                        "\(row.text(0)): \(row.text(1))"
                    }
                }
            }
            let new = try objects()
            let step = try #require(Schema.steps[1])
            try store.write { (connection) throws(StoreFailure) in
                try connection.execute(
                    """
                    DROP VIEW loan; DROP TABLE loan_end; DROP TABLE loan_start; DROP TABLE asked_line; DROP TABLE import_run;
                    ALTER TABLE ledger DROP COLUMN card;
                    \(Self.first)
                    INSERT INTO loan VALUES (1, 'A', 1, 1, 1000, 1001, 20600, 2000, 2001),
                        (2, 'B', 1, 1, 3000, 3001, 20601, NULL, NULL);
                    """)
                try connection.execute(step)
            }
            #expect(try objects() == new)
            #expect(try store.loans(matching: LoanFilter(), after: nil, limit: 10) == before)
            #expect(try store.damage().isEmpty)
        }

        @Test("A store of the first layout is refused, and left as it is")
        func older() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let store = try store(in: folder)
            try store.connection.withLock { (connection) throws(StoreFailure) in
                try connection.execute("PRAGMA user_version = 1")
            }
            let failure = #expect(throws: StoreFailure.self) { try SQLiteStore(path: store.path) }
            #expect(failure?.kind == .olderSchema)
        }

        @Test("A store taken for one's own is busy for all others until it is closed, and is used as ever")
        func exclusive() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let path = try store(in: folder).path
            do {
                let own = try SQLiteStore(path: path, patience: 50, isExclusive: true)
                let failure = #expect(throws: StoreFailure.self) { try SQLiteStore(path: path, patience: 50) }
                #expect(failure?.kind == .busy)
                _ = try own.addBook(BookDetails(title: "Two"), at: StoreFixture.createdAt)
            }
            #expect(try SQLiteStore(path: path, patience: 50).facts().books == 2)
        }

        @Test("A store that others read is taken once they have done")
        func takenLater() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let store = try store(in: folder)
            let isReading = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                try? store.read { (connection) throws(StoreFailure) in
                    _ = try connection.policy()
                    isReading.signal()
                    Thread.sleep(forTimeInterval: 0.2)
                }
            }
            isReading.wait()
            let own = try SQLiteStore(path: store.path, patience: 20_000, isExclusive: true)
            #expect(try own.addBook(BookDetails(title: "Two"), at: StoreFixture.createdAt).details.title == "Two")
        }

        @Test("A store that others use is not taken from them")
        func notTaken() throws {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let store = try store(in: folder)
            try store.write { (_) throws(StoreFailure) in
                let failure = #expect(throws: StoreFailure.self) {
                    try SQLiteStore(path: store.path, patience: 50, isExclusive: true)
                }
                #expect(failure?.kind == .busy)
            }
        }
    }
#endif
