from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from sqlalchemy import Engine

from storage.batch_progress import progress
from storage.batches import (
    BatchSummary,
    cancel_batch,
    create_batch,
    get_batch,
    list_batches,
    pause_batch,
    rename_batch,
    resume_batch,
    set_baseline,
)
from storage.errors import StorageError
from storage.runs import (
    count_statuses,
    give_back,
    queue_runs,
    requeue_runs,
    save_runs,
    take_runs,
)
from storage.values import FinishedRun, NewSample, RunSettings
from storage.workers import take_back_orphans

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


def queued(engine: Engine, batch: int, runs: int = 3) -> list[int]:
    samples = [NewSample(output=f"output {at}") for at in range(runs)]
    return queue_runs(engine, samples, RunSettings(), source="cli", batch_id=batch)


def statuses(engine: Engine, batch: int) -> dict[str, int]:
    found = get_batch(engine, batch)
    assert found is not None
    return dict(found.statuses)


def state(engine: Engine, batch: int) -> str:
    found = get_batch(engine, batch)
    assert found is not None
    return found.state


@pytest.fixture
def batch(engine: Engine) -> int:
    return create_batch(engine, name="mine", settings=RunSettings())


def test_a_new_batch_is_active_and_keeps_its_concurrency(
    engine: Engine, batch: int
) -> None:
    other = create_batch(engine, name="x", settings=RunSettings(), concurrency=2)

    found = [get_batch(engine, id) for id in (batch, other)]

    assert [(b.state, b.concurrency) for b in found if b] == [
        ("active", None),
        ("active", 2),
    ]


def test_a_concurrency_of_none_at_all_is_refused(engine: Engine) -> None:
    with pytest.raises(ValueError, match="concurrency"):
        create_batch(engine, name="x", settings=RunSettings(), concurrency=0)


def test_a_paused_batch_waits_until_it_is_resumed(engine: Engine, batch: int) -> None:
    ids = queued(engine, batch)

    pause_batch(engine, batch)
    meanwhile = take_runs(engine, worker="w", limit=9)
    waiting = resume_batch(engine, batch)

    assert (meanwhile, waiting, state(engine, batch)) == ([], 3, "active")
    assert [run.run_id for run in take_runs(engine, worker="w", limit=9)] == ids


def test_pausing_lets_what_runs_finish(engine: Engine, batch: int) -> None:
    [run_id, _, _] = queued(engine, batch)
    take_runs(engine, worker="w", limit=1)

    pause_batch(engine, batch)
    saved = save_runs(
        engine, [FinishedRun(run_id, "scored", 0.0, 1.0, 1.0, "")], worker="w"
    )

    assert (saved, statuses(engine, batch)) == (1, {"scored": 1, "queued": 2})


def test_cancelling_ends_what_waits_and_lets_what_runs_finish(
    engine: Engine, batch: int
) -> None:
    [run_id, *_] = queued(engine, batch)
    others = create_batch(engine, name="other", settings=RunSettings())
    queued(engine, others)
    take_runs(engine, worker="w", limit=1)

    cancelled = cancel_batch(engine, batch)
    save_runs(engine, [FinishedRun(run_id, "scored", 0.0, 1.0, 1.0, "")], worker="w")

    assert (cancelled, state(engine, batch)) == (2, "cancelled")
    assert statuses(engine, batch) == {"scored": 1, "cancelled": 2}
    assert statuses(engine, others) == {"queued": 3}


def test_a_cancelled_batch_that_is_resumed_goes_on_with_the_rest(
    engine: Engine, batch: int
) -> None:
    [first, second, third] = queued(engine, batch)
    take_runs(engine, worker="w", limit=1)
    cancel_batch(engine, batch)
    save_runs(engine, [FinishedRun(first, "scored", 0.0, 1.0, 1.0, "")], worker="w")

    waiting = resume_batch(engine, batch)

    assert (waiting, state(engine, batch)) == (2, "active")
    taken = take_runs(engine, worker="w", limit=9)
    assert [run.run_id for run in taken] == [second, third]


def test_what_comes_back_to_a_cancelled_batch_is_cancelled(
    engine: Engine, batch: int
) -> None:
    queued(engine, batch)
    take_runs(engine, worker="given back", limit=1)
    take_runs(engine, worker="gone", limit=1)
    cancel_batch(engine, batch)

    back = give_back(engine, worker="given back")
    orphans = take_back_orphans(engine, is_alive=lambda _host, _pid: True)

    assert (back, orphans) == (1, 1)
    assert statuses(engine, batch) == {"cancelled": 3}


def test_what_comes_back_to_a_paused_batch_waits_with_the_rest(
    engine: Engine, batch: int
) -> None:
    queued(engine, batch)
    take_runs(engine, worker="gone", limit=1)
    pause_batch(engine, batch)

    take_back_orphans(engine, is_alive=lambda _host, _pid: True)

    assert statuses(engine, batch) == {"queued": 3}
    assert take_runs(engine, worker="w", limit=9) == []


def test_a_batch_that_was_cancelled_is_not_paused(engine: Engine, batch: int) -> None:
    cancel_batch(engine, batch)

    pause_batch(engine, batch)

    assert state(engine, batch) == "cancelled"


def test_repeating_runs_of_a_cancelled_batch_makes_it_active(
    engine: Engine, batch: int, score: Score
) -> None:
    failed = score("?", batch_id=batch, status="failed")
    cancel_batch(engine, batch)

    assert requeue_runs(engine) == 0
    assert requeue_runs(engine, batch_id=batch) == 1

    assert state(engine, batch) == "active"
    [run] = take_runs(engine, worker="w", limit=9)
    assert run.run_id == failed


def test_a_batch_can_be_renamed(engine: Engine, batch: int) -> None:
    rename_batch(engine, batch, "Second try")

    found = get_batch(engine, batch)

    assert found is not None
    assert found.name == "Second try"
    with pytest.raises(ValueError, match="blank"):
        rename_batch(engine, batch, " ")


def test_there_is_one_baseline_at_the_most(engine: Engine, batch: int) -> None:
    other = create_batch(engine, name="other", settings=RunSettings())

    def baselines() -> list[int]:
        return [found.batch_id for found in list_batches(engine) if found.baseline]

    set_baseline(engine, batch)
    set_baseline(engine, other)
    assert baselines() == [other]
    with pytest.raises(ValueError, match="no batch 99"):
        set_baseline(engine, 99)
    assert baselines() == [other]
    set_baseline(engine, None)
    assert baselines() == []


@pytest.mark.parametrize("act", [pause_batch, resume_batch, cancel_batch, progress])
def test_a_batch_that_is_not_there_cannot_be_told_anything(
    engine: Engine, act: Callable[..., object]
) -> None:
    with pytest.raises(ValueError, match="there is no batch 7"):
        act(engine, 7)
