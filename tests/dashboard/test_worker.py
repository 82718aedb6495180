import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, select

from dashboard import actions
from dashboard.scoring import Sample
from dashboard.worker import Worker
from storage.batches import cancel_batch, pause_batch, resume_batch
from storage.database import open_database
from storage.runs import count_statuses, get_run, take_runs
from storage.tables import CACHED_REPLY
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
    assert claim.deciding.kind in ("date", "number")
    assert claim.deciding.evidence is not None
    assert "1937" in claim.deciding.evidence.quote


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


def test_a_batch_is_worked_on_no_wider_than_it_asks_for(
    engine: Engine, stub: Any
) -> None:
    stub.latency_s = 0.02
    batch = queue_batch(engine, stub, runs=20, concurrency=3)
    worker = Worker(engine, concurrency=8)
    worker.start()

    assert worker.wait_for(batch.run_ids, timeout_s=60)
    worker.stop()

    assert (statuses(engine), stub.most_in_flight) == ({"scored": 20}, 3)


def test_a_batch_may_be_worked_on_wider_than_the_worker_would(
    engine: Engine, stub: Any
) -> None:
    stub.latency_s = 0.2
    batch = queue_batch(engine, stub, runs=20, concurrency=6)
    worker = Worker(engine, concurrency=2)
    worker.start()

    assert worker.wait_for(batch.run_ids, timeout_s=60)
    worker.stop()

    assert (statuses(engine), stub.most_in_flight) == ({"scored": 20}, 6)


def test_a_model_that_does_not_answer_holds_up_no_other_judge(
    engine: Engine, stub: Any, stub_server: Any
) -> None:
    stub.answer = lambda _: stub_server.Reply(hang=True)
    queue_batch(engine, stub, runs=20)
    worker = Worker(engine, concurrency=4)
    worker.start()
    wait_until(lambda: stub.in_flight == 0 and len(stub.requests) == 4)

    run_ids = queue(engine, *[SAMPLE] * 10)
    worker.wake()

    assert worker.wait_for(run_ids, timeout_s=20)
    worker.stop()
    assert statuses(engine) == {"scored": 10, "queued": 20}


def test_a_batch_that_is_paused_stops_and_goes_on_when_resumed(
    engine: Engine, stub: Any
) -> None:
    stub.latency_s = 0.02
    batch = queue_batch(engine, stub, runs=40, concurrency=2)
    assert batch.batch_id is not None
    worker = Worker(engine)
    worker.start()
    wait_until(lambda: statuses(engine).get("scored", 0) >= 4)

    pause_batch(engine, batch.batch_id)
    wait_until(lambda: "running" not in statuses(engine))
    asked = len(stub.requests)
    assert worker.wait_for(queue(engine, SAMPLE), timeout_s=20)
    assert len(stub.requests) == asked
    assert 0 < statuses(engine)["queued"] <= 36

    resume_batch(engine, batch.batch_id)
    worker.wake()
    assert worker.wait_for(batch.run_ids, timeout_s=60)
    worker.stop()
    assert (statuses(engine), len(stub.requests)) == ({"scored": 41}, 40)


def test_a_batch_that_is_cancelled_keeps_what_is_done(
    engine: Engine, stub: Any
) -> None:
    stub.latency_s = 0.02
    batch = queue_batch(engine, stub, runs=40, concurrency=2)
    assert batch.batch_id is not None
    worker = Worker(engine)
    worker.start()
    wait_until(lambda: statuses(engine).get("scored", 0) >= 4)

    cancel_batch(engine, batch.batch_id)

    assert worker.wait_for(batch.run_ids, timeout_s=20)
    worker.stop()
    counts = statuses(engine)
    assert set(counts) == {"scored", "cancelled"}
    assert counts["scored"] + counts["cancelled"] == 40


def test_a_reply_that_is_on_its_way_is_waited_for_when_the_worker_stops(
    engine: Engine, stub: Any
) -> None:
    stub.latency_s = 0.3
    queue_batch(engine, stub, runs=10, concurrency=2)
    worker = Worker(engine)
    worker.start()
    wait_until(lambda: len(stub.requests) == 2)

    worker.stop()

    assert (statuses(engine), len(stub.requests)) == ({"scored": 2, "queued": 8}, 2)


def test_replies_are_kept_before_the_run_they_belong_to_has_ended(
    engine: Engine, stub: Any, stub_server: Any
) -> None:
    honest = stub.answer

    def first_step_alone(body: Any) -> Any:
        asks_for_verdicts = "context" in body["messages"][-1]["content"]
        return stub_server.Reply(hang=True) if asks_for_verdicts else honest(body)

    stub.answer = first_step_alone
    queue_batch(engine, stub, runs=1, mode="thorough")
    worker = Worker(engine)
    worker.start()

    wait_until(lambda: replies(engine) == 1)

    assert statuses(engine) == {"running": 1}
    worker.stop()


def test_only_a_run_that_ends_a_process_of_its_own_fails(engine: Engine) -> None:
    run_ids = queue(engine, *[SAMPLE] * 40)
    worker = Worker(engine, processes=2)
    worker.start()

    def kill_until_a_run_has_failed() -> bool:
        for child in children():
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        return "failed" in statuses(engine)

    wait_until(kill_until_a_run_has_failed)

    assert worker.wait_for(run_ids, timeout_s=60)
    worker.stop()
    found = [run_of(engine, run_id) for run_id in run_ids]
    failed = [run for run in found if run.summary.status == "failed"]
    assert 1 <= len(failed) <= 4
    assert {run.summary.error for run in failed} == {
        "the process that judged this run ended unexpectedly, perhaps for want of"
        " memory; a shorter text may fit"
    }
    scored = [run for run in found if run.summary.status == "scored"]
    assert len(scored) == 40 - len(failed)
    assert all(len(run.claims) == 1 for run in scored)


def queue_batch(
    engine: Engine,
    stub: Any,
    *,
    runs: int,
    concurrency: int | None = None,
    mode: str = "fast",
) -> actions.Queued:
    samples = [
        Sample(output=f"Hall {at} has {at} doors.", context=[f"Hall {at} has 5 doors."])
        for at in range(runs)
    ]
    return actions.queue(
        engine,
        samples,
        RunSettings(judge="openai/stub", mode=mode, api_base=stub.url),
        source="cli",
        batch_name="halls",
        concurrency=concurrency,
    )


def replies(engine: Engine) -> int:
    with engine.connect() as connection:
        return len(connection.execute(select(CACHED_REPLY.c.hash)).all())


def children() -> set[int]:
    """The processes of the pool, which leave the group of the one that began them."""
    found = subprocess.run(
        ["ps", "-o", "pid=,pgid=", "--ppid", str(os.getpid())],
        capture_output=True,
        text=True,
        check=False,
    )
    pairs = [line.split() for line in found.stdout.splitlines()]
    return {int(pid) for pid, group in pairs if pid == group}
