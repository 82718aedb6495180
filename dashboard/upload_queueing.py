"""Queues uploads part by part, in threads that no click and no closed tab ends.

The upload and its plan stay on the disk until all of it is queued. What is queued is
counted in the database, so a server that was killed goes on with the next sample.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from sqlalchemy import Engine

from dashboard import actions
from dashboard.columns import Columns
from dashboard.drawn import letters_of, with_more_context
from dashboard.reimport import ReviewedSample
from dashboard.scoring import Sample
from dashboard.scoring.llm.environment import without_login
from dashboard.upload_orders import Order, Orders
from dashboard.upload_reading import read_samples
from dashboard.upload_spool import Spool, spool_folder, sweep
from dashboard.upload_values import RowProblem, UploadError
from storage.batches import cancel_batch, create_batch
from storage.errors import StorageError
from storage.filling import batch_state, count_queued
from storage.values import RunSettings

log = logging.getLogger(__name__)

PART, PART_LETTERS = 1_000, 20_000_000
"""Samples queued in one transaction, and characters; so memory holds no more."""
LOOK_AGAIN_S = 2.0
"""How long to wait for a database that refused."""


@dataclass(frozen=True, slots=True)
class Filling:
    """An upload that is not in the queue with all its samples.

    Attributes:
        samples: How many it has.
        at_work: Whether this server is queueing it.
        trouble: Why it does not get on; None when it does.
    """

    samples: int
    at_work: bool
    trouble: str | None


class Feeder:
    """Queues uploads of one database, each in a thread of its own."""

    def __init__(self, engine: Engine, *, wake: Callable[[], None]) -> None:
        """Make a feeder; ``wake`` is called whenever something was queued."""
        self.folder = spool_folder(engine)
        self._engine = engine
        self._wake = wake
        self._orders = Orders(self.folder)
        self._threads: dict[int, threading.Thread] = {}
        self._trouble: dict[int, str] = {}
        self._stopping = threading.Event()

    def start(self) -> None:
        """Go on with what a server before this one left unfinished."""
        sweep(self.folder)
        for batch_id in self._orders.open_batches():
            self.go_on(batch_id)

    def order(
        self,
        spool: Spool,
        *,
        name: str,
        columns: Columns,
        settings: RunSettings,
        samples: int,
        context: Sequence[str] = (),
        concurrency: int | None = None,
    ) -> int:
        """Begin to queue an upload as a batch of this name and return the batch's id.

        The upload belongs to the feeder from now on.

        Raises:
            StorageError: If the database cannot be written.
            UploadError: If the upload cannot be kept.
        """
        settings = replace(settings, api_base=without_login(settings.api_base))
        batch_id = create_batch(
            self._engine,
            name=name,
            settings=settings,
            file_name=spool.name,
            concurrency=concurrency,
        )
        spool.move(self._orders.file(batch_id))
        self._orders.keep(
            Order(batch_id, spool.name, columns, settings, samples, tuple(context))
        )
        self.go_on(batch_id)
        return batch_id

    def go_on(self, batch_id: int) -> None:
        """Go on queueing an upload, if there is something left of it to queue."""
        at_work = self._threads.get(batch_id)
        if (at_work and at_work.is_alive()) or self._orders.find(batch_id) is None:
            return
        thread = threading.Thread(
            target=self._serve, args=(batch_id,), name="feeder", daemon=True
        )
        self._threads[batch_id] = thread
        thread.start()

    def filling(self, batch_id: int) -> Filling | None:
        """Return how an upload stands; None when all of it is queued."""
        order = self._orders.find(batch_id)
        if order is None:
            return None
        thread = self._threads.get(batch_id)
        at_work = thread is not None and thread.is_alive()
        return Filling(order.samples, at_work, self._trouble.get(batch_id))

    def join(self) -> None:
        """Wait until every upload is queued, or cannot be."""
        for thread in list(self._threads.values()):
            thread.join()

    def stop(self) -> None:
        """End after the part at hand; the next start goes on behind it."""
        self._stopping.set()
        self.join()

    def _serve(self, batch_id: int) -> None:
        with self._orders.held(batch_id) as mine:
            order = self._orders.find(batch_id)
            while mine and order is not None and not self._stopping.is_set():
                if self._try(order):
                    return
                self._stopping.wait(LOOK_AGAIN_S)

    def _try(self, order: Order) -> bool:
        """Queue an upload; return whether there is no use in trying again soon."""
        try:
            if self._fill(order):
                self._orders.remove(order.batch_id)
        except StorageError as error:
            self._trouble[order.batch_id] = str(error)
            log.warning("batch %d is not filled on: %s", order.batch_id, error)
            return False
        except UploadError as error:
            self._trouble[order.batch_id] = str(error)
            log.warning("batch %d cannot be filled: %s", order.batch_id, error)
        return True

    def _fill(self, order: Order) -> bool:
        """Queue what is not queued yet; return whether that is all of it now."""
        for part in self._parts(order):
            if self._stopping.is_set() or self._cancelled(order.batch_id):
                return False
            actions.queue_more(
                self._engine, order.batch_id, part, order.settings, source="page"
            )
            self._trouble.pop(order.batch_id, None)
            self._wake()
        return not self._cancelled(order.batch_id)

    def _cancelled(self, batch_id: int) -> bool:
        """Return whether the batch was cancelled, with what was queued just before."""
        if batch_state(self._engine, batch_id) != "cancelled":
            return False
        cancel_batch(self._engine, batch_id)
        return True

    def _parts(self, order: Order) -> Iterator[list[Sample]]:
        """Yield the samples that are not queued yet, some at a time."""
        done = count_queued(self._engine, order.batch_id)
        part: list[Sample] = []
        letters = 0
        if done >= order.samples:
            return
        with closing(self._samples(order)) as samples:
            for at, sample in enumerate(samples):
                if at < done:
                    continue
                part.append(with_more_context(sample, order.context))
                letters += letters_of(part[-1])
                if len(part) >= PART or letters >= PART_LETTERS:
                    yield part
                    part, letters = [], 0
        if part:
            yield part

    def _samples(self, order: Order) -> Generator[Sample, None, None]:
        path = self._orders.file(order.batch_id)
        for one in read_samples(path, order.columns, name=order.name):
            if isinstance(one, ReviewedSample):
                yield one.sample
            elif not isinstance(one, RowProblem):
                yield one
