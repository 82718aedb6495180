"""How many runs a worker can take, and from which queues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass

from storage.values import QueuedRun


@dataclass(frozen=True, slots=True)
class Queue:
    """Runs that wait for one judge: those of a batch, or those of no batch."""

    judge: str
    batch_id: int | None = None
    concurrency: int | None = None


@dataclass(slots=True)
class Room:
    """What a worker has under way, and how much more of what it can take.

    Attributes:
        left: Runs that it can take in all.
        most_of: How many of a judge's runs may be under way; None for any number.
        judges: Runs under way, by judge.
        batches: Runs under way, by batch.
    """

    left: int
    most_of: Callable[[str], int] | None
    judges: Counter[str]
    batches: Counter[int | None]

    @classmethod
    def beside(
        cls,
        under_way: Collection[QueuedRun],
        *,
        left: int,
        most_of: Callable[[str], int] | None,
    ) -> Room:
        """Return the room that is left beside runs that are under way."""
        judges = Counter(run.settings.judge for run in under_way)
        batches = Counter(run.batch_id for run in under_way)
        return cls(left, most_of, judges, batches)

    def for_queue(self, queue: Queue) -> int:
        """Return how many runs of a queue there is room for."""
        room = self.left
        if queue.concurrency is not None:
            room = min(room, queue.concurrency - self.batches[queue.batch_id])
        if self.most_of is not None:
            most = max(self.most_of(queue.judge), queue.concurrency or 0)
            room = min(room, most - self.judges[queue.judge])
        return max(room, 0)

    def fill(self, queue: Queue, runs: int) -> None:
        """Note that so many runs of a queue were taken."""
        self.left -= runs
        self.judges[queue.judge] += runs
        self.batches[queue.batch_id] += runs
