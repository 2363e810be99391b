"""Measures how long a desk waits for one `circ return` after another, alone and beside a half-read listing, a check, and
a backup of the same store; and how long check, backup, copy, restore and purge take."""
import argparse
import itertools
import os
import subprocess
import tempfile
import threading
import time

import library


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", required=True)
    parser.add_argument("--loans", type=int, default=1_000_000)
    parser.add_argument("--returns", type=int, default=400, help="how many are measured beside each")
    arguments = parser.parse_args()
    circ = os.path.join(arguments.binaries, "circ")
    importer = os.path.join(arguments.binaries, "circ-import")
    with tempfile.TemporaryDirectory(dir=os.environ.get("CIRC_BENCH_DIR")) as folder:
        path = os.path.join(folder, "library.sqlite")
        store = f"sqlite:{path}"
        library.make_store(circ, path, arguments.loans)
        library.add_purged_operations(path, arguments.loans)
        rows = arguments.loans // 2
        library.write_returns(os.path.join(folder, "returns.csv"), arguments.loans, rows)
        subprocess.run([importer, "--store", store, "--source", "drop", os.path.join(folder, "returns.csv")],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        print(f"{arguments.loans} loans, about {rows} operations, {os.path.getsize(path) >> 20} MiB")
        measure(circ, store, folder, arguments)


def measure(circ, store, folder, arguments):
    loans = itertools.count(1)

    def one_return(n):
        start = time.perf_counter()
        subprocess.run([circ, "--store", store, "return", str(n)], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        return 1000 * (time.perf_counter() - start)

    def desk(name, beside=None):
        times, stop = [], threading.Event()
        rounds = []
        if beside:
            def go_on():
                while not stop.is_set():
                    began = time.perf_counter()
                    beside(len(rounds))
                    rounds.append(time.perf_counter() - began)
            thread = threading.Thread(target=go_on)
            thread.start()
        # On until the other has been through at least once, so that its every moment is met.
        while len(times) < arguments.returns or beside and not rounds:
            times.append(one_return(next(loans)))
        stop.set()
        if beside:
            thread.join()
        times.sort()
        p99 = times[int(len(times) * 0.99)]
        work = f", each {max(rounds):.1f} s or less" if rounds else ""
        print(f"returns {name}: {len(times)}, median {times[len(times) // 2]:.0f} ms, p99 {p99:.0f} ms, "
              f"most {times[-1]:.0f} ms{work}")

    def run(*words, ok=(0,)):
        began = time.perf_counter()
        done = subprocess.run([circ, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode not in ok:
            raise SystemExit(done.stdout)
        return time.perf_counter() - began

    def backup(n):
        target = os.path.join(folder, f"backup-{n}.sqlite")
        run("--store", store, "store", "backup", target)
        if n:
            os.remove(target)

    desk("alone")
    listing = subprocess.Popen([circ, "--store", store, "loans"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    listing.stdout.read(1000)
    desk("beside a half-read listing")
    listing.kill()
    desk("beside checks", lambda _: run("--store", store, "store", "check"))
    desk("beside backups", backup)
    print(f"check alone: {run('--store', store, 'store', 'check'):.1f} s")
    print(f"copy to files: {run('store', 'copy', store, f'file:{folder}/files'):.1f} s")
    print(f"copy back to SQLite: {run('store', 'copy', f'file:{folder}/files', f'sqlite:{folder}/second.sqlite'):.1f} s")
    first = os.path.join(folder, "backup-0.sqlite")
    print(f"restore with its check: {run('store', 'restore', first, '--to', f'sqlite:{folder}/third.sqlite'):.1f} s")
    run("--store", store, "policy", "set", "--retention-days", "7")
    print(f"purge: {run('--store', store, 'ledger', 'purge', '--confirm-clock'):.1f} s")


if __name__ == "__main__":
    main()
