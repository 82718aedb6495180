"""A real server and a real Chromium for the tests of this folder."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect, sync_playwright

from storage.database import open_database

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ADVICE = (
    "No Chromium was found, so the browser tests cannot run. "
    "Install one (Debian: apt-get install chromium) or put it on the PATH."
)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

expect.set_options(timeout=20_000)  # a slow machine with other work to do is not broken


def find_chromium() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    missing = find_chromium() is None and os.environ.get("CI") != "true"
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if missing:
                item.add_marker(pytest.mark.skip(reason=ADVICE))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium for one file of tests.

    Not for all of them: while Playwright runs, no other test could start a loop.
    """
    path = find_chromium()
    if path is None:
        pytest.fail(ADVICE)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(accept_downloads=True)
    yield context.new_page()
    context.close()


@dataclass
class Server:
    """The page as a user starts it, on a free port, with a database of its own.

    Started again, it keeps its port.
    """

    database: Path
    port: int = 0
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.port = self.port or free_port()
        command = [sys.executable, "-m", "dashboard"]
        options = ["--port", str(self.port), "--db", str(self.database)]
        with (self.database.parent / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *options],
                cwd=self.database.parent,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        wait_until(self._answers, what=f"a server on {self.url}", timeout_s=60)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=2) as got:
                return bool(got.status == 200)
        except OSError:
            return False

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(20)
            self.process = None


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path / "runs.db")
    made.start()
    yield made
    made.end()


@pytest.fixture(scope="module")
def filled(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """One server for a file of tests, with what the file's ``fill`` put in before."""
    made = Server(tmp_path_factory.mktemp("filled") / "runs.db")
    engine = open_database(made.database)
    request.module.fill(engine)
    engine.dispose()
    made.start()
    yield made
    made.end()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(
    holds: Callable[[], bool], *, what: str, timeout_s: float = 20.0
) -> None:
    until = time.monotonic() + timeout_s
    while not holds():
        if time.monotonic() > until:
            pytest.fail(f"waited {timeout_s:.0f} s in vain for {what}")
        time.sleep(0.05)


@pytest.fixture
def requests_elsewhere(page: Page, server: Server) -> list[str]:
    """What the page asks of any other host, as it happens."""
    seen: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith((server.url, "data:", "blob:", "about:")):
            seen.append(request.url)

    page.on("request", note)
    return seen
