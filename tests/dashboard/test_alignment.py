"""Claims of several runs of one sample stand side by side, each of them once."""

from collections.abc import Sequence
from datetime import UTC, datetime

from dashboard.alignment import align
from storage.values import (
    NewSample,
    RunDetails,
    RunSettings,
    RunSummary,
    StoredClaim,
    StoredVerdict,
)

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
OUTPUT = "The bridge opened in 1938 and is 27 m wide. It is red. It was built by monks."


def claim(
    position: int, text: str, label: str = "supported", span: str | None = None
) -> StoredClaim:
    start = None if span is None else OUTPUT.index(span)
    end = None if span is None or start is None else start + len(span)
    verdict = StoredVerdict(
        verdict_id=position, by="judge", by_person=False, label=label, reason="",
        confidence=None, kind=None, evidence=None, more_evidence=(),
        invented_quote=None, layer=None, created_at=NOW,
    )  # fmt: skip
    return StoredClaim(position, position, text, start, end, (verdict,))


def run(*claims: StoredClaim) -> RunDetails:
    summary = RunSummary(
        run_id=1, created_at=NOW, output_start=OUTPUT[:20], judge="offline",
        status="scored", share=0.0, score=0.0, scale=1.0, coverage=1.0,
        claims=len(claims), supported=len(claims), contradicted=0, unsupported=0,
        unjudged=0, flagged=False, suspicious=False, reviewed=False, batch=None,
        batch_id=None, error=None, judge_share=0.0,
    )  # fmt: skip
    return RunDetails(
        summary=summary, sample_id=1, sample=NewSample(OUTPUT), settings=RunSettings(),
        reason="", context_seen=1.0, judge_detail=None, prompt_version=None,
        tokens_in=None, tokens_out=None, cost=None, duration_s=None, started_at=None,
        finished_at=None, source="page", claims=claims, calls=(), tags=(), notes=(),
    )  # fmt: skip


def texts(runs: Sequence[RunDetails]) -> list[tuple[str | None, ...]]:
    return [
        tuple(None if cell is None else cell.text for cell in row.cells)
        for row in align(runs)
    ]


def test_the_same_words_stand_together_whatever_their_order() -> None:
    a = run(claim(0, "It is red", span="It is red"), claim(1, "It was built by monks"))
    b = run(claim(0, "It was built by monks."), claim(1, "it is  red"))

    assert texts([a, b]) == [
        ("It is red", "it is  red"),
        ("It was built by monks", "It was built by monks."),
    ]


def test_a_claim_that_one_run_has_in_two_parts_stands_beside_the_nearer() -> None:
    whole = "The bridge opened in 1938 and is 27 m wide"
    a = run(claim(0, whole, span=whole))
    b = run(
        claim(0, "The bridge opened in 1938", span="The bridge opened in 1938"),
        claim(1, "The bridge is 27 m wide", span="is 27 m wide"),
    )

    assert texts([a, b]) == [
        (whole, "The bridge opened in 1938"),
        (None, "The bridge is 27 m wide"),
    ]


def test_a_reworded_claim_of_the_same_place_stands_beside_the_other() -> None:
    a = run(claim(0, "The bridge was built by monks", span="It was built by monks"))
    b = run(claim(0, "Monks built the bridge.", span="It was built by monks"))

    assert texts([a, b]) == [
        ("The bridge was built by monks", "Monks built the bridge.")
    ]


def test_claims_of_other_places_stay_apart_however_alike() -> None:
    a = run(claim(0, "The bridge is 27 m wide", span="is 27 m wide"))
    b = run(claim(0, "The bridge is 27 m long", span="It is red"))

    assert texts([a, b]) == [
        ("The bridge is 27 m wide", None),
        (None, "The bridge is 27 m long"),
    ]


def test_claims_with_other_numbers_stay_apart() -> None:
    a = run(claim(0, "The bridge has 46 lamps"))
    b = run(claim(0, "The bridge has 64 lamps"))

    assert texts([a, b]) == [
        ("The bridge has 46 lamps", None),
        (None, "The bridge has 64 lamps"),
    ]


def test_the_same_claim_said_twice_stands_in_two_rows() -> None:
    twice = run(claim(0, "It is red"), claim(1, "It is red"))
    once = run(claim(0, "It is red"))

    assert texts([twice, once]) == [("It is red", "It is red"), ("It is red", None)]
    assert texts([once, twice]) == [("It is red", "It is red"), (None, "It is red")]


def test_three_runs_have_a_cell_each() -> None:
    a = run(claim(0, "It is red", "supported"))
    b = run(claim(0, "It was built by monks", "unsupported"))
    c = run(
        claim(0, "It was built by monks", "contradicted"),
        claim(1, "It is red", "supported"),
    )

    rows = align([a, b, c])

    assert [row.labels for row in rows] == [
        ("supported", None, "supported"),
        (None, "unsupported", "contradicted"),
    ]
    assert [row.differs for row in rows] == [False, True]
    assert [row.missing for row in rows] == [True, True]
    assert [row.text for row in rows] == ["It is red", "It was built by monks"]


def test_what_was_not_judged_differs_from_nothing() -> None:
    a = run(claim(0, "It is red", "unjudged"))
    b = run(claim(0, "It is red", "contradicted"))

    [row] = align([a, b])

    assert not row.differs
    assert not row.missing


def test_rows_follow_the_output_and_claims_without_a_place_their_run() -> None:
    a = run(claim(0, "It was built by monks", span="It was built by monks"))
    b = run(
        claim(0, "The bridge opened in 1938", span="The bridge opened in 1938"),
        claim(1, "Bridges are nice"),
        claim(2, "It is red", span="It is red"),
    )

    assert texts([a, b]) == [
        (None, "The bridge opened in 1938"),
        (None, "Bridges are nice"),
        (None, "It is red"),
        ("It was built by monks", None),
    ]


def test_no_runs_and_runs_without_claims_have_no_rows() -> None:
    assert align([]) == []
    assert align([run(), run()]) == []


def test_every_claim_of_many_runs_stands_in_one_row() -> None:
    runs = [
        run(*(claim(at, f"Lamp {(at * 7 + shift) % 60} is lit") for at in range(60)))
        for shift in range(6)
    ]

    rows = align(runs)

    assert len(rows) == 60
    assert not any(row.missing for row in rows)
    assert all(len({cell and cell.text for cell in row.cells}) == 1 for row in rows)


def test_signs_and_emoji_alone_are_compared_as_they_are() -> None:
    a = run(claim(0, "🎂"), claim(1, "这座桥是红色的"))
    b = run(claim(0, "这座桥是红色的"), claim(1, "🎂"))

    assert texts([a, b]) == [("🎂", "🎂"), ("这座桥是红色的", "这座桥是红色的")]
