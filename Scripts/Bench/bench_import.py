"""Times circ-import and its peers on the same returns and the same store, and prints ratios."""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

import library

HERE = os.path.dirname(os.path.realpath(__file__))
OURS = ["circ-import --exclusive", "circ-import"]
PEERS = ["C", "sqlite3 shell", "Python"]


def compiled_peer(folder):
    subprocess.run(["gcc", "-O2", "-Wall", "-o", f"{folder}/peer", f"{HERE}/peer_import.c", "-lsqlite3", "-lm"], check=True)
    return f"{folder}/peer"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--binaries", required=True)
    arguments.add_argument("--rows", type=int, default=1_000_000)
    arguments.add_argument("--loans", type=int)
    arguments.add_argument("--keep", help="a folder for the data, kept for the next run")
    arguments.add_argument("--runs", type=int, default=1, help="so many of each, in turn; the fastest counts")
    arguments.add_argument("--koc", action="store_true", help="a .koc file: only circ-import reads it")
    arguments.add_argument("--only", action="append", choices=OURS + PEERS)
    options = arguments.parse_args()
    loans = options.loans or options.rows
    folder = options.keep or tempfile.mkdtemp(prefix="circ-bench-")
    os.makedirs(folder, exist_ok=True)
    base, kind = f"{folder}/library-{loans}.sqlite", "koc" if options.koc else "csv"
    file, work = f"{folder}/returns-{options.rows}-{loans}.{kind}", f"{folder}/work.sqlite"
    if not os.path.exists(base):
        library.apart(library.make_store, f"{options.binaries}/circ", base, loans)
    if not os.path.exists(file):
        library.apart(library.write_returns, file, loans, options.rows)
    with open(f"{HERE}/peer_import.sql") as sql:
        script = sql.read().replace("FILE", file)
    importer = [f"{options.binaries}/circ-import", "--store", f"sqlite:{work}", "--source", "bench", file]
    runs = {
        OURS[0]: importer + ["--exclusive"],
        OURS[1]: importer,
        PEERS[0]: [compiled_peer(folder), work, file],
        PEERS[1]: ["sqlite3", "-batch", work],
        PEERS[2]: ["/usr/bin/python3", f"{HERE}/peer_import.py", work, file],
    }
    wanted = options.only or (OURS if options.koc else list(runs))
    seconds, states = {}, {}
    for _ in range(options.runs):
        for name in wanted:
            shutil.copyfile(base, work)
            os.sync()
            time, peak = library.timed(runs[name], script if name == "sqlite3 shell" else "")
            states[name] = library.outcome(work)
            print(f"{name}: {time:.2f} s, {options.rows / time:,.0f} lines a second, peak memory {peak} MiB", flush=True)
            seconds[name] = min(time, seconds.get(name, time))
    os.remove(work)
    if len(set(states.values())) != 1:
        sys.exit(f"the runs do not agree on the outcome: {states}")
    ours = [name for name in wanted if name in OURS]
    for name in wanted:
        for own in ours[:1] if name in PEERS else []:
            print(f"ratio {name} / {own}: {seconds[name] / seconds[own]:.2f}")
    if not options.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
