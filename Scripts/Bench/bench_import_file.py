"""Times circ-import into the file store, then `circ return` on the store it leaves, and says what memory they take."""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import library


def measured(*command):
    """Seconds, those of processors, peak memory in MiB, and output of a command that must succeed or need a person."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    out = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} failed ({process.returncode})")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024, out


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--binaries", required=True)
    arguments.add_argument("--rows", type=int, default=1_000_000)
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--files", type=int, default=1, help="the lines are dealt to so many files")
    arguments.add_argument("--keep", help="a folder for the data, kept for the next run")
    options = arguments.parse_args()
    circ, importer = f"{options.binaries}/circ", f"{options.binaries}/circ-import"
    folder = options.keep or tempfile.mkdtemp(prefix="circ-bench-", dir=".build")
    base, file = f"{folder}/library-{options.rows}", f"{folder}/returns-{options.rows}.csv"
    work, expected = f"{folder}/work", f"{file}.json"
    if not os.path.exists(expected):
        os.makedirs(folder, exist_ok=True)
        library.apart(library.make_store, circ, f"{base}.sqlite", options.rows)
        subprocess.run([circ, "store", "copy", f"sqlite:{base}.sqlite", f"file:{base}"], check=True,
                       stdout=subprocess.DEVNULL)
        with open(expected, "w") as out:
            json.dump(library.apart(library.write_returns, file, options.rows, options.rows), out)
    with open(expected) as found:
        facts = json.load(found)
    files = [file] if options.files == 1 else dealt(file, options.files)
    rates, busy, peaks, returns = [], [], [], []
    for _ in range(options.runs):
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(base, work)
        os.sync()
        seconds, processor, peak, _ = measured(importer, "--store", f"file:{work}", "--source", "bench", *files)
        rates.append(options.rows / seconds)
        busy.append(options.rows / processor)
        peaks.append(peak)
        for loan in ("1", "2"):
            seconds, _, peak, _ = measured(circ, "--store", f"file:{work}", "return", loan)
            returns.append((seconds, peak))
        check(json.loads(measured(circ, "--store", f"file:{work}", "--json", "store", "info")[3]), facts)
    print(f"circ-import into files: {options.rows} lines of {len(files)} files, "
          f"median {statistics.median(rates):,.0f} lines a second ({', '.join(f'{rate:,.0f}' for rate in rates)}), "
          f"{statistics.median(busy):,.0f} a second of processor time, peak memory {max(peaks)} MiB")
    for name, times in (("first", returns[0::2]), ("next", returns[1::2])):
        print(f"circ return on that store, the {name} one: {statistics.median(time for time, _ in times) * 1000:.0f} ms, "
              f"peak memory {max(peak for _, peak in times)} MiB")
    empty = measured(circ, "--store", f"file:{base}", "store", "info")[2]
    full = measured(circ, "--store", f"file:{work}", "store", "info")[2]
    operations = facts["fresh"] + facts["already"]
    print(f"memory: {empty} MiB for {options.rows} loans and copies, and {(full - empty) * 2**20 // operations} bytes for "
          f"each of {operations} operations with its notice")
    if options.keep:
        shutil.rmtree(work)
    else:
        shutil.rmtree(folder)


def dealt(file, count):
    """Deals the lines of a file to so many, each with the header."""
    names = [f"{file}.{index}" for index in range(count)]
    outs = [open(name, "w") for name in names]
    with open(file) as lines:
        header = next(lines)
        for out in outs:
            out.write(header)
        for index, line in enumerate(lines):
            outs[index % count].write(line)
    for out in outs:
        out.close()
    return names


def check(store, facts):
    """Holds what a run and two more returns of ended loans left against what it had to leave."""
    loans = facts["rows"]
    wanted = {"openLoans": loans - int(loans * 0.05) - facts["fresh"],
              "operations": facts["fresh"] + facts["already"] + 2, "pendingNotices": facts["fresh"]}
    found = {name: store["counts"][name] for name in wanted}
    if found != wanted:
        sys.exit(f"the run left {found}, and should have left {wanted}")


if __name__ == "__main__":
    main()
