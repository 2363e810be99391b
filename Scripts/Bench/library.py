"""Makes a library and files of returns for the benchmarks, from a fixed seed."""
import csv
import random
import sqlite3
import subprocess

BEGAN = 1_780_000_000_000  # 2026-05-28, in milliseconds since 1970
DAY = 86_400_000


def make_store(circ, path, loans, returned_share=0.05):
    """A store in which `loans` copies were lent and the first share of them came back."""
    subprocess.run([circ, "--store", f"sqlite:{path}", "init", "--zone", "Europe/Zurich"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    books, members = max(1, loans // 5), max(1, loans // 20)
    returned = int(loans * returned_share)
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF")
    db.execute("BEGIN")
    db.executemany("INSERT INTO book VALUES (?,?,NULL,NULL,?,1,0)",
                   ((i, f"Book {i}", BEGAN) for i in range(1, books + 1)))
    db.executemany("INSERT INTO member VALUES (?,?,?,NULL,NULL,1,?,1)",
                   ((i, f"M{i:07}", f"Member {i}", BEGAN) for i in range(1, members + 1)))
    order = list(range(1, loans + 1))
    random.Random(1).shuffle(order)  # copies are not lent in the order of their barcodes
    db.executemany("INSERT INTO copy VALUES (?,?,NULL,0)",
                   ((f"{i:013}", 1 + i % books) for i in range(1, loans + 1)))
    db.executemany("INSERT INTO loan VALUES (?,?,?,?,?,?,20601,?,?)", (
        (n, f"{copy:013}", 1 + copy % books, 1 + n % members, BEGAN + n, BEGAN + n,
         BEGAN + DAY if n <= returned else None, BEGAN + DAY if n <= returned else None)
        for n, copy in enumerate(order, 1)))
    db.execute("UPDATE counter SET next = CASE name WHEN 'book' THEN ? WHEN 'member' THEN ? ELSE ? END",
               (books + 1, members + 1, loans + 1))
    db.execute("COMMIT")
    db.close()


def write_returns(path, loans, rows, returned_share=0.05):
    """A CSV of returns in random order of loans: 5 % already returned, 1 % repeated, 0.1 % conflicting, 0.1 % of unknown
    loans, the rest to return. Gives the verdicts it must come to."""
    rng = random.Random(2)
    repeated, conflicting, unknown = rows // 100, rows // 1000, rows // 1000
    already = int(loans * returned_share)
    already = min(already, rows * 5 // 100)
    fresh = rows - repeated - conflicting - unknown - already
    open_loans = range(int(loans * returned_share) + 1, loans + 1)
    if fresh > len(open_loans):
        raise SystemExit(f"{rows} rows need more than {loans} loans")
    targets = rng.sample(open_loans, fresh) + list(range(1, already + 1)) + list(range(loans + 1, loans + unknown + 1))
    rng.shuffle(targets)
    again = set(rng.sample(range(len(targets)), repeated + conflicting))
    wrong = set(rng.sample(sorted(again), conflicting))
    now = BEGAN + 20 * DAY
    with open(path, "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["operation_id", "loan_id", "returned_at"])
        for index, loan in enumerate(targets):
            now += rng.randrange(1, 400)
            operation = f"{now:012x}-{rng.getrandbits(64):016x}"
            row = [operation, loan, iso(now)]
            out.writerow(row)
            if index in again:
                # A refused line stores nothing, so its repetition is refused again; the rest is answered from the ledger.
                out.writerow([operation, loan, iso(now + 60_000)] if index in wrong else row)
    return {"rows": rows, "fresh": fresh, "already": already, "unknown": unknown}


def iso(milliseconds):
    day, rest = divmod(milliseconds, DAY)
    year, month, date = civil(day)
    hour, rest = divmod(rest, 3_600_000)
    minute, rest = divmod(rest, 60_000)
    return f"{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{rest // 1000:02}.{rest % 1000:03}Z"


def civil(day, known={}):
    if day not in known:
        import datetime
        date = datetime.date(1970, 1, 1) + datetime.timedelta(days=day)
        known[day] = (date.year, date.month, date.day)
    return known[day]


def outcome(path):
    """What a run leaves behind: all of it must be the same whoever did the work."""
    db = sqlite3.connect(path)
    one = lambda sql: db.execute(sql).fetchone()[0]
    state = (one("SELECT count(*) FROM loan WHERE returned_at IS NULL"), one("SELECT count(*) FROM ledger"),
             one("SELECT count(*) FROM outbox"), one("SELECT total(returned_at) FROM loan"),
             one("SELECT total(result_loan * disposition) FROM ledger"))
    db.close()
    return state
