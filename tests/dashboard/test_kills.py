"""A worker that is killed again and again loses nothing and does nothing twice."""

from __future__ import annotations

import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Engine, Table, func, select

from dashboard import actions
from dashboard.scoring import Sample
from storage.database import open_database
from storage.runs import count_statuses
from storage.tables import CLAIM, JUDGE_CALL, RUN, SAMPLE, VERDICT, WORKER
from storage.values import RunSettings

RUNS = 2_000
KILLS = 10
AT_ONCE = 16
LIVES = """
import os, sys, time
from dashboard.worker import Worker
from storage.database import open_database
from storage.runs import count_statuses
if "litellm" in sys.argv:
    from dashboard.scoring.llm.judge import BEFORE_IMPORT
    os.environ.update(BEFORE_IMPORT)
    import litellm

def live():
    engine = open_database(sys.argv[1])
    worker = Worker(engine, concurrency=int(sys.argv[2]), processes=int(sys.argv[3]))
    worker.start()
    while any(count_statuses(engine)[word] for word in ("queued", "running")):
        time.sleep(0.05)
    worker.stop()

for _ in sys.stdin:
    if not (child := os.fork()):
        live()
        os._exit(0)
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Begins a life for each line it reads, and says its number, then how it ended.

Each is a process of its own that was forked before it had opened or started anything:
as good as a new program, without the seconds that importing LiteLLM takes.
"""


class Lives:
    """Worker after worker on one database, each in a process that can be killed."""

    def __init__(self, engine: Engine, *arguments: str) -> None:
        self._engine = engine
        self._nursery = subprocess.Popen(
            [sys.executable, "-c", LIVES, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def until(self, runs: int, pause_s: float) -> int:
        """Let one live until so many runs are done, kill it, return its exit code."""
        pid = self._begin()
        wait_for(self._engine, runs=runs)
        time.sleep(pause_s)
        subprocess.run(["kill", "-KILL", str(pid)], check=True)
        return self._exit_code()

    def to_the_end(self) -> int:
        """Let one live as long as there is something to do."""
        self._begin()
        return self._exit_code()

    def end(self) -> None:
        self._nursery.communicate(timeout=20)

    def _begin(self) -> int:
        assert self._nursery.stdin is not None
        self._nursery.stdin.write("live\n")
        self._nursery.stdin.flush()
        return self._exit_code()

    def _exit_code(self) -> int:
        assert self._nursery.stdout is not None
        return int(self._nursery.stdout.readline())


def wait_for(engine: Engine, *, runs: int) -> None:
    until = time.monotonic() + 120
    while count_statuses(engine)["scored"] < runs:
        assert time.monotonic() < until, f"waited two minutes in vain for {runs} runs"
        time.sleep(0.02)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = open_database(tmp_path / "runs.db")
    yield made
    made.dispose()


def queue(engine: Engine, settings: RunSettings) -> None:
    """Queue samples that claim two things each, one of them wrongly."""
    samples = [
        Sample(
            output=f"Hall {at} has {at + 7} doors. It was built in 1931.",
            context=[f"Hall {at} has {at + 7} doors. It was built in 1930."],
        )
        for at in range(RUNS)
    ]
    actions.queue(engine, samples, settings, source="code", batch_name="halls")


def kill_and_finish(lives: Lives, seed: int) -> None:
    """Kill a worker at moments that the seed decides, then let one finish."""
    dice = random.Random(seed)
    for done in sorted(dice.sample(range(RUNS - 100), KILLS)):
        assert lives.until(done, dice.random() / 10) == -signal.SIGKILL
    assert lives.to_the_end() == 0
    lives.end()


def rows(engine: Engine, table: Table) -> int:
    with engine.connect() as connection:
        return connection.scalar(select(func.count()).select_from(table)) or 0


def statuses(engine: Engine) -> dict[str, int]:
    return {word: n for word, n in count_statuses(engine).items() if n}


def most_of_a_run(engine: Engine, column: Column[Any]) -> int:
    each = select(func.count(column).label("n")).group_by(column).subquery()
    with engine.connect() as connection:
        return connection.scalar(select(func.max(each.c.n))) or 0


def test_an_offline_batch_outlives_ten_kills(engine: Engine, tmp_path: Path) -> None:
    queue(engine, RunSettings())
    lives = Lives(engine, str(tmp_path / "runs.db"), str(AT_ONCE), "2")

    kill_and_finish(lives, seed=1)

    assert statuses(engine) == {"scored": RUNS}
    assert (rows(engine, RUN), rows(engine, SAMPLE)) == (RUNS, RUNS)
    assert (rows(engine, CLAIM), rows(engine, VERDICT)) == (2 * RUNS, 2 * RUNS)
    assert most_of_a_run(engine, CLAIM.c.run_id) == 2


def test_a_batch_for_a_model_outlives_ten_kills_and_pays_once(
    engine: Engine, tmp_path: Path, stub: Any
) -> None:
    stub.latency_s = 0.05
    queue(engine, RunSettings(judge="openai/stub", mode="fast", api_base=stub.url))
    file = str(tmp_path / "runs.db")
    lives = Lives(engine, file, str(AT_ONCE), "0", "litellm")

    kill_and_finish(lives, seed=2)

    assert statuses(engine) == {"scored": RUNS}
    assert (rows(engine, RUN), rows(engine, SAMPLE)) == (RUNS, RUNS)
    assert (rows(engine, CLAIM), rows(engine, VERDICT)) == (2 * RUNS, 2 * RUNS)
    assert rows(engine, JUDGE_CALL) == RUNS
    assert most_of_a_run(engine, JUDGE_CALL.c.run_id) == 1
    asked = Counter(request.user for request in stub.requests)
    assert len(asked) == RUNS
    assert asked.total() <= RUNS + KILLS * AT_ONCE


def test_a_server_that_is_asked_to_end_gives_back_what_it_has(
    engine: Engine, tmp_path: Path
) -> None:
    queue(engine, RunSettings())
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    where = ["--port", port, "--db", str(tmp_path / "runs.db")]
    server = subprocess.Popen(
        [sys.executable, "-m", "dashboard", *where],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_for(engine, runs=20)

    server.send_signal(signal.SIGTERM)
    server.wait(timeout=30)

    counts = statuses(engine)
    assert set(counts) == {"scored", "queued"}
    assert rows(engine, CLAIM) == 2 * counts["scored"]
    assert rows(engine, WORKER) == 0
