"""Every page passes axe in light and dark, and a keyboard reaches all of it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import Engine

from storage import reviews
from storage.batches import create_batch
from storage.runs import get_run, queue_runs, save_runs, take_runs
from storage.values import (
    FinishedRun,
    NewCall,
    NewClaim,
    NewSample,
    NewVerdict,
    RunSettings,
    StoredEvidence,
)

CONTEXT = "The tower is green, and it is 9 metres high."
JUDGES = ("offline", "openai/gpt-5-mini")
MOMENT = datetime(2026, 3, 2, 12, tzinfo=UTC)


def fill(engine: Engine) -> None:
    """Keep runs of every kind that a page shows differently."""
    samples = [
        NewSample(
            f"Tower {n} is green. It is {n + 9} metres high. It is old.",
            (CONTEXT, '{"height": "9 m"}', "| a | b |\n|---|---|\n| 1 | 2 |"),
            label="faithful" if n % 2 else "hallucinated",
            metadata={"topic": "towers" if n % 3 else "trees"},
        )
        for n in range(1, 13)
    ]
    for judge in JUDGES:
        settings = RunSettings(judge=judge)
        batch_id = create_batch(engine, name=f"towers, {judge}", settings=settings)
        for at, sample in enumerate(samples):
            score(engine, sample, settings, batch_id=batch_id, at=at)
    review(engine, run_id=1)
    reviews.bin_runs(engine, [24], person="Ann")


def score(
    engine: Engine, sample: NewSample, settings: RunSettings, *, batch_id: int, at: int
) -> None:
    [run_id] = queue_runs(
        engine,
        [sample],
        settings,
        source="page",
        batch_id=batch_id,
        created_at=MOMENT + timedelta(days=at),
    )
    take_runs(engine, worker="w", limit=1)
    labels = ["supported", "contradicted", "unsupported"]
    if at == 3:
        labels[1] = "unjudged"
    if settings.judge == "offline" and at % 2:
        labels[1:] = ["supported", "supported"]
    share = sum(label[0] in "cu" and label != "unjudged" for label in labels) / 3
    claims = tuple(
        claim_of(sample.output, text, label)
        for text, label in zip(sample.output.split(". "), labels, strict=True)
    )
    run = FinishedRun(
        run_id,
        "partial" if at == 3 else "scored",
        share,
        0.67 if at == 3 else 1.0,
        1.0,
        "Why it is so.",
        claims,
        calls=calls_of(settings),
    )
    if at == 11:
        run = FinishedRun(run_id, "failed", None, 0.0, 0.0, "", error="No key.")
    save_runs(engine, [run], worker="w")


def claim_of(output: str, text: str, label: str) -> NewClaim:
    start = output.index(text)
    evidence = StoredEvidence(0, 0, 18, CONTEXT[:18])
    kind = "number" if label == "contradicted" else None
    verdict = NewVerdict(
        label,
        "It says so.",
        0.9,
        kind,
        None if label == "unsupported" else evidence,
        invented_quote="It is a castle." if label == "unsupported" else None,
    )
    return NewClaim(text, start, start + len(text), verdict)


def calls_of(settings: RunSettings) -> tuple[NewCall, ...]:
    if settings.judge == "offline":
        return ()
    message = {"role": "user", "content": "Is it green?"}
    call = NewCall(
        "verdicts", [message], "{}", settings.judge, {}, 1, 12, 3, 0.01, 1.2, None, True
    )
    return (call,)


def review(engine: Engine, *, run_id: int) -> None:
    run = get_run(engine, run_id)
    assert run is not None
    for claim, label in zip(run.claims, ("unsupported", "supported"), strict=False):
        reviews.set_verdict(
            engine, claim.claim_id, label=label, person="Ann", reason="Look again."
        )
    reviews.add_tag(engine, [run_id], name="to do", person="Ann")
    reviews.add_note(engine, run_id, text="Look\nagain.", person="Ann")


PAGES = {
    "score": "/",
    "scored": "/?run=1",
    "batches": "/batches",
    "batch": "/batch?batch=2",
    "runs": "/runs",
    "run": "/run?run=1",
    "run by a model": "/run?run=13&beside=1",
    "failed run": "/run?run=12",
    "analysis": "/analysis",
    "compare": "/compare",
    "judges": "/judges",
    "bin": "/bin",
}
STREAMLITS = {
    ("color-contrast", "kbd[aria-label^=Shortcut]"): "the hint of a button's shortcut",
    ("color-contrast", "button[data-selected=true]"): (
        "a chosen segment is written in the colour that also carries white text"
    ),
    ("color-contrast", "[data-testid=stSlider]"): "so is the value of a slider",
    ("presentation-role-conflict", "[data-testid=stFileUploaderDropzone]"): (
        "what files are dropped on has a role and a name"
    ),
}
"""What Streamlit does that axe finds, by rule and by what it is inside of."""
IS_INSIDE = "(element, selectors) => selectors.some((each) => element.closest(each))"


def rested(page: Page) -> None:
    page.wait_for_selector("[data-test-script-state=notRunning]")
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    expect(page.get_by_test_id("stException")).to_have_count(0)


@pytest.fixture(params=["light", "dark"])
def themed(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page of a browser whose user likes it light, or dark."""
    context = browser.new_context(
        color_scheme=request.param, viewport={"width": 1280, "height": 1000}
    )
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("name", PAGES)
def test_no_page_has_a_violation_of_ours(themed: Page, filled: Any, name: str) -> None:
    themed.goto(filled.url + PAGES[name])
    expect(themed.locator("h1").first).to_be_visible()
    rested(themed)
    for drawer in themed.locator("[data-testid=stExpander] summary").all():
        drawer.click()
    rested(themed)

    found = Axe().run(themed).response["violations"]

    assert [
        each
        for each in found
        for node in each["nodes"]
        if ours(themed, each["id"], node)
    ] == []


def ours(page: Page, rule: str, node: Any) -> bool:
    """Whether a violation is not one of Streamlit's own."""
    known = [inside for known, inside in STREAMLITS if known == rule]
    [target] = node["target"]
    if isinstance(target, list):
        return True  # inside of our own component
    return not page.eval_on_selector(target, IS_INSIDE, known)


MOST_STOPS = 300
"""Cells of a table are stops, too."""
STOPS = """
() => {
  const all = [];
  const visit = (root) => root.querySelectorAll("*").forEach((each) => {
    if (each.shadowRoot) visit(each.shadowRoot);
    const is = "a[href], button, input, textarea, summary, [tabindex]";
    if (each.matches(is) && each.tabIndex >= 0 && !each.disabled &&
        !each.matches("[type=radio], [role=radio], [type=file]") &&
        each.checkVisibility({visibilityProperty: true}) && !each.closest("[inert]"))
      all.push(each);
  });
  visit(document);
  window.stops = all;
  window.reached = new Set();
  window.focused = () => {
    let at = document.activeElement;
    while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at;
  };
  window.looks = (element) => {
    const said = [];
    for (let at = element, up = 0; at && up < 5; at = at.parentElement, up++) {
      const style = getComputedStyle(at);
      said.push(style.outline, style.boxShadow, style.borderColor, style.background,
                style.color, style.opacity);
    }
    return said.join();
  };
  const still = document.createElement("style");
  still.textContent = "* { transition: none !important; }";
  document.head.append(still);
  return all.length;
}
"""
REACHED = """
async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const at = window.focused();
  const before = window.last;
  const drawsItself = "main, body, canvas"; // Streamlit's; a table marks its cell
  const within = before?.closest(".stElementContainer")?.contains(at);
  const faint = before?.isConnected && before !== at && !within &&
    !before.matches(drawsItself) && window.looks(before) === window.seen;
  window.reached.add(at);
  window.last = at;
  window.seen = window.looks(at);
  return faint ? before.outerHTML.slice(0, 200) : null;
}
"""
MISSED = """
() => window.stops.filter((each) => each.isConnected && !window.reached.has(each))
  .map((each) => each.outerHTML.slice(0, 200))
"""


@pytest.mark.parametrize("name", PAGES)
def test_a_keyboard_reaches_every_action_and_shows_where_it_is(
    page: Page, filled: Any, name: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 1000})
    page.goto(filled.url + PAGES[name])
    expect(page.locator("h1").first).to_be_visible()
    rested(page)

    page.evaluate(STOPS)
    faint = []
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        faint.append(page.evaluate(REACHED))
        if page.evaluate("document.activeElement === document.body"):
            break

    assert [each for each in faint if each] == []
    assert page.evaluate(MISSED) == []
