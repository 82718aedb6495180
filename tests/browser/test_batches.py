"""A batch as a user lives through it: a file in, a killed server, a file out."""

import csv
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from storage.database import open_database
from storage.runs import count_statuses, get_run, list_runs
from storage.values import RunFilter

SAMPLES = 500
HEADER = ("id", "question", "source", "answer", "model")
ODD = "=1+1; \"quoted\", 'twice',\nnew line, 🌉 مرحبا <b>$5</b>"
"""What spreadsheets stumble over, said by a model."""
LIBRE_CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false"
"""Commas, quotes, UTF-8; values in full rather than as shown."""


def write_samples(path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(HEADER)
        for n in range(SAMPLES):
            said = f"Tower {n} is {n + n % 2} metres high. It stands in Oslo. {ODD}"
            source = f"Tower {n} is {n} metres high and stands in Oslo."
            writer.writerow((n, f"How high is tower {n}?", source, said, "some-model"))


@pytest.fixture
def statuses(server: Any) -> Callable[[], dict[str, int]]:
    def counted() -> dict[str, int]:
        engine = open_database(server.database)
        try:
            return count_statuses(engine, batch_id=1)
        finally:
            engine.dispose()

    return counted


def choose(page: Page, label: str, option: str) -> None:
    page.wait_for_selector("[data-test-script-state=notRunning]")
    page.get_by_label(label, exact=True).click()
    page.get_by_role("option", name=option).click()


def test_a_batch_outlives_refresh_cancel_and_kill_and_opens_in_a_spreadsheet(
    page: Page,
    browser: Browser,
    server: Any,
    statuses: Callable[[], dict[str, int]],
    requests_elsewhere: list[str],
    tmp_path: Path,
) -> None:
    page.set_viewport_size({"width": 1280, "height": 1400})  # scrolling closes lists
    write_samples(tmp_path / "towers.csv")
    page.goto(f"{server.url}/batches")
    page.locator("input[type=file]").set_input_files(tmp_path / "towers.csv")
    expect(page.get_by_text("500 rows read: 500 samples")).to_be_visible()
    expect(page.get_by_text("CSV with semicolons, UTF-8")).to_be_visible()
    expect(page.get_by_text("Kept as metadata: id, model.")).to_be_visible()
    choose(page, "Label", "model")
    expect(page.get_by_text("Kept as metadata: id.")).to_be_visible()
    choose(page, "Label", "– none –")
    expect(page.get_by_text(", from 200 samples read")).to_be_visible()
    page.get_by_role("button", name="Start: 500 samples").click()
    page.wait_for_url("**/batch?batch=1")
    link = page.url

    page.reload()
    expect(page.get_by_role("heading", name="towers")).to_be_visible()
    expect(
        page.get_by_text(re.compile("Working: .* of 500 runs ended"))
    ).to_be_visible()
    elsewhere = browser.new_context().new_page()
    elsewhere.goto(link)
    expect(elsewhere.get_by_text("of 500 runs ended")).to_be_visible()
    elsewhere.context.close()

    wait_until(lambda: statuses()["scored"] >= SAMPLES // 3)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text(re.compile("Cancelled: .* of 500 runs"))).to_be_visible()
    server.end(signal.SIGKILL)
    half = statuses()
    server.start()

    page.goto(link)
    expect(page.get_by_text("Cancelled: ")).to_be_visible()
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_text("Done: 500 runs ended")).to_be_visible(timeout=120_000)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export (CSV)").click()
    exported = tmp_path / "exported.csv"
    download.value.save_as(exported)

    assert half["cancelled"] > 0
    assert statuses()["scored"] == SAMPLES
    assert_each_once(server.database)
    assert_same_cells(exported, tmp_path / "office")
    assert requests_elsewhere == []


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < until, "waited two minutes in vain"
        time.sleep(0.05)


def assert_each_once(database: Path) -> None:
    """See that each sample was scored, once, and no claim is there twice."""
    engine = open_database(database)
    runs = list_runs(engine, RunFilter(batch=1), limit=2 * SAMPLES)
    details = [get_run(engine, run.run_id) for run in runs]
    engine.dispose()
    names = sorted(int(run.sample.metadata["id"]) for run in details if run)
    assert names == list(range(SAMPLES))
    for run in details:
        assert run is not None
        positions = [claim.position for claim in run.claims]
        assert positions == list(range(len(positions)))


def assert_same_cells(exported: Path, folder: Path) -> None:
    """See that LibreOffice reads the cells that were written."""
    office = shutil.which("soffice")
    if office is None:
        pytest.skip("LibreOffice is not here: apt-get install libreoffice-calc-nogui")
    done = subprocess.run(
        [
            office,
            f"-env:UserInstallation={(folder / 'profile').as_uri()}",
            "--headless",
            "--infilter=Text - txt - csv (StarCalc):44,34,76,1",
            "--convert-to",
            LIBRE_CSV,
            "--outdir",
            str(folder),
            str(exported),
        ],
        capture_output=True,
        timeout=180,
        check=True,
    )
    assert (folder / exported.name).exists(), done.stderr
    written, opened = cells(exported), cells(folder / exported.name)
    assert written[0] == opened[0]
    assert [list(map(as_spreadsheet, row)) for row in written] == [
        list(map(as_spreadsheet, row)) for row in opened
    ]


def cells(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def as_spreadsheet(cell: str) -> object:
    """Return a cell as a spreadsheet keeps it: numbers with fifteen digits, say."""
    if cell.lower() in ("true", "false"):
        return cell.lower() == "true"
    number = re.fullmatch(r"-?\d+(\.\d+)?", cell)
    return float(f"{float(cell):.14g}") if number else cell
