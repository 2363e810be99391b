"""Imports a file of each format, again, and grown, and kills such imports with SIGKILL at random moments, on the file and the
SQLite store: finished, the store and the report are those of one clean run, but for times of recording and marks."""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
import time

from store import Store, Wrong, keep

COPIES, HELD_BACK, ROWS = 60, 5, 6_000
DAY = "2026-07-02"

# A row of each format: the copy, and how many seconds of the day have passed.
Format = collections.namedtuple("Format", "beginning row others options")


def clock(second, between=":"):
    return between.join(f"{part:02}" for part in (second // 3600, second // 60 % 60, second % 60))


FORMATS = {
    "csv": Format("barcode,returned_at,shelf\n", lambda copy, second: f"{copy},{DAY} {clock(second)},7",
                  ["7,yesterday,9", "7"], []),
    "koc": Format("Version=1.0\tGenerator=kocDesktop\tGeneratorVersion=2.4.0\n",
                  lambda copy, second: f"{DAY} {clock(second, '-')} 017\treturn\t{copy}",
                  [f"{DAY} 10-15-30 417\tissue\t23529001000463\t7", f"{DAY} 10-15-30 417\tret"], []),
    "evergreen": Format("", lambda copy, second: json.dumps(
        {"timestamp": 1_782_950_400 + second, "type": "checkin", "delta": 0, "barcode": copy}),
        ['{"timestamp":1782950400,"type":"register","user":{}}', '{"timestamp":17829'], []),
    "sip2": Format("", lambda copy, second: f"09N20260702    {clock(second, '')}20260702    {clock(second, '')}"
                   f"APdrop|AOmain|AB{copy}|AC|",
                   ["09N20260702    10160220260702    101601APdrop|AOmain|AB7|AC|BIY|", "09N20260702   "], []),
    "sierra": Format("", lambda copy, second: f"i:260702{clock(second, '')[:4]}:b{copy}:::15",
                     ["o:2607021016:b7:b9:260712:15", "i:2607021016:b7"], []),
    "alma": Format("", lambda copy, second: f"20260702{clock(second, '')[:4]}R{copy:80}\r",
                   [f"202607021016L{'7':80}9\r", "202607021016R7\r"], []),
    "list": Format("# a cart\n", lambda copy, second: copy, ["3.1E+13", "# another"],
                   ["--returned-at", f"{DAY} 18:00"]),
}


def prepare(folder, binaries):
    """A library with copies that are lent, one that came back and is lent again, and one that never was lent; in both
    stores."""
    for kind in ("sqlite", "file"):
        os.mkdir(f"{folder}/{kind}")
    store = Store("sqlite", f"{folder}/sqlite", binaries)
    store.run("init", "--zone", "Europe/Zurich")
    store.run("book", "add", "A title")
    store.run("member", "add", "A member", "--card", "C1")
    for copy in range(COPIES + 1):
        store.run("copy", "add", f"A{copy:04}", "--book", "1")
    for copy in range(1, COPIES + 1):
        store.run("borrow", "--copy", f"A{copy:04}", "--member", "1", "--at", "2026-07-01T10:00:00Z")
    store.run("return", "--copy", "A0001", "--at", f"{DAY} 08:00")
    store.run("borrow", "--copy", "A0001", "--member", "1", "--at", f"{DAY} 12:00")
    store.run("store", "copy", store.url, f"file:{folder}/file/store")


def rows(form, rng):
    """Rows of one day: of copies that were lent again and again, of some that never were or are unknown, and of damage."""
    made, second = [], 6 * 3600
    for number in range(ROWS):
        second += rng.randrange(0, 9)
        kind = rng.randrange(100)
        if kind == 0:
            made.append(rng.choice(form.others))
        elif kind < 70:
            made.append(form.row(f"X{rng.randrange(10_000):05}", second))
        else:
            made.append(form.row(f"A{rng.randrange(0, COPIES + 1 - HELD_BACK):04}", second))
    held_back = range(COPIES + 1 - HELD_BACK, COPIES + 1)
    return made, [form.row(f"A{copy:04}", second + 60 * place) for place, copy in enumerate(held_back, 1)]


class Trial:
    """A store and a file of one format, which is imported into it."""

    # What may differ between a clean run and one that was cut off and finished.
    MARKS = re.compile(
        rb'"(?:recordedAt|startedAt|run|askedInRun|seenBefore|askedIn|replayed|duplicateInFile)":(?:"[^"]*"|\{[^}]*\}|\w+),?'
    )

    def __init__(self, name, kind, template, folder, binaries, seed):
        self.form = FORMATS[name]
        self.folder, self.original = folder, f"{template}/{kind}/store"
        self.store = Store(kind, folder, binaries)
        self.report, self.file = f"{folder}/report.jsonl", f"{folder}/returns"
        self.rng = random.Random(f"{seed} {name} {kind}")
        self.rows, self.more = rows(self.form, random.Random(f"{seed} {name}"))
        self.words = ["--source", "drop", "--report", self.report, *self.form.options, self.file]

    def write(self, made):
        with open(self.file, "w", encoding="ascii", newline="") as file:
            file.write(self.form.beginning + "".join(row + "\n" for row in made))

    def command(self):
        return self.store.command("circ-import", *self.words)

    def importing(self):
        """Runs it to its end, and gives its summary."""
        done = subprocess.run(self.command(), capture_output=True, text=True)
        if done.returncode != 1:
            raise Wrong(f"exit {done.returncode}: {done.stderr.strip()}")
        with open(self.report, "rb") as file:
            return json.loads(file.read().splitlines()[-1])

    def reported(self):
        with open(self.report, "rb") as file:
            return self.MARKS.sub(b"", file.read())

    def state(self):
        self.store.run("store", "check")
        return self.store.loans(), self.store.info()

    def fresh(self):
        keep(self.original, self.store.path)
        if os.path.exists(self.report):
            os.remove(self.report)

    def again_and_grown(self):
        """The clean run, the same again, and the file grown. Gives the end of the clean run, and its seconds."""
        self.fresh()
        self.write(self.rows)
        start = time.monotonic()
        first = self.importing()
        usual = time.monotonic() - start
        report, state = self.reported(), self.state()
        if first["replayed"] != 0 or not first["verdicts"]["returned"]:
            raise Wrong(f"the first import says {first}")
        second = self.importing()
        answered = report.count(b'"settled":true') + report.count(b'"verdict":"alreadyReturned","settled":false')
        if self.reported() != report or self.state() != state or second["verdicts"] != first["verdicts"]:
            raise Wrong("the same file again ended otherwise")
        if second["replayed"] + second["duplicateInFile"] != answered:
            raise Wrong(f"of {answered} lines that were answered, not all are replayed: {second}")
        self.write(self.rows + self.more)
        grown = self.importing()
        new = {verdict: count - first["verdicts"].get(verdict, 0) for verdict, count in grown["verdicts"].items()}
        if grown["replayed"] != second["replayed"] or {**new, "returned": 0} != dict.fromkeys(new, 0) \
                or new["returned"] != len(self.more):
            raise Wrong(f"the grown file ended otherwise: {grown}")
        self.write(self.rows)
        return report, state, usual

    def killed(self, kills):
        """Kills imports on fresh stores, some several times, and finishes them."""
        report, state, usual = self.again_and_grown()
        count, halfway = 0, 0
        while count < kills:
            self.fresh()
            for _ in range(self.rng.randrange(1, 10)):
                process = subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(self.rng.uniform(0, usual))
                process.kill()
                count += process.wait() == -9
                # The report has its name only when it is whole.
                if os.path.exists(self.report) and self.reported() != report:
                    raise Wrong("a report in part has the report's name")
            halfway += self.importing()["replayed"] > 0
            if self.reported() != report:
                raise Wrong("finished after kills, the report is another")
            if self.state() != state:
                raise Wrong("finished after kills, the store is another")
        if not halfway:
            raise Wrong("no kill came after the first commit")
        return count


def trial(name, kind, template, options):
    with tempfile.TemporaryDirectory(prefix="circ-imports-") as folder:
        try:
            made = Trial(name, kind, template, folder, options.binaries, options.seed)
            return name, kind, made.killed(options.kills // 2)
        except Wrong as wrong:
            raise SystemExit(f"imports: {name}, {kind}: {wrong}\nimports: again with: "
                             f"Scripts/torture --only imports --seed {options.seed} --format {name}")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--binaries", required=True)
    arguments.add_argument("--kills", type=int, default=100, help="of each format, over both stores")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--format", choices=FORMATS, help="of this format alone")
    options = arguments.parse_args()
    print(f"imports: seed {options.seed}")
    names = [options.format] if options.format else list(FORMATS)
    total = 0
    with tempfile.TemporaryDirectory(prefix="circ-imports-") as template:
        prepare(template, options.binaries)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            trials = [pool.submit(trial, name, kind, template, options)
                      for name in names for kind in ("file", "sqlite")]
            for done in concurrent.futures.as_completed(trials):
                name, kind, count = done.result()
                print(f"imports: {name}, {kind}: again, grown, and {count} killed and finished", flush=True)
                total += count
    print(f"imports: {total} killed; each ended as one clean run")


if __name__ == "__main__":
    main()
