"""A click on a chart opens the runs it counts; the key / finds the search."""

import re

from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from storage.runs import queue_runs, save_runs, take_runs
from storage.values import FinishedRun, NewClaim, NewSample, NewVerdict, RunSettings
from tests.browser.conftest import Server

MARKS = ["ss", "ss", "ss", "sc", "sc", "cc", "cc", "cc", "cc", "sssc"]
LABELS = {"s": "supported", "c": "contradicted"}


def fill(engine: Engine) -> None:
    samples = [NewSample(output=f"output {at}", context=("c",)) for at in range(10)]
    ids = queue_runs(engine, samples, RunSettings(), source="page")
    take_runs(engine, worker="w", limit=10)
    runs = [
        FinishedRun(
            run_id=run_id,
            status="scored",
            share=marks.count("c") / len(marks),
            coverage=1.0,
            context_seen=1.0,
            reason="",
            claims=tuple(
                NewClaim(f"claim {at}", None, None, NewVerdict(LABELS[mark]))
                for at, mark in enumerate(marks)
            ),
        )
        for run_id, marks in zip(ids, MARKS, strict=True)
    ]
    save_runs(engine, runs, worker="w")


def test_a_click_on_a_bar_opens_as_many_runs_as_it_counts(
    page: Page, filled: Server
) -> None:
    found = {}
    for bar in (0, 6, 11, 20):  # those of shares 0, 0.25, 0.5 and 1
        page.goto(f"{filled.url}/analysis")
        chart = page.locator(".js-plotly-plot").first
        expect(chart.locator(".bars .point")).to_have_count(21, timeout=60_000)
        point = chart.locator(".bars .point").nth(bar)
        point.scroll_into_view_if_needed()
        counted = point.text_content()
        box = point.locator("path").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_url("**/runs?**")
        said = page.get_by_text(re.compile(r"^\d+ runs?, \d+ flagged$"))
        expect(said).to_be_visible()
        found[counted] = said.inner_text().split()[0]

    assert found == {"3": "3", "1": "1", "2": "2", "4": "4"}


def test_a_slash_puts_the_cursor_into_the_search(page: Page, filled: Server) -> None:
    page.goto(f"{filled.url}/runs")
    field = page.get_by_label("Search", exact=True)
    field.wait_for()
    page.locator(".search-key[data-ready]").wait_for(state="attached")

    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("/output 3")

    expect(field).to_have_value("/output 3")


def test_a_slash_on_a_run_leads_to_the_search_of_the_list(
    page: Page, filled: Server
) -> None:
    page.goto(f"{filled.url}/run?run=1")
    page.get_by_role("button", name="Keys").wait_for()

    page.keyboard.press("/")

    page.wait_for_url("**/runs**")
    expect(page.get_by_label("Search", exact=True)).to_be_focused()
