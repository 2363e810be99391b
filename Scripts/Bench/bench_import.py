"""Times circ-import and its peers on the same returns and the same store, and prints ratios."""
import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import library


def timed(command, **options):
    """Seconds and peak memory (MiB) of a command that must succeed; 1 is an import with lines for a person."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    out, err = process.communicate()
    seconds = time.monotonic() - start
    if process.returncode not in (0, 1):
        sys.exit(f"{command[0]} failed ({process.returncode}): {err.decode()}")
    return seconds, out.decode()


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--binaries", required=True)
    arguments.add_argument("--rows", type=int, default=1_000_000)
    arguments.add_argument("--loans", type=int)
    arguments.add_argument("--keep", help="a folder for the data, kept for the next run")
    arguments.add_argument("--only", action="append", choices=["circ-import", "sqlite3 shell", "Python"])
    options = arguments.parse_args()
    loans = options.loans or options.rows
    here = os.path.dirname(os.path.realpath(__file__))
    folder = options.keep or tempfile.mkdtemp(prefix="circ-bench-")
    os.makedirs(folder, exist_ok=True)
    base, file = f"{folder}/library-{loans}.sqlite", f"{folder}/returns-{options.rows}-{loans}.csv"
    if not os.path.exists(base):
        library.make_store(f"{options.binaries}/circ", base, loans)
    if not os.path.exists(file):
        library.write_returns(file, loans, options.rows)
    with open(f"{here}/peer_import.sql") as sql:
        script = sql.read().replace("FILE", file)
    work = f"{folder}/work.sqlite"
    runs = {
        "circ-import": [f"{options.binaries}/circ-import", "--store", f"sqlite:{work}", "--source", "bench", file],
        "sqlite3 shell": ["sqlite3", "-batch", work],
        "Python": ["/usr/bin/python3", f"{here}/peer_import.py", work, file],
    }
    seconds, states = {}, {}
    for name, command in runs.items():
        if options.only and name not in options.only:
            continue
        shutil.copyfile(base, work)
        os.sync()
        seconds[name], out = timed(["/usr/bin/env", "bash", "-c", 'exec "$@" <<<"$SCRIPT"', "peer", *command],
                                   env={**os.environ, "SCRIPT": script}) if name == "sqlite3 shell" else timed(command)
        states[name] = library.outcome(work)
        print(f"{name}: {seconds[name]:.2f} s, {options.rows / seconds[name]:,.0f} lines a second", flush=True)
    # The peak of all children so far would be the largest peer's, so the importer is asked alone, last.
    if "circ-import" in seconds:
        shutil.copyfile(base, work)
        peak = subprocess.run(["/usr/bin/python3", "-c", "import resource, subprocess, sys; "
                               "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL); "
                               "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)",
                               *runs["circ-import"]], capture_output=True, text=True, check=True)
        print(f"circ-import: peak memory {peak.stdout.strip()} MiB")
    os.remove(work)
    if len(set(states.values())) != 1:
        sys.exit(f"the runs do not agree on the outcome: {states}")
    for name in seconds:
        if name != "circ-import" and "circ-import" in seconds:
            print(f"ratio {name} / circ-import: {seconds[name] / seconds['circ-import']:.2f}")
    if not options.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
