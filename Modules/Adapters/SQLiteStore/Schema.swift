#if SQLite
    /// The layout of a store's database.
    enum Schema {
        /// Marks a database file as a circulation store: "CIRC".
        static let applicationID: Int64 = 0x4349_5243
        /// The version of the layout; a store of another is refused.
        static let version: Int64 = 2

        /// Creates every table of the layout.
        ///
        /// - `ledger` keeps a key for ever; its other columns are NULL once purged. Its rows lie in the order of the keys.
        /// - A receipt is not stored: the ledger's result and the loan give it again.
        static let definition = """
            CREATE TABLE library (
                only INTEGER PRIMARY KEY CHECK (only = 1),
                store_id BLOB NOT NULL, zone TEXT NOT NULL, created_at INTEGER NOT NULL,
                default_days INTEGER NOT NULL, maximum_days INTEGER NOT NULL, retention_days INTEGER NOT NULL,
                loan_limit INTEGER, standing TEXT, outbox_paused INTEGER NOT NULL DEFAULT 0
            ) STRICT;
            CREATE TABLE counter (name TEXT PRIMARY KEY, next INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            INSERT INTO counter VALUES ('book', 1), ('member', 1), ('loan', 1);
            CREATE TABLE book (
                id INTEGER PRIMARY KEY, title TEXT NOT NULL CHECK (title <> ''), author TEXT, isbn TEXT,
                created_at INTEGER NOT NULL, revision INTEGER NOT NULL, removed INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE copy (
                barcode TEXT PRIMARY KEY, book INTEGER NOT NULL REFERENCES book (id), branch TEXT,
                withdrawn INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX copy_book ON copy (book);
            CREATE INDEX copy_withdrawn ON copy (barcode) WHERE withdrawn = 1;
            CREATE TABLE member (
                id INTEGER PRIMARY KEY, card TEXT NOT NULL UNIQUE, name TEXT NOT NULL, email TEXT, phone TEXT,
                active INTEGER NOT NULL, created_at INTEGER NOT NULL, revision INTEGER NOT NULL
            ) STRICT;
            \(loans)
            \(loanGuards)
            CREATE TABLE scope (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
            CREATE TABLE ledger (
                scope INTEGER NOT NULL REFERENCES scope (id), operation TEXT NOT NULL,
                kind INTEGER, book INTEGER, copy TEXT, loan INTEGER, member INTEGER, days INTEGER, happened_at INTEGER,
                disposition INTEGER, result_loan INTEGER, due_day INTEGER, notes INTEGER,
                recorded_at INTEGER, run INTEGER, card INTEGER,
                PRIMARY KEY (scope, operation), CHECK ((kind IS NULL) = (recorded_at IS NULL))
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE outbox (
                id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, loan INTEGER NOT NULL, message_id BLOB NOT NULL,
                state INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0, next_attempt_at INTEGER,
                lease_token BLOB, lease_until INTEGER
            ) STRICT;
            \(imports)
            CREATE TABLE staff (login TEXT PRIMARY KEY, permissions TEXT NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TABLE source (name TEXT PRIMARY KEY, permissions TEXT NOT NULL) STRICT, WITHOUT ROWID;
            PRAGMA application_id = \(applicationID);
            PRAGMA user_version = \(version);
            """

        /// Creates the tables of imports, which came with version 2.
        ///
        /// - `files` has a NUL byte behind each name; `asked_in` and `verdicts` are what `ImportCounts` gives of them to be
        ///   stored.
        /// - `asked_line` has the lines that a run asked a person about and that no later import found settled; `settled` is
        ///   1 where a person did.
        static let imports = """
            CREATE TABLE import_run (
                id INTEGER PRIMARY KEY, scope TEXT NOT NULL, files TEXT NOT NULL, started_at INTEGER NOT NULL,
                ended_at INTEGER NOT NULL, state INTEGER NOT NULL, lines INTEGER NOT NULL, attention INTEGER NOT NULL,
                settled INTEGER NOT NULL, replayed INTEGER NOT NULL, duplicates INTEGER NOT NULL,
                asked_in TEXT NOT NULL, verdicts TEXT NOT NULL
            ) STRICT;
            CREATE TABLE asked_line (
                run INTEGER NOT NULL REFERENCES import_run (id), number INTEGER NOT NULL, file INTEGER NOT NULL,
                line INTEGER NOT NULL, identity TEXT NOT NULL, verdict TEXT NOT NULL, copy TEXT, loan INTEGER,
                stated_at TEXT, doubt TEXT, settled INTEGER NOT NULL,
                PRIMARY KEY (run, number)
            ) STRICT, WITHOUT ROWID;
            """
    }
#endif
