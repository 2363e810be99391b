#if SQLite
    import CSQLite
    import Ports

    /// Makes failures of SQLite's result codes.
    ///
    /// Their words hold no bound value: SQLite's own message for a code is a constant, and the connection's message,
    /// which may quote data, is never used.
    enum SQLiteFailure {
        /// The failure for an extended result code, met while doing something to the store at a path.
        static func failure(_ code: Int32, while doing: String, at path: String) -> StoreFailure {
            let cause = "\(String(cString: sqlite3_errstr(code))) (SQLite result code \(code))"
            let (kind, advice) = meaning(of: code)
            return StoreFailure(kind, "\(doing) the store at \(path) failed: \(advice)", cause: cause)
        }

        private static func meaning(of code: Int32) -> (StoreFailure.Kind, String) {
            switch code & 0xFF {
            case SQLITE_BUSY, SQLITE_LOCKED: (.busy, "others are using it; try again")
            case SQLITE_FULL: (.full, "no space is left on its disk; make room and try again")
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
                (.notWritable, "this account may not write it; ask whoever keeps the store")
            case SQLITE_NOTADB: (.foreign, "what is there is not a circulation store")
            case SQLITE_CORRUPT: (.corrupt, "it is damaged; restore a backup")
            case SQLITE_IOERR, SQLITE_NOMEM: (.inputOutput, "reading or writing failed; check the disk and try again")
            case SQLITE_CANTOPEN: (.unavailable, "it cannot be opened; check the path and its permissions")
            default: (.unavailable, "it cannot be used")
            }
        }

        /// The failure of a store that contradicts itself.
        static func corrupt(_ what: String, at path: String) -> StoreFailure {
            StoreFailure(.corrupt, "the store at \(path) is damaged: \(what); restore a backup")
        }
    }
#endif
