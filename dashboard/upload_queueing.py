"""Queues uploads part by part, in threads that no click and no closed tab ends.

The upload and its plan stay on the disk until all of it is queued. What is queued is
counted in the database, so a server that was killed goes on with the next sample.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice

from sqlalchemy import Engine

from dashboard import actions
from dashboard.columns import Columns
from dashboard.drawn import letters_of, with_more_context
from dashboard.reimport import ReviewedSample
from dashboard.scoring import Sample
from dashboard.scoring.llm.environment import without_login
from dashboard.upload_orders import Order, Orders, Read
from dashboard.upload_spool import Spool, spool_folder, sweep
from dashboard.upload_values import UploadError
from storage.batches import cancel_batch, create_batch
from storage.errors import StorageError
from storage.filling import batch_state, count_queued, last_queued
from storage.reviews_import import bring_all_back
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
        person: str | None = None,
    ) -> int:
        """Begin to queue an upload as a batch of this name and return the batch's id.

        The upload belongs to the feeder from now on. What an export of ours brings
        along of what people said comes back in the name of ``person``.

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
            Order(
                batch_id=batch_id,
                name=spool.name,
                columns=columns,
                settings=settings,
                samples=samples,
                context=tuple(context),
                person=person,
            )
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
        batch_id = order.batch_id
        done = count_queued(self._engine, batch_id)
        if done:
            self._bring_back_last(order, done)
        for part in self._parts(order, done):
            if self._stopping.is_set() or self._cancelled(batch_id):
                return False
            samples = [with_more_context(bare(one), order.context) for one in part]
            run_ids = actions.queue_more(
                self._engine, batch_id, samples, order.settings, source="page"
            )
            self._bring_back(order, zip(run_ids, part, strict=True))
            self._trouble.pop(batch_id, None)
            self._wake()
        return not self._cancelled(batch_id)

    def _bring_back(self, order: Order, queued: Iterable[tuple[int, Read]]) -> None:
        """Give runs what people said of them before they were exported."""
        reviews = [
            (run_id, one.review)
            for run_id, one in queued
            if isinstance(one, ReviewedSample)
        ]
        if reviews and order.person is not None:
            bring_all_back(self._engine, reviews, person=order.person)

    def _bring_back_last(self, order: Order, done: int) -> None:
        """Do it again for the last part, lest a server was killed before it did."""
        if order.person is None:
            return
        last = last_queued(self._engine, order.batch_id, min(PART, done))
        with closing(self._orders.read(order)) as every:
            again = islice(every, done - len(last), done)
            self._bring_back(
                order,
                [
                    (run_id, one)
                    for (run_id, binned), one in zip(last, again, strict=False)
                    if not binned
                ],
            )

    def _cancelled(self, batch_id: int) -> bool:
        """Return whether the batch was cancelled, with what was queued just before."""
        if batch_state(self._engine, batch_id) != "cancelled":
            return False
        cancel_batch(self._engine, batch_id)
        return True

    def _parts(self, order: Order, done: int) -> Iterator[list[Read]]:
        """Yield the samples behind those that are done, some at a time."""
        part: list[Read] = []
        letters = 0
        if done >= order.samples:
            return
        with closing(self._orders.read(order)) as every:
            for one in islice(every, done, None):
                part.append(one)
                letters += letters_of(bare(one)) + sum(map(len, order.context))
                if len(part) >= PART or letters >= PART_LETTERS:
                    yield part
                    part, letters = [], 0
        if part:
            yield part


def bare(one: Read) -> Sample:
    """Return a sample without what people said of it."""
    return one.sample if isinstance(one, ReviewedSample) else one
