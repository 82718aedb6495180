"""What one worker has in a database: its name, the runs it took, what it has to write.

Everything here waits for the database, so a worker calls it beside its event loop.
"""

from __future__ import annotations

import logging
import os
import socket
import time
import uuid
from collections.abc import Callable, Sequence
from functools import cache

from sqlalchemy import Engine

from dashboard import results
from dashboard.kept_replies import KeptReplies
from storage import runs, workers
from storage.bin import KEPT_FOR, empty_bin
from storage.errors import StorageError
from storage.values import FinishedRun, QueuedRun

log = logging.getLogger(__name__)

EMPTY_BIN_EVERY_S = 24 * 60 * 60.0
"""How often runs are removed that have lain in the bin for as long as it keeps them."""


class Ledger:
    """Takes runs for one worker and writes what became of them.

    Attributes:
        unsaved: Runs that have ended and are not written yet.
    """

    def __init__(self, engine: Engine, replies: KeptReplies) -> None:
        """Begin with nothing taken; ``replies`` are written before any run."""
        self._engine = engine
        self._replies = replies
        self._name = f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:8]}"
        self._known = False
        self._unsure = False
        self._bin_emptied_at = -float("inf")
        self.unsaved: list[FinishedRun] = []

    def beat(self, under_way: Sequence[QueuedRun]) -> None:
        """Say that this worker lives, and take back the runs of those that do not.

        Once a day what has lain in the bin long enough is removed from it.

        Raises:
            StorageError: If the database cannot be written.
        """
        if not (self._known and workers.beat(self._engine, name=self._name)):
            workers.register_worker(
                self._engine, name=self._name, host=_host(), pid=os.getpid()
            )
            self._known = True
        again = workers.take_back_orphans(self._engine, is_alive=_is_alive)
        if again:
            log.info("%d runs of a worker that is gone were queued again", again)
        if self._unsure:
            self._give_back_unknown(under_way)
            self._unsure = False
        if time.monotonic() - self._bin_emptied_at > EMPTY_BIN_EVERY_S:
            self._bin_emptied_at = time.monotonic()
            empty_bin(self._engine, older_than=KEPT_FOR)

    def take(
        self,
        limit: int,
        under_way: Sequence[QueuedRun],
        *,
        most_of: Callable[[str], int],
        batch_id: int | None,
    ) -> list[QueuedRun]:
        """Return runs that are this worker's from now on.

        Raises:
            StorageError: If the database cannot be written.
        """
        try:
            return runs.take_runs(
                self._engine,
                worker=self._name,
                limit=limit,
                batch_id=batch_id,
                under_way=under_way,
                most_of=most_of,
            )
        except StorageError:
            self._unsure = True  # perhaps only the answer was lost
            raise

    def save(self) -> None:
        """Write the replies that came, and the runs that have ended, if there are any.

        Replies first: what was paid for stays, even where a run cannot be kept.

        Raises:
            StorageError: If the database cannot be written; nothing is lost.
        """
        self._replies.write()
        if not self.unsaved:
            return
        try:
            runs.save_runs(self._engine, self.unsaved, worker=self._name)
        except ValueError:
            for run in self.unsaved:
                self._save_alone(run)
        self.unsaved = []

    def leave(self) -> None:
        """Write what has ended, give back what has not, and be no worker any more.

        Raises:
            StorageError: If the database cannot be written; then others take back what
                this worker had.
        """
        self.save()
        runs.give_back(self._engine, worker=self._name)
        workers.retire_worker(self._engine, name=self._name)
        self._known = False

    def _save_alone(self, run: FinishedRun) -> None:
        """Write one run; what the tables refuse is kept as a failure that says so."""
        try:
            runs.save_runs(self._engine, [run], worker=self._name)
        except ValueError as error:
            log.exception("run %d could not be kept as it was", run.run_id)
            refused = results.failed(run.run_id, f"could not be kept: {error}")
            runs.save_runs(self._engine, [refused], worker=self._name)

    def _give_back_unknown(self, under_way: Sequence[QueuedRun]) -> None:
        """Queue again what is this worker's in the database, but not to its knowledge.

        So it is when a run was taken and the answer did not arrive.
        """
        known = {run.run_id for run in under_way}
        known |= {run.run_id for run in self.unsaved}
        again = runs.give_back(self._engine, worker=self._name, but=known)
        if again:
            log.info("%d runs that were taken in vain were queued again", again)


@cache
def _host() -> str:
    """Return what tells the processes whose ids this process can look up.

    Containers may share a name, and each counts its processes for itself.
    """
    try:
        return f"{socket.gethostname()} {os.readlink('/proc/self/ns/pid')}"
    except OSError:  # not Linux
        return socket.gethostname()


def _is_alive(host: str, pid: int) -> bool:
    """Return whether a worker's process may still live; of other hosts, assume so."""
    if host != _host() or pid == os.getpid():
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
