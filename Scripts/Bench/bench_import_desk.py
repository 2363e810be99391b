"""Times `circ return`, one after another, beside an import into the same store, and the import beside the desk."""
import argparse
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

import library

DESK = 5000  # loans that the file does not name


def give_back(circ, store, loan):
    start = time.monotonic()
    subprocess.run([circ, "--store", f"sqlite:{store}", "return", str(loan)], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return time.monotonic() - start


def show(name, times):
    ordered = sorted(times)
    p99 = ordered[max(0, int(len(ordered) * 0.99) - 1)]
    print(f"{name}: {len(ordered)} returns, median {statistics.median(ordered) * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, "
          f"slowest {ordered[-1] * 1000:.1f} ms", flush=True)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--binaries", required=True)
    arguments.add_argument("--rows", type=int, default=1_000_000)
    options = arguments.parse_args()
    circ = f"{options.binaries}/circ"
    folder = tempfile.mkdtemp(prefix="circ-bench-")
    store, file = f"{folder}/library.sqlite", f"{folder}/returns.csv"
    library.write_returns(file, options.rows, options.rows)
    first = options.rows + options.rows // 1000 + 1
    library.make_store(circ, store, first + DESK)
    next_loan = iter(range(first, first + DESK))
    os.sync()
    show("desk alone", [give_back(circ, store, next(next_loan)) for _ in range(100)])
    start = time.monotonic()
    importer = subprocess.Popen(
        [f"{options.binaries}/circ-import", "--store", f"sqlite:{store}", "--source", "bench", file],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    times = []
    while importer.poll() is None:
        times.append(give_back(circ, store, next(next_loan)))
    seconds = time.monotonic() - start
    if importer.returncode not in (0, 1):
        sys.exit(f"circ-import failed: {importer.stderr.read().decode()}")
    show("desk beside the import", times)
    print(f"import beside the desk: {seconds:.2f} s, {options.rows / seconds:,.0f} lines a second")
    db = sqlite3.connect(store)
    done = db.execute("SELECT count(*) FROM ledger JOIN scope ON id = scope WHERE name LIKE 'staff:%'").fetchone()[0]
    db.close()
    if done != len(times) + 100:
        sys.exit(f"the desk was told of {len(times) + 100} returns, and {done} are recorded")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
