import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from dashboard.pool import OfflinePool


@pytest.fixture
def pool() -> Iterator[OfflinePool]:
    made = OfflinePool(processes=2)
    yield made
    made.stop()


def where(_: int) -> int:
    return os.getpid()


def refuse(_: int) -> None:
    raise ValueError("not this one")


async def all_of(pool: OfflinePool, number: int) -> list[int]:
    return list(await asyncio.gather(*(pool.run(where, n) for n in range(number))))


def test_a_few_runs_stay_in_this_process(pool: OfflinePool) -> None:
    assert set(asyncio.run(all_of(pool, 3))) == {os.getpid()}


def test_many_runs_go_to_other_processes(pool: OfflinePool) -> None:
    places = asyncio.run(all_of(pool, 40))

    assert set(places[:7]) == {os.getpid()}
    assert os.getpid() not in places[7:]


def test_what_the_function_raises_reaches_the_caller(pool: OfflinePool) -> None:
    with pytest.raises(ValueError, match="not this one"):
        asyncio.run(pool.run(refuse, 1))


def test_after_a_process_died_the_next_run_starts_anew(pool: OfflinePool) -> None:
    async def kill_and_go_on() -> list[int]:
        await all_of(pool, 10)
        with pytest.raises(Exception, match="terminated abruptly"):
            await pool.run(os._exit, 3)
        return await all_of(pool, 10)

    assert len(asyncio.run(kill_and_go_on())) == 10


KILLED_WHILE_ITS_PROCESSES_START = """
import asyncio, os, signal
from dashboard.pool import OfflinePool

async def main():
    pool = OfflinePool(processes=2)
    calls = [asyncio.ensure_future(pool.run(abs, n)) for n in range(9)]
    await asyncio.sleep(0)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


def test_processes_end_with_a_program_that_is_killed_while_they_start() -> None:
    program = [sys.executable, "-c", KILLED_WHILE_ITS_PROCESSES_START]

    # what it started holds its output open, so this returns when all of them are gone
    ended = subprocess.run(program, capture_output=True, timeout=30, check=False)

    assert ended.returncode == -signal.SIGKILL


def test_without_processes_all_runs_stay_in_this_one() -> None:
    pool = OfflinePool()

    places = asyncio.run(all_of(pool, 40))

    pool.stop()
    assert set(places) == {os.getpid()}
