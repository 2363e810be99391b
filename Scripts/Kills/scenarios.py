"""What the trials of faults run: one command each, on a store prepared for it, and what must be so afterwards."""
import json
import os
import subprocess

from store import Store, Wrong, keep, remove


FIXTURES = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", "Tests"))


class Scenario:
    """One command on a prepared store.

    `again` says what the same command gives once it has been done: an operation or an import is answered again, what
    makes a store finds it there, an upgrade finds nothing to do, a move is done, and other changes are not repeated.
    """

    def __init__(self, name, words, program="circ", again="answered", base="lent", target=None):
        self.name, self.program, self.again, self.base = name, program, again, base
        self.words = words
        self.target = target

    def command(self, store):
        words = [word.replace("FOLDER", os.path.dirname(store.path)) for word in self.words]
        return store.command(self.program, *words)

    def made(self, store):
        """The store that the command makes, if it makes one."""
        if not self.target:
            return None
        kind, name = self.target
        other = Store(kind or store.kind, os.path.dirname(store.path), store.binaries)
        other.path = os.path.join(os.path.dirname(store.path), name)
        other.url = f"{other.kind}:{other.path}"
        return other


def scenarios(kind):
    other = "sqlite" if kind == "file" else "file"
    borrow = ["borrow", "--copy", "A1", "--member", "1", "--operation", "fault", "--json"]
    giving_back = ["return", "--copy", "A2", "--operation", "fault", "--json"]
    yield Scenario("borrow", borrow)
    yield Scenario("return", giving_back)
    yield Scenario("recover", giving_back, base="torn")
    if kind == "file":
        yield Scenario("snapshot", giving_back, base="long")
    yield Scenario("import", ["--source", "drop", "FOLDER/returns.csv", "--report", "FOLDER/report.jsonl", "--json"],
                   program="circ-import")
    yield Scenario("member", ["member", "add", "Another", "--card", "C2", "--json"], again="refused")
    yield Scenario("book", ["book", "add", "Another title", "--json"], again="never")
    yield Scenario("init", ["init", "--zone", "Europe/Zurich", "--json"], again="exists", base="none",
                   target=("", "store"))
    yield Scenario("backup", ["store", "backup", "FOLDER/backup", "--json"], again="exists", target=("", "backup"))
    yield Scenario("upgrade", ["store", "upgrade", "--json"], again="upgraded", base="old")
    yield Scenario("copy", ["store", "copy", f"{kind}:FOLDER/store", f"{other}:FOLDER/second", "--json"], again="exists",
                   target=(other, "second"))
    yield Scenario("move", ["store", "copy", f"{kind}:FOLDER/store", f"{other}:FOLDER/second", "--retire", "--json"],
                   again="moved", target=(other, "second"))


def prepare(kind, folder, binaries):
    """Makes the stores that scenarios begin with, each in a folder of its name."""
    os.makedirs(f"{folder}/lent")
    store = Store(kind, f"{folder}/lent", binaries)
    store.run("init", "--zone", "Europe/Zurich")
    store.run("book", "add", "A title")
    store.run("member", "add", "A member", "--card", "C1")
    for copy in range(1, 6):
        store.run("copy", "add", f"A{copy}", "--book", "1")
    for copy in range(2, 6):
        store.run("borrow", "--copy", f"A{copy}", "--member", "1", "--at", "2026-07-01T10:00:00Z")
    with open(f"{folder}/returns.csv", "w") as file:
        file.write("barcode,returned_at\n")
        file.writelines(f"A{copy},2026-07-02T10:00:0{copy}Z\n" for copy in range(3, 6))
    os.makedirs(f"{folder}/torn")
    torn = Store(kind, f"{folder}/torn", binaries)
    keep(store.path, torn.path)
    tear(torn)
    if kind == "file":
        os.makedirs(f"{folder}/long")
        long = Store(kind, f"{folder}/long", binaries)
        keep(store.path, long.path)
        # Each recovery from a torn end begins a journal; so many journals are followed by a snapshot.
        for _ in range(7):
            tear(long)
            long.run("store", "info")
        tear(long)
    os.makedirs(f"{folder}/none")
    os.makedirs(f"{folder}/old")
    if kind == "file":
        keep(f"{FIXTURES}/FileStoreTests/Fixtures/layout-1", f"{folder}/old/store")
    else:
        with open(f"{FIXTURES}/SQLiteStoreTests/Fixtures/layout-1.sql", encoding="utf-8") as script:
            subprocess.run(["sqlite3", f"{folder}/old/store"], stdin=script, check=True)


def tear(store):
    """Leaves what a power cut in the middle of a commit leaves."""
    if store.kind == "file":
        newest = max(name for name in os.listdir(store.path) if name.startswith("journal"))
        with open(f"{store.path}/{newest}", "ab") as file:
            file.write(b"torn" * 100)
        return
    # The journal is whole and synced and the database is written, and the journal not yet emptied.
    command = store.command("circ", "borrow", "--copy", "A1", "--member", "1", "--operation", "torn")
    subprocess.run(["strace", "-f", "-o", "/dev/null", "-e", "trace=ftruncate", "-e",
                    "inject=ftruncate:signal=KILL:when=1", *command], capture_output=True)
    if not os.path.exists(f"{store.path}-journal") or os.path.getsize(f"{store.path}-journal") == 0:
        raise Wrong("no torn store could be made")


def begin(scenario, kind, prepared, folder, binaries):
    """A fresh copy of the store that a scenario begins with."""
    for name in os.listdir(folder):
        remove(f"{folder}/{name}")
    store = Store(kind, folder, binaries)
    if scenario.base != "none":
        keep(f"{prepared}/{scenario.base}/store", store.path)
    keep(f"{prepared}/returns.csv", f"{folder}/returns.csv")
    return store


class Outcome:
    """What a command printed and how it ended."""

    def __init__(self, code, output, errors):
        self.code = code
        self.errors = errors.decode(errors="replace").splitlines()
        lines = output.decode(errors="replace").splitlines(keepends=True)
        self.documents = [json.loads(line) for line in lines if line.endswith("\n")]
        self.last = self.documents[-1] if self.documents else {}
        self.failure = self.last if self.last.get("kind") == "error" else None
        # An answer counts as given once it is printed, however the command ended.
        self.is_acknowledged = bool(self.last) and not self.failure and self.last.get("kind") != "importLine"


def check(scenario, store, outcome, before, after, can_speak):
    """Compares what a command said with what is there, does it again, and compares once more."""
    if outcome.code >= 0:
        expect_plain_ending(scenario, outcome, can_speak)
    if scenario.again == "exists":
        return check_made(scenario, store, outcome, before, after)
    if scenario.again == "moved":
        return check_moved(scenario, store, outcome, before, after)
    if scenario.again == "upgraded":
        return check_upgraded(scenario, store, outcome, after)
    found = store.counts()
    if found not in (before, after):
        raise Wrong(f"partial: {found}, not {before} or {after}")
    if outcome.is_acknowledged and found != after:
        raise Wrong(f"lost: {outcome.last} was printed")
    # An import that cannot write its report, or its record, says that its lines are done.
    tells = outcome.failure and (outcome.failure["outcomeUnknown"] or "are done and stay so" in outcome.failure["message"])
    if outcome.failure and found != before and not tells:
        raise Wrong(f"done, though it said: {outcome.failure['message']}")
    store.run("store", "check")
    if scenario.again == "never":
        return
    again = repeat(scenario, store)
    if scenario.again == "refused" and found == after:
        if again.code != 1:
            raise Wrong(f"again: exit {again.code}, {again.errors}")
    else:
        if again.code != 0:
            raise Wrong(f"again: exit {again.code}, {again.errors}")
        expect_same(outcome, again, found == after)
    if store.counts() != after:
        raise Wrong(f"again: {store.counts()}, not {after}")


def expect_plain_ending(scenario, outcome, can_speak):
    # An import may also find that its file cannot be read.
    if outcome.code not in (0, 69, 73, 74, 75, *([66] if scenario.program == "circ-import" else [])):
        raise Wrong(f"exit {outcome.code}: {outcome.last} {outcome.errors}")
    lines = 1 if outcome.code and can_speak else 0
    if len(outcome.errors) != lines:
        raise Wrong(f"exit {outcome.code} with {len(outcome.errors)} lines: {outcome.errors}")
    if outcome.code == 0 and not outcome.is_acknowledged:
        raise Wrong("exit 0 without an answer")


def expect_same(outcome, again, was_there):
    if again.last.get("kind") == "importSummary":
        if again.last["replayed"] not in (0, again.last["lines"]) or was_there != (again.last["replayed"] > 0):
            raise Wrong(f"again: {again.last}")
    elif "receipt" in again.last:
        if again.last["replayed"] != was_there:
            raise Wrong(f"again: replayed is {again.last['replayed']}")
        if outcome.is_acknowledged and again.last["receipt"] != outcome.last["receipt"]:
            raise Wrong(f"again: {again.last['receipt']}, first {outcome.last['receipt']}")


def check_made(scenario, store, outcome, before, after):
    """What makes a store makes it whole or not at all, and leaves the one it is made of as it was."""
    made = scenario.made(store)
    is_there = exists(made)
    if outcome.is_acknowledged and not is_there:
        raise Wrong(f"lost: {outcome.last} was printed")
    if outcome.failure and is_there and not outcome.failure["outcomeUnknown"]:
        raise Wrong(f"made, though it said: {outcome.failure['message']}")
    if scenario.base != "none" and store.counts() != before:
        raise Wrong(f"changed: {store.counts()}, not {before}")
    again = repeat(scenario, store)
    if again.code not in (0, 73) or (again.code == 0) == is_there:
        raise Wrong(f"again: exit {again.code}, {again.errors}, there was {'one' if is_there else 'none'}")
    made.run("store", "check")
    if made.counts() != after:
        raise Wrong(f"made: {made.counts()}, not {after}")


def check_moved(scenario, store, outcome, before, after):
    """A move leaves no two stores open, at least one whole, and done again comes to its end."""
    made = scenario.made(store)
    is_there = exists(made)
    is_old_open = is_open(store)
    is_new_open = is_there and is_open(made)
    if is_old_open and is_new_open:
        raise Wrong("both stores are open")
    if not is_old_open and not is_there:
        raise Wrong("the old store is closed and there is no other")
    if outcome.is_acknowledged and not is_new_open:
        raise Wrong(f"lost: {outcome.last} was printed")
    if outcome.failure and is_there and not (outcome.failure["outcomeUnknown"] and made.url in outcome.failure["message"]):
        raise Wrong(f"made, though it said: {outcome.failure['message']}")
    if is_there and not is_new_open and "notices" not in made.info():
        raise Wrong("a store that is not open would send notices")
    again = repeat(scenario, store)
    if again.code != 0 or is_open(store) or not is_open(made) or "notices" in made.info():
        raise Wrong(f"again: exit {again.code}, {again.errors}, old {store.info()}, new {made.info()}")
    made.run("store", "check")
    if store.counts() != before or made.counts() != after:
        raise Wrong(f"moved: {store.counts()} to {made.counts()}, not {before} to {after}")


def exists(store):
    """Whether a store is there, or only what an attempt to make one left."""
    return (os.path.exists(store.path) if store.kind == "sqlite"
            else any(name.startswith("snapshot") and "new" not in name for name in names(store.path)))


def is_open(store):
    return "changes" not in store.info()


def check_upgraded(scenario, store, outcome, after):
    """An upgrade changes all or nothing, and what it changed has a backup."""
    look = subprocess.run(store.command("circ", "store", "info"), capture_output=True, text=True)
    is_done = look.returncode == 0
    if not is_done and "circ store upgrade" not in look.stderr:
        raise Wrong(f"neither old nor new: {look.stderr}")
    if is_done and (store.counts() != after or not os.path.exists(f"{store.path}.layout-1")):
        raise Wrong(f"partial: {store.counts()}, not {after}, or without a backup")
    if outcome.is_acknowledged and not is_done:
        raise Wrong(f"lost: {outcome.last} was printed")
    if outcome.failure and is_done and not outcome.failure["outcomeUnknown"]:
        raise Wrong(f"done, though it said: {outcome.failure['message']}")
    again = repeat(scenario, store)
    if again.code != 0 or (again.last["backup"] is None) != is_done:
        raise Wrong(f"again: exit {again.code}, {again.last}, {again.errors}")
    store.run("store", "check")
    if store.counts() != after:
        raise Wrong(f"again: {store.counts()}, not {after}")


def names(path):
    return os.listdir(path) if os.path.isdir(path) else []


def repeat(scenario, store):
    done = subprocess.run(scenario.command(store), capture_output=True, timeout=60)
    return Outcome(done.returncode, done.stdout, done.stderr)
