"""Runs that a worker has under way: each judge is asked as suits it.

Runs for the offline judge go to its processes in groups, since handing over costs as
much for one as for several; those for a model go one by one, since they mostly wait.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures.process import BrokenProcessPool
from itertools import groupby
from typing import NoReturn

from dashboard import actions, results
from dashboard.pool import OfflinePool, PoolClosed
from dashboard.scoring import HallucinationScorer
from dashboard.scoring.judges import OFFLINE
from storage.rows import chunks
from storage.values import FinishedRun, QueuedRun

log = logging.getLogger(__name__)

DIED = (
    "the process that judged this run ended unexpectedly, perhaps for want of memory;"
    " a shorter text may fit"
)

Scorers = Callable[[QueuedRun], HallucinationScorer]


class UnderWay:
    """The runs that are being scored on one event loop.

    Attributes:
        changed: Set when a run has ended; others may set it, too, to be looked at.
    """

    def __init__(self, offline: OfflinePool, scorer_of: Scorers) -> None:
        """Begin with none; ``scorer_of`` returns what scores a run by a model."""
        self._offline = offline
        self._scorer_of = scorer_of
        self._tasks: dict[asyncio.Task[list[FinishedRun]], Sequence[QueuedRun]] = {}
        self._one_by_one = asyncio.Lock()
        self.changed = asyncio.Event()

    @property
    def runs(self) -> list[QueuedRun]:
        """What is being scored."""
        return [run for group in self._tasks.values() for run in group]

    def begin(self, runs: Sequence[QueuedRun]) -> None:
        """Let runs be scored."""
        offline = [run for run in runs if run.settings.judge == OFFLINE]
        for at_once, some in groupby(offline, key=lambda run: run.concurrency):
            for group in chunks(list(some), self._offline.group_size(at_once)):
                self._begin(self._score_offline(group), group)
        for run in runs:
            if run.settings.judge != OFFLINE:
                self._begin(self._score(run), [run])

    async def ended(self, *, timeout_s: float) -> list[FinishedRun]:
        """Return what has ended, after waiting for a change if nothing has yet."""
        try:
            async with asyncio.timeout(timeout_s):
                await self.changed.wait()
        except TimeoutError:
            pass
        self.changed.clear()
        return self._collect()

    async def end(self, *, grace_s: float) -> list[FinishedRun]:
        """Give what is under way a moment to end; return what did, drop what did not.

        Every request to a model that is on its way is one that was paid for.
        """
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=grace_s)
        finished = self._collect()
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()
        return finished

    def _begin(
        self,
        work: Coroutine[None, None, list[FinishedRun]],
        group: Sequence[QueuedRun],
    ) -> None:
        task = asyncio.create_task(work)
        task.add_done_callback(lambda _: self.changed.set())
        self._tasks[task] = group

    def _collect(self) -> list[FinishedRun]:
        done = [task for task in self._tasks if task.done()]
        for task in done:
            del self._tasks[task]
        return [run for task in done for run in task.result()]

    async def _score(self, run: QueuedRun) -> list[FinishedRun]:
        try:
            attempt = self._scorer_of(run).attempt(results.sample_of(run))
            return [results.finished(run.run_id, await attempt)]
        except ValueError as error:
            return [results.failed(run.run_id, str(error))]
        except Exception as error:
            log.exception("run %d could not be tried", run.run_id)
            return [results.failed(run.run_id, f"unexpected: {error!r}")]

    async def _score_offline(self, group: Sequence[QueuedRun]) -> list[FinishedRun]:
        try:
            return await self._offline.run(actions.score_offline, group)
        except BrokenProcessPool:
            log.warning("a process of the offline judge died; trying one by one")
            for run in group:
                self._begin(self._score_alone(run), [run])
            return []
        except PoolClosed:
            return await _never()
        except Exception as error:
            log.exception("%d runs could not be tried", len(group))
            sentence = f"unexpected: {error!r}"
            return [results.failed(run.run_id, sentence) for run in group]

    async def _score_alone(self, run: QueuedRun) -> list[FinishedRun]:
        """Score a run that may be what a process died of."""
        try:
            async with self._one_by_one:
                return await self._offline.run_alone(actions.score_offline, run)
        except BrokenProcessPool:
            log.warning("run %d ended the process that judged it", run.run_id)
            return [results.failed(run.run_id, DIED)]
        except PoolClosed:
            return await _never()
        except Exception as error:
            log.exception("run %d could not be tried", run.run_id)
            return [results.failed(run.run_id, f"unexpected: {error!r}")]


async def _never() -> NoReturn:
    """Wait until cancelled: whoever closed the pool gives its runs back."""
    await asyncio.Event().wait()
    raise AssertionError("unreachable: nobody sets it")
