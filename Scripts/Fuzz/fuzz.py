"""Runs the fuzz target of each format from the files that are kept, and says how a finding is seen again."""
import argparse
import base64
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

HERE = pathlib.Path(__file__).parent
GOLDEN = HERE.parent.parent / "Tests/ReturnFilesTests/Corpus"
LONGEST = 4096
# Longer ones are not kept: they are cheap to find from the files of the tests' corpus.
LONGEST_KEPT = 200
# An input may take so long, and all of a run so much memory.
LIMITS = ["-timeout=5", "-rss_limit_mb=256"]


def kept(name):
    return HERE / "Corpus" / f"{name}.txt"


def inputs(path):
    """The inputs of a kept corpus: one a line, with a percent sign and two digits for what is no plain character."""
    return [urllib.parse.unquote_to_bytes(line) for line in path.read_text("ascii").splitlines()] if path.exists() else []


def run(program, name, *words, folder):
    # The fuzzer itself, and not the language, is to tell of a crash.
    environment = {**os.environ, "CIRC_FUZZ_FORMAT": name, "TMPDIR": folder, "SWIFT_BACKTRACE": "enable=no"}
    return subprocess.run([program, *LIMITS, *words], capture_output=True, text=True, errors="replace", env=environment)


def unpack(name, folder):
    seeds = pathlib.Path(folder, "seeds")
    seeds.mkdir()
    for number, data in enumerate(inputs(kept(name))):
        (seeds / f"{number}").write_bytes(data)
    for path in GOLDEN.iterdir():
        if path.suffix != ".golden":
            shutil.copy(path, seeds)
    return seeds


def told(name, words, program, folder):
    """What libFuzzer says at its end, or the finding and how to see it again."""
    if words.returncode == 0:
        edges = re.findall(r"cov: (\d+)", words.stderr)[-1]
        stats = dict(re.findall(r"stat::(\w+):\s+(\d+)", words.stderr))
        return (f"fuzz: {name}: {int(stats['number_of_executed_units']):,} inputs, {edges} places reached, "
                f"{stats['peak_rss_mb']} MB at most")
    text = words.stderr[-2000:]
    if crash := re.search(r"Test unit written to (\S+)", words.stderr):
        text += f"\nfuzz: {name}: FOUND something; again with: Scripts/fuzz {name} --replay {crash[1]}"
        least = pathlib.Path(folder, "least")
        run(program, name, "-minimize_crash=1", "-max_total_time=10", f"-exact_artifact_path={least}", crash[1],
            folder=folder)
        if least.exists():
            text += f"\nor, on any machine: Scripts/fuzz {name} --replay base64:{base64.b64encode(least.read_bytes()).decode()}"
    return text


def fuzz(name, options):
    with tempfile.TemporaryDirectory(prefix="circ-fuzz-") as folder:
        seeds, found = unpack(name, folder), pathlib.Path(folder, "found")
        found.mkdir()
        crashes = pathlib.Path(options.program).parent / "findings" / f"{name}-"
        crashes.parent.mkdir(exist_ok=True)
        words = run(options.program, name, f"-max_total_time={options.seconds}", f"-seed={options.seed}",
                    f"-max_len={LONGEST}", f"-dict={HERE / 'words.dict'}", f"-artifact_prefix={crashes}",
                    "-print_final_stats=1", found, seeds, folder=folder)
        if words.returncode == 0 and options.keep:
            keep(name, options.program, [seeds, found], folder)
        return words.returncode, told(name, words, options.program, folder)


def keep(name, program, sources, folder):
    """Keeps the smallest inputs that together reach all that is reached beyond the files of the tests' corpus."""
    least = pathlib.Path(folder, "least")
    least.mkdir()
    run(program, name, "-merge=1", "-set_cover_merge=1", f"-max_len={LONGEST}", least, *sources,
        folder=folder).check_returncode()
    golden = {path.read_bytes() for path in GOLDEN.iterdir()}
    chosen = sorted({path.read_bytes() for path in least.iterdir() if path.stat().st_size <= LONGEST_KEPT} - golden,
                    key=lambda data: (len(data), data))
    kept(name).parent.mkdir(exist_ok=True)
    kept(name).write_text("".join(urllib.parse.quote(data, safe=",;:|=\"{}'-/") + "\n" for data in chosen), "ascii")


def replay(name, where, program):
    with tempfile.TemporaryDirectory(prefix="circ-fuzz-") as folder:
        if where.startswith("base64:"):
            pathlib.Path(folder, "input").write_bytes(base64.b64decode(where.removeprefix("base64:")))
            where = f"{folder}/input"
        words = run(program, name, where, folder=folder)
        print(words.stderr[-3000:], end="")
        return words.returncode


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--program", required=True)
    arguments.add_argument("--seconds", type=int, default=10)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--keep", action="store_true")
    arguments.add_argument("--replay")
    arguments.add_argument("formats", nargs="*")
    options = arguments.parse_args()
    known = subprocess.run([options.program], capture_output=True, text=True, check=True,
                           env={**os.environ, "CIRC_FUZZ_FORMAT": ""}).stdout.split()
    names = options.formats or known
    if set(names) - set(known):
        sys.exit(f"fuzz: the formats are {', '.join(known)}")
    if options.replay:
        sys.exit(replay(names[0], options.replay, options.program))
    print(f"fuzz: seed {options.seed}, {options.seconds} s each")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        failed = 0
        for done in concurrent.futures.as_completed([pool.submit(fuzz, name, options) for name in names]):
            code, text = done.result()
            print(text, flush=True)
            failed |= code != 0
    sys.exit(failed)


if __name__ == "__main__":
    main()
