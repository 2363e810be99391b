"""Begins a new store, port, use case or format; run by Scripts/new-module at the root of the repository."""
import pathlib
import re
import subprocess
import sys

TEMPLATES = pathlib.Path(__file__).parent / "Templates"
ARCHITECTURE = "Scripts/DependencyLint/architecture.txt"


def main():
    kind, name = sys.argv[1:]
    make = {"store": store, "port": port, "usecase": usecase, "format": format_}.get(kind)
    if make is None:
        stop(64, f"'{kind}' is none of store, port, usecase and format")
    if not re.fullmatch("[A-Z][A-Za-z0-9]*", name):
        stop(64, f"'{name}' is no name for a type; write it like RenewLoan")
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
        for path, text in {**self.new, **self.edited}.items():
            pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
            pathlib.Path(path).write_text(text)
        sources = [path for path in [*self.new, *self.edited] if path.endswith(".swift")]
        subprocess.run(["swift", "format", "format", "--in-place", *sources], check=True)
        subprocess.run(["Scripts/dependency-lint", "graph", "--write"], check=True, stderr=subprocess.DEVNULL)
        for path in self.new:
            print(f"new      {path}")
        for path in self.edited:
            print(f"changed  {path}")
        print("The test that fails first says what to do next; the guide is in ARCHITECTURE.md, under Extending.")


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
