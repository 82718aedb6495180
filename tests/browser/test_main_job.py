"""The main job as a newcomer does it: paste, press, see, find again, take away."""

import csv
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from dashboard import actions
from dashboard.scoring import HallucinationScorer, Result, Sample
from storage.database import open_database
from storage.runs import count_statuses, get_run
from storage.values import RunSettings

CONTEXT = "The Alma bridge opened in 1937. It is 410 metres long."
OUTPUT = "The Alma bridge opened in 1938. It is 410 metres long."
HOSTILE = (
    "<script>document.title='run'</script><style>body{display:none}</style> "
    "![x](https://example.test/x.png) costs $5 and $6 :red[x] =cmd() {x}"
)


def paste(page: Page, url: str, *, context: str, output: str) -> None:
    page.goto(url)
    page.get_by_label("Context", exact=True).fill(context)
    page.get_by_label("Output to check").fill(output)


def press_score(page: Page) -> None:
    page.get_by_role("button", name="Score", exact=False).last.click()


@contextmanager
def opened(database: Path) -> Iterator[Engine]:
    engine = open_database(database)
    yield engine
    engine.dispose()


def test_paste_press_see_find_again_and_take_away(
    page: Page, server: Any, tmp_path: Path, requests_elsewhere: list[str]
) -> None:
    paste(page, server.url, context=CONTEXT, output=OUTPUT)
    press_score(page)
    expect(page.get_by_text("The context says 1937").first).to_be_visible()
    expect(page.get_by_text("0.50").first).to_be_visible()

    page.get_by_role("link", name="Open run").click()
    page.wait_for_url("**/run?run=1")
    link = page.url
    expect(
        page.get_by_role("heading", name="The Alma bridge opened").first
    ).to_be_visible()

    server.end()
    server.start()
    page.goto(link)
    expect(page.get_by_text("The context says 1937").first).to_be_visible()

    page.get_by_role("link", name="Runs", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export flagged (CSV)").click()
    saved = tmp_path / "flagged.csv"
    download.value.save_as(saved)
    with saved.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["label"] for row in rows] == ["contradicted", "supported"]
    assert {row["output"] for row in rows} == {OUTPUT}
    assert requests_elsewhere == []


def test_hostile_text_is_shown_literally_on_every_page_and_asks_for_nothing(
    page: Page, server: Any, requests_elsewhere: list[str]
) -> None:
    title = "document.title='run'"
    paste(page, server.url, context=HOSTILE, output=HOSTILE + " It is 5 metres long.")
    press_score(page)
    expect(page.get_by_role("link", name="Open run")).to_be_visible()
    expect(page.get_by_text(title).first).to_be_visible()

    page.get_by_role("link", name="Open run").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    expect(page.get_by_text("costs $5 and $6 :red[x] =cmd() {x}").first).to_be_visible()
    expect(page.get_by_text("![x](https://example.test/x.png)").first).to_be_visible()

    page.get_by_role("link", name="Runs", exact=True).click()
    expect(page.get_by_text("1 run", exact=False).first).to_be_visible()
    page.get_by_role("link", name="Analysis").click()
    expect(page.get_by_role("heading", name="Analysis")).to_be_visible()

    assert page.locator("img[src*='example.test']").count() == 0
    assert page.locator(".katex").count() == 0
    assert page.evaluate("getComputedStyle(document.body).display") != "none"
    assert page.title() != "run"
    assert requests_elsewhere == []


def test_nothing_to_check_is_said_with_what_to_do(page: Page, server: Any) -> None:
    page.goto(server.url)
    press_score(page)

    expect(page.get_by_text("Paste the output to check")).to_be_visible()


def test_a_link_to_a_run_that_does_not_exist_is_explained(
    page: Page, server: Any
) -> None:
    page.goto(f"{server.url}/run?run=999")

    expect(page.get_by_text("There is no run “999”")).to_be_visible()


def test_an_example_is_scored_with_one_click_and_one_press(
    page: Page, server: Any
) -> None:
    page.goto(server.url)
    page.get_by_role("button", name="Star Wars", exact=False).click()
    expect(page.get_by_label("Output to check")).to_have_value(
        "The first Star Wars movie came out in 1977 and was directed by George Lucas. "
        "It made over $1 billion at the box office and was filmed entirely in "
        "California."
    )
    press_score(page)

    expect(page.get_by_text("2 of 4 claims", exact=False).first).to_be_visible()


@pytest.mark.parametrize("wait_for", [1, 60])
def test_a_killed_server_scores_every_queued_run_once_after_its_restart(
    server: Any, wait_for: int
) -> None:
    samples = [
        Sample(
            output=f"Tower {n} is {n + 1} metres high. It stands in Oslo.",
            context=[f"Tower {n} is {n} metres high and stands in Oslo."],
        )
        for n in range(10, 210)
    ]
    scorer = HallucinationScorer()
    expected = [shape(scorer.score(sample)) for sample in samples]
    with opened(server.database) as engine:
        queued = actions.queue(engine, samples, RunSettings(), source="page")
        wait_until(lambda: count_statuses(engine)["scored"] >= wait_for)
        server.end(signal.SIGKILL)
        left = 200 - count_statuses(engine)["scored"]

        server.start()

        wait_until(lambda: count_statuses(engine)["scored"] == 200)
        kept = [kept_shape(engine, run_id) for run_id in queued.run_ids]
    assert left > 0
    assert kept == expected


def shape(result: Result) -> tuple[float | None, list[list[str]]]:
    return result.share, [[claim.verdict.label] for claim in result.claims]


def kept_shape(engine: Engine, run_id: int) -> tuple[float | None, list[list[str]]]:
    run = get_run(engine, run_id)
    assert run is not None
    labels = [[verdict.label for verdict in claim.verdicts] for claim in run.claims]
    return run.summary.share, labels


def wait_until(holds: Any) -> None:
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until, "waited 60 s in vain"
        time.sleep(0.05)
