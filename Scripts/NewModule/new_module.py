"""Begins a new store, port, use case or format; run by Scripts/new-module at the root of the repository."""
import pathlib
import re
import subprocess
import sys

TEMPLATES = pathlib.Path(__file__).parent / "Templates"
ARCHITECTURE = "Scripts/DependencyLint/architecture.txt"


#: What no type may be called: in lower case a keyword, or a name that every file knows already.
KEYWORDS = set("""actor any as associatedtype await borrowing break case catch class consuming continue copy default defer deinit
do dynamic else enum extension fallthrough false fileprivate final for func get guard if import in indirect init inout internal
is isolated lazy let macro mutating nil nonisolated open operator optional override package postfix precedencegroup prefix
private protocol public repeat required rethrows return self set some static struct subscript super switch throw throws true
try type typealias unowned var weak where while""".split())
STANDARD = set("""Array Bool Character ClosedRange Codable CodingKey Collection Comparable CustomStringConvertible Data Date Decodable
Decoder Dictionary Double Duration Encodable Encoder Equatable Error Float Hashable Hasher Identifiable Int Int8 Int16 Int32 Int64
Iterator IteratorProtocol KeyPath Main Mutex Never Optional Range RawRepresentable Result Sendable Sequence Set Slice String
Substring Swift Task Test Testing Trait UInt UInt8 UInt16 UInt32 UInt64 URL UUID Unicode Void Glibc Foundation Dispatch
Synchronization""".split())


def main():
    kind, name = sys.argv[1:]
    make = {"store": store, "port": port, "usecase": usecase, "format": format_}.get(kind)
    if make is None:
        stop(64, f"'{kind}' is none of store, port, usecase and format")
    if not re.fullmatch("[A-Z][A-Za-z0-9]*", name):
        stop(64, f"'{name}' is no name for a type; write it like RenewLoan")
    if name.lower() in KEYWORDS or name[0].lower() + name[1:] in KEYWORDS or name in STANDARD:
        stop(64, f"'{name}' is a word of the language or of its library; choose another name")
    plan = Plan(name)
    make(plan, name)
    plan.carry_out()


class Plan:
    """New files and edits; nothing is written before all of them are known to be possible."""

    def __init__(self, name):
        self.words = {"@NAME@": name, "@LOWER@": name[0].lower() + name[1:]}
        self.new, self.edited = {}, {}

    def template(self, template, path):
        self.file(path, self.filled((TEMPLATES / template).read_text()))

    def file(self, path, text):
        if pathlib.Path(path).exists():
            stop(73, f"{path} is there already; nothing was changed")
        self.new[path] = text

    def insert_after(self, path, anchor, text):
        """Inserts a text behind the first match of an expression."""
        old = self.edited.get(path) or pathlib.Path(path).read_text()
        found = re.search(anchor, old, re.MULTILINE)
        if not found:
            stop(70, f"{path} has nothing that matches {anchor}; nothing was changed")
        self.edited[path] = old[:found.end()] + self.filled(text) + old[found.end():]

    def filled(self, text):
        for mark, word in self.words.items():
            text = text.replace(mark, word)
        return text

    def carry_out(self):
        before = {path: pathlib.Path(path).read_text() for path in {*self.edited, "ARCHITECTURE.md"}}
        folders = [folder for path in self.new for folder in pathlib.Path(path).parents if not folder.exists()]
        try:
            self.write()
        except (OSError, subprocess.CalledProcessError) as failure:
            for path in self.new:
                pathlib.Path(path).unlink(missing_ok=True)
            for folder in sorted({*folders}, reverse=True):
                if folder.exists():
                    folder.rmdir()
            for path, text in before.items():
                pathlib.Path(path).write_text(text)
            said = (getattr(failure, "stderr", None) or str(failure)).strip()
            stop(70, f"it cannot be finished, and everything is as it was: {said}")
        for path in self.new:
            print(f"new      {path}")
        for path in self.edited:
            print(f"changed  {path}")
        print("The test that fails first says what to do next; the guide is in ARCHITECTURE.md, under Extending.")

    def write(self):
        for path, text in {**self.new, **self.edited}.items():
            pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
            pathlib.Path(path).write_text(text)
        sources = [path for path in [*self.new, *self.edited] if path.endswith(".swift")]
        for command in (["swift", "format", "format", "--in-place", *sources], ["Scripts/dependency-lint", "graph", "--write"]):
            subprocess.run(command, check=True, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def store(plan, name):
    """A store begins as the one in memory under another name, so that it has all that ports ask for today."""
    if name.endswith("Store"):
        stop(64, f"name it without the ending: {name.removesuffix('Store')}")
    for source in sorted(pathlib.Path("Modules/Adapters/MemoryStore").glob("*.swift")):
        text = source.read_text().replace("MemoryStore", f"{name}Store")
        text = re.sub(r"/// A library in memory[^\n]*", f"/// A library in the {name} store, which begins as one in memory: "
                      "where `read` and `step` look is to change.", text)
        text = text.replace('technology: "memory"', f'technology: "{name}"')
        plan.file(f"Modules/Adapters/{name}Store/{source.name.replace('Memory', name)}", text)
    plan.template("StoreTests.swift.template", f"Tests/{name}StoreTests/{name}StoreTests.swift")
    plan.insert_after("Package.swift", r'^ +module\("MemoryStore".*\n',
                      '        module("@NAME@Store", .adapter, ["Domain", "Ports", "LibraryState"]),\n')
    plan.insert_after("Package.swift", r'^ +tests\("MemoryStoreTests".*\n',
                      '        tests("@NAME@StoreTests", ["Ports", "@NAME@Store", "StoreContract"]),\n')
    plan.insert_after(ARCHITECTURE, r"^    members  MemoryStore", " @NAME@Store")
    plan.insert_after(ARCHITECTURE, r"^library MemoryStore\n(    .*\n)+", "\nlibrary @NAME@Store\n    ring     adapters\n"
                      "    folder   Modules/Adapters/@NAME@Store\n    uses     Domain Ports LibraryState\n"
                      "    api      Domain Ports\n")
    plan.insert_after(ARCHITECTURE, r"^tests MemoryStoreTests\n(    .*\n)+", "\ntests @NAME@StoreTests\n    ring     tests\n"
                      "    folder   Tests/@NAME@StoreTests\n    uses     Ports @NAME@Store StoreContract\n")
    plan.insert_after("ARCHITECTURE.md", r"^\| `Modules/Adapters/MemoryStore`.*\n",
                      "| `Modules/Adapters/@NAME@Store` | `@NAME@Store` | a store in the making: no command opens it yet |\n")


def port(plan, name):
    plan.template("Port.swift.template", f"Modules/Ports/{name}.swift")
    plan.template("Contract.swift.template", f"Tests/StoreContract/{name}Contract.swift")
    plan.insert_after("Tests/StoreContract/StoreContract.swift", r"^    private static let all = \[\n +", "@LOWER@, ")


def usecase(plan, name):
    plan.template("UseCase.swift.template", f"Modules/UseCases/{name}.swift")
    plan.template("UseCaseTests.swift.template", f"Tests/UseCasesTests/{name}Tests.swift")


def format_(plan, name):
    if name.endswith("Format"):
        stop(64, f"name it without the ending: {name.removesuffix('Format')}")
    folder = "Modules/Delivery/ReturnFiles"
    corpus = f"Tests/ReturnFilesTests/Corpus/{plan.words['@LOWER@']}.txt"
    plan.template("Format.swift.template", f"{folder}/{name}Format.swift")
    plan.template("Corpus.template", corpus)
    plan.template("Golden.template", f"{corpus}.golden")
    plan.insert_after(f"{folder}/ReturnFormat.swift", r"^    static let all: .*\n(        .*\n)+", "        @NAME@Format.self,\n")


def stop(code, message):
    print(f"new-module: {message}", file=sys.stderr)
    sys.exit(code)


main()
