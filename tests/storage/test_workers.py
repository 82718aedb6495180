from datetime import UTC, datetime, timedelta

from sqlalchemy import Engine, update

from storage.runs import count_statuses, queue_runs, save_runs, take_runs
from storage.tables import WORKER
from storage.values import FinishedRun, NewSample, RunSettings
from storage.workers import beat, register_worker, retire_worker, take_back_orphans


def everyone_lives(_host: str, _pid: int) -> bool:
    return True


def start(engine: Engine, name: str, *, pid: int = 1, runs: int = 2) -> list[int]:
    register_worker(engine, name=name, host="here", pid=pid)
    samples = [NewSample(output=f"{name} {at}") for at in range(runs)]
    queue_runs(engine, samples, RunSettings(), source="code")
    return [run.run_id for run in take_runs(engine, worker=name, limit=runs)]


def silent_for(engine: Engine, name: str, seconds: float) -> None:
    moment = datetime.now(UTC) - timedelta(seconds=seconds)
    with engine.begin() as connection:
        connection.execute(
            update(WORKER).where(WORKER.c.name == name).values(seen_at=moment)
        )


def test_workers_that_live_keep_their_runs(engine: Engine) -> None:
    start(engine, "one")

    assert take_back_orphans(engine, is_alive=everyone_lives) == 0

    assert count_statuses(engine)["running"] == 2


def test_runs_of_a_dead_process_are_queued_again_at_once(engine: Engine) -> None:
    dead = start(engine, "dead", pid=7)
    start(engine, "alive", pid=8)

    count = take_back_orphans(
        engine, is_alive=lambda host, pid: (host, pid) != ("here", 7)
    )

    assert count == 2
    assert [run.run_id for run in take_runs(engine, worker="x", limit=9)] == dead


def test_runs_of_a_worker_that_fell_silent_are_queued_again(engine: Engine) -> None:
    start(engine, "silent")
    start(engine, "slow")
    silent_for(engine, "silent", 31)
    silent_for(engine, "slow", 29)

    assert take_back_orphans(engine, is_alive=everyone_lives) == 2

    assert count_statuses(engine)["queued"] == 2


def test_a_sign_of_life_keeps_the_runs(engine: Engine) -> None:
    start(engine, "slow")
    silent_for(engine, "slow", 3600)

    known = beat(engine, name="slow")

    assert known
    assert take_back_orphans(engine, is_alive=everyone_lives) == 0


def test_a_worker_that_was_forgotten_is_told(engine: Engine) -> None:
    start(engine, "forgotten", pid=7)
    take_back_orphans(engine, is_alive=lambda _host, pid: pid != 7)

    assert not beat(engine, name="forgotten")


def test_a_worker_that_was_silent_and_wakes_has_lost_its_old_runs_only(
    engine: Engine,
) -> None:
    [lost] = start(engine, "sleeper", runs=1)
    silent_for(engine, "sleeper", 3600)
    take_back_orphans(engine, is_alive=everyone_lives)

    beat(engine, name="sleeper")
    late = FinishedRun(lost, "scored", 0.0, 1.0, 1.0, "")
    kept = save_runs(engine, [late], worker="sleeper")
    again = take_runs(engine, worker="sleeper", limit=1)

    assert (kept, [run.run_id for run in again]) == (0, [lost])
    assert take_back_orphans(engine, is_alive=everyone_lives) == 0


def test_what_a_retired_or_unknown_worker_left_is_queued_again(engine: Engine) -> None:
    start(engine, "retired")
    retire_worker(engine, name="retired")
    queue_runs(engine, [NewSample(output="x")], RunSettings(), source="code")
    take_runs(engine, worker="unknown", limit=1)

    assert take_back_orphans(engine, is_alive=everyone_lives) == 3


def test_a_worker_can_register_again(engine: Engine) -> None:
    start(engine, "one", pid=1)
    register_worker(engine, name="one", host="there", pid=2)

    count = take_back_orphans(
        engine, is_alive=lambda host, pid: (host, pid) == ("there", 2)
    )

    assert count == 0
