#if SQLite
    import Domain
    import Ports

    /// Filling a new database.
    extension Connection {
        /// Creates all tables, and the row of the library itself.
        func define(
            zone: String, createdAt: Moment, policy: LoanPolicy, isOutboxPaused: Bool = false,
            standing: StoreStanding = .open
        ) throws(StoreFailure) {
            try execute(Schema.definition)
            try insertLibrary(zone: zone, at: createdAt, policy: policy, isOutboxPaused: isOutboxPaused)
            try set(standing: standing)
        }

        /// Fills it with a library that is elsewhere, and holds it against that.
        func fill(with copy: LibraryCopy, patience: Int) throws(StoreFailure) {
            let head = copy.head
            try write { () throws(StoreFailure) in
                try define(
                    zone: head.zone, createdAt: head.createdAt, policy: head.policy,
                    isOutboxPaused: copy.isOutboxPaused, standing: copy.standing)
            }
            let (file, path) = (file, path)
            // Rows come in the order of their keys and not in that of the indexes, which are built at the end; so are the
            // triggers, which need them.
            let built = try statement(
                "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL"
            ).rows { (row) throws(StoreFailure) in (type: row.text(0), name: row.text(1), sql: row.text(2)) }
            for one in built { try execute("DROP \(one.type) \(one.name)") }
            try execute("BEGIN")
            try copy.fill { rows throws(StoreFailure) in
                try put(rows)
            } filled: { () throws(StoreFailure) in
                try moveCounter("book", past: head.nextBook.value - 1)
                try moveCounter("member", past: head.nextMember.value - 1)
                try moveCounter("loan", past: head.nextLoan.value - 1)
                for one in built { try execute(one.sql) }
                try requireOneOpenLoan()
                try execute("COMMIT")
                let reader = try Connection(file: file, path: path, patience: patience)
                return SQLiteStore(path: path, patience: patience, connection: reader)
            }
        }

        /// Holds the loans against what a trigger guards, and could not while they came.
        private func requireOneOpenLoan() throws(StoreFailure) {
            let copy = try statement("SELECT 1 FROM loan WHERE returned_at IS NULL GROUP BY copy HAVING count(*) > 1")
                .first { (row) throws(StoreFailure) in row.integer(0) }
            guard copy == nil else { throw SQLiteFailure.corrupt("a copy has two open loans", at: path) }
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
