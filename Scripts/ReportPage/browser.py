"""A headless Chromium, steered through pipes by its DevTools protocol; nothing but Python's own library is needed."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]


class Trouble(Exception):
    pass


class Browser:
    """One browser with one page; `events` has what it told besides answers."""

    def __init__(self):
        program = next((found for name in NAMES if (found := shutil.which(name))), None)
        if program is None:
            raise Trouble("there is no Chromium here; Scripts/install gets the package chromium-headless-shell")
        self.profile = tempfile.mkdtemp(prefix="browser-")
        to_browser, self.writer = os.pipe()
        self.reader, from_browser = os.pipe()

        def pipes():
            # The protocol is read from descriptor 3 and written to 4; moved high first, for either may be one of these.
            high = [os.dup2(to_browser, 103), os.dup2(from_browser, 104)]
            for target, source in zip((3, 4), high):
                os.dup2(source, target, inheritable=True)

        # The pages are the tests' own, and the sandbox needs what containers do not give.
        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "about:blank"],
            preexec_fn=pipes, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.pending = b""
        self.number = 0
        self.events = []
        self.session = None
        target = next(t for t in self.send("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.send("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.send(f"{domain}.enable")

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.reader)
        os.close(self.writer)
        shutil.rmtree(self.profile, ignore_errors=True)

    def send(self, method, **parameters):
        """Asks, and gives the answer."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.writer, data):]
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Trouble(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self, patience=60):
        """The next message."""
        end = time.monotonic() + patience
        while b"\0" not in self.pending:
            ready, _, _ = select.select([self.reader], [], [], max(0, end - time.monotonic()))
            block = os.read(self.reader, 1 << 20) if ready else b""
            if not block:
                raise Trouble("the browser said nothing more")
            self.pending += block
        message, self.pending = self.pending.split(b"\0", 1)
        return json.loads(message)

    def run(self, script):
        """The value of an expression in the page; a promise is waited for."""
        result = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise Trouble(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, condition, patience=60):
        """Waits until an expression is true, and gives the seconds that took."""
        start = time.monotonic()
        while not self.run(condition):
            if time.monotonic() - start > patience:
                raise Trouble(f"waited in vain for {condition}")
            time.sleep(0.005)
        return time.monotonic() - start

    def open(self, path):
        """Opens a report and waits until it shows its lines; gives the seconds that took."""
        self.events.clear()
        start = time.monotonic()
        self.send("Page.navigate", url=f"file://{path}")
        self.wait("document.readyState === 'complete' && (document.documentElement.dataset.ready === 'true'"
                  " || !document.getElementById('rows'))")
        return time.monotonic() - start

    def look(self, width, height=900, scheme="light"):
        """Sets the size of the window and the colours that the person prefers."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        self.send("Emulation.setEmulatedMedia", media="", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def screenshot(self, path):
        picture = self.send("Page.captureScreenshot", format="png")
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))

    def press(self, key, text=""):
        codes = {"Tab": 9, "Enter": 13}
        common = {"key": key, "windowsVirtualKeyCode": codes.get(key, 0)}
        self.send("Input.dispatchKeyEvent", type="keyDown", text=text or ("\r" if key == "Enter" else ""), **common)
        self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    def requests(self):
        """The URLs that were asked for."""
        return [e["params"]["request"]["url"] for e in self.events if e.get("method") == "Network.requestWillBeSent"]

    def complaints(self):
        """What stands in the console, and what was thrown."""
        wanted = ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"]
        return [e["params"] for e in self.events if e.get("method") in wanted]
