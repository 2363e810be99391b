"""Times one durable return on a SQLite store beside the same statements in C, in turns on equal files."""
import argparse
import os
import shutil
import statistics
import subprocess
import tempfile

import library

HERE = os.path.dirname(os.path.realpath(__file__))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", required=True)
    parser.add_argument("--bench", required=True, help="the program StoreBench")
    parser.add_argument("--loans", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--returns", type=int, default=200, help="in each round, on each side")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=os.environ.get("CIRC_BENCH_DIR"), prefix="circ-bench-") as folder:
        peer = f"{folder}/peer"
        source = f"{HERE}/peer_return.c17"
        subprocess.run(["cc", "-O2", "-std=gnu17", "-o", peer, "-x", "c", source, "-x", "none", "-lsqlite3"], check=True)
        ours, theirs = f"{folder}/ours.sqlite", f"{folder}/theirs.sqlite"
        library.make_store(f"{options.binaries}/circ", ours, options.loans, returned_share=0)
        shutil.copy(ours, theirs)
        times = {"ours": [], "C": []}
        for turn in range(options.rounds):
            first = 1 + turn * options.returns
            numbers = [str(first), str(options.returns)]
            times["ours"] += measure([options.bench, folder, "returns", ours, *numbers])
            times["C"] += measure([peer, theirs, *numbers])
    medians = {name: statistics.median(all_times) for name, all_times in times.items()}
    print(f"one durable return on SQLite: {medians['ours']:.0f} µs, the same statements in C: {medians['C']:.0f} µs, "
          f"ratio {medians['ours'] / medians['C']:.2f}")


def measure(command):
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return [float(line) for line in done.stdout.split()]


if __name__ == "__main__":
    main()
