#if SQLite
    public import Domain
    public import Ports
    import Synchronization

    extension SQLiteStore {
        public func head() throws(StoreFailure) -> LibraryHead {
            try read { (connection) throws(StoreFailure) in try connection.head() }
        }

        public func everyBook(after: BookID?, limit: Int) throws(StoreFailure) -> [Book] {
            try read { (connection) throws(StoreFailure) in
                try connection.statement("SELECT \(Rows.bookColumns) FROM book WHERE id > ? ORDER BY id LIMIT ?")
                    .rows(.integer(after?.value ?? 0), .integer(Int64(limit))) { (row) throws(StoreFailure) in
                        Rows.book(row)
                    }
            }
        }

        public func everyCopy(after: Barcode?, limit: Int) throws(StoreFailure) -> [Copy] {
            try read { (connection) throws(StoreFailure) in
                try connection.statement(
                    "SELECT \(Rows.copyColumns) FROM copy WHERE barcode > ? ORDER BY barcode LIMIT ?"
                ).rows(.text(after?.text ?? ""), .integer(Int64(limit))) { (row) throws(StoreFailure) in Rows.copy(row)
                }
            }
        }

        public func pendingNotices(after: Int64?, limit: Int) throws(StoreFailure) -> [PendingNotice] {
            try read { (connection) throws(StoreFailure) in
                let path = connection.path
                return try connection.statement(
                    "SELECT id, kind, loan, message_id FROM outbox WHERE state = 0 AND id > ? ORDER BY id LIMIT ?"
                ).rows(.integer(after ?? 0), .integer(Int64(limit))) { (row) throws(StoreFailure) in
                    guard let kind = Notice.Kind(rawValue: Int(row.integer(1))), let message = row.words(3) else {
                        throw SQLiteFailure.corrupt("a notice is not readable", at: path)
                    }
                    return PendingNotice(
                        place: row.integer(0),
                        notice: Notice(
                            kind: kind, loan: LoanID(stored: row.integer(2)),
                            messageID: MessageID(storedHigh: message.high, low: message.low)))
                }
            }
        }

        public func damage() throws(StoreFailure) -> [String] {
            try read { (connection) throws(StoreFailure) in try connection.damage() }
        }

        public func withChangesHeld(
            _ body: (any LibraryStore) throws(StoreFailure) -> String?
        ) throws(StoreFailure) {
            // No second connection can reach the file of a private copy, which has no name.
            let isPrivate = connection.withLock { $0.file != path }
            let reader = isPrivate ? try privateCopy() : try SQLiteStore(path: path, patience: patience)
            try write { (connection) throws(StoreFailure) in
                guard let place = try body(reader) else { return }
                try connection.set(standing: .moved(to: place))
            }
        }

        public func standing() throws(StoreFailure) -> StoreStanding {
            try read { (connection) throws(StoreFailure) in try connection.standing() }
        }

        public func arrive() throws(StoreFailure) {
            try connection.withLock { (connection) throws(StoreFailure) in
                try connection.write { () throws(StoreFailure) in
                    try Schema.requireVersion(of: connection)
                    guard try connection.standing().isArriving else { return try connection.standing().checkOpen() }
                    try connection.set(standing: .open)
                }
            }
        }

        public func backUp(to path: String) throws(StoreFailure) {
            try connection.withLock { (original) throws(StoreFailure) in
                try original.standing().checkNotMoved()
                try Self.backUp(from: original, to: path, patience: patience)
            }
        }

        /// Makes a backup of what a connection sees, whole or not at all; that of a store whose library has moved says so.
        static func backUp(from original: Connection, to path: String, patience: Int) throws(StoreFailure) {
            try StoreFile.create(path, access: .owner) { (draft) throws(StoreFailure) in
                let target = try Connection(file: draft, path: path, patience: patience)
                try StoreFile.withFile(draft) { descriptor throws(StoreFailure) in
                    try original.copy(into: target, descriptor)
                }
                // Whoever has the store open does not wait for this: it is asked of the copy.
                guard let damage = try target.findDamage().first else {
                    if case .moved = try target.standing() { return }
                    return try target.set(standing: .backup)
                }
                throw StoreFailure(
                    .corrupt,
                    "the store at \(original.path) is damaged, so no backup was made: \(damage); 'circ store check' tells "
                        + "all, and an earlier backup can be restored")
            }
        }
    }

    extension Connection {
        /// Whether the store takes changes.
        func standing() throws(StoreFailure) -> StoreStanding {
            let text = try statement("SELECT standing FROM library")
                .first { (row) throws(StoreFailure) in row.optionalText(0) }
            return StoreStanding(stored: text ?? nil)
        }

        func set(standing: StoreStanding) throws(StoreFailure) {
            try statement("UPDATE library SET standing = ?").run(standing.stored.map { .text($0) })
        }

        /// What contradicts itself in the database, a line each.
        fileprivate func damage() throws(StoreFailure) -> [String] {
            let contradictions = try statement("PRAGMA integrity_check(100)")
                .rows { (row) throws(StoreFailure) in row.text(0) }
            let orphans = try statement("PRAGMA foreign_key_check")
                .rows { (row) throws(StoreFailure) in
                    "a row of the table \(row.text(0)) names one of the table \(row.text(2)) that is not there"
                }
            return contradictions.filter { $0 != "ok" } + orphans.prefix(100)
        }

        /// The same, where it may be such that SQLite cannot even tell it.
        fileprivate func findDamage() throws(StoreFailure) -> [String] {
            do throws(StoreFailure) {
                return try damage()
            } catch {
                guard error.kind == .corrupt else { throw error }
                return [error.cause ?? error.message]
            }
        }

        fileprivate func head() throws(StoreFailure) -> LibraryHead {
            let library = try statement("SELECT zone, created_at FROM library")
                .first { (row) throws(StoreFailure) in (row.text(0), Moment(milliseconds: row.integer(1))) }
            guard let library else { throw SQLiteFailure.corrupt("the library's own row is lost", at: path) }
            return LibraryHead(
                zone: library.0, createdAt: library.1, policy: try policy(),
                nextBook: BookID(stored: try counter("book")), nextMember: MemberID(stored: try counter("member")),
                nextLoan: LoanID(stored: try counter("loan")))
        }
    }
#endif
