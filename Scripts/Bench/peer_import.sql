-- circ-import's work on its schema as set-based SQL for the sqlite3 shell: one transaction. FILE is put in by the bench.
PRAGMA journal_mode = TRUNCATE;
PRAGMA synchronous = FULL;
PRAGMA cache_size = -262144;
PRAGMA temp_store = MEMORY;
CREATE TEMP TABLE line (operation TEXT, loan INTEGER, at TEXT);
.mode csv
.import --skip 1 FILE line
CREATE TEMP TABLE stated AS
    SELECT rowid AS n, operation, loan,
        unixepoch(substr(at, 1, 19)) * 1000 + CAST(substr(at, 21, 3) AS INTEGER) AS at,
        row_number() OVER (PARTITION BY operation ORDER BY rowid) AS occurrence
    FROM line;
BEGIN IMMEDIATE;
INSERT OR IGNORE INTO scope (name) VALUES ('source:bench');
-- The first line of an operation that the ledger does not know and whose loan exists is applied; of those, the first of
-- a loan that is open ends it.
CREATE TEMP TABLE applied AS
    SELECT s.n, s.operation, s.loan, s.at, l.due_day, max(s.at, l.began_at) AS ends,
        l.returned_at IS NULL AND row_number() OVER (PARTITION BY s.loan ORDER BY s.n) = 1 AS ending
    FROM stated s JOIN loan l ON l.id = s.loan
    WHERE s.occurrence = 1 AND NOT EXISTS (
        SELECT 1 FROM ledger WHERE scope = (SELECT id FROM scope WHERE name = 'source:bench') AND operation = s.operation);
INSERT INTO loan_end SELECT loan, ends, unixepoch() * 1000 FROM applied WHERE ending ORDER BY loan;
INSERT INTO ledger (scope, operation, kind, loan, happened_at, disposition, result_loan, due_day, notes, recorded_at,
        run)
    SELECT (SELECT id FROM scope WHERE name = 'source:bench'), operation, 2, loan, at, iif(ending, 2, 3), loan, due_day, 0,
        unixepoch() * 1000, unixepoch() * 1000 << 20
    FROM applied ORDER BY operation;
INSERT INTO outbox (kind, loan, message_id) SELECT 2, loan, randomblob(16) FROM applied WHERE ending ORDER BY n;
COMMIT;
SELECT CASE
        WHEN a.n IS NOT NULL THEN iif(a.ending, 'returned', 'alreadyReturned')
        WHEN g.loan IS NULL THEN 'missingLoan'
        WHEN g.loan = s.loan AND g.happened_at = s.at THEN 'replayed' ELSE 'operationConflict' END AS verdict, count(*)
    FROM stated s LEFT JOIN applied a ON a.n = s.n
    LEFT JOIN ledger g ON g.scope = (SELECT id FROM scope WHERE name = 'source:bench') AND g.operation = s.operation
    GROUP BY verdict;
