import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence

import pytest

from dashboard.pool import OfflinePool, PoolClosed


@pytest.fixture
def pool() -> Iterator[OfflinePool]:
    made = OfflinePool(processes=2)
    yield made
    made.stop()


def where(_: Sequence[int]) -> int:
    return os.getpid()


def group_of_the_process(_: Sequence[int]) -> int:
    return os.getpgid(0)


def refuse(_: Sequence[int]) -> None:
    raise ValueError("not this one")


def end(_: Sequence[int]) -> None:
    os._exit(3)


async def all_of(pool: OfflinePool, number: int) -> list[int]:
    return list(await asyncio.gather(*(pool.run(where, [n]) for n in range(number))))


def test_a_few_runs_stay_in_this_process(pool: OfflinePool) -> None:
    assert set(asyncio.run(all_of(pool, 3))) == {os.getpid()}


def test_many_runs_go_to_other_processes(pool: OfflinePool) -> None:
    places = asyncio.run(all_of(pool, 40))

    assert set(places[:7]) == {os.getpid()}
    assert os.getpid() not in places[7:]


def test_a_group_counts_as_many_as_it_holds(pool: OfflinePool) -> None:
    assert asyncio.run(pool.run(where, range(7))) == os.getpid()
    assert asyncio.run(pool.run(where, range(8))) != os.getpid()


def test_ctrl_c_at_the_terminal_reaches_the_program_alone(pool: OfflinePool) -> None:
    assert asyncio.run(pool.run(group_of_the_process, range(8))) != os.getpgid(0)


def test_what_the_function_raises_reaches_the_caller(pool: OfflinePool) -> None:
    with pytest.raises(ValueError, match="not this one"):
        asyncio.run(pool.run(refuse, [1]))


def test_after_a_process_died_the_next_run_starts_anew(pool: OfflinePool) -> None:
    async def kill_and_go_on() -> list[int]:
        await all_of(pool, 10)
        with pytest.raises(Exception, match="terminated abruptly"):
            await pool.run(end, [3])
        return await all_of(pool, 10)

    assert len(asyncio.run(kill_and_go_on())) == 10


def test_after_a_process_died_alone_the_next_starts_anew(pool: OfflinePool) -> None:
    async def kill_and_go_on() -> int:
        with pytest.raises(Exception, match="terminated abruptly"):
            await pool.run_alone(end, 3)
        return await pool.run_alone(where, 3)

    assert asyncio.run(kill_and_go_on()) != os.getpid()


def test_a_pool_that_was_stopped_says_so(pool: OfflinePool) -> None:
    pool.stop()

    with pytest.raises(PoolClosed):
        asyncio.run(pool.run(where, [1]))


@pytest.mark.parametrize(
    ("processes", "at_once", "together"),
    [
        pytest.param(2, None, 8, id="no bound"),
        pytest.param(2, 4, 1, id="each process has one, and one that waits"),
        pytest.param(2, 1, 1, id="one at a time"),
        pytest.param(2, 16, 4, id="less than is handed over otherwise"),
        pytest.param(0, None, 8, id="in one thread"),
    ],
)
def test_groups_leave_every_process_its_part(
    processes: int, at_once: int | None, together: int
) -> None:
    pool = OfflinePool(processes=processes)

    assert pool.group_size(at_once) == together
    pool.stop()


KILLED_WHILE_ITS_PROCESSES_START = """
import asyncio, os, signal
from dashboard.pool import OfflinePool

async def main():
    pool = OfflinePool(processes=2)
    calls = [asyncio.ensure_future(pool.run(len, [n])) for n in range(9)]
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
