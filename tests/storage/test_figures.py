"""Figures by group, over time and by length, with exact numbers."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Engine, insert

from storage.batches import create_batch
from storage.runs import count_runs, queue_runs, save_runs, take_runs
from storage.statistics import (
    ContradictedContext,
    Grouping,
    KindCell,
    LengthCell,
    MetadataColumn,
    Period,
    RepeatedClaim,
    contradicted_claims,
    contradicted_contexts,
    end_of,
    kinds_by_group,
    lengths,
    metadata_columns,
    metadata_values,
    narrowed,
    over_time,
    runs_contradicted,
    share_groups,
)
from storage.tables import Tag
from storage.values import (
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunFilter,
    RunSettings,
    StoredEvidence,
)

Score = Callable[..., int]
ALL = RunFilter()
BY_SCAN = RunFilter(text="output")
"""Lets everything through, but is unknown to the sums kept with each write."""
EITHER = pytest.mark.parametrize(
    "filter", [pytest.param(ALL, id="sums"), pytest.param(BY_SCAN, id="scan")]
)


def groups(
    engine: Engine, by: Grouping | None, filter: RunFilter = ALL, **options: Any
) -> list[tuple[str, str, tuple[tuple[float, int], ...]]]:
    found = share_groups(engine, filter, by=by, **options)
    return [(group.key, group.name, group.shares) for group in found.shown]


@EITHER
def test_shares_are_counted_by_judge_largest_group_first(
    engine: Engine, score: Score, filter: RunFilter
) -> None:
    for judge, marks in (("b", "sc"), ("a", "s"), ("b", "sc"), ("b", "s"), ("c", "u")):
        score(marks, judge=judge)
    score("u?", judge="b", status="partial")

    assert groups(engine, Grouping("judge"), filter) == [
        ("b", "b", ((0.0, 1), (0.5, 2))),
        ("a", "a", ((0.0, 1),)),
        ("c", "c", ((1.0, 1),)),
    ]
    assert groups(engine, Grouping("judge"), filter, include_others=True)[0] == (
        "b",
        "b",
        ((0.0, 1), (0.5, 2), (1.0, 1)),
    )
    two = share_groups(engine, filter, by=Grouping("judge"), most=1)
    assert (len(two.shown), two.other_groups, two.other_runs) == (1, 2, 2)


@EITHER
def test_shares_are_counted_by_batch_with_its_name(
    engine: Engine, score: Score, filter: RunFilter
) -> None:
    batch = create_batch(engine, name="Answers", settings=RunSettings())
    score("s", batch_id=batch)
    score("sc", batch_id=batch)
    score("c")

    found = groups(engine, Grouping("batch"), filter)

    assert found == [
        (str(batch), "Answers", ((0.0, 1), (0.5, 1))),
        ("0", "", ((1.0, 1),)),
    ]
    of_none = narrowed(filter, Grouping("batch"), "0")
    assert count_runs(engine, of_none) == 1


def test_a_run_counts_for_each_of_its_tags_and_without_any_for_none(
    engine: Engine, score: Score
) -> None:
    score("s"), score("sc"), score("c")
    tags = [(1, "x"), (2, "x"), (2, "y")]
    with engine.begin() as connection:
        connection.execute(
            insert(Tag), [{"run_id": run, "name": name} for run, name in tags]
        )

    found = share_groups(engine, ALL, by=Grouping("tag"))

    assert [(group.key, group.shares) for group in found.shown] == [
        ("x", ((0.0, 1), (0.5, 1))),
        ("y", ((0.5, 1),)),
    ]
    assert found.without == 1


def keep(engine: Engine, samples: Sequence[NewSample], marks: Sequence[str]) -> None:
    run_ids = queue_runs(engine, samples, RunSettings(), source="code")
    take_runs(engine, worker="w", limit=len(run_ids))
    labels = {"s": "supported", "c": "contradicted"}
    save_runs(
        engine,
        [
            FinishedRun(
                run_id,
                "scored",
                of_run.count("c") / len(of_run),
                1.0,
                1.0,
                "reason",
                tuple(
                    NewClaim("text", None, None, NewVerdict(labels[mark]))
                    for mark in of_run
                ),
            )
            for run_id, of_run in zip(run_ids, marks, strict=True)
        ],
        worker="w",
    )


def test_shares_are_counted_by_a_column_of_the_metadata(engine: Engine) -> None:
    samples = [
        NewSample("1", metadata={"model": "a", "seed": 1}),
        NewSample("2", metadata={"model": "b", "seed": 2, "none": None}),
        NewSample("3", metadata={"model": "a", "nested": {"é": [True]}}),
        NewSample("4"),
    ]
    keep(engine, samples, ["s", "c", "sc", "s"])

    found = share_groups(engine, ALL, by=Grouping("metadata", "model"))

    assert [(group.key, group.shares) for group in found.shown] == [
        ("a", ((0.0, 1), (0.5, 1))),
        ("b", ((1.0, 1),)),
    ]
    assert found.without == 1
    assert metadata_columns(engine) == [
        MetadataColumn("model", 2),
        MetadataColumn("nested", 1),
        MetadataColumn("seed", 2),
    ]
    assert metadata_values(engine, "seed") == ["1", "2"]
    assert metadata_values(engine, "nested") == ['{"é": [true]}']
    of_a = narrowed(ALL, Grouping("metadata", "model"), "a")
    assert count_runs(engine, of_a) == 2
    assert count_runs(engine, narrowed(of_a, Grouping("metadata", "seed"), "1")) == 1


def test_a_group_tells_its_bands_mean_curve_and_histogram(
    engine: Engine, score: Score
) -> None:
    for marks in ("s", "sssc", "sssc", "sc", "c"):
        score(marks)

    [group] = share_groups(engine, ALL).shown

    assert (group.key, group.runs, group.mean) == ("", 5, 0.4)
    assert group.bands() == {"none": 1, "low": 2, "mixed": 1, "complete": 1}
    assert group.histogram(4).bins == (0, 2, 1, 1)
    assert group.cumulative() == [(0.0, 0.2), (0.25, 0.6), (0.5, 0.8), (1.0, 1.0)]
    assert group.cumulative(most=3) == [(0.0, 0.2), (0.5, 0.8), (1.0, 1.0)]
    assert (group.supported, group.contradicted) == (8, 4)


@EITHER
def test_kinds_are_counted_by_group(
    engine: Engine, score: Score, filter: RunFilter
) -> None:
    score("c" * 9 + "u", judge="a", kind="date")
    score("cs", judge="b", kind="date")
    score("u", judge="b")

    assert kinds_by_group(engine, filter, by=Grouping("judge")) == [
        KindCell("a", "a", "date", contradicted=9, unsupported=1),
        KindCell("b", "b", "date", contradicted=1, unsupported=0),
        KindCell("b", "b", "other", contradicted=0, unsupported=1),
    ]
    assert kinds_by_group(engine, filter) == [
        KindCell("", "", "date", contradicted=10, unsupported=1),
        KindCell("", "", "other", contradicted=0, unsupported=1),
    ]


@EITHER
def test_shares_go_over_days_weeks_and_months(
    engine: Engine, score: Score, filter: RunFilter
) -> None:
    sunday = datetime(2026, 1, 4, 23, 59, tzinfo=UTC)
    score("s", created_at=sunday)
    score("c", created_at=sunday)
    score("sc", created_at=sunday + timedelta(minutes=1))
    score("c", created_at=datetime(2026, 2, 1, tzinfo=UTC))

    assert over_time(engine, filter) == [
        Period(date(2026, 1, 4), 2, 0.5, 0.5),
        Period(date(2026, 1, 5), 1, 0.5, 0.0),
        Period(date(2026, 2, 1), 1, 1.0, 0.0),
    ]
    assert over_time(engine, filter, step="week") == [
        Period(date(2025, 12, 29), 2, 0.5, 0.5),
        Period(date(2026, 1, 5), 1, 0.5, 0.0),
        Period(date(2026, 1, 26), 1, 1.0, 0.0),
    ]
    assert over_time(engine, filter, step="month") == [
        Period(date(2026, 1, 1), 3, 0.5, 0.5),
        Period(date(2026, 2, 1), 1, 1.0, 0.0),
    ]
    assert end_of(date(2026, 12, 1), "month") == date(2027, 1, 1)
    assert end_of(date(2026, 2, 23), "week") == date(2026, 3, 2)


def contradicting(run_id: int, *texts: str, item: int = 0) -> FinishedRun:
    evidence = StoredEvidence(item, 0, 1, "c")
    claims = tuple(
        NewClaim(
            text, None, None, NewVerdict("contradicted", kind="date", evidence=evidence)
        )
        for text in texts
    )
    return FinishedRun(run_id, "scored", 1.0, 1.0, 1.0, "", claims)


@pytest.fixture
def repeated(engine: Engine) -> None:
    samples = [NewSample(f"output {at}", ("c", "d")) for at in range(4)]
    queue_runs(engine, samples, RunSettings(), source="code")
    take_runs(engine, worker="w", limit=4)
    runs = [
        contradicting(1, "It opened in 1889.", "Unlike others"),
        contradicting(2, "it opened – in 1889", "It opened in 1890", item=1),
        contradicting(3, "IT OPENED IN 1889!", "it opened in 1889", item=1),
        FinishedRun(4, "failed", None, 1.0, 1.0, "", error="no"),
    ]
    save_runs(engine, runs, worker="w")


@pytest.mark.usefixtures("repeated")
@EITHER
def test_claims_contradicted_most_often_are_counted_regardless_of_how_they_are_written(
    engine: Engine, filter: RunFilter
) -> None:
    found = contradicted_claims(engine, filter, limit=2)

    assert found == [
        RepeatedClaim(
            "IT OPENED IN 1889!", "date", 4, 3, run_id=3, text_key=found[0].text_key
        ),
        RepeatedClaim(
            "It opened in 1890", "date", 1, 1, run_id=2, text_key=found[1].text_key
        ),
    ]
    key = found[0].text_key
    assert runs_contradicted(engine, filter, text_key=key) == [3, 2, 1]


@pytest.mark.usefixtures("repeated")
@EITHER
def test_items_of_contexts_contradicted_most_often_are_counted(
    engine: Engine, filter: RunFilter
) -> None:
    assert contradicted_contexts(engine, filter) == [
        ContradictedContext(1, 1, "d", claims=4, runs=2, run_id=3),
        ContradictedContext(1, 0, "c", claims=2, runs=1, run_id=1),
    ]
    assert runs_contradicted(engine, filter, context=(1, 1)) == [3, 2]


@pytest.mark.parametrize(
    "filter",
    [
        pytest.param(ALL, id="sums"),
        pytest.param(RunFilter(until=datetime(2100, 1, 1, 1, tzinfo=UTC)), id="scan"),
    ],
)
def test_lengths_are_counted_beside_shares(engine: Engine, filter: RunFilter) -> None:
    samples = [
        NewSample("x" * 49, ("y" * 100, "z" * 101)),
        NewSample("x" * 50),
        NewSample("x" * 50 + "y"),
        NewSample("x" * 60_000),
    ]
    keep(engine, samples, ["s", "sc", "sc", "c"])

    assert lengths(engine, filter) == [
        LengthCell(0, 50, 0.0, 0.0, 1),
        LengthCell(50, 100, 0.5, 0.6, 2),
        LengthCell(51_200, None, 0.9, 1.0, 1),
    ]
    assert lengths(engine, filter, of="context", bins=2) == [
        LengthCell(0, 50, 0.5, 1.0, 3),
        LengthCell(200, 400, 0.0, 0.0, 1),
    ]


def test_over_nothing_there_are_no_groups_no_periods_no_lengths(engine: Engine) -> None:
    found = share_groups(engine, ALL, by=Grouping("tag"))

    assert (found.shown, found.other_groups, found.without) == ((), 0, 0)
    assert share_groups(engine, ALL).shown == ()
    assert over_time(engine, ALL) == []
    assert lengths(engine, ALL) == []
    assert kinds_by_group(engine, ALL) == []
    assert contradicted_claims(engine, ALL) == []
    assert contradicted_contexts(engine, ALL) == []
    assert metadata_columns(engine) == []
