from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from sqlalchemy import Engine, insert, update

from storage.runs import get_run, queue_runs
from storage.statistics import (
    KindCount,
    LabelCounts,
    Overview,
    ShareHistogram,
    WorstClaim,
    hallucinated_kinds,
    labels_by_judge,
    overview,
    share_histogram,
    worst_claims,
)
from storage.tables import CLAIM, RUN, VERDICT
from storage.tallies import changing
from storage.transactions import writing
from storage.values import NewSample, RunFilter, RunSettings

Score = Callable[..., int]
ALL = RunFilter()


@pytest.fixture
def runs(engine: Engine, score: Score) -> None:
    """Shares 0, 0.5, 1 and 0.25 scored; four that do not count; one in the bin."""
    score("ss", judge="a")
    score("sc", judge="a", kind="date")
    score("uc", judge="b", kind="number")
    score("sssu", judge="a", kind="date")
    score("cu?", judge="b", status="partial")
    score("", judge="b", status="no_claims")
    score("u", judge="b", status="no_context", kind="missing")
    score("?", judge="a", status="failed")
    binned = score("cccc", judge="c")
    queue_runs(engine, [NewSample("x")], RunSettings(), source="page")
    with writing(engine) as connection, changing(connection, [binned]):
        connection.execute(
            update(RUN).where(RUN.c.id == binned).values(deleted_at=datetime.now(UTC))
        )


@pytest.mark.usefixtures("runs")
def test_the_overview_counts_scored_runs_and_says_what_it_leaves_out(
    engine: Engine,
) -> None:
    found = overview(engine, ALL)

    assert found == Overview(
        runs=9,
        scored=4,
        left_out={
            "failed": 1,
            "no_claims": 1,
            "no_context": 1,
            "partial": 1,
            "queued": 1,
        },
        flagged=5,
        claims=10,
        supported=6,
        contradicted=2,
        unsupported=2,
        unjudged=0,
        mean_share=0.4375,
        median_share=0.375,
    )
    assert (found.contradicted_share, found.unsupported_share) == (0.2, 0.2)


@pytest.mark.usefixtures("runs")
def test_the_overview_can_include_the_others_that_have_a_share(engine: Engine) -> None:
    found = overview(engine, ALL, include_others=True)

    assert found == Overview(
        runs=9,
        scored=7,
        left_out={"failed": 1, "queued": 1},
        flagged=5,
        claims=14,
        supported=6,
        contradicted=3,
        unsupported=4,
        unjudged=1,
        mean_share=(0.5 + 1.0 + 0.25 + 1.0 + 0.0 + 1.0) / 7,
        median_share=0.5,
    )
    assert (found.contradicted_share, found.unsupported_share) == (3 / 13, 4 / 13)


@pytest.mark.usefixtures("runs")
def test_the_overview_follows_the_filter(engine: Engine) -> None:
    found = overview(engine, RunFilter(judges=("b",)))

    assert (found.runs, found.scored, found.claims) == (4, 1, 2)
    assert (found.mean_share, found.median_share) == (1.0, 1.0)
    assert found.left_out == {"no_claims": 1, "no_context": 1, "partial": 1}


def test_over_nothing_there_is_no_mean(engine: Engine) -> None:
    found = overview(engine, ALL)

    assert found == Overview(0, 0, {}, 0, 0, 0, 0, 0, 0, None, None)
    assert (found.contradicted_share, found.unsupported_share) == (None, None)


def test_the_mean_of_thirds_is_a_third(engine: Engine, score: Score) -> None:
    for _ in range(3):
        score("css")

    found = overview(engine, ALL)

    assert (found.mean_share, found.median_share) == (1 / 3, 1 / 3)


@pytest.mark.usefixtures("runs")
def test_shares_fall_into_bins_with_none_apart_and_the_last_closed(
    engine: Engine,
) -> None:
    found = share_histogram(engine, ALL, bins=4)

    assert found == ShareHistogram(zero=1, bins=(0, 1, 1, 1))
    assert found.n == 4


@pytest.mark.usefixtures("runs")
def test_the_histogram_can_include_the_others(engine: Engine) -> None:
    found = share_histogram(engine, ALL, bins=4, include_others=True)

    assert found == ShareHistogram(zero=2, bins=(0, 1, 1, 3))


def test_a_share_at_the_start_of_a_bin_is_in_it(engine: Engine, score: Score) -> None:
    score("c" * 3 + "s" * 17)
    score("c" * 7 + "s" * 13)
    score("c" * 19 + "s")
    score("c" * 1 + "s" * 24)

    found = share_histogram(engine, ALL)

    assert len(found.bins) == 20
    assert [at for at, runs in enumerate(found.bins) if runs] == [0, 3, 7, 19]


def test_the_histogram_of_nothing_is_empty(engine: Engine) -> None:
    assert share_histogram(engine, ALL, bins=2) == ShareHistogram(0, (0, 0))


@pytest.mark.usefixtures("runs")
def test_labels_are_counted_by_judge(engine: Engine) -> None:
    assert labels_by_judge(engine, ALL) == [
        LabelCounts("a", 6, 1, 1, 0, runs=3),
        LabelCounts("b", 0, 1, 1, 0, runs=1),
    ]
    assert labels_by_judge(engine, ALL, include_others=True) == [
        LabelCounts("a", 6, 1, 1, 0, runs=3),
        LabelCounts("b", 0, 2, 3, 1, runs=4),
    ]


@pytest.mark.usefixtures("runs")
def test_kinds_of_hallucinated_claims_are_counted_most_first(engine: Engine) -> None:
    assert hallucinated_kinds(engine, ALL) == [
        KindCount("date", contradicted=1, unsupported=1),
        KindCount("number", contradicted=1, unsupported=1),
    ]
    assert hallucinated_kinds(engine, ALL, include_others=True) == [
        KindCount("date", contradicted=1, unsupported=1),
        KindCount("number", contradicted=1, unsupported=1),
        KindCount("other", contradicted=1, unsupported=1),
        KindCount("missing", contradicted=0, unsupported=1),
    ]


def test_the_worst_claims_are_contradicted_and_sure(
    engine: Engine, score: Score
) -> None:
    score("u", confidence=0.99, kind="missing")
    score("c", confidence=0.5, kind="date")
    score("cc", confidence=0.75, kind="date", judge="x")
    score("c", kind="name")
    score("s", confidence=1.0)

    found = worst_claims(engine, ALL)

    assert [(claim.run_id, claim.claim_id, claim.confidence) for claim in found] == [
        (3, 3, 0.75),
        (3, 4, 0.75),
        (2, 2, 0.5),
        (4, 5, None),
        (1, 1, 0.99),
    ]
    assert found[1] == WorstClaim(
        run_id=3,
        claim_id=4,
        text="claim 1 contradicted",
        label="contradicted",
        kind="date",
        reason="because c",
        confidence=0.75,
        judge="x",
        evidence_quote="context",
    )
    assert found[4].evidence_quote is None
    assert [claim.run_id for claim in worst_claims(engine, ALL, kind="date")] == [
        3,
        3,
        2,
    ]
    assert len(worst_claims(engine, ALL, limit=2)) == 2
    assert worst_claims(engine, ALL, kind="order") == []


def test_a_person_decides_over_the_judge_in_claims(
    engine: Engine, score: Score
) -> None:
    run_id = score("c", kind="date", confidence=0.5)
    early, late = (datetime(2027, 1, day, tzinfo=UTC) for day in (1, 2))
    said = [
        {"created_at": late, "label": "unsupported", "reason": "not there at all"},
        {"created_at": early, "label": "supported", "reason": "looked fine"},
    ]
    with writing(engine) as connection, changing(connection, [run_id]):
        connection.execute(
            insert(VERDICT), [row | {"claim_id": 1, "person": "Ada"} for row in said]
        )
        connection.execute(
            update(CLAIM).values(label="unsupported", kind="missing", confidence=None)
        )

    run = get_run(engine, run_id)
    [worst] = worst_claims(engine, ALL)

    assert run is not None
    [claim] = run.claims
    assert [verdict.by for verdict in claim.verdicts] == ["judge", "Ada", "Ada"]
    assert claim.judged is not None
    assert (claim.judged.label, claim.label) == ("contradicted", "unsupported")
    assert (worst.label, worst.reason) == ("unsupported", "not there at all")
    assert hallucinated_kinds(engine, ALL) == [KindCount("missing", 0, 1)]
    assert overview(engine, ALL).contradicted == 1
