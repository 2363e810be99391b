"""A store as the trials of real processes see it: through the command line alone."""
import json
import os
import shutil
import subprocess


class Wrong(Exception):
    pass


class Store:
    """A store of one kind in a folder."""

    def __init__(self, kind, folder, binaries):
        self.kind = kind
        self.path = f"{folder}/store"
        self.url = f"{kind}:{self.path}"
        self.binaries = binaries

    def command(self, program, *words):
        return [f"{self.binaries}/{program}", "--store", self.url, *words]

    def run(self, *words):
        done = subprocess.run(self.command("circ", *words), capture_output=True, text=True)
        if done.returncode != 0:
            raise Wrong(f"{words}: exit {done.returncode}, {done.stderr.strip()}")
        return done.stdout

    def info(self):
        facts = {}
        for line in self.run("store", "info").splitlines():
            name, _, value = line.strip().partition("  ")
            facts[name] = value.strip()
        return facts

    def counts(self):
        """How many of each there are."""
        return {name: int(value) for name, value in self.info().items() if value.isdigit()}

    def loans(self):
        """Each loan's number and end; the time of recording differs from run to run."""
        lines = (json.loads(line) for line in self.run("loans", "--json").splitlines())
        return {loan["id"]: loan["returnedAt"] for loan in lines}


def remove(path):
    if os.path.isdir(path):
        shutil.rmtree(path)
    for ending in ("", "-journal"):
        if os.path.lexists(path + ending):
            os.remove(path + ending)


def keep(path, copy):
    """Copies a store's files over another's, with the journal that a kill left beside a database."""
    remove(copy)
    if os.path.isdir(path):
        shutil.copytree(path, copy)
        return
    for ending in ("", "-journal"):
        if os.path.exists(path + ending):
            shutil.copy(path + ending, copy + ending)
