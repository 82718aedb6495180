import subprocess
import sys
from collections import Counter
from pathlib import Path
from threading import Barrier, Thread

from sqlalchemy import Engine, text

from storage.database import open_database
from storage.runs import count_statuses, queue_runs, save_runs, take_runs
from storage.values import FinishedRun, NewSample, RunSettings

OPEN = """
import sys
from storage.database import open_database
from storage.runs import queue_runs
from storage.values import NewSample, RunSettings
sys.stdout.write("ready\\n")
sys.stdout.flush()
sys.stdin.readline()
engine = open_database(sys.argv[1])
samples = [NewSample(output=f"{at}") for at in range(20)]
queue_runs(engine, samples, RunSettings(), source="code")
engine.dispose()
"""

WORK = """
import os, sys
from storage.database import open_database
from storage.runs import save_runs, take_runs
from storage.values import FinishedRun
engine = open_database(sys.argv[1])
sys.stdout.write("ready\\n")
sys.stdout.flush()
sys.stdin.readline()
worker = str(os.getpid())
while taken := take_runs(engine, worker=worker, limit=3):
    runs = [FinishedRun(run.run_id, "scored", 0.0, 1.0, 1.0, "") for run in taken]
    assert save_runs(engine, runs, worker=worker) == len(runs)
    for run in taken:
        sys.stdout.write(f"{run.run_id} ")
engine.dispose()
"""


def at_the_same_moment(script: str, file: Path, processes: int) -> list[str]:
    """Run the script in processes that start together and return what they say."""
    started = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(processes)
    ]
    said = []
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n", process.communicate()
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in started:
        out, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
        said.append(out)
    return said


def test_processes_that_open_a_new_database_at_once_all_succeed(file: Path) -> None:
    at_the_same_moment(OPEN, file, processes=3)

    engine = open_database(file)
    with engine.connect() as connection:
        steps = connection.scalars(text("SELECT version_num FROM alembic_version"))
        assert len(steps.all()) == 1
        samples = connection.scalar(text("SELECT count(*) FROM sample"))
    assert (count_statuses(engine)["queued"], samples) == (60, 20)
    engine.dispose()


def test_processes_share_the_queue_and_no_run_is_done_twice_or_lost(
    engine: Engine, file: Path
) -> None:
    samples = [NewSample(output=f"{at}") for at in range(200)]
    ids = queue_runs(engine, samples, RunSettings(), source="code")

    said = at_the_same_moment(WORK, file, processes=3)

    done = Counter(int(id) for line in said for id in line.split())
    assert done == Counter(ids)
    assert count_statuses(engine)["scored"] == 200


def test_threads_share_the_queue_while_more_is_queued(engine: Engine) -> None:
    done: list[int] = []
    together = Barrier(5)

    def work(worker: str) -> None:
        together.wait()
        while len(done) < 200:
            runs = [
                FinishedRun(run.run_id, "scored", 0.0, 1.0, 1.0, "")
                for run in take_runs(engine, worker=worker, limit=5)
            ]
            assert save_runs(engine, runs, worker=worker) == len(runs)
            done.extend(run.run_id for run in runs)

    def fill() -> None:
        together.wait()
        for at in range(20):
            samples = [NewSample(output=f"{at} {more}") for more in range(10)]
            queue_runs(engine, samples, RunSettings(), source="code")

    threads = [Thread(target=work, args=(name,), daemon=True) for name in "abcd"]
    threads.append(Thread(target=fill, daemon=True))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)

    assert sorted(done) == list(range(1, 201))
    assert count_statuses(engine)["scored"] == 200
