#if SQLite
    import Domain
    import Ports

    /// Filling a new database.
    extension Connection {
        /// Creates all tables, and the row of the library itself.
        func define(
            zone: String, createdAt: Moment, policy: LoanPolicy, isOutboxPaused: Bool = false
        ) throws(StoreFailure) {
            try execute(Schema.definition)
            try insertLibrary(zone: zone, at: createdAt, policy: policy, isOutboxPaused: isOutboxPaused)
        }

        /// Fills it with a library that is elsewhere, and holds it against that.
        func fill(with copy: LibraryCopy, patience: Int) throws(StoreFailure) {
            let head = copy.head
            try write { () throws(StoreFailure) in
                try define(
                    zone: head.zone, createdAt: head.createdAt, policy: head.policy,
                    isOutboxPaused: copy.isOutboxPaused)
            }
            let path = path
            // Rows come in the order of their keys and not in that of the indexes, which are built at the end.
            let indexes = try statement("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
                .rows { (row) throws(StoreFailure) in (name: row.text(0), sql: row.text(1)) }
            for index in indexes { try execute("DROP INDEX \(index.name)") }
            try execute("BEGIN")
            try copy.fill { rows throws(StoreFailure) in
                try put(rows)
            } filled: { () throws(StoreFailure) in
                try moveCounter("book", past: head.nextBook.value - 1)
                try moveCounter("member", past: head.nextMember.value - 1)
                try moveCounter("loan", past: head.nextLoan.value - 1)
                for index in indexes { try execute(index.sql) }
                try execute("COMMIT")
                let reader = try Connection(path: path, patience: patience)
                return SQLiteStore(path: path, patience: patience, connection: reader)
            }
        }

        private func put(_ rows: LibraryRows) throws(StoreFailure) {
            switch rows {
            case .books(let books): for book in books { try insert(book) }
            case .copies(let copies): for copy in copies { try insert(copy) }
            case .members(let members): for member in members { try insert(member) }
            case .loans(let loans): for loan in loans { try insert(loan) }
            case .operations(let records):
                let ledger = Ledger(connection: self)
                for record in records { try ledger.insert(record) }
            case .notices(let notices): for notice in notices { try insert(notice) }
            case .importRuns(let runs): for run in runs { try put(run) }
            case .askedLines(let lines): for line in lines { try insert(line) }
            }
        }
    }
#endif
