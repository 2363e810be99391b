#if SQLite
    import CSQLite
    import Glibc
    import Ports

    /// One connection to a database file, with its prepared statements.
    ///
    /// `@unchecked Sendable`, for SQLite does no locking of its own here (`SQLITE_OPEN_NOMUTEX`): `SQLiteStore` keeps the
    /// connection in a `Mutex` and uses it nowhere else.
    final class Connection: @unchecked Sendable {
        /// The name of the store in messages.
        let path: String
        /// The file that was opened.
        let file: String
        let handle: OpaquePointer
        private static let countsNoMemory = circ_sqlite3_count_no_memory() == SQLITE_OK
        private let patience: Patience
        private var statements: [String: Statement] = [:]
        private var queries: [Statement?] = Array(repeating: nil, count: Query.allCases.count)

        /// How long a call waits for others.
        private final class Patience {
            let handle: OpaquePointer
            let milliseconds: Int
            /// Whether a lock is being taken that is more than its transaction needs as yet.
            var isTakingLock = false

            init(handle: OpaquePointer, milliseconds: Int) {
                self.handle = handle
                self.milliseconds = milliseconds
            }
        }

        /// Opens a database file that is there.
        ///
        /// - Parameters:
        ///   - file: the file.
        ///   - path: the name of the store in messages; nil if that is the file's.
        ///   - patience: milliseconds a call waits for others before it is `busy`.
        init(file: String, path: String? = nil, patience: Int) throws(StoreFailure) {
            let path = path ?? file
            // Once, before the library is used; where somebody used it before, it goes on counting.
            _ = Self.countsNoMemory
            var handle: OpaquePointer?
            let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
            let code = sqlite3_open_v2(file, &handle, flags, nil)
            guard code == SQLITE_OK, let handle else {
                // A handle may come even with a failure, and is closed too.
                sqlite3_close_v2(handle)
                throw SQLiteFailure.failure(code, while: "opening", at: path)
            }
            self.path = path
            self.file = file
            self.handle = handle
            self.patience = Patience(handle: handle, milliseconds: patience)
            // SQLite's own timeout backs off to 100 ms and starves beside a busy importer; this one asks every millisecond.
            sqlite3_busy_handler(
                handle,
                { patience, attempts in
                    guard let patience = patience.map({ Unmanaged<Patience>.fromOpaque($0).takeUnretainedValue() })
                    else { return 0 }
                    // With a lock that was not released SQLite takes a journal that should be played back for its own.
                    if !patience.isTakingLock, circ_sqlite3_lock_is_stuck(patience.handle) != 0 { return 0 }
                    usleep(1000)
                    return Int(attempts) < patience.milliseconds ? 1 : 0
                }, Unmanaged.passUnretained(self.patience).toOpaque())
            do throws(StoreFailure) {
                try configure()
            } catch {
                close()
                throw error
            }
        }

        deinit {
            close()
        }

        private func close() {
            for statement in statements.values { statement.finalize() }
            for case let statement? in queries { statement.finalize() }
            sqlite3_close_v2(handle)
        }

        /// Sets what the store relies on and reads it back: SQLite ignores in silence what it cannot set.
        private func configure() throws(StoreFailure) {
            let code = circ_sqlite3_refuse_double_quoted_strings(handle)
            guard code == SQLITE_OK else { throw SQLiteFailure.failure(code, while: "opening", at: path) }
            try chooseJournal()
            try set("synchronous", to: "FULL", readBack: "2")
            try set("foreign_keys", to: "ON", readBack: "1")
            try set("mmap_size", to: "0", readBack: "0")
            try set("cell_size_check", to: "ON", readBack: "1")
            try set("trusted_schema", to: "OFF", readBack: "0")
            try set("temp_store", to: "MEMORY", readBack: "2")
            try keepPages(kibibytes: 65_536)
        }

        /// Says how much of the store is kept in memory at most, which is taken only as it is needed.
        private func keepPages(kibibytes: Int) throws(StoreFailure) {
            try set("cache_size", to: "-\(kibibytes)", readBack: "-\(kibibytes)")
        }

        /// Leaves a store in the mode it is in if that is safe, and else converts it back to a rollback journal, for which
        /// nobody else may have it open.
        private func chooseJournal() throws(StoreFailure) {
            let found = try pragmaValue("journal_mode") ?? ""
            let mode = JournalMode.use(found: found, library: sqlite3_libversion_number())
            do throws(StoreFailure) {
                try set("journal_mode", to: mode.rawValue.uppercased(), readBack: mode.rawValue)
            } catch {
                guard found == JournalMode.wal.rawValue else { throw error }
                throw StoreFailure(
                    .busy,
                    "the store at \(path) keeps a write-ahead log, which SQLite \(String(cString: sqlite3_libversion())) "
                        + "can corrupt, and others have it open; close them and try again, and it is converted",
                    cause: error.cause)
            }
        }

        /// Takes the lock that shuts all others out, and keeps it until the connection is closed.
        func keepLock() throws(StoreFailure) {
            // While it waits for readers it has a lock and no transaction yet, as it should.
            patience.isTakingLock = true
            defer { patience.isTakingLock = false }
            // The mode is set once it has the lock: in it, it would keep a shared one while it waits, and whoever is about
            // to commit would wait for that.
            try transaction("BEGIN EXCLUSIVE") { () throws(StoreFailure) in
                try set("locking_mode", to: "EXCLUSIVE", readBack: "exclusive")
            }
            // Whoever is alone has large batches, each of which passes over most pages once: to keep them would not spare
            // the next one a read, and the memory is better used for more lines in each.
            try keepPages(kibibytes: 24_576)
        }

        private func set(_ pragma: String, to value: String, readBack: String) throws(StoreFailure) {
            try execute("PRAGMA \(pragma) = \(value)")
            let now = try pragmaValue(pragma)
            guard now == readBack || pragma == "mmap_size" && now == nil else {
                throw StoreFailure(
                    .unavailable, "the store at \(path) cannot be used: SQLite would not set \(pragma) to \(value)",
                    cause: "\(pragma) is \(now ?? "unknown")")
            }
        }

        /// A pragma's value as text; nil if there is none.
        func pragmaValue(_ name: String) throws(StoreFailure) -> String? {
            let statement = try Statement("PRAGMA \(name)", on: handle, path: path)
            defer { statement.finalize() }
            return try statement.step() ? statement.optionalText(0) : nil
        }

        /// Runs SQL that gives no rows and has no values.
        func execute(_ sql: String) throws(StoreFailure) {
            let code = sqlite3_exec(handle, sql, nil, nil, nil)
            guard code == SQLITE_OK else { throw SQLiteFailure.failure(code, while: "using", at: path) }
        }

        /// The prepared statement for SQL, made on first use.
        func statement(_ sql: String) throws(StoreFailure) -> Statement {
            if let known = statements[sql] { return known }
            let statement = try Statement(sql, on: handle, path: path)
            statements[sql] = statement
            return statement
        }

        /// The prepared statement for a query, made on first use.
        func statement(_ query: Query) throws(StoreFailure) -> Statement {
            if let known = queries[query.rawValue] { return known }
            let statement = try Statement(query.sql, on: handle, path: path)
            queries[query.rawValue] = statement
            return statement
        }

        /// Runs a body in one transaction that holds the write lock from its start: all of it is committed, durably, or none.
        func write<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
            try transaction("BEGIN IMMEDIATE", body)
        }

        /// Runs a body that sees one state of the store; the lock is released when it returns.
        func read<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
            try transaction("BEGIN", body)
        }

        private func transaction<Result>(
            _ begin: String, _ body: () throws(StoreFailure) -> Result
        ) throws(StoreFailure) -> Result {
            try statement(begin).run()
            do throws(StoreFailure) {
                let result = try body()
                try commit()
                return result
            } catch {
                // The failure may have rolled back already, and a rollback's own trouble must not hide the cause.
                if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
                throw error
            }
        }

        private func commit() throws(StoreFailure) {
            do throws(StoreFailure) {
                try statement("COMMIT").run()
            } catch {
                // After an I/O error of the commit itself only the journal knows what the next opening will find.
                throw StoreFailure(
                    error.kind, error.message, cause: error.cause, isOutcomeUnknown: error.kind == .inputOutput)
            }
        }

        /// Copies the database into an empty one, holding others up by no more than a step.
        ///
        /// - Parameters:
        ///   - target: a connection to the empty one, which nobody else has open.
        ///   - descriptor: one of its file.
        func copy(into target: Connection, _ descriptor: Int32) throws(StoreFailure) {
            if try pragmaValue("journal_mode") == JournalMode.wal.rawValue {
                try backUp(into: target)
            } else {
                try FileCopy.copy(self, to: descriptor)
            }
        }

        /// Copies a database whose file alone does not hold all of it; its readers hold nobody up.
        private func backUp(into target: Connection) throws(StoreFailure) {
            try target.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
                throw SQLiteFailure.failure(sqlite3_extended_errcode(target.handle), while: "copying", at: path)
            }
            let code = sqlite3_backup_step(backup, -1)
            sqlite3_backup_finish(backup)
            guard code == SQLITE_DONE else { throw SQLiteFailure.failure(code, while: "copying", at: path) }
        }
    }
#endif
