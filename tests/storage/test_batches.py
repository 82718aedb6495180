from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from sqlalchemy import Engine

from storage.batches import BatchSummary, create_batch, get_batch, list_batches
from storage.errors import StorageError
from storage.runs import count_statuses, queue_runs
from storage.values import NewSample, RunSettings

Score = Callable[..., int]
MOMENT = datetime(2025, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)


def test_a_batch_says_how_far_it_is(engine: Engine, score: Score) -> None:
    settings = RunSettings(judge="openai/x", scale=5.0, temperature=None)
    batch = create_batch(
        engine,
        name="Answers",
        settings=settings,
        file_name="answers.csv",
        created_at=MOMENT,
    )
    score("sc", batch_id=batch)
    score("ssss", batch_id=batch)
    score("c?", batch_id=batch, status="partial")
    score("?", batch_id=batch, status="failed")
    score("c")
    queue_runs(engine, [NewSample(output="x")], settings, source="cli", batch_id=batch)

    found = get_batch(engine, batch)

    assert found == BatchSummary(
        batch_id=batch,
        name="Answers",
        file_name="answers.csv",
        created_at=MOMENT,
        settings=settings,
        baseline=False,
        statuses={"failed": 1, "partial": 1, "queued": 1, "scored": 2},
        flagged=2,
        mean_share=0.25,
    )
    assert (found.runs, found.ended) == (5, 4)
    counts = count_statuses(engine, batch_id=batch)
    assert (counts["scored"], counts["cancelled"]) == (2, 0)


def test_an_empty_batch_has_no_mean(engine: Engine) -> None:
    batch = create_batch(engine, name="empty", settings=RunSettings())

    found = get_batch(engine, batch)

    assert found is not None
    assert (found.runs, found.ended, found.flagged, found.mean_share) == (0, 0, 0, None)
    assert found.statuses == {}


def test_batches_come_newest_first(engine: Engine) -> None:
    settings = RunSettings()
    for name, year in (("a", 2024), ("b", 2026), ("c", 2024)):
        moment = MOMENT.replace(year=year)
        create_batch(engine, name=name, settings=settings, created_at=moment)

    assert [batch.name for batch in list_batches(engine)] == ["b", "c", "a"]


def test_a_batch_that_is_not_there_is_none(engine: Engine) -> None:
    assert get_batch(engine, 1) is None
    assert list_batches(engine) == []


def test_a_name_that_no_database_keeps_is_refused(engine: Engine) -> None:
    with pytest.raises(StorageError, match="surrogate"):
        create_batch(engine, name="half \ud83d", settings=RunSettings())
