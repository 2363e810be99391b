#if SQLite
    import CSQLite
    public import Domain
    import Glibc
    public import Ports
    import Synchronization

    extension SQLiteStore {
        public func policy() throws(StoreFailure) -> LoanPolicy {
            try read { (connection) throws(StoreFailure) in try connection.policy() }
        }

        public func changePolicy(
            _ change: (LoanPolicy) -> Result<LoanPolicy, InvalidRequest>
        ) throws(StoreFailure) -> Result<LoanPolicy, InvalidRequest> {
            try write { (connection) throws(StoreFailure) in
                let result = change(try connection.policy())
                if case .success(let policy) = result { try connection.update(policy) }
                return result
            }
        }

        public func zone() throws(StoreFailure) -> String {
            try read { (connection) throws(StoreFailure) in
                let zone = try connection.statement("SELECT zone FROM library")
                    .first { (row) throws(StoreFailure) in row.text(0) }
                guard let zone else { throw SQLiteFailure.corrupt("the zone is lost", at: connection.path) }
                return zone
            }
        }

        public func facts() throws(StoreFailure) -> StoreFacts {
            let zone = try zone()
            return try read { (connection) throws(StoreFailure) in
                let counts = [
                    "book WHERE removed = 0", "copy", "member", "loan", "loan WHERE returned_at IS NULL", "ledger",
                    "outbox WHERE state = 0",
                ]
                var numbers: [Int] = []
                for what in counts {
                    let count = try connection.statement("SELECT count(*) FROM \(what)")
                        .first { (row) throws(StoreFailure) in Int(row.integer(0)) }
                    numbers.append(count ?? 0)
                }
                let library = try connection.statement("SELECT created_at, outbox_paused FROM library")
                    .first { (row) throws(StoreFailure) in (row.integer(0), row.integer(1) == 1) }
                return StoreFacts(
                    technology: "SQLite \(String(cString: sqlite3_libversion()))",
                    durability: "synced to disk before every answer; safe for several processes on one machine",
                    schema: Int(Schema.version), zone: zone, createdAt: Moment(milliseconds: library?.0 ?? 0),
                    books: numbers[0], copies: numbers[1], members: numbers[2], loans: numbers[3],
                    openLoans: numbers[4], operations: numbers[5], pendingNotices: numbers[6],
                    standing: try connection.standing(), isOutboxPaused: library?.1 ?? false)
            }
        }

        /// A copy in a temporary file, which has no name any more before anything is in it, and ends with its connection.
        public func privateCopy() throws(StoreFailure) -> any LibraryStore {
            let (copy, descriptor) = try StoreFile.withoutName { (file) throws(StoreFailure) in
                try Connection(file: file, path: path, patience: patience)
            }
            defer { close(descriptor) }
            try connection.withLock { (original) throws(StoreFailure) in try original.copy(into: copy, descriptor) }
            try copy.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
            return SQLiteStore(path: path, patience: patience, connection: copy)
        }
    }
#endif
