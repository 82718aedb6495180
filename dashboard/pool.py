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
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

Argument = TypeVar("Argument")
Found = TypeVar("Found")

POOL_FROM = 8
"""Runs under way from which starting processes pays."""


class OfflinePool:
    """Runs a function for one argument at a time, on all cores when there are many."""

    def __init__(self, *, processes: int = 0) -> None:
        """Make a pool of so many processes; with 0 all runs stay in one thread."""
        self._processes = processes
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="offline-judge")
        self._pool: ProcessPoolExecutor | None = None
        self._under_way = 0

    async def run(
        self, function: Callable[[Argument], Found], argument: Argument
    ) -> Found:
        """Return what the function, which a process must be able to import, returns.

        A process that dies (memory, say) fails what it had; the next call starts anew.
        """
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._executor(), function, argument
            )
        except BrokenProcessPool:
            self._pool = None
            raise
        finally:
            self._under_way -= 1

    def warm(self, function: Callable[[], object]) -> None:
        """Run a function once in the thread, beside everything else."""
        self._thread.submit(function)

    def stop(self) -> None:
        """End without waiting for what is under way."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _executor(self) -> Executor:
        if not self._processes or (self._pool is None and self._under_way < POOL_FROM):
            return self._thread
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._processes,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_die_with_parent,
            )
        return self._pool


def _die_with_parent() -> None:
    """End this process when the one that started it is gone, or was before now."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
