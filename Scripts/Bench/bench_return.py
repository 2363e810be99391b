"""Times `circ return` from process start to receipt, and beside it the same file's append and sync alone."""
import argparse
import os
import statistics
import subprocess
import tempfile
import time

import library


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--binaries", required=True)
    arguments.add_argument("--runs", type=int, default=200)
    arguments.add_argument("--loans", type=int, default=10_000)
    options = arguments.parse_args()
    circ = f"{options.binaries}/circ"
    with tempfile.TemporaryDirectory(prefix="circ-bench-") as folder:
        store = f"{folder}/library.sqlite"
        library.make_store(circ, store, options.loans, returned_share=0)
        returns, syncs, starts = [], [], []
        with open(f"{folder}/append", "ab", buffering=0) as file:
            for loan in range(1, options.runs + 1):
                start = time.monotonic()
                subprocess.run([circ, "--store", f"sqlite:{store}", "return", str(loan)], check=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                returns.append(time.monotonic() - start)
                start = time.monotonic()
                subprocess.run([circ, "--version"], check=True, stdout=subprocess.DEVNULL)
                starts.append(time.monotonic() - start)
                start = time.monotonic()
                file.write(bytes(200))
                os.fdatasync(file.fileno())
                syncs.append(time.monotonic() - start)
    for name, times in (("circ return", returns), ("circ --version", starts), ("append 200 bytes and sync", syncs)):
        ordered = sorted(times)
        print(f"{name}: median {statistics.median(ordered) * 1000:.2f} ms, "
              f"p99 {ordered[int(len(ordered) * 0.99) - 1] * 1000:.2f} ms")


if __name__ == "__main__":
    main()
