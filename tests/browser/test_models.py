"""A language model as the judge, from the picker to its prompts."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

WAIT_MS = 90_000
"""The first request waits for the import of LiteLLM, which takes seconds."""


@pytest.fixture
def at_stub(stub: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A stub of a model, which a server that starts after this asks."""
    monkeypatch.setenv("HALLUCINATION_API_BASE", stub.url)
    return stub


def settle(page: Page) -> None:
    """Return once the page is not about to change: an open list would close."""
    page.wait_for_selector("[data-test-script-state=notRunning]")


def choose(page: Page, model: str) -> None:
    settle(page)
    page.get_by_label("Judge").click()
    page.get_by_role("option", name="Other model").click()
    page.get_by_label("Model", exact=True).fill(model)
    page.get_by_label("Model", exact=True).press("Tab")


def choose_mode(page: Page, mode: str) -> None:
    settle(page)
    page.get_by_role("button", name="More").click()
    page.get_by_role("radio", name=mode).click()
    page.keyboard.press("Escape")


def test_any_model_is_tested_scores_both_ways_and_shows_its_prompts(
    at_stub: Any, page: Page, server: Any, requests_elsewhere: list[str]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 1100})  # scrolling closes lists
    page.goto(server.url)
    page.get_by_role("button", name="Star Wars").click()
    expect(page.get_by_label("Output to check")).not_to_be_empty()
    choose(page, "openai/stub")
    page.get_by_role("button", name="Test this judge").click()
    expect(page.get_by_text("found a share of 0.50")).to_be_visible(timeout=WAIT_MS)

    for run, (mode, requests) in enumerate((("thorough", 2), ("fast", 1)), 1):
        choose_mode(page, mode)
        page.get_by_role("button", name="Score").last.click()
        expect(page.locator(f"a[href*='run={run}']")).to_be_visible(timeout=WAIT_MS)
        expect(page.locator(".hd-score b")).to_have_text("0.50")

        opened = page.context.new_page()
        opened.goto(f"{server.url}/run?run={run}")
        opened.get_by_text("Prompts", exact=True).click()
        prompts = [request.system for request in at_stub.requests[-requests:]]
        for prompt in prompts:
            expect(opened.get_by_text(prompt)).to_be_visible()
        expect(opened.get_by_text(", attempt 1")).to_have_count(requests)
        opened.close()
    assert requests_elsewhere == []
