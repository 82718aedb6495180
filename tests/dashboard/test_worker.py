import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from dashboard import actions
from dashboard.scoring import Sample
from dashboard.worker import Worker
from storage.database import open_database
from storage.runs import count_statuses, get_run, take_runs
from storage.values import RunDetails, RunSettings

SAMPLE = Sample(
    output="The bridge opened in 1938.", context=["The bridge opened in 1937."]
)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = open_database(tmp_path / "runs.db")
    yield made
    made.dispose()


@pytest.fixture
def worker(engine: Engine) -> Iterator[Worker]:
    made = Worker(engine)
    made.start()
    yield made
    made.stop()


def queue(engine: Engine, *samples: Sample, judge: str = "offline") -> list[int]:
    return actions.queue(
        engine, samples, RunSettings(judge=judge), source="code"
    ).run_ids


def statuses(engine: Engine) -> dict[str, int]:
    return {word: n for word, n in count_statuses(engine).items() if n}


def run_of(engine: Engine, run_id: int) -> RunDetails:
    run = get_run(engine, run_id)
    assert run is not None
    return run


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < until, "waited 20 s in vain"
        time.sleep(0.02)


def test_a_queued_run_is_scored_and_kept_with_its_evidence(
    engine: Engine, worker: Worker
) -> None:
    (run_id,) = queue(engine, SAMPLE)
    worker.wake()

    assert worker.wait_for([run_id], timeout_s=20)
    run = run_of(engine, run_id)
    assert (run.summary.status, run.summary.share) == ("scored", 1.0)
    assert run.summary.flagged
    (claim,) = run.claims
    assert claim.label == "contradicted"
    assert claim.judged.kind in ("date", "number")
    assert claim.judged.evidence is not None
    assert "1937" in claim.judged.evidence.quote


def test_what_was_queued_before_the_worker_began_is_scored(engine: Engine) -> None:
    run_ids = queue(engine, SAMPLE, SAMPLE, SAMPLE)
    worker = Worker(engine)

    worker.start()

    assert worker.wait_for(run_ids, timeout_s=20)
    worker.stop()
    assert statuses(engine) == {"scored": 3}


def test_waiting_for_a_run_that_nobody_scores_ends(engine: Engine) -> None:
    run_ids = queue(engine, SAMPLE)

    assert not Worker(engine).wait_for(run_ids, timeout_s=0.05)


def test_a_judge_that_cannot_be_made_is_a_failed_run_with_its_sentence(
    engine: Engine, worker: Worker
) -> None:
    settings = RunSettings(mode="quick")
    (run_id,) = actions.queue(engine, [SAMPLE], settings, source="code").run_ids
    worker.wake()

    assert worker.wait_for([run_id], timeout_s=20)
    run = run_of(engine, run_id).summary
    assert (run.status, run.share) == ("failed", None)
    assert run.error == "mode must be 'thorough' or 'fast', got 'quick'"


def test_runs_of_a_dead_process_are_scored_by_the_next(engine: Engine) -> None:
    run_ids = queue(engine, SAMPLE, SAMPLE)
    take_runs(engine, worker="of a process that was killed", limit=1)
    worker = Worker(engine)

    worker.start()

    assert worker.wait_for(run_ids, timeout_s=20)
    worker.stop()
    assert statuses(engine) == {"scored": 2}


def test_two_workers_share_the_work_and_score_nothing_twice(engine: Engine) -> None:
    run_ids = queue(engine, *[SAMPLE] * 40)
    workers = [Worker(engine, processes=1), Worker(engine, concurrency=3)]
    for worker in workers:
        worker.start()

    assert workers[0].wait_for(run_ids, timeout_s=30)
    for worker in workers:
        worker.stop()
    assert statuses(engine) == {"scored": 40}
    assert all(len(run_of(engine, run_id).claims) == 1 for run_id in run_ids)


def test_a_worker_of_one_batch_leaves_the_rest_alone(engine: Engine) -> None:
    others = queue(engine, SAMPLE)
    batch = actions.queue(
        engine, [SAMPLE], RunSettings(), source="cli", batch_name="mine"
    )
    worker = Worker(engine, batch_id=batch.batch_id)

    worker.start()

    assert worker.wait_for(batch.run_ids, timeout_s=20)
    worker.stop()
    assert run_of(engine, others[0]).summary.status == "queued"


def test_a_stopped_worker_gives_back_what_it_had_not_scored(engine: Engine) -> None:
    queue(engine, *[SAMPLE] * 200)
    worker = Worker(engine)
    worker.start()
    wait_until(lambda: bool(statuses(engine).get("scored")))

    worker.stop()

    counts = statuses(engine)
    assert counts.get("running", 0) == 0
    assert counts["scored"] + counts.get("queued", 0) == 200


def test_nothing_was_said_is_kept_as_no_claims(engine: Engine, worker: Worker) -> None:
    (run_id,) = queue(engine, Sample(output=" ", context=["C."]))
    worker.wake()

    assert worker.wait_for([run_id], timeout_s=20)
    run = run_of(engine, run_id).summary
    assert (run.status, run.share, run.claims) == ("no_claims", 0.0, 0)


def test_a_run_from_the_page_is_taken_before_a_batch_that_waits(engine: Engine) -> None:
    batch = actions.queue(
        engine, [SAMPLE] * 3, RunSettings(), source="cli", batch_name="long"
    )
    (at_the_page,) = queue(engine, SAMPLE)

    taken = take_runs(engine, worker="w", limit=2)

    assert [run.run_id for run in taken] == [at_the_page, batch.run_ids[0]]
