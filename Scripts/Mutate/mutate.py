"""Plants bugs in a copy of the repository, one at a time, and checks that the test named for each turns red."""
import argparse
import os
import re
import shlex
import signal
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
TREE = os.path.join(ROOT, ".build", "mutate")
# Seconds that a build with its tests may take: a planted bug may let a test go on for ever.
LONGEST = 900
SWIFT = shlex.split(os.environ.get("SWIFT", "swift"))


def mutations():
    with open(os.path.join(ROOT, "Scripts", "Mutate", "mutations.txt"), encoding="utf-8") as file:
        blocks = re.sub(r"^#.*\n", "", file.read(), flags=re.M).strip().split("\n\n")
    for block in blocks:
        fields = dict((line.split(None, 1) + [""])[:2] for line in block.split("\n"))
        if fields.keys() - {"nth"} != {"case", "file", "from", "to", "run", "red"}:
            raise SystemExit(f"not a mutation:\n{block}")
        yield fields


def copy_tree():
    os.makedirs(TREE, exist_ok=True)
    tracked = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "Package.swift", "Modules", "Apps", "Tests", "Scripts"],
                             check=True, stdout=subprocess.PIPE).stdout.decode().split("\0")[:-1]
    known = {os.path.join(TREE, name) for name in tracked}
    for folder, folders, files in os.walk(TREE):
        if folder == TREE:
            folders[:] = [name for name in folders if not name.startswith(".")]
            continue
        for path in (os.path.join(folder, name) for name in files):
            if path not in known:
                os.remove(path)
    for name in tracked:
        source, target = os.path.join(ROOT, name), os.path.join(TREE, name)
        write(target, open(source, "rb").read())


def write(path, data):
    """Leaves a file that is as it should be, so that it is not compiled again."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path) or open(path, "rb").read() != data:
        with open(path, "wb") as file:
            file.write(data)


def planted(mutation):
    with open(os.path.join(ROOT, mutation["file"]), encoding="utf-8") as file:
        text = file.read()
    places = [m.start() for m in re.finditer(re.escape(mutation["from"]), text)]
    nth = int(mutation.get("nth", 0))
    if len(places) != 1 and not nth or len(places) < nth:
        raise SystemExit(f"{mutation['file']} has {len(places)} times: {mutation['from']}")
    at = places[nth - 1 if nth else 0]
    return text[:at] + mutation["to"] + text[at + len(mutation["from"]):]


def verdict(mutation):
    process = subprocess.Popen([*SWIFT, "test", "--filter", mutation["run"]], cwd=TREE, text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, env={**os.environ, "CIRC_STEPS": "150"}, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=LONGEST)
        hung = False
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        hung = True
    red = [line for line in output.splitlines() if line.startswith("✘")]
    if any(mutation["red"] in line for line in red):
        return "red"
    if hung:
        return "HUNG"
    if process.returncode == 0:
        return "GREEN"
    return "another test" if red else "NOT BUILT, OR CRASHED:\n" + output[-3000:]


def main():
    parser = argparse.ArgumentParser(prog="Scripts/mutate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only check that every place is still there")
    parser.add_argument("word", nargs="*", help="only the mutations whose case or file has one of these words")
    arguments = parser.parse_args()
    chosen = [m for m in mutations()
              if not arguments.word or any(w in m["case"] or w in m["file"] for w in arguments.word)]
    texts = [planted(mutation) for mutation in chosen]
    if arguments.check:
        print(f"{len(chosen)} mutations, every place found")
        return
    copy_tree()
    missed = 0
    for mutation, text in zip(chosen, texts):
        target = os.path.join(TREE, mutation["file"])
        whole = open(target, "rb").read()
        write(target, text.encode())
        try:
            what = verdict(mutation)
        finally:
            write(target, whole)
        missed += what != "red"
        print(f"{what:12} {mutation['case']}  →  {mutation['red']}", flush=True)
    print(f"{len(chosen)} mutations, {missed} missed")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
