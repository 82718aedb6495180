from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine, update

from storage.batch_progress import BatchProgress, FailureKind, progress
from storage.batches import cancel_batch, create_batch, pause_batch
from storage.runs import queue_runs, save_runs, take_runs
from storage.tables import RUN
from storage.values import FinishedRun, NewClaim, NewSample, NewVerdict, RunSettings

NOON = datetime(2025, 1, 2, 12, 0, tzinfo=UTC)
CLAIM = NewClaim("A claim.", 0, 8, NewVerdict("supported"))


@pytest.fixture
def batch(engine: Engine) -> int:
    return create_batch(engine, name="mine", settings=RunSettings())


def queued(engine: Engine, batch: int, runs: int) -> list[int]:
    samples = [NewSample(output=f"output {at}") for at in range(runs)]
    return queue_runs(engine, samples, RunSettings(), source="cli", batch_id=batch)


def finished(
    run_id: int,
    *,
    cost: float | None = None,
    tokens: tuple[int, int] | None = None,
    error: str | None = None,
) -> FinishedRun:
    return FinishedRun(
        run_id,
        "failed" if error else "scored",
        None if error else 0.0,
        1.0,
        1.0,
        "",
        claims=() if error else (CLAIM,),
        error=error,
        cost=cost,
        tokens_in=tokens[0] if tokens else None,
        tokens_out=tokens[1] if tokens else None,
    )


def finish(engine: Engine, *runs: FinishedRun) -> None:
    take_runs(engine, worker="w", limit=len(runs))
    assert save_runs(engine, runs, worker="w") == len(runs)


def happened(
    engine: Engine, run_ids: list[int], *, began_s: float, ended_s: float
) -> None:
    """Let runs have been begun and ended so many seconds before noon."""
    with engine.begin() as connection:
        connection.execute(
            update(RUN)
            .where(RUN.c.id.in_(run_ids))
            .values(
                started_at=NOON - timedelta(seconds=began_s),
                finished_at=NOON - timedelta(seconds=ended_s),
            )
        )


def test_a_batch_that_has_not_begun_has_no_rate_and_no_known_cost(
    engine: Engine, batch: int
) -> None:
    queued(engine, batch, 2)

    assert progress(engine, batch) == BatchProgress(
        statuses={"queued": 2},
        rate_per_s=None,
        left_s=None,
        tokens_in=0,
        tokens_out=0,
        tokens_known_runs=0,
        cost=None,
        cost_known_runs=0,
        claims=0,
        started_at=None,
        finished_at=None,
        failures=(),
    )


def test_tokens_and_cost_are_those_known_with_how_many_they_are_of(
    engine: Engine, batch: int
) -> None:
    ids = queued(engine, batch, 4)
    finish(
        engine,
        finished(ids[0], cost=0.25, tokens=(100, 10)),
        finished(ids[1], cost=0.5, tokens=(200, 20)),
        finished(ids[2], tokens=(50, 5)),
        finished(ids[3]),
    )

    found = progress(engine, batch)

    assert (found.cost, found.cost_known_runs) == (0.75, 2)
    assert (found.tokens_in, found.tokens_out, found.tokens_known_runs) == (350, 35, 3)
    assert (found.claims, found.runs, found.ended) == (4, 4, 4)


def test_a_cost_that_is_known_of_no_run_is_unknown(engine: Engine, batch: int) -> None:
    [id] = queued(engine, batch, 1)
    finish(engine, finished(id))

    assert progress(engine, batch).cost is None


def test_a_cost_of_nothing_is_known(engine: Engine, batch: int) -> None:
    [id] = queued(engine, batch, 1)
    finish(engine, finished(id, cost=0.0))

    found = progress(engine, batch)

    assert (found.cost, found.cost_known_runs) == (0.0, 1)


def test_the_rate_is_that_of_the_last_minute(engine: Engine, batch: int) -> None:
    ids = queued(engine, batch, 100)
    finish(engine, *(finished(id) for id in ids[:90]))
    happened(engine, ids[:60], began_s=700, ended_s=600)
    happened(engine, ids[60:90], began_s=65, ended_s=30)

    found = progress(engine, batch, now=NOON)

    assert (found.rate_per_s, found.left_s) == (0.5, 20.0)
    assert found.started_at == NOON - timedelta(seconds=700)
    assert found.finished_at is None


def test_time_before_the_first_run_does_not_slow_the_rate(
    engine: Engine, batch: int
) -> None:
    ids = queued(engine, batch, 30)
    finish(engine, *(finished(id) for id in ids[:20]))
    happened(engine, ids[:20], began_s=10, ended_s=1)

    found = progress(engine, batch, now=NOON)

    assert (found.rate_per_s, found.left_s) == (2.0, 5.0)


def test_where_a_minute_shows_too_little_the_rate_looks_further_back(
    engine: Engine, batch: int
) -> None:
    ids = queued(engine, batch, 10)
    finish(engine, *(finished(id) for id in ids[:3]))
    happened(engine, ids[:2], began_s=300, ended_s=200)
    happened(engine, ids[2:3], began_s=200, ended_s=50)

    found = progress(engine, batch, now=NOON)

    assert (found.rate_per_s, found.left_s) == (3 / 300, 700.0)


def test_a_batch_that_stood_still_for_long_has_no_rate(
    engine: Engine, batch: int
) -> None:
    ids = queued(engine, batch, 2)
    finish(engine, finished(ids[0]))
    happened(engine, ids[:1], began_s=2000, ended_s=1000)

    found = progress(engine, batch, now=NOON)

    assert (found.rate_per_s, found.left_s) == (None, None)


def test_while_a_batch_is_paused_nobody_knows_how_long_it_will_take(
    engine: Engine, batch: int
) -> None:
    ids = queued(engine, batch, 30)
    finish(engine, *(finished(id) for id in ids[:20]))
    happened(engine, ids[:20], began_s=10, ended_s=1)
    pause_batch(engine, batch)

    found = progress(engine, batch, now=NOON)

    assert (found.rate_per_s, found.left_s) == (2.0, None)


def test_a_batch_of_which_all_runs_have_ended_has_nothing_left(
    engine: Engine, batch: int
) -> None:
    ids = queued(engine, batch, 3)
    finish(engine, finished(ids[0]))
    happened(engine, ids[:1], began_s=10, ended_s=1)
    cancel_batch(engine, batch)

    found = progress(engine, batch, now=NOON)

    assert (found.statuses, found.left_s) == ({"cancelled": 2, "scored": 1}, 0.0)
    assert found.rate_per_s == 0.1
    assert found.finished_at is not None


def test_failures_are_grouped_by_kind_with_the_first_of_each(
    engine: Engine, batch: int
) -> None:
    slow = "openai/x gave no usable answer (4 tries): no reply within 60 s"
    slower = "openai/x gave no usable answer (4 tries): no reply in time"
    refused = "openai/x refused the key it was given, or there was none: check X"
    ids = queued(engine, batch, 5)
    finish(
        engine,
        finished(ids[0], error=refused),
        finished(ids[1], error=slow),
        finished(ids[2]),
        finished(ids[3], error=slower),
        finished(ids[4], error=slow),
    )

    assert progress(engine, batch).failures == (
        FailureKind("timeout", 3, slow, ids[1]),
        FailureKind("key or account", 1, refused, ids[0]),
    )
