"""Prints how long a newcomer waits: install, first page, verdicts after the press.

    python tests/benchmarks/first_page.py [--install]

Needs a Chromium. With --install a virtual environment is made and the project installed
into it first, as the README says; that takes a minute or more.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[2]
PRESSES = 5
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def installed(folder: Path) -> tuple[Path, float]:
    """Return the interpreter of a new installation, and the seconds it took."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", "-e", ROOT], check=True)
    return python, time.perf_counter() - started


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_server(port: int) -> None:
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1)
        except OSError:
            time.sleep(0.02)
        else:
            return


def press(page: Page, number: int) -> float:
    """Return the seconds from pressing Score to the verdicts on screen."""
    output = page.get_by_label("Output", exact=False).first
    output.fill(f"The bridge opened in {1800 + number}.")
    page.get_by_label("Context", exact=False).first.fill("The bridge opened in 1937.")
    page.get_by_label("Context", exact=False).first.blur()
    page.wait_for_timeout(1500)
    started = time.perf_counter()
    page.get_by_role("button", name="Score", exact=False).first.click()
    page.get_by_text(f"the output says {1800 + number}").first.wait_for()
    return time.perf_counter() - started


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        python = Path(sys.executable)
        if "--install" in sys.argv:
            python, seconds = installed(folder)
            sys.stdout.write(f"venv and install, seconds              {seconds:8.1f}\n")
        port = free_port()
        started = time.perf_counter()
        server = subprocess.Popen(
            [python, "-m", "dashboard", "--port", str(port), "--db", folder / "r.db"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ},
        )
        try:
            wait_for_server(port)
            up = time.perf_counter() - started
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=shutil.which("chromium"), args=FLAGS
                )
                page = browser.new_page()
                opened = time.perf_counter()
                page.goto(f"http://127.0.0.1:{port}")
                page.get_by_role("button", name="Score", exact=False).first.wait_for()
                first = time.perf_counter() - opened
                waits = [press(page, number) for number in range(PRESSES)]
                browser.close()
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(20)
    sys.stdout.write(
        f"process start to server up, seconds     {up:7.2f}\n"
        f"browser open to first page, seconds     {first:7.2f}\n"
        f"press to verdicts on screen, seconds    {statistics.median(waits):7.2f}"
        f"   (median of {PRESSES}; slowest {max(waits):.2f})\n"
    )


if __name__ == "__main__":
    main()
