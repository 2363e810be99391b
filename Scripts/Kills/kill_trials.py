"""Kills circ and circ-import with SIGKILL at random moments, on the file and the SQLite store, and checks that whatever
was printed is there, and that running the same again ends as if nothing had happened."""
import argparse
import json
import random
import subprocess
import tempfile
import time

from store import Store, Wrong, keep

LOANS = 200


def killed(command, delay):
    """Runs a command, kills it after a delay, and gives what it printed and whether the kill came in time."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    time.sleep(delay)
    process.kill()
    output, _ = process.communicate()
    return output, process.returncode == -9


def kill_commands(store, kills, rng):
    """One borrow or return after another, each killed, checked and finished."""
    store.run("init", "--zone", "Europe/Zurich")
    store.run("book", "add", "A title")
    store.run("copy", "add", "A1", "--book", "1")
    store.run("member", "add", "A member", "--card", "C1")
    start = time.monotonic()
    store.run("store", "info")
    usual = 2 * (time.monotonic() - start)
    count, operations, answered, unanswered = 0, 0, 0, 0
    while count < kills:
        operations += 1
        verb = ["borrow", "--copy", "A1", "--member", "1"] if operations % 2 else ["return", "--copy", "A1"]
        words = [*verb, "--operation", f"operation {operations}", "--json"]
        output, in_time = killed(store.command("circ", *words), rng.uniform(0, usual))
        count += in_time
        again = json.loads(store.run(*words))
        if output.endswith(b"\n"):
            first = json.loads(output)
            answered += in_time
            if not again["replayed"] or again["receipt"] != first["receipt"]:
                raise Wrong(f"lost: {first} was printed, then {again}")
        else:
            unanswered += again["replayed"]
        facts = store.info()
        found = (int(facts["operations"]), int(facts["open loans"]), int(facts["loans"]))
        if found != (operations, operations % 2, (operations + 1) // 2):
            raise Wrong(f"partial: operations, open loans, loans are {found} after {operations} operations")
    return count, answered, unanswered


def kill_imports(store, folder, kills, rng):
    """The same import killed again and again on a fresh copy of a store, then run to its end."""
    store.run("init", "--zone", "Europe/Zurich")
    store.run("book", "add", "A title")
    store.run("member", "add", "A member", "--card", "C1")
    for loan in range(1, LOANS + 1):
        store.run("copy", "add", f"A{loan:04}", "--book", "1")
        store.run("borrow", "--copy", f"A{loan:04}", "--member", "1", "--at", "2026-07-01T10:00:00Z")
    lines = [f"A{loan:04},2026-07-02T10:{loan // 60:02}:{loan % 60:02}Z" for loan in range(1, LOANS + 1)]
    with open(f"{folder}/returns.csv", "w") as file:
        file.write("\n".join(["barcode,returned_at", *lines]) + "\n")
    original, words = f"{folder}/original", ["--source", "drop", f"{folder}/returns.csv"]
    keep(store.path, original)
    start = time.monotonic()
    subprocess.run(store.command("circ-import", *words), check=True, capture_output=True)
    usual = 1.2 * (time.monotonic() - start)
    clean, facts, count = store.loans(), store.info(), 0
    while count < kills:
        keep(original, store.path)
        for _ in range(rng.randrange(1, 4)):
            _, in_time = killed(store.command("circ-import", *words), rng.uniform(0, usual))
            count += in_time
        done = subprocess.run(store.command("circ-import", *words), capture_output=True, text=True)
        if done.returncode != 0 or store.loans() != clean or store.info() != facts:
            raise Wrong(f"after kills an import ended otherwise: exit {done.returncode}, {done.stderr[-300:]}")
    return count


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--binaries", required=True)
    arguments.add_argument("--kills", type=int, default=200)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    total = 0
    for kind in ("file", "sqlite"):
        for part in ("commands", "imports"):
            rng = random.Random(f"{options.seed} {kind} {part}")
            with tempfile.TemporaryDirectory(prefix="circ-kills-") as folder:
                store = Store(kind, folder, options.binaries)
                try:
                    if part == "commands":
                        count, answered, unanswered = kill_commands(store, options.kills // 4, rng)
                        print(f"kills: {kind}, circ: {count} killed, {answered} of them after the answer, "
                              f"{unanswered} between commit and answer")
                    else:
                        count = kill_imports(store, folder, options.kills // 4, rng)
                        print(f"kills: {kind}, circ-import: {count} killed")
                except Wrong as wrong:
                    raise SystemExit(f"kills: {kind}, {part}, seed {options.seed}: {wrong}")
                total += count
    print(f"kills: {total} of real processes, 0 lost, 0 partial")


if __name__ == "__main__":
    main()
