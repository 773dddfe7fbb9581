"""The page in headless Chromium: no error, no network, pictures visible, tables that sort, pictures to save.

Driven by chromedriver's own protocol (W3C WebDriver) over the loopback, so that no library is needed.
"""

import base64
import io
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from canonbench.report.build import build
from canonbench.report.material import gather
from canonbench.report.page.html import write
from canonbench.report.page.model import Page

pytest.importorskip("matplotlib", reason="the extra 'report' is not installed")

PUBLISHED = Path(__file__).parent.parent.parent.parent / "runs" / "intel-xeon"
OPTIONS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
    "--host-resolver-rules=MAP * ~NOTFOUND",
]
WAIT = 180


class Browser:
    """A session of Chromium without a network."""

    def __init__(self, port: int, profile: Path) -> None:
        """Start it; ``profile`` is a folder of its own."""
        self._root = f"http://127.0.0.1:{port}/session"
        options = {"args": [*OPTIONS, f"--user-data-dir={profile}"], "binary": shutil.which("chromium")}
        wanted = {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"},
            "timeouts": {"script": 1000 * WAIT},
        }
        asked = {"capabilities": {"alwaysMatch": wanted}}
        try:
            made = self._send("POST", "", asked)
        except AssertionError:  # on a busy machine the browser may be too late once
            made = self._send("POST", "", asked)
        self._root += f"/{made['sessionId']}"

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._root + path, data, method=method)  # noqa: S310 - the loopback
        try:
            with urllib.request.urlopen(request, timeout=WAIT) as answer:  # noqa: S310 - as above
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    def open(self, file: Path, *, width: int = 1400, dark: bool = False) -> None:
        """Show a page at a width in pixels."""
        screen = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
        scheme = {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]}
        self.tell("Emulation.setDeviceMetricsOverride", screen)
        self.tell("Emulation.setEmulatedMedia", scheme)
        self._send("POST", "/url", {"url": file.as_uri()})

    def tell(self, command: str, parameters: Any) -> None:
        """Give a command of the DevTools protocol."""
        self._send("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def ask(self, script: str) -> Any:
        """Return what the body of a function returns in the page."""
        return self._send("POST", "/execute/sync", {"script": script, "args": []})

    def wait(self, script: str) -> Any:
        """Return what the body of a function hands to ``arguments[0]``."""
        return self._send("POST", "/execute/async", {"script": script, "args": []})

    def errors(self) -> list[str]:
        """Return what stands in the console."""
        return [str(line["message"]) for line in self._send("POST", "/se/log", {"type": "browser"})]

    def pdf(self) -> bytes:
        """Print the page."""
        return base64.b64decode(self._send("POST", "/print", {"background": True}))

    def close(self) -> None:
        """End the session."""
        self._send("DELETE", "")


def _missing() -> str:
    lacks = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    return f"{' and '.join(lacks)} not installed" if lacks else ""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Give one browser to all tests; a skip where there is none, a failure where CI has installed it."""
    if lacks := _missing():
        if os.environ.get("CANONBENCH_BROWSER"):
            pytest.fail(f"CI installs a browser, but {lacks}")
        pytest.skip(lacks)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    folder = tmp_path_factory.mktemp("browser")
    with (folder / "log").open("wb") as log:
        driver = subprocess.Popen(
            ["chromedriver", f"--port={port}"],  # noqa: S607 - as it is found
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            _listening(port)
            found = Browser(port, folder / "profile")
            yield found
            found.close()
        finally:
            driver.terminate()
            driver.wait(WAIT)


def _listening(port: int) -> None:
    for _ in range(WAIT * 10):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    pytest.fail("chromedriver does not listen")


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the report of two published runs."""
    runs = [str(PUBLISHED / name) for name in ("2026-11-30T222234Z-exchange-all", "2026-11-30T222633Z-rdfc")]
    return _written(build(gather(runs)), tmp_path_factory.mktemp("report"))


@pytest.fixture
def hostile(page: Page, tmp_path: Path) -> Path:
    """Return a report whose names would be markup in every format."""
    return _written(page, tmp_path)


def _written(page: Page, folder: Path) -> Path:
    stream = io.StringIO()
    write(page, stream)
    file = folder / "report.html"
    file.write_text(stream.getvalue(), encoding="utf-8")
    return file


PICTURES = """
return [...document.querySelectorAll("figure")].map((figure) => {
  const boxes = [...figure.querySelectorAll("svg")].map((svg) => svg.getBoundingClientRect());
  const seen = boxes.filter((box) => box.width > 0 && box.height > 0);
  const marks = [...figure.querySelectorAll("svg path, svg use")].filter(
    (mark) => mark.getBoundingClientRect().width > 0,
  );
  return [seen.length, seen[0]?.width ?? 0, seen[0]?.height ?? 0, marks.length];
});
"""


@pytest.mark.parametrize("width", [400, 1400])
def test_every_picture_is_visible_once_and_nothing_overflows(
    browser: Browser, published: Path, width: int
) -> None:
    browser.open(published, width=width)
    pictures = browser.ask(PICTURES)

    assert len(pictures) >= 5
    for seen, wide, high, marks in pictures:
        assert seen == 1
        assert width * 0.5 < wide < width
        assert high > 80
        assert marks > 5
    assert browser.ask("return document.documentElement.scrollWidth") <= width
    assert browser.errors() == []


def test_nothing_is_asked_of_a_network(browser: Browser, published: Path) -> None:
    browser.open(published)

    assert browser.ask('return performance.getEntriesByType("resource").map((entry) => entry.name)') == []
    assert browser.errors() == []


def test_what_is_hostile_runs_nothing_and_is_shown(browser: Browser, hostile: Path) -> None:
    browser.open(hostile)

    assert browser.ask("return document.scripts.length") == 1
    assert "<script>alert('x')</script>" in browser.ask(
        "return document.querySelector('h2[id$=title]').textContent"
    )
    assert [seen for seen, *_ in browser.ask(PICTURES)] == [1, 1, 1, 1]
    assert browser.errors() == []


SORT = """
const tables = [...document.querySelectorAll("table")];
const table = tables.find((one) => one.querySelectorAll("td.number").length > 3);
const column = [...table.rows[1].cells].findIndex((cell) => cell.classList.contains("number"));
const values = () => [...table.tBodies[0].rows].map((row) => row.cells[column].dataset.sort ?? "");
const button = table.tHead.rows[0].cells[column].querySelector("button");
const states = [values()];
for (const _ of [0, 1]) {
  button.click();
  states.push(values(), table.tHead.rows[0].cells[column].getAttribute("aria-sort"));
}
return states;
"""


def test_a_table_sorts_on_a_click_with_null_at_the_end(
    browser: Browser, published: Path, hostile: Path
) -> None:
    browser.open(published)
    before, up, rising, down, falling = browser.ask(SORT)
    numbers = [float(value) for value in up if value]

    assert (rising, falling) == ("ascending", "descending")
    assert numbers == sorted(numbers)
    assert [float(value) for value in down if value] == sorted(numbers, reverse=True)
    assert sorted(before) == sorted(up)
    browser.open(hostile)
    last = browser.ask(
        "const head = document.querySelectorAll('#t1 thead button')[2]; head.click(); head.click();"
        "return [...document.querySelectorAll('#t1 tbody tr')].at(-1).cells[2].textContent"
    )
    assert "null" in last


@pytest.mark.parametrize(("kind", "form"), [("svg", "image/svg+xml"), ("png", "image/png")])
def test_a_picture_can_be_saved(browser: Browser, published: Path, kind: str, form: str) -> None:
    browser.open(published, dark=True)
    size, mime, name, variables = browser.wait(
        "const done = arguments[0], make = URL.createObjectURL;"
        "URL.createObjectURL = (blob) => { window.saved = blob; return make(blob); };"
        "HTMLAnchorElement.prototype.click = async function () {"
        "  const [blob, text] = [window.saved, await window.saved.text()];"
        "  done([blob.size, blob.type, this.download, text.includes('var(--')]);"
        "};"
        f"document.querySelector('button[data-save={kind}]').click();"
    )

    assert size > 2000
    assert mime == form
    assert name.endswith(f".{kind}")
    assert not variables
    assert browser.errors() == []


def test_dark_mode_has_light_ink(browser: Browser, published: Path) -> None:
    inks = []
    for dark in (False, True):
        browser.open(published, dark=dark)
        inks.append(
            browser.ask(
                "const text = document.querySelector('svg.wide text');"
                "return [getComputedStyle(document.body).backgroundColor, getComputedStyle(text).fill]"
            )
        )

    assert inks == [
        ["rgb(255, 255, 255)", "rgb(26, 28, 30)"],
        ["rgb(20, 23, 26)", "rgb(232, 234, 237)"],
    ]


def test_it_can_be_printed(browser: Browser, published: Path) -> None:
    browser.open(published)

    assert browser.pdf().startswith(b"%PDF")
