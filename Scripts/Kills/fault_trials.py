"""Runs circ and circ-import under strace, lets one system call after another fail, be killed at, or write short, and
checks that what was printed is there, that all else is there whole or not at all, and that the same command again ends
as if nothing had happened."""
import argparse
import collections
import concurrent.futures
import os
import queue
import random
import re
import signal
import subprocess
import sys
import tempfile

import short_writes
from scenarios import Outcome, begin, check, prepare, repeat, scenarios
from store import Store, Wrong

CALLS = ("openat read pread64 write pwrite64 fsync fdatasync ftruncate rename renameat unlink unlinkat link mkdir rmdir "
         "fcntl flock newfstatat getdents64 lseek fchmod fchown close").split()
ERRORS = ["EIO", "ENOSPC", "EINTR", "EMFILE"]
SHORT = [sys.executable, short_writes.__file__]
# Whoever is interrupted for ever may try for ever, and is killed in the end.
PATIENCE = {True: 3, False: 60}


class Trials:
    """All faults in one scenario on one kind of store."""

    def __init__(self, scenario, kind, prepared, binaries):
        self.scenario, self.kind, self.prepared, self.binaries = scenario, kind, prepared, binaries

    def begin(self, folder):
        return begin(self.scenario, self.kind, self.prepared, folder, self.binaries)

    def survey(self, folder):
        """Finds the counts before and after, and every fault that can be."""
        store = self.begin(folder)
        self.before = None if self.scenario.base in ("none", "old") else store.counts()
        # To look at a torn store mends it.
        store = self.begin(folder)
        done = repeat(self.scenario, store)
        if done.code != 0:
            raise Wrong(f"without a fault: {done.errors}")
        self.after = (self.scenario.made(store) or store).counts()
        faults = []
        for call, number in self.calls(folder):
            faults.append((call, f"signal=KILL:when={number}"))
            faults += [(call, f"error={error}:when={number}{often}") for error in ERRORS for often in ("", "+")]
        if short_writes.is_possible():
            command = self.scenario.command(self.begin(folder))
            subprocess.run([*SHORT, "0", f"{folder}/trace", *command], capture_output=True, check=True)
            with open(f"{folder}/trace") as file:
                faults += [("short", f"{number}") for number in range(1, int(file.read()) + 1)]
        return faults

    def calls(self, folder):
        """Which calls the command makes from where it is the program's own, and the how many-eth of its kind each is in its
        thread, as strace counts them; where the system's loader is at the same number before, it would be met instead."""
        command, trace = self.scenario.command(self.begin(folder)), f"{folder}/trace"
        subprocess.run(["strace", "-f", "-o", trace, "-e", f"trace={','.join(CALLS)},rt_sigaction", *command],
                       capture_output=True, check=True)
        counts, loader, found, is_own = collections.Counter(), collections.Counter(), {}, False
        with open(trace, encoding="utf-8", errors="replace") as file:
            for thread, call, words in re.findall(r"^(\d+) +(\w+)\((.*)", file.read(), re.M):
                # The system's loader is at work before the program sees to its signals.
                is_own = is_own or call == "rt_sigaction" and words.startswith("SIGPIPE")
                counts[thread, call] += 1
                if not is_own:
                    loader[call] += 1
                elif call in CALLS and counts[thread, call] > loader[call]:
                    found[call, counts[thread, call]] = True
        return list(found)

    def attempt(self, folder, call, fault):
        """Tries a fault; gives how the command ended."""
        store = self.begin(folder)
        command = self.scenario.command(store)
        trace = f"{folder}/trace"
        if call == "short":
            outcome = run([*SHORT, fault, trace, *command], may_hang=False)
        else:
            # strace's filter is faster, but with it signals are not sent.
            faster = [] if "KILL" in fault else ["--seccomp-bpf"]
            outcome = run(["strace", "-f", *faster, "-o", trace, "-e", f"trace={call}", "-e", f"inject={call}:{fault}",
                           *command], may_hang="EINTR" in fault and fault.endswith("+"))
            expect_fault(trace, fault)
        can_speak = not (call == "write" and fault.endswith("+"))
        check(self.scenario, store, outcome, self.before, self.after, can_speak)
        return "killed" if outcome.code < 0 else "failed" if outcome.code else "went on"


def expect_fault(trace, fault):
    """A trial without its fault would prove nothing."""
    with open(trace, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if ("killed by SIGKILL" if "KILL" in fault else "(INJECTED)") not in text:
        raise Wrong("the fault did not happen")


def run(command, may_hang):
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        output, errors = process.communicate(timeout=PATIENCE[may_hang])
    except subprocess.TimeoutExpired:
        # strace and the command are a session of their own.
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
        if not may_hang:
            raise Wrong("it hung")
    return Outcome(process.returncode, output, errors)


def main():
    arguments = argparse.ArgumentParser(prog="Scripts/torture --only calls", description=__doc__)
    arguments.add_argument("--binaries", required=True)
    arguments.add_argument("--count", type=int, help="how many faults are tried, by chance; else all")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--site", help="only these: KIND/SCENARIO[/CALL[/FAULT]], as a failure names it")
    options = arguments.parse_args()
    if subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode != 0:
        print("calls: none tried: this system does not let strace trace")
        return
    with tempfile.TemporaryDirectory(prefix="circ-faults-") as folder:
        sys.exit(try_all(options, folder))


def try_all(options, folder):
    trials, faults = {}, []
    for kind in ("file", "sqlite"):
        prepare(kind, f"{folder}/{kind}", options.binaries)
        for scenario in scenarios(kind):
            name = f"{kind}/{scenario.name}"
            if options.site and not f"{options.site}/".startswith(f"{name}/"):
                continue
            trials[name] = Trials(scenario, kind, f"{folder}/{kind}", options.binaries)
            os.makedirs(f"{folder}/survey", exist_ok=True)
            faults += [(name, *fault) for fault in trials[name].survey(f"{folder}/survey")]
    possible = len(faults)
    if options.site:
        faults = [fault for fault in faults if f"{'/'.join(fault)}/".startswith(f"{options.site}/")]
    elif options.count:
        faults = random.Random(options.seed).sample(faults, min(options.count, possible))
    ends, wrong = collections.defaultdict(collections.Counter), 0
    folders = queue.SimpleQueue()
    workers = os.cpu_count() or 1
    for worker in range(workers):
        os.makedirs(f"{folder}/{worker}")
        folders.put(f"{folder}/{worker}")

    def attempt(fault):
        mine = folders.get()
        try:
            return trials[fault[0]].attempt(mine, *fault[1:])
        except Wrong as found:
            return found
        finally:
            folders.put(mine)

    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for fault, end in zip(faults, pool.map(attempt, faults)):
            if isinstance(end, Wrong):
                wrong += 1
                print(f"calls: {'/'.join(fault)}: {end}\n  replay: Scripts/torture --only calls --site "
                      f"'{'/'.join(fault)}'", flush=True)
            else:
                ends[fault[0]][end] += 1
    for name, counts in ends.items():
        words = ", ".join(f"{counts[end]} {end}" for end in ("killed", "failed", "went on"))
        print(f"calls: {name}: {words}")
    print(f"calls: {len(faults)} of {possible} faults of real system calls (seed {options.seed}), {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    main()
