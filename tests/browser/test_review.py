"""Runs reviewed in a real browser: by keyboard alone, kept, undone, seen by others."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from sqlalchemy import Engine, select

from storage.database import open_database
from storage.reviews import history, notes
from storage.runs import get_run, queue_runs, save_runs, take_runs
from storage.tables import VERDICT
from storage.values import (
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunDetails,
    RunSettings,
    StoredEvidence,
)

TEN = range(1, 11)
"""The runs that are reviewed by keyboard; each later test has one of its own."""
UNDO, NOTE, SPLIT, FLAG, TWO_BROWSERS, KEYS = range(11, 17)
LABELS = ("supported", "contradicted", "unsupported")
CONTEXT = "The tower is green, and it is 9 metres high."


def fill(engine: Engine) -> None:
    """Keep runs of three claims: one of each label, so the share is two thirds."""
    samples = [
        NewSample(
            f"Tower {n} is green. It is {n + 40} metres high. It is old.", (CONTEXT,)
        )
        for n in range(1, KEYS + 1)
    ]
    run_ids = queue_runs(engine, samples, RunSettings(), source="page")
    take_runs(engine, worker="w", limit=len(samples))
    finished = [
        FinishedRun(
            run_id, "scored", 2 / 3, 1.0, 1.0, "2 of 3.", claims_of(sample.output)
        )
        for run_id, sample in zip(run_ids, samples, strict=True)
    ]
    save_runs(engine, finished, worker="w")


def claims_of(output: str) -> tuple[NewClaim, ...]:
    texts = [f"{sentence}." for sentence in output.removesuffix(".").split(". ")]
    evidence = StoredEvidence(0, 0, 18, CONTEXT[:18])
    starts = [output.index(text) for text in texts]
    verdicts = (
        NewVerdict("supported", "It says so.", 0.9, None, evidence),
        NewVerdict("contradicted", "It says 9.", 0.8, "number", evidence),
        NewVerdict("unsupported", "It does not say.", 0.6),
    )
    return tuple(
        NewClaim(text, start, start + len(text), verdict)
        for text, start, verdict in zip(texts, starts, verdicts, strict=True)
    )


@pytest.fixture
def engine(filled: Any) -> Iterator[Engine]:
    """The database of the server that runs."""
    engine = open_database(filled.database)
    yield engine
    engine.dispose()


def stored(engine: Engine, run_id: int) -> RunDetails:
    run = get_run(engine, run_id)
    assert run is not None
    return run


def labels_in(engine: Engine, run_id: int) -> list[str]:
    """The labels that count, in the order of the output."""
    claims = sorted(stored(engine, run_id).claims, key=lambda claim: claim.position)
    return [claim.label for claim in claims]


def judged_in(engine: Engine, run_id: int) -> list[str | None]:
    claims = sorted(stored(engine, run_id).claims, key=lambda claim: claim.position)
    return [claim.judged.label if claim.judged else None for claim in claims]


def opened(page: Page, server: Any, run_id: int) -> None:
    page.goto(f"{server.url}/run?run={run_id}")
    shows(page, run_id)


def shows(page: Page, run_id: int) -> None:
    """Wait until the page shows a run, and its script rests."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Tower {run_id} is")
    expect(page.locator(".al-card[aria-current=true]")).to_have_count(1)


def score(page: Page) -> Locator:
    return page.locator(".hd-score b")


def press(page: Page, keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def judges_rows(engine: Engine) -> list[Any]:
    """Every verdict of the judge's, with all that stands in its row."""
    query = select(VERDICT).where(VERDICT.c.person.is_(None)).order_by(VERDICT.c.id)
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(query)]


REVIEWS = {
    10: ("1j1", "supported supported supported", "0.00"),
    9: ("1", "supported supported unsupported", "0.33"),
    8: ("3", "supported unsupported unsupported", "0.67"),
    7: ("2j2", "supported contradicted contradicted", "0.67"),
    6: ("jj2", "contradicted contradicted unsupported", "1.00"),
    5: ("10", "supported contradicted unsupported", "0.67"),
    4: ("j1k1", "supported supported supported", "0.00"),
    3: ("jj3k1", "unsupported contradicted supported", "0.67"),
    2: ("1j1j2", "contradicted supported supported", "0.33"),
    1: ("3u", "supported contradicted unsupported", "0.67"),
}
"""By run: keys, the labels by which the claims are left, in their order, the score.

The contradicted claim comes first, then the unsupported one, then the supported one.
"""


def test_ten_runs_are_reviewed_by_keyboard_alone(
    page: Page, filled: Any, engine: Engine
) -> None:
    before = judges_rows(engine)
    opened(page, filled, 10)
    for run_id, (keys, _, share) in REVIEWS.items():
        shows(page, run_id)
        for key in keys:
            if key == "0":
                expect(page.locator(".current [aria-pressed=true]")).to_be_visible()
            page.keyboard.press(key)
        expect(score(page)).to_have_text(share)
        page.keyboard.press("n")
    page.keyboard.press("p")
    shows(page, 2)

    assert {run_id: labels_in(engine, run_id) for run_id in TEN} == {
        run_id: labels.split() for run_id, (_, labels, _) in REVIEWS.items()
    }
    assert {
        run_id: f"{stored(engine, run_id).summary.share:.2f}" for run_id in TEN
    } == {run_id: share for run_id, (_, _, share) in REVIEWS.items()}
    unreviewed = [n for n in TEN if not stored(engine, n).summary.reviewed]
    assert unreviewed == [1, 5]
    assert [judged_in(engine, run_id) for run_id in TEN] == [list(LABELS)] * 10
    assert judges_rows(engine) == before


def test_a_refresh_and_a_second_browser_show_the_same(
    page: Page, browser: Browser, filled: Any, engine: Engine
) -> None:
    opened(page, filled, TWO_BROWSERS)
    press(page, "1")
    expect(score(page)).to_have_text("0.33")
    elsewhere = browser.new_context().new_page()
    opened(elsewhere, filled, TWO_BROWSERS)
    press(elsewhere, "1")
    expect(score(elsewhere)).to_have_text("0.00")
    page.reload()

    for each in (page, elsewhere):
        expect(score(each)).to_have_text("0.00")
        expect(each.get_by_text("The judge's own score: 0.67")).to_be_visible()
        expect(each.get_by_role("listitem", name="Claim 2 of 3")).to_contain_text(
            "judge: contradicted"
        )
        expect(each.locator(".hd-history li")).to_have_count(2)
    assert labels_in(engine, TWO_BROWSERS) == ["supported"] * 3
    elsewhere.context.close()


def test_what_was_done_is_undone_step_by_step(
    page: Page, filled: Any, engine: Engine
) -> None:
    before = judges_rows(engine)
    opened(page, filled, UNDO)
    press(page, "1j1f")
    expect(score(page)).to_have_text("0.00")
    expect(page.locator(".hd-history li")).to_have_count(3)
    flagged = stored(engine, UNDO).summary.flagged

    press(page, "uuu")

    expect(score(page)).to_have_text("0.67")
    expect(page.locator(".hd-history .hd-undone")).to_have_count(3)
    assert flagged
    assert labels_in(engine, UNDO) == list(LABELS)
    assert not stored(engine, UNDO).summary.reviewed
    assert judges_rows(engine) == before
    press(page, "u")
    expect(page.get_by_text("There is nothing of yours to undo here.")).to_be_visible()


def test_a_run_is_flagged_and_unflagged(
    page: Page, filled: Any, engine: Engine
) -> None:
    opened(page, filled, FLAG)
    expect(page.locator(".hd-flag")).to_be_visible()

    press(page, "f")
    expect(page.locator(".hd-flag")).to_be_hidden()
    assert not stored(engine, FLAG).summary.flagged
    press(page, "f")
    expect(page.locator(".hd-flag")).to_be_visible()

    assert stored(engine, FLAG).summary.flagged
    assert [entry.flagged for entry in history(engine, FLAG)] == [True, False]


def test_a_note_on_a_claim_is_kept_as_written(
    page: Page, filled: Any, engine: Engine
) -> None:
    opened(page, filled, NOTE)
    page.locator(".current").get_by_role("button", name="Note").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Write a note")
    expect(dialog).to_contain_text(f"It is {NOTE + 40} metres high.")
    dialog.get_by_label("Note").focus()
    page.keyboard.type("1 j <b>Ask</b> *Ann* :red[2]")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(dialog).to_be_hidden()
    expect(page.locator(".hd-note")).to_have_text("1 j <b>Ask</b> *Ann* :red[2]")
    [note] = notes(engine, NOTE)
    assert note.text == "1 j <b>Ask</b> *Ann* :red[2]"
    [_, contradicted, _] = sorted(
        stored(engine, NOTE).claims, key=lambda claim: claim.position
    )
    assert note.claim_id == contradicted.claim_id
    assert labels_in(engine, NOTE) == list(LABELS)


def test_a_claim_is_split_in_a_dialog_and_the_score_follows(
    page: Page, filled: Any, engine: Engine
) -> None:
    before = judges_rows(engine)
    opened(page, filled, SPLIT)
    page.locator(".current").get_by_role("button", name="More").click()
    page.locator(".current").get_by_role("button", name="Split").click()
    dialog = page.get_by_role("dialog", name="Split a claim")
    dialog.get_by_label("One claim on each line").fill("It is tall.\n\nIt is 9 high.")
    dialog.get_by_role("button", name="Save").click()

    expect(page.get_by_role("heading", name="Claims (4)")).to_be_visible()
    expect(score(page)).to_have_text("0.75")
    expect(page.locator(".current .hd-claim")).to_have_text("It is tall.")
    press(page, "1")
    expect(score(page)).to_have_text("0.50")
    run = stored(engine, SPLIT)
    assert {claim.text: claim.label for claim in run.claims} == {
        f"Tower {SPLIT} is green.": "supported",
        "It is tall.": "supported",
        "It is 9 high.": "contradicted",
        "It is old.": "unsupported",
    }
    assert [claim.text for claim in run.removed_claims] == [
        f"It is {SPLIT + 40} metres high."
    ]
    assert judges_rows(engine) == before


def test_the_keys_are_shown_and_do_nothing_meanwhile(
    page: Page, filled: Any, engine: Engine
) -> None:
    opened(page, filled, KEYS)
    press(page, "?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys.locator("dt")).to_have_text([*"1230jknpfu/?"])

    press(page, "1fn")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    press(page, "2")

    expect(page.locator(".current [aria-pressed=true]")).to_contain_text("contradicted")
    assert [entry.action for entry in history(engine, KEYS)] == ["verdict"]
    press(page, "/")
    page.wait_for_url("**/runs")
