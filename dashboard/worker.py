"""Takes queued runs, scores them, writes them back; for the page and the command line.

Why a thread of its own: a click, a refresh or a closed tab ends a page's script, and
with it whatever the script was doing.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Literal

from sqlalchemy import Engine

from dashboard import actions
from dashboard.kept_replies import KeptReplies
from dashboard.ledger import Ledger
from dashboard.pool import OfflinePool
from dashboard.scoring import HallucinationScorer
from dashboard.scoring.judges import OFFLINE
from dashboard.under_way import UnderWay
from storage import runs
from storage.errors import StorageError
from storage.values import QueuedRun, RunSettings

log = logging.getLogger(__name__)

LOOK_AGAIN_S = 2.0
"""How long an idle worker waits before it looks for runs that others queued."""
SAVE_EVERY_S = 0.25
"""How long finished runs may wait for company before they are written."""
REPLIES_EVERY_S = 0.02
"""How long a model's reply may wait for company: what is lost is paid for twice."""
BEAT_EVERY_S = 5.0
"""How often a worker says that it lives, and looks for runs of those that do not."""
FAULT_PAUSE_S = 2.0
"""How long to wait before a database that refused is asked again."""
GRACE_S = 1.0
"""How long what is under way may take to end when the worker is stopped."""
MOST_UNDER_WAY = 512
"""Runs of all judges together; what has ended and is not yet written counts, too."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What a database says, and since when (``time.monotonic``), instead of working."""

    sentence: str
    since: float


class Worker:
    """Scores what is queued in one database, until it is stopped.

    Several workers, also of other processes, may share a database: a run is taken by
    one of them only, and what a dead one left unfinished is taken back.

    Attributes:
        trouble: Why the database has taken nothing for a while; None when it does.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        concurrency: int = 32,
        batch_id: int | None = None,
        processes: int = 0,
    ) -> None:
        """Make a worker for all runs of a database, or for those of one batch.

        ``concurrency`` is how many runs of each judge may be worked on at once; a batch
        may have its own. With ``processes`` many offline runs are judged by so many
        processes; with 0 by one thread. Only a program whose main file can be run again
        may ask for them.
        """
        self._engine = engine
        self._concurrency = concurrency
        self._batch_id = batch_id
        self._scorers: dict[tuple[RunSettings, int], HallucinationScorer] = {}
        self._replies = KeptReplies(engine, on_new=lambda: self._ring("replied"))
        self._ledger = Ledger(engine, self._replies)
        self.trouble: Trouble | None = None
        self._saved = threading.Condition()
        self._stopping = threading.Event()
        self._bells: _Bells | None = None
        self._offline = OfflinePool(processes=min(processes, concurrency))
        self._thread = threading.Thread(target=self._work, name="worker", daemon=True)

    def start(self) -> None:
        """Begin to take runs; those of dead workers are queued again first."""
        self._offline.warm(actions.warm_offline)
        self._thread.start()

    def wake(self) -> None:
        """Say that something was queued or resumed, so that it is taken at once."""
        self._ring("changed")

    def wait_for(self, run_ids: Collection[int], timeout_s: float) -> bool:
        """Return whether these runs have ended, after at most ``timeout_s`` seconds."""
        until = time.monotonic() + timeout_s
        while runs.unfinished(self._engine, run_ids):
            left = until - time.monotonic()
            if left <= 0:
                return False
            with self._saved:
                self._saved.wait(min(left, 0.1))
        return True

    def stop(self, timeout_s: float = 5.0) -> None:
        """Give what is under way a moment, write it, give back the rest, and end."""
        self._stopping.set()
        self._ring("changed")
        self._thread.join(timeout_s)
        self._offline.stop()

    def _ring(self, bell: Literal["changed", "replied"]) -> None:
        """Ring a bell on the event loop, if there is one; from any thread."""
        bells = self._bells
        if bells is not None:
            with suppress(RuntimeError):  # the loop has closed since
                bells.loop.call_soon_threadsafe(getattr(bells, bell).set)

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                asyncio.run(self._loop())
            except Exception:
                # nobody would notice a dead worker but for runs that stay queued
                log.exception("the worker stumbled and begins again")
                self._stopping.wait(FAULT_PAUSE_S)

    async def _loop(self) -> None:
        under_way = UnderWay(self._offline, self._scorer_of)
        bells = _Bells(asyncio.get_running_loop(), under_way.changed, asyncio.Event())
        self._bells = bells
        keeping = asyncio.create_task(self._keep_replies(bells.replied))
        clocks = _Clock(BEAT_EVERY_S), _Clock(SAVE_EVERY_S)
        try:
            while not self._stopping.is_set():
                try:
                    await self._turn(under_way, *clocks)
                    self.trouble = None
                except StorageError as error:
                    log.warning("the database refused, trying again: %s", error)
                    self.trouble = self.trouble or Trouble(str(error), time.monotonic())
                    await asyncio.sleep(FAULT_PAUSE_S)
                idle = not (under_way.runs or self._ledger.unsaved)
                wait_s = LOOK_AGAIN_S if idle else SAVE_EVERY_S
                self._ledger.unsaved += await under_way.ended(timeout_s=wait_s)
        finally:
            self._bells = None
            keeping.cancel()
            await self._end(under_way)

    async def _turn(self, under_way: UnderWay, beat: _Clock, save: _Clock) -> None:
        """Do what is due with the database, and begin what it has for us."""
        ledger, busy = self._ledger, under_way.runs
        if beat.due:
            await asyncio.to_thread(ledger.beat, busy)
            beat.reset()
        if ledger.unsaved and (save.due or not busy):
            await asyncio.to_thread(ledger.save)
            save.reset()
            with self._saved:
                self._saved.notify_all()
        free = MOST_UNDER_WAY - len(busy) - len(ledger.unsaved)
        if free > 0 and self._wants_more(busy):
            take = partial(ledger.take, most_of=self._most_of, batch_id=self._batch_id)
            under_way.begin(await asyncio.to_thread(take, free, busy))

    def _wants_more(self, busy: Sequence[QueuedRun]) -> bool:
        """Return whether to look for runs now.

        While only the offline judge works, and has enough to do, looking can wait:
        taking a few runs costs as much as taking many.
        """
        offline = sum(run.settings.judge == OFFLINE for run in busy)
        return offline < len(busy) or offline <= self._offline.room // 2

    def _most_of(self, judge: str) -> int:
        """Return how many runs of a judge may be under way."""
        return self._offline.room if judge == OFFLINE else self._concurrency

    async def _keep_replies(self, replied: asyncio.Event) -> None:
        """Write replies of models soon after they came, whatever becomes of the run."""
        while True:
            await replied.wait()
            replied.clear()
            await asyncio.sleep(REPLIES_EVERY_S)
            try:
                await asyncio.to_thread(self._replies.write)
            except StorageError as error:
                log.warning("replies cannot be kept, trying again: %s", error)
                await asyncio.sleep(FAULT_PAUSE_S)
                replied.set()

    def _scorer_of(self, run: QueuedRun) -> HallucinationScorer:
        key = (run.settings, run.concurrency or self._concurrency)
        if key not in self._scorers:
            self._scorers[key] = actions.scorer_for(
                run.settings,
                at_once=key[1],
                cache=self._replies.of(run.settings.judge),
            )
        return self._scorers[key]

    async def _end(self, under_way: UnderWay) -> None:
        self._ledger.unsaved += await under_way.end(grace_s=GRACE_S)
        try:
            await asyncio.to_thread(self._ledger.leave)
        except StorageError as error:
            log.warning("could not give back unfinished runs: %s", error)


@dataclass(frozen=True, slots=True)
class _Bells:
    """What other threads can say to the event loop of a worker."""

    loop: asyncio.AbstractEventLoop
    changed: asyncio.Event
    replied: asyncio.Event


class _Clock:
    """Says when something is due again."""

    def __init__(self, every_s: float) -> None:
        self._every_s = every_s
        self._next = -float("inf")

    @property
    def due(self) -> bool:
        return time.monotonic() >= self._next

    def reset(self) -> None:
        self._next = time.monotonic() + self._every_s
