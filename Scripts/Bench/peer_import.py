"""A good Python script doing circ-import's work on its schema: one transaction, one pass, prepared statements."""
import csv
import datetime
import hashlib
import sqlite3
import sys
import time

store, file = sys.argv[1:3]
now = time.time_ns() // 1_000_000
db = sqlite3.connect(store, isolation_level=None, cached_statements=64)
db.executescript("PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=FULL; PRAGMA cache_size=-262144; BEGIN IMMEDIATE")
db.execute("INSERT OR IGNORE INTO scope (name) VALUES ('source:bench')")
scope = db.execute("SELECT id FROM scope WHERE name = 'source:bench'").fetchone()[0]
epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
millisecond = datetime.timedelta(milliseconds=1)
verdicts = {}
with open(file, newline="") as lines:
    rows = csv.reader(lines)
    next(rows)
    for operation, loan, at in rows:
        loan = int(loan)
        at = (datetime.datetime.fromisoformat(at) - epoch) // millisecond
        known = db.execute("SELECT loan, happened_at FROM ledger WHERE scope = ? AND operation = ?",
                           (scope, operation)).fetchone()
        if known:
            verdict = "replayed" if known == (loan, at) else "operationConflict"
            verdicts[verdict] = verdicts.get(verdict, 0) + 1
            continue
        found = db.execute("SELECT due_day, returned_at, began_at FROM loan WHERE id = ?", (loan,)).fetchone()
        if not found:
            verdicts["missingLoan"] = verdicts.get("missingLoan", 0) + 1
            continue
        due, returned, began = found
        verdict = "returned" if returned is None else "alreadyReturned"
        verdicts[verdict] = verdicts.get(verdict, 0) + 1
        if returned is None:
            db.execute("INSERT INTO loan_end VALUES (?, ?, ?)", (loan, max(at, began), now))
            message = hashlib.sha256(f"source:bench\0{operation}\0\0".encode()).digest()[:16]
            db.execute("INSERT INTO outbox (kind, loan, message_id) VALUES (2, ?, ?)", (loan, message))
        db.execute(
            "INSERT INTO ledger (scope, operation, kind, loan, happened_at, disposition, result_loan, due_day, notes, "
            "recorded_at, run) VALUES (?, ?, 2, ?, ?, ?, ?, ?, 0, ?, ?)",
            (scope, operation, loan, at, 2 if returned is None else 3, loan, due, now, now << 20))
db.execute("COMMIT")
print(verdicts)
