"""Times an import into libraries of growing size, all of whose loans it returns, and prints what a line costs."""
import argparse
import os
import shutil
import tempfile

import library


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--binaries", required=True)
    arguments.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    arguments.add_argument("--runs", type=int, default=3, help="so many of each; the fastest counts")
    options = arguments.parse_args()
    folder = tempfile.mkdtemp(prefix="circ-bench-")
    work = f"{folder}/work.sqlite"
    costs = {}
    for size in options.sizes:
        base, file = f"{folder}/library.sqlite", f"{folder}/returns.csv"
        library.make_store(f"{options.binaries}/circ", base, size)
        library.write_returns(file, size, size)
        for mode in ([], ["--exclusive"]):
            best = None
            for _ in range(options.runs):
                shutil.copyfile(base, work)
                os.sync()
                seconds, _ = library.timed(
                    [f"{options.binaries}/circ-import", "--store", f"sqlite:{work}", "--source", "bench", file, *mode])
                best = min(seconds, best or seconds)
            name = " ".join(["circ-import", *mode])
            costs.setdefault(name, []).append(best / size)
            print(f"{name}, {size:,} loans: {best:.2f} s, {best / size * 1e6:.1f} µs a line", flush=True)
        os.remove(base)
    for name, cost in costs.items():
        print(f"{name}: a line costs {max(cost) / cost[0]:.2f} times as much at most as with {options.sizes[0]:,} loans")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
