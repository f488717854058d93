# SPDX-License-Identifier: GPL-2.0-only
"""webdriver - a headless Chromium, by the W3C WebDriver protocol of chromedriver.

    with Browser(folder) as b:
        b.open("file:///tmp/page.html")
        b.run("return document.title")

folder is the browser's own: profile and logs go there. Nothing is asked of any
network; what the page asks for is in b.requests().
"""
import base64
import json
import os
import re
import shutil
import subprocess
import urllib.error
import urllib.request

ARGUMENTS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-default-apps", "--no-first-run", "--no-default-browser-check",
    "--hide-scrollbars", "--force-color-profile=srgb", "--window-size=1280,900",
]


def missing():
    """What is not installed, or None."""
    for program in ("chromium", "chromedriver"):
        if not shutil.which(program):
            return program
    return None


class Browser:
    def __init__(self, folder, arguments=()):
        self.folder = folder
        self.arguments = ARGUMENTS + list(arguments)
        self.session = None

    def __enter__(self):
        # A home of its own: no profile of the user is read or written.
        env = dict(os.environ, HOME=self.folder, XDG_CONFIG_HOME=self.folder,
                   XDG_CACHE_HOME=self.folder, TMPDIR=self.folder)
        self.log = open(os.path.join(self.folder, "chromedriver.log"), "w+")
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                       stderr=self.log, env=env, text=True)
        try:
            self.url = "http://127.0.0.1:%d" % self.port()
            self.begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def port(self):
        for line in self.driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                return int(found.group(1))
        raise RuntimeError("chromedriver did not start")

    def begin(self):
        options = {"args": self.arguments + ["--user-data-dir=" +
                                             os.path.join(self.folder, "profile")]}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options,
                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = answer["sessionId"]

    def __exit__(self, *_):
        try:
            if self.session:
                self.call("DELETE", "/session/" + self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.driver.stdout.close()
            self.log.close()

    def call(self, method, path, body=None):
        data = None if method == "GET" or body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, method=method,
                                         headers={"Content-Type": "application/json"})
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as e:
            raise RuntimeError(json.load(e)["value"]["message"]) from None

    def do(self, path, body=None, method="POST"):
        return self.call(method, f"/session/{self.session}{path}", body if body is not None else {})

    def open(self, url):
        self.do("/url", {"url": url})

    def run(self, script, *args):
        return self.do("/execute/sync", {"script": script, "args": list(args)})

    def cdp(self, command, **params):
        return self.do("/goog/cdp/execute", {"cmd": command, "params": params})

    def actions(self, source):
        self.do("/actions", {"actions": [source]})

    def logs(self, kind):
        return self.do("/se/log", {"type": kind})

    def console(self):
        """What the console got since the last call."""
        return [entry["message"] for entry in self.logs("browser")]

    def requests(self):
        """URLs that were asked for since the last call."""
        urls = []
        for entry in self.logs("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                urls.append(message["params"]["request"]["url"])
        return urls

    def media(self, scheme, kind="screen"):
        self.cdp("Emulation.setEmulatedMedia", media=kind,
                 features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, path, width=1280):
        """The whole page as PNG."""
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=900,
                 deviceScaleFactor=1, mobile=False)
        shot = self.cdp("Page.captureScreenshot", captureBeyondViewport=True)
        with open(path, "wb") as f:
            f.write(base64.b64decode(shot["data"]))

    def pdf(self, path):
        shot = self.cdp("Page.printToPDF", printBackground=False, preferCSSPageSize=True)
        with open(path, "wb") as f:
            f.write(base64.b64decode(shot["data"]))
