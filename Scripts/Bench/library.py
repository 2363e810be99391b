"""Makes a library and files of returns for the benchmarks, from a fixed seed."""
import csv
import multiprocessing
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time

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
    order = copies_lent(loans)
    db.executemany("INSERT INTO copy VALUES (?,?,NULL,0)",
                   ((f"{i:013}", 1 + i % books) for i in range(1, loans + 1)))
    db.executemany("INSERT INTO loan_start VALUES (?,?,?,?,?,?,20601)", (
        (n, f"{copy:013}", 1 + copy % books, 1 + n % members, BEGAN + n, BEGAN + n) for n, copy in enumerate(order, 1)))
    db.executemany("INSERT INTO loan_end VALUES (?,?,?)", ((n, BEGAN + DAY, BEGAN + DAY) for n in range(1, returned + 1)))
    db.execute("UPDATE counter SET next = CASE name WHEN 'book' THEN ? WHEN 'member' THEN ? ELSE ? END",
               (books + 1, members + 1, loans + 1))
    db.execute("COMMIT")
    db.close()


def add_purged_operations(path, loans, returned_share=0.05):
    """The operations that lent and ended the loans of `make_store`, as a purge leaves them."""
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN")
    db.execute("INSERT INTO scope VALUES (1, 'staff:bench')")
    db.executemany("INSERT INTO ledger (scope, operation) VALUES (1, ?)",
                   ((f"{n:08}",) for n in range(loans + int(loans * returned_share))))
    db.execute("COMMIT")
    db.close()


def apart(make, *arguments):
    """What a function gives that is called in a process of its own: the system counts the memory of whoever starts a
    process as that one's, so whoever times others stays small."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(make, arguments)


def timed(command, stdin=""):
    """Seconds and peak memory (MiB) of a command that must succeed; 1 is an import with lines for a person."""
    with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile("w+") as text:
        text.write(stdin)
        text.seek(0)
        start = time.monotonic()
        process = subprocess.Popen(command, stdin=text, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            errors.seek(0)
            sys.exit(f"{command[0]} failed ({process.returncode}): {errors.read().decode()}")
    return seconds, usage.ru_maxrss // 1024


def copies_lent(loans):
    """The number of each loan's copy: copies are not lent in the order of their barcodes."""
    order = list(range(1, loans + 1))
    random.Random(1).shuffle(order)
    return order


def write_returns(path, loans, rows, returned_share=0.05):
    """A CSV of returns in random order of loans: 5 % already returned, 1 % repeated, 0.1 % conflicting, 0.1 % of unknown
    loans, the rest to return. A path that ends in .koc makes a Koha file, in which barcodes stand for the loans. Gives the
    verdicts it must come to."""
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
    copies = copies_lent(loans) + list(range(loans + 1, loans + unknown + 1)) if path.endswith(".koc") else None
    now = BEGAN + 20 * DAY
    with open(path, "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        file.write("Version=1.0\tGenerator=bench\tGeneratorVersion=1\n" if copies else "operation_id,loan_id,returned_at\n")
        for index, loan in enumerate(targets):
            now += rng.randrange(1, 400)
            operation = f"{now:012x}-{rng.getrandbits(64):016x}"
            times = [now]
            if index in again:
                # A refused line stores nothing, so its repetition is refused again; the rest is answered from the ledger.
                times.append(now + 60_000 if index in wrong else now)
            for at in times:
                if copies:
                    file.write(f"{koha(at)}\treturn\t{copies[loan - 1]:013}\n")
                else:
                    out.writerow([operation, loan, iso(at)])
    return {"rows": rows, "fresh": fresh, "already": already, "unknown": unknown}


def koha(milliseconds):
    """A time as Koha's files have it: on Zurich's clocks, which are two hours ahead in summer."""
    text = iso(milliseconds + 7_200_000)
    return f"{text[:10]} {text[11:19]} {text[20:23]}"


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
