#if SQLite
    import CSQLite
    public import Domain
    public import Ports
    import Synchronization

    /// The library in one SQLite database file: for one machine, with several processes at once.
    ///
    /// It keeps a rollback journal that it truncates, and syncs before every answer (`journal_mode=TRUNCATE`,
    /// `synchronous=FULL`); every change takes the write lock before it reads (`BEGIN IMMEDIATE`).
    public final class SQLiteStore: LibraryStore {
        let path: String
        let connection: Mutex<Connection>
        let patience: Int

        /// Opens a store that is there.
        ///
        /// - Parameters:
        ///   - path: the database file.
        ///   - patience: milliseconds a call waits for others before it is `busy`.
        ///   - isExclusive: whether others find the store busy from now on until this is closed.
        /// - Throws: `missing`, `foreign` (something else is there), `newerSchema`, `olderSchema`, `busy`, or what opening a file may.
        public convenience init(
            path: String, patience: Int = 10_000, isExclusive: Bool = false
        ) throws(StoreFailure) {
            try StoreFile.check(path)
            let connection = try Connection(file: path, patience: patience)
            try Schema.recognise(connection)
            try Schema.requireVersion(of: connection)
            if isExclusive { try connection.keepLock() }
            self.init(path: path, patience: patience, connection: connection)
        }

        init(path: String, patience: Int, connection: sending Connection) {
            self.path = path
            self.patience = patience
            self.connection = Mutex(connection)
        }

        /// Makes a new store, whole or not at all, and opens it.
        ///
        /// - Parameters:
        ///   - path: the database file.
        ///   - zone: the library's IANA time zone, already checked.
        ///   - now: when it is made.
        ///   - access: who may use the files.
        ///   - patience: milliseconds a call waits for others before it is `busy`.
        /// - Throws: `exists` when anything is there already.
        public static func create(
            path: String, zone: String, at now: Moment, access: StoreAccess = .owner, patience: Int = 10_000
        ) throws(StoreFailure) -> SQLiteStore {
            try StoreFile.create(path, access: access) { (draft) throws(StoreFailure) in
                let connection = try Connection(file: draft, path: path, patience: patience)
                try connection.write { () throws(StoreFailure) in
                    try connection.define(zone: zone, createdAt: now, policy: .initial)
                }
            }
            return try made(at: path, patience: patience)
        }

        /// Makes a new store of a library that is elsewhere, whole or not at all, and opens it.
        ///
        /// - Throws: `exists` when anything is there already.
        public static func create(
            path: String, _ copy: LibraryCopy, access: StoreAccess = .owner, patience: Int = 10_000
        ) throws(StoreFailure) -> SQLiteStore {
            try StoreFile.create(path, access: access) { (draft) throws(StoreFailure) in
                let connection = try Connection(file: draft, path: path, patience: patience)
                // Nobody sees the draft before it is whole and synced; until then a crash may leave what it will.
                try connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
                try connection.fill(with: copy, patience: patience)
            }
            return try made(at: path, patience: patience)
        }

        /// Opens a store that was just made.
        private static func made(at path: String, patience: Int) throws(StoreFailure) -> SQLiteStore {
            do throws(StoreFailure) {
                return try SQLiteStore(path: path, patience: patience)
            } catch { throw error.withUnknownOutcome }
        }

        /// Runs a body in one transaction that holds the write lock.
        func write<Result: Sendable>(
            _ body: (Connection) throws(StoreFailure) -> Result
        ) throws(StoreFailure) -> Result {
            try connection.withLock { (connection) throws(StoreFailure) -> Result in
                try connection.write { () throws(StoreFailure) in
                    // An upgrade may have come since the store was opened.
                    try Schema.requireVersion(of: connection)
                    try connection.standing().checkOpen()
                    return try body(connection)
                }
            }
        }

        /// Runs a body that sees one state of the store.
        func read<Result: Sendable>(
            _ body: (Connection) throws(StoreFailure) -> Result
        ) throws(StoreFailure) -> Result {
            try connection.withLock { (connection) throws(StoreFailure) -> Result in
                try connection.read { () throws(StoreFailure) in try body(connection) }
            }
        }
    }
#endif
