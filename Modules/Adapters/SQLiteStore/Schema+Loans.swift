#if SQLite
    /// The layout of loans, which decides what a return costs.
    ///
    /// A return writes one row of `loan_end`, some twenty bytes that lie beside those of the loans before and after it, and
    /// touches no index: many returns at once change few pages, and each page is copied into the journal and written anew.
    extension Schema {
        /// Creates the tables of loans.
        ///
        /// - The view `loan` is what is read: each loan as it is now.
        /// - A loan keeps its member's bare number when the member is removed, so there is no foreign key for it.
        static let loans = """
            CREATE TABLE loan_start (
                id INTEGER PRIMARY KEY, copy TEXT NOT NULL REFERENCES copy (barcode), book INTEGER NOT NULL,
                member INTEGER NOT NULL, began_at INTEGER NOT NULL, began_recorded_at INTEGER NOT NULL,
                due_day INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE loan_end (
                loan INTEGER PRIMARY KEY REFERENCES loan_start (id), returned_at INTEGER NOT NULL,
                recorded_at INTEGER NOT NULL
            ) STRICT;
            CREATE VIEW loan AS
                SELECT id, copy, book, member, began_at, began_recorded_at, due_day, returned_at,
                    recorded_at AS return_recorded_at
                FROM loan_start LEFT JOIN loan_end ON loan = id;
            """

        /// Creates the indexes of loans, and the store's own guard: no copy has two open loans, and no loan ends twice or
        /// opens again, whatever is told to write them.
        static let loanGuards = """
            CREATE UNIQUE INDEX loan_history ON loan_start (copy, began_at);
            CREATE INDEX loan_member ON loan_start (member);
            CREATE INDEX loan_book ON loan_start (book);
            CREATE TRIGGER loan_begins BEFORE INSERT ON loan_start
                WHEN EXISTS (SELECT 1 FROM loan WHERE copy = NEW.copy AND returned_at IS NULL)
                BEGIN SELECT RAISE(ABORT, 'the copy is on loan'); END;
            CREATE TRIGGER loan_stays BEFORE UPDATE OF id, copy, began_at ON loan_start
                BEGIN SELECT RAISE(ABORT, 'a loan keeps its copy and its beginning'); END;
            CREATE TRIGGER end_stays BEFORE UPDATE ON loan_end
                BEGIN SELECT RAISE(ABORT, 'a loan ends once'); END;
            CREATE TRIGGER end_is_final BEFORE DELETE ON loan_end
                BEGIN SELECT RAISE(ABORT, 'a loan ends once'); END;
            """

        /// For each earlier version, the SQL that makes the next one of it, in one transaction.
        static let steps: [Int64: String] = [
            1: """
            ALTER TABLE loan RENAME TO earlier_loan;
            DROP INDEX loan_open; DROP INDEX loan_history; DROP INDEX loan_member; DROP INDEX loan_book;
            \(loans)
            INSERT INTO loan_start SELECT id, copy, book, member, began_at, began_recorded_at, due_day FROM earlier_loan;
            INSERT INTO loan_end SELECT id, returned_at, return_recorded_at FROM earlier_loan WHERE returned_at IS NOT NULL;
            DROP TABLE earlier_loan;
            \(loanGuards)
            ALTER TABLE ledger ADD COLUMN card INTEGER;
            \(imports)
            """
        ]
    }
#endif
