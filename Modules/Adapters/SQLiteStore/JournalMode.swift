#if SQLite
    /// How SQLite keeps a commit whole.
    enum JournalMode: String, Hashable, Sendable {
        /// A rollback journal, which is truncated after each commit: the mode of every store that is made.
        case truncate
        /// A write-ahead log: the mode only of a store that somebody switched to it.
        case wal

        /// The mode in which a store is used.
        ///
        /// Before SQLite 3.51.3 a write-ahead log can corrupt a database that two connections use (the reset race; also
        /// fixed in 3.50.7 and 3.44.6, <https://sqlite.org/wal.html>). What counts is the library that runs, not the one
        /// that the program was built with.
        ///
        /// - Parameters:
        ///   - found: the mode that the store is in.
        ///   - library: `sqlite3_libversion_number()`, such as 3_051_003.
        static func use(found: String, library: Int32) -> JournalMode {
            found == wal.rawValue && isLogSafe(library: library) ? .wal : .truncate
        }

        /// Whether a library has the reset race mended.
        static func isLogSafe(library: Int32) -> Bool {
            switch library {
            case 3_044_006..<3_045_000, 3_050_007..<3_051_000: true
            default: library >= 3_051_003
            }
        }
    }
#endif
