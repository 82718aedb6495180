"""Takes queued runs, scores them, writes them back; for the page and the command line.

Why a thread of its own: a click, a refresh or a closed tab ends a page's script, and
with it whatever the script was doing.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import threading
import time
import uuid
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Engine

from dashboard import actions
from dashboard.kept_replies import KeptReplies
from dashboard.pool import OfflinePool
from dashboard.scoring import HallucinationScorer
from dashboard.scoring.judges import OFFLINE
from storage import runs, workers
from storage.errors import StorageError
from storage.values import FinishedRun, QueuedRun, RunSettings

log = logging.getLogger(__name__)

LOOK_AGAIN_S = 2.0
"""How long an idle worker waits before it looks for runs that others queued."""
SAVE_EVERY_S = 0.25
"""How long finished runs may wait for company before they are written."""
BEAT_EVERY_S = 5.0
"""How often a worker says that it lives, and looks for runs of those that do not."""
FAULT_PAUSE_S = 2.0
"""How long to wait before a database that refused is asked again."""


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

        With ``processes`` many offline runs are judged by so many processes; with 0 by
        one thread. Only a program whose main file can be run again may ask for them.
        """
        self._engine = engine
        self._concurrency = concurrency
        self._batch_id = batch_id
        self._name = f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:8]}"
        self._scorers: dict[RunSettings, HallucinationScorer] = {}
        self._replies = KeptReplies(engine)
        self.trouble: Trouble | None = None
        self._known = False
        self._unsaved: list[FinishedRun] = []
        self._saved = threading.Condition()
        self._awake = threading.Event()
        self._stopping = threading.Event()
        self._offline = OfflinePool(processes=processes)
        self._thread = threading.Thread(target=self._work, name="worker", daemon=True)

    def start(self) -> None:
        """Begin to take runs; those of dead workers are queued again first."""
        self._offline.warm(actions.warm_offline)
        self._thread.start()

    def wake(self) -> None:
        """Say that something was queued, so that it is taken at once."""
        self._awake.set()

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
        """Write what is finished, give back what is not, and end."""
        self._stopping.set()
        self._awake.set()
        self._thread.join(timeout_s)
        self._offline.stop()

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                asyncio.run(self._loop())
            except Exception:
                # nobody would notice a dead worker but for runs that stay queued
                log.exception("the worker stumbled and begins again")
                self._stopping.wait(FAULT_PAUSE_S)

    async def _loop(self) -> None:
        running: set[asyncio.Task[FinishedRun]] = set()
        saved_at = beaten_at = -float("inf")
        while not self._stopping.is_set():
            try:
                if time.monotonic() - beaten_at > BEAT_EVERY_S:
                    self._beat()
                    beaten_at = time.monotonic()
                taken = self._take(self._concurrency - len(running))
                running |= {asyncio.create_task(self._score(run)) for run in taken}
                running = await self._collect(running)
                due = time.monotonic() - saved_at > SAVE_EVERY_S
                if due or not running:
                    self._save()
                    saved_at = time.monotonic()
                self.trouble = None
            except StorageError as error:
                log.warning("the database refused, trying again: %s", error)
                self.trouble = self.trouble or Trouble(str(error), time.monotonic())
                await asyncio.sleep(FAULT_PAUSE_S)
            if not running:
                await self._rest()
        await self._end(running)

    def _take(self, free: int) -> list[QueuedRun]:
        if free <= 0:
            return []
        self._awake.clear()
        return runs.take_runs(
            self._engine, worker=self._name, limit=free, batch_id=self._batch_id
        )

    async def _collect(
        self, running: set[asyncio.Task[FinishedRun]]
    ) -> set[asyncio.Task[FinishedRun]]:
        """Move what has finished to the unsaved runs; return what has not."""
        if not running:
            return running
        done, running = await asyncio.wait(
            running, timeout=SAVE_EVERY_S, return_when=asyncio.FIRST_COMPLETED
        )
        self._unsaved.extend(task.result() for task in done)
        return running

    async def _rest(self) -> None:
        """Wait until something is queued, for a while at the most."""
        if not self._unsaved:
            await asyncio.to_thread(self._awake.wait, LOOK_AGAIN_S)

    async def _score(self, run: QueuedRun) -> FinishedRun:
        try:
            if run.settings.judge == OFFLINE:
                return await self._offline.run(actions.score_offline, run)
            attempt = self._scorer(run.settings).attempt(actions.sample_of(run))
            return actions.finished(run.run_id, await attempt)
        except ValueError as error:
            return actions.failed(run.run_id, str(error))
        except Exception as error:
            log.exception("run %d could not be tried", run.run_id)
            return actions.failed(run.run_id, f"unexpected: {error!r}")

    def _scorer(self, settings: RunSettings) -> HallucinationScorer:
        if settings not in self._scorers:
            self._scorers[settings] = actions.scorer_for(
                settings,
                at_once=self._concurrency,
                cache=self._replies.of(settings.judge),
            )
        return self._scorers[settings]

    def _save(self) -> None:
        """Write the replies that came, and the runs that have ended, if there are any.

        Replies first: what was paid for stays, even where a run cannot be kept.
        """
        self._replies.write()
        if not self._unsaved:
            return
        try:
            runs.save_runs(self._engine, self._unsaved, worker=self._name)
        except ValueError:
            for run in self._unsaved:
                self._save_alone(run)
        self._unsaved = []
        with self._saved:
            self._saved.notify_all()

    def _save_alone(self, run: FinishedRun) -> None:
        """Write one run; what the tables refuse is kept as a failure that says so."""
        try:
            runs.save_runs(self._engine, [run], worker=self._name)
        except ValueError as error:
            log.exception("run %d could not be kept as it was", run.run_id)
            refused = actions.failed(run.run_id, f"could not be kept: {error}")
            runs.save_runs(self._engine, [refused], worker=self._name)

    def _beat(self) -> None:
        if self._known:
            workers.beat(self._engine, name=self._name)
        else:
            workers.register_worker(
                self._engine,
                name=self._name,
                host=socket.gethostname(),
                pid=os.getpid(),
            )
            self._known = True
        again = workers.take_back_orphans(self._engine, is_alive=_is_alive)
        if again:
            log.info("%d runs of a worker that is gone were queued again", again)

    async def _end(self, running: set[asyncio.Task[FinishedRun]]) -> None:
        for task in running:
            task.cancel()
        try:
            self._save()
            runs.give_back(self._engine, worker=self._name)
            workers.retire_worker(self._engine, name=self._name)
        except StorageError as error:
            log.warning("could not give back unfinished runs: %s", error)


def _is_alive(host: str, pid: int) -> bool:
    """Return whether a worker's process may still live; of other hosts, assume so."""
    if host != socket.gethostname():
        return True
    if pid == os.getpid():
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
