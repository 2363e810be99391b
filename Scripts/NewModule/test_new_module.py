"""Makes one module of each kind in a copy of the repository and checks what passes and what fails there."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

KINDS = [("store", "Tape"), ("port", "Renewing"), ("usecase", "RenewLoan"), ("format", "Gazette")]
#: The targets of tests that are built; the rest of the package is left out of the copy's manifest.
BUILT = ["TapeStoreTests", "UseCasesTests", "ReturnFilesTests"]
#: What fails, and for which argument; nothing else may, and each must.
MEANT_TO_FAIL = {
    ("It keeps what every store keeps while it is open", "Renewing is a port that the store keeps"),
    ("It does what it is for", ""),
    ("Every file of the corpus gives the lines, or the refusal, that stand beside it", "gazette.txt"),
}
#: Of this test every case fails: the new store keeps nothing.
FAILS_WHOLE = "What it holds is there when it is opened again"

root = pathlib.Path.cwd()
# The folder stays the same, so that what did not change since the last time is not built again.
scratch = root / ".build/new-module"
clone = scratch / "copy"


def main():
    copy()
    refuse()
    for kind, name in KINDS:
        run(f"Scripts/new-module {kind} {name}")
    run("Scripts/dependency-lint")
    run("git ls-files -mo --exclude-standard '*.swift' | xargs swift format lint --strict --parallel")
    leave_out_the_rest()
    # Nothing looks at this build with a debugger.
    run("swift build --build-tests -debug-info-format none")
    tests = run("swift test --skip-build -debug-info-format none --filter 'TapeStoreTests|RenewLoanTests|CorpusTests'", fails=True)
    compare(tests)
    shutil.rmtree(clone)


def copy():
    """Copies the files of the repository as they are, not as they were committed."""
    shutil.rmtree(clone, ignore_errors=True)
    clone.mkdir(parents=True)
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], check=True, capture_output=True)
    subprocess.run(["xargs", "-0", "cp", "-p", "--parents", "-t", clone], input=listed.stdout, check=True)
    run("git init -q . && git add -A")
    # The copy begins with the tool that is compiled here, and with what it knows.
    subprocess.run(["Scripts/dependency-lint"], check=True, capture_output=True)
    (scratch / "build").mkdir(exist_ok=True)
    (clone / ".build").symlink_to(scratch / "build")
    shutil.copytree(root / ".build/dependency-lint", clone / ".build/dependency-lint", dirs_exist_ok=True)


def refuse():
    """A name that cannot be a type's, and a tool that fails on the way, leave everything as it was."""
    for kind, name in [("usecase", "Class"), ("port", "String"), ("format", "Self"), ("port", "renewing")]:
        run(f"Scripts/new-module {kind} {name}", fails=True)
    broken = scratch / "broken"
    broken.mkdir(exist_ok=True)
    (broken / "swift").write_text("#!/bin/sh\necho no tool >&2\nexit 1\n")
    (broken / "swift").chmod(0o755)
    said = run(f"PATH={broken}:$PATH Scripts/new-module store Tape", fails=True)
    if "Traceback" in said or "no tool" not in said:
        stop(f"a tool that failed is told as:\n{said}")
    changed = run("git diff --name-only; git ls-files -o --exclude-standard -x .build; find . -type d -empty -not -path './.git/*'")
    if changed:
        stop(f"what failed left behind:\n{changed}")


def leave_out_the_rest():
    with open(clone / "Package.swift", "a") as manifest:
        names = ", ".join(f'"{name}"' for name in BUILT)
        manifest.write(f"""
var wanted: Set<String> = [{names}]
for target in package.targets.reversed() where wanted.contains(target.name) {{
    for case .byNameItem(let name, _) in target.dependencies {{ wanted.insert(name) }}
}}
package.products = []
package.targets.removeAll {{ !wanted.contains($0.name) }}
""")


def compare(output):
    """Reads the issues and the summaries of the test library, and compares them with what is meant to fail."""
    issues = set()
    for title, rest in re.findall(r'^✘ Test "(.*?)" recorded an issue(.*)$', output, re.MULTILINE):
        argument = re.search(r' with 1 argument \w+ → "?(.*?)"? at [\w+]+\.swift:', rest)
        issues.add((title, argument.group(1) if argument else ""))
    whole = {issue for issue in issues if issue[0] == FAILS_WHOLE}
    cases = re.search(f'"{FAILS_WHOLE}" with ([0-9]+) test cases? failed', output)
    if issues - whole != MEANT_TO_FAIL:
        stop(f"expected to fail: {MEANT_TO_FAIL}\nfailed: {issues - whole}\n{output}")
    if not cases or len(whole) != int(cases.group(1)):
        stop(f"of “{FAILS_WHOLE}” {len(whole)} cases failed, not all\n{output}")
    passed = len(re.findall("^✔ Test ", output, re.MULTILINE))
    print(f"each kind lints, builds and fails as it says: {len(issues)} cases fail as they are meant to, {passed} tests pass")


def run(command, fails=False):
    outcome = subprocess.run(command, shell=True, cwd=clone, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if (outcome.returncode != 0) != fails:
        stop(f"`{command}` ended with {outcome.returncode}:\n{outcome.stdout}")
    return outcome.stdout


def stop(message):
    print(f"test-new-module: {message}", file=sys.stderr)
    sys.exit(1)


os.environ.pop("GITHUB_ACTIONS", None)
main()
