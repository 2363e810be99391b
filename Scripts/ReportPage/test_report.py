"""Tries the HTML report of circ-import in a real browser: what it shows, what a hostile file can do to it, and whether
100,000 lines stay usable. Screenshots are left in the folder that --screenshots names."""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

from browser import Browser, Trouble

HOSTILE = [
    "<script>window.pwned = 1</script>",
    "</script><script>window.pwned = 1</script>",
    '"><img src=x onerror="window.pwned = 1">',
    "<!--<script>",
    "' onmouseover='window.pwned = 1",
    "]]></title><svg onload=window.pwned=1>",
    "annex \u202etxt.exe",
    "two\u2028lines\u2029more",
    "&lt;b&gt; &amp; <b>bold</b>",
    "${window.pwned=1} `x` \\u003cscript>",
]


class Library:
    """A library in a folder of its own, worked with as a person does."""

    def __init__(self, binaries):
        self.binaries = binaries
        self.folder = tempfile.mkdtemp(prefix="report-")
        self.circ("init", "--zone", "Europe/Zurich")
        self.circ("member", "add", "Ada Example", "--card", "C 1'")

    def close(self):
        shutil.rmtree(self.folder)

    def run(self, program, *words):
        environment = {"CIRC_STORE": f"sqlite:{self.folder}/library.sqlite", "PATH": f"{self.binaries}:/usr/bin:/bin"}
        return subprocess.run([f"{self.binaries}/{program}", *words], capture_output=True, text=True, cwd=self.folder,
                              env=environment)

    def circ(self, *words):
        done = self.run("circ", *words)
        if done.returncode != 0:
            raise Trouble(f"circ {words}: {done.stderr}")
        return done.stdout

    def file(self, name, text):
        with open(f"{self.folder}/{name}", "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return name

    def report(self, *files, options=(), code=1):
        path = f"{self.folder}/report.html"
        done = self.run("circ-import", "--source", "drop", "--report", path, *options, *files)
        expect(done.returncode == code, f"circ-import ended with {done.returncode}: {done.stderr}")
        return path

    def loans(self):
        return [json.loads(line) for line in self.circ("loans", "--json").splitlines()]


def expect(truth, what):
    if not truth:
        raise Trouble(what)


def quiet(browser, path):
    """Nothing was asked for but the page itself, and nothing stands in the console."""
    expect(browser.requests() == [f"file://{path}"], f"requests: {browser.requests()}")
    expect(browser.complaints() == [], f"console: {browser.complaints()}")
    expect(browser.run("window.pwned") is None, "a script from data ran")
    expect(browser.run("document.images.length + document.querySelectorAll('svg, b, iframe').length") == 0,
           "markup from data became elements")


def rows(browser):
    return browser.run("[...document.querySelectorAll('#rows tr')].map(r => [...r.cells].map(c => c.innerText))")


def status(browser):
    return browser.run("document.getElementById('status').textContent")


def choose(browser, field, value):
    browser.run(f"(() => {{ const f = document.getElementById('{field}'); f.value = {json.dumps(value)};"
                " f.dispatchEvent(new Event('change')); })()")


def search(browser, text):
    browser.run(f"(() => {{ const f = document.getElementById('find'); f.value = {json.dumps(text)};"
                " f.dispatchEvent(new Event('input')); })()")
    browser.run("new Promise(done => setTimeout(done, 200))")


def hostile_titles_are_inert(browser, library):
    shown = []
    for number, title in enumerate(HOSTILE, 1):
        library.circ("book", "add", title)
        library.circ("copy", "add", f"H{number}", "--book", str(number))
        shown.append("".join(f"<U+{ord(c):04X}>" if 0x2028 <= ord(c) <= 0x202E else c for c in title))
    lines = ["barcode,returned_at,note"] + [f"H{n},2025-05-06 10:{n:02},\"{HOSTILE[0]}\"" for n in range(1, 11)]
    lines += ["<img src=x onerror=window.pwned=1>,2025-05-06 11:00,x", "\"</script>\",2025-05-06 11:01,x"]
    name = library.file("<img src=x onerror=window.pwned=1>.csv", "\n".join(lines) + "\n")
    path = library.report(name)
    browser.look(1280)
    browser.open(path)
    quiet(browser, path)
    found = rows(browser)
    titles = [row[1].splitlines()[0] for row in found]
    expect(titles == shown + ["<img src=x onerror=window.pwned=1>", "</script>"], f"shown: {titles}")
    expect(all("\u202e" not in cell and "\u2028" not in cell for row in found for cell in row), "a control was shown")
    expect(name in browser.run("document.querySelector('header').innerText"), "the file's name is not shown")
    expect(found[0][3].startswith("Never lent") and "circ copy show H1" in found[0][4], f"the first row: {found[0]}")


def filter_and_pages_work(browser, library):
    lines = ["barcode,returned_at"] + [f"U{n},2025-05-06 10:00" for n in range(240)] + ["H1,2025-05-06 12:00", "H2,soon"]
    path = library.report(library.file("returns.csv", "\n".join(lines) + "\n"),
                          library.file("more.csv", "barcode,returned_at\nM1,2025-05-06 10:00\n"))
    browser.open(path)
    expect(status(browser) == "1 to 100 of 243 lines", status(browser))
    expect(len(rows(browser)) == 100, "a page has not 100 rows")
    browser.run("document.getElementById('next').focus()")
    browser.press("Enter")
    expect(status(browser) == "101 to 200 of 243 lines", status(browser))
    choose(browser, "page", "3")
    expect(status(browser) == "201 to 243 of 243 lines", status(browser))
    search(browser, "u23 RETURNS.csv")
    expect([row[1].strip() for row in rows(browser)] == ["U23"] + [f"U23{n}" for n in range(10)], str(rows(browser)))
    expect(status(browser) == "11 lines", status(browser))
    search(browser, "nothing at all")
    expect(status(browser) == "No line is like that." and rows(browser) == [], status(browser))
    browser.run("document.getElementById('reset').click()")
    kinds = browser.run("[...document.getElementById('kind').options].map(o => o.text)")
    expect(kinds == ["Everything, 243", "Unknown barcode, 241", "Never lent, 1", "Cannot be read, 1"], str(kinds))
    choose(browser, "kind", browser.run("[...document.getElementById('kind').options].find(o => o.text.startsWith('Never')).value"))
    expect(len(rows(browser)) == 1 and "H1" in rows(browser)[0][1], str(rows(browser)))
    choose(browser, "kind", "")
    choose(browser, "file", "1")
    expect(status(browser) == "1 line", status(browser))
    quiet(browser, path)


def what_was_asked_before_is_apart(browser, library):
    library.file("returns.csv", "barcode,returned_at\n" + "".join(f"U{n},2025-05-06 10:00\n" for n in range(250)))
    path = library.report("returns.csv")
    browser.open(path)
    totals = browser.run("Object.fromEntries([...document.querySelectorAll('.totals div')].map(d => d.innerText.split('\\n').reverse()))")
    totals = {name: int(count.replace(",", "")) for name, count in ((k, v) if v[0].isdigit() else (v, k) for k, v in totals.items())}
    expect(totals == {"Lines": 250, "Settled": 0, "New for a person": 10, "Asked before, open still": 240}, str(totals))
    expect(status(browser) == "10 lines", status(browser))
    choose(browser, "asked", "before")
    expect(status(browser) == "1 to 100 of 240 lines" and "Asked before" in rows(browser)[0][0], str(rows(browser)[0]))
    choose(browser, "asked", "")
    expect(status(browser) == "1 to 100 of 250 lines", status(browser))


def loans_can_be_entered_once(browser, library):
    lines = ["Version=1.0\tGenerator=kocDesktop\tGeneratorVersion=2.4.0"]
    lines += [f"2025-05-06 10-15-3{n} 417\tissue\tC 1'\tH{n}" for n in (1, 2, 3)]
    lines += ["2025-05-06 10-15-34 417\tissue\tC 1'\tA\u202eB", "2025-05-06 10-15-35 417\tissue", ""]
    path = library.report(library.file("day.koc", "\n".join(lines)))
    browser.send("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    browser.open(path)
    expect(not browser.run("document.getElementById('loans').hidden"), "the loans are hidden")
    expect(browser.run("document.getElementById('copy-loans').textContent") == "Copy 3 commands", "not three commands")
    browser.run("navigator.clipboard.writeText = async text => { window.taken = text; }")
    browser.run("document.getElementById('copy-loans').click()")
    commands = browser.run("window.taken")
    expect(browser.run("document.getElementById('copied').textContent") == "Copied 3 commands", "copying was not told")
    script = library.file("commands.sh", commands)
    for _ in range(2):
        done = subprocess.run(["/bin/sh", script], cwd=library.folder, capture_output=True, text=True, env={
            "CIRC_STORE": f"sqlite:{library.folder}/library.sqlite", "PATH": f"{library.binaries}:/usr/bin:/bin"})
        expect(done.returncode == 0, done.stderr)
        loans = library.loans()
        expect([loan["copy"] for loan in loans] == ["H1", "H2", "H3"], str(loans))
        expect(loans[0]["borrowedAt"] == "2025-05-06T08:15:31.417Z", str(loans[0]))
    quiet(browser, path)
    # Asked before, they are listed when that is wanted, and until then no button or box stands there empty.
    browser.open(library.report(f"{library.folder}/day.koc"))
    offered = "['copy-loans', 'loans-list'].map(id => document.getElementById(id).offsetParent !== null)"
    expect(browser.run(offered) == [False, False], "an empty list is offered")
    browser.run("document.getElementById('loans-all').click()")
    expect(browser.run(offered) == [True, True], "the list of those asked before is not offered")
    expect(browser.run("document.getElementById('copy-loans').textContent") == "Copy 3 commands", "not three commands again")


def many_lines_stay_usable(browser, library):
    lines = ["barcode,returned_at"] + [f"X{n},2025-05-06 10:00" for n in range(100_000)]
    path = library.report(library.file("many.csv", "\n".join(lines) + "\n"))
    taken = browser.open(path)
    expect(status(browser) == "1 to 100 of 100,000 lines", status(browser))
    expect(browser.run("document.querySelectorAll('*').length") < 3000, "the page has too many elements")
    times = {"shown after": taken}
    for name, act in [("filtered after", "f.value = '1'; f.dispatchEvent(new Event('change'))"), ("whole after", "document.getElementById('reset').click()")]:
        times[name] = browser.run(f"(() => {{ const t = performance.now(), f = document.getElementById('kind'); {act};"
                                  " document.body.offsetHeight; return performance.now() - t; })()") / 1000
    search(browser, "x9999")
    expect(status(browser) == "11 lines", status(browser))
    print("    100,000 lines, seconds:", {name: round(value, 3) for name, value in times.items()}, file=sys.stderr)
    expect(times["shown after"] < 15 and times["filtered after"] < 1 and times["whole after"] < 1, f"too slow: {times}")
    quiet(browser, path)


def everybody_can_use_it(browser, library):
    """Language, names of controls, contrast, keyboard, narrow windows and print."""
    path = f"{library.folder}/report.html"
    for scheme in ["light", "dark"]:
        for width in [320, 380, 1280]:
            browser.look(width, scheme=scheme)
            browser.open(path)
            expect(browser.run("document.documentElement.scrollWidth") <= width, f"{width} wide, it scrolls sideways")
            shape = browser.run("getComputedStyle(document.querySelector('.lines td')).display")
            expect(shape == ("block" if width < 500 else "table-cell"), f"{width} wide, a cell is a {shape}")
        poor = browser.run(CONTRAST)
        expect(poor == [], f"{scheme}: too little contrast: {poor}")
    expect(browser.run("document.documentElement.lang") == "en", "the page names no language")
    expect(browser.run("document.querySelectorAll('h1').length") == 1, "there is not one heading")
    nodes = browser.send("Accessibility.getFullAXTree")["nodes"]
    controls = [n for n in nodes if not n.get("ignored") and n.get("role", {}).get("value") in
                ("button", "textbox", "searchbox", "combobox", "checkbox", "spinbutton", "table", "navigation", "search")]
    expect(len(controls) > 100, f"only {len(controls)} controls")
    nameless = [n["role"]["value"] for n in controls if not n.get("name", {}).get("value")]
    expect(nameless == [], f"without a name: {nameless}")
    browser.run("document.getElementById('find').focus()")
    reached = []
    for _ in range(3):
        browser.press("Tab")
        reached.append(browser.run("document.activeElement.id"))
    expect(reached[0] in ("asked", "kind") and "reset" in reached, f"Tab goes to {reached}")
    outline = browser.run("getComputedStyle(document.activeElement).outlineStyle")
    expect(outline != "none", "the focus is not shown")
    # Printed, it is a table in black on white, whatever the window is.
    browser.look(380, scheme="dark")
    browser.send("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    poor = browser.run(CONTRAST)
    expect(poor == [], f"in print: too little contrast: {poor}")
    expect(browser.run("getComputedStyle(document.querySelector('.lines td')).display") == "table-cell", "in print it is no table")
    browser.look(1280)
    search(browser, "x123")
    pdf = browser.send("Page.printToPDF")["data"]
    expect(len(pdf) > 10_000, "it does not print")
    expect(browser.run("document.querySelectorAll('#rows tr').length") == 100, "printing left its rows behind")


CONTRAST = """
(() => {
  const parse = (c) => { const [r, g, b, a = 1] = c.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
  const shine = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const ground = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c[3] > 0) return c; }
    return [255, 255, 255, 1]; };
  const poor = new Set();
  for (const e of document.querySelectorAll('body *')) {
    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!own || e.tagName === 'SCRIPT' || !e.offsetParent || e.disabled) continue;
    const [a, b] = [shine(parse(getComputedStyle(e).color)), shine(ground(e))].sort((x, y) => y - x);
    if ((a + .05) / (b + .05) < 4.5) poor.add(e.tagName + '.' + e.className + ': ' + e.textContent.slice(0, 30));
  }
  return [...poor];
})()
"""


def nothing_to_ask(browser, library):
    path = library.report(library.file("fine.csv", "barcode,returned_at\nH1,2025-05-07 10:00\n"), code=0)
    browser.open(path)
    expect("No line needs a person." in browser.run("document.body.innerText"), "it does not say so")
    quiet(browser, path)


def screenshots(browser, path, folder):
    os.makedirs(folder, exist_ok=True)
    for scheme in ["light", "dark"]:
        for name, width in [("wide", 1280), ("narrow", 380)]:
            browser.look(width, scheme=scheme)
            browser.open(path)
            browser.screenshot(f"{folder}/{name}-{scheme}.png")
            browser.run("document.getElementById('lines-title')?.scrollIntoView()")
            browser.screenshot(f"{folder}/{name}-{scheme}-lines.png")
    browser.look(1280)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", required=True)
    parser.add_argument("--screenshots")
    options = parser.parse_args()
    browser = Browser()
    library = Library(options.binaries)
    try:
        for trial in [hostile_titles_are_inert, filter_and_pages_work, what_was_asked_before_is_apart,
                      loans_can_be_entered_once, nothing_to_ask, many_lines_stay_usable, everybody_can_use_it]:
            try:
                trial(browser, library)
            except Trouble as trouble:
                raise SystemExit(f"test-report: {trial.__name__.replace('_', ' ')}: {trouble}")
            print(f"  {trial.__name__.replace('_', ' ')}", file=sys.stderr)
            if options.screenshots:
                screenshots(browser, f"{library.folder}/report.html", f"{options.screenshots}/{trial.__name__}")
    finally:
        browser.close()
        library.close()


main()
