"""Judges offline in processes of their own, one a core, so that pages stay quick.

Why not threads: the offline judge only computes, and Python runs one thread at a time.
A few runs are judged faster in a thread than processes take to start, so the pool
begins only when there is much to do. Processes are for programs of our own: each runs
the program's main file again, which a script must guard against and seldom does.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

Argument = TypeVar("Argument")
Found = TypeVar("Found")

POOL_FROM = 8
"""Runs under way from which starting processes pays."""
PER_PROCESS = 32
"""Runs for each process, so that it never waits for the next."""
GROUP = 8
"""Runs that are handed to a process together: it costs as much as for one."""
NICE = 5
"""How far the processes stand back behind the pages; see nice(2)."""


class PoolClosed(Exception):  # noqa: N818  reads as a fact
    """Nothing is judged any more: the pool was stopped, or the program is ending."""


class OfflinePool:
    """Runs a function for groups of arguments, on all cores when there are many."""

    def __init__(self, *, processes: int = 0) -> None:
        """Make a pool of so many processes; with 0 all runs stay in one thread."""
        self._processes = processes
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="offline-judge")
        self._pool: ProcessPoolExecutor | None = None
        self._careful: ProcessPoolExecutor | None = None
        self._under_way = 0

    @property
    def room(self) -> int:
        """How many runs may be under way without waiting long for their turn."""
        return PER_PROCESS * max(1, self._processes)

    def group_size(self, at_once: int | None) -> int:
        """Return how many runs to hand over together.

        Where no more than ``at_once`` may be under way, all processes get their part.
        """
        part = (at_once or self.room) // (2 * max(1, self._processes))
        return min(GROUP, max(1, part))

    async def run(
        self, function: Callable[[Sequence[Argument]], Found], group: Sequence[Argument]
    ) -> Found:
        """Return what the function, which a process must be able to import, returns.

        Raises:
            BrokenProcessPool: If the process that had this group died (for want of
                memory, say), perhaps because of another one's; the next call starts
                processes anew.
            PoolClosed: If it was stopped.
        """
        self._under_way += len(group)
        executor = self._executor()
        try:
            return await _ask(executor, function, group)
        except BrokenProcessPool:
            if self._pool is executor:
                self._pool = None
            raise
        finally:
            self._under_way -= len(group)

    async def run_alone(
        self, function: Callable[[Sequence[Argument]], Found], argument: Argument
    ) -> Found:
        """Return what the function returns in a process that has nothing else to do.

        One call at a time is for the caller to see to.

        Raises:
            BrokenProcessPool: If that process died, of this argument then.
            PoolClosed: If the pool was stopped.
        """
        if self._careful is None:
            self._careful = _processes(1)
        try:
            return await _ask(self._careful, function, (argument,))
        except BrokenProcessPool:
            self._careful = None
            raise

    def warm(self, function: Callable[[], object]) -> None:
        """Run a function once in the thread, beside everything else."""
        self._thread.submit(function)

    def stop(self) -> None:
        """End without waiting for what is under way."""
        for executor in (self._thread, self._pool, self._careful):
            if executor is not None:
                executor.shutdown(wait=False, cancel_futures=True)

    def _executor(self) -> Executor:
        if not self._processes or (self._pool is None and self._under_way < POOL_FROM):
            return self._thread
        if self._pool is None:
            self._pool = _processes(self._processes)
        return self._pool


async def _ask(
    executor: Executor,
    function: Callable[[Sequence[Argument]], Found],
    group: Sequence[Argument],
) -> Found:
    loop = asyncio.get_running_loop()
    try:
        asked = loop.run_in_executor(executor, function, group)
    except BrokenProcessPool:
        raise
    except RuntimeError as error:
        raise PoolClosed from error
    return await asked


def _processes(number: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(
        number,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_stand_back,
    )


def _stand_back() -> None:
    """Leave the pages their turn, and the end of this process to its parent alone."""
    if hasattr(os, "setsid"):  # what a terminal sends to all is for the parent
        os.setsid()
    if hasattr(os, "nice"):
        os.nice(NICE)
    _die_with_parent()


def _die_with_parent() -> None:
    """End this process when the one that started it is gone, or was before now."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
