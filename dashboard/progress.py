"""Works off what is queued from a terminal, with a progress bar on stderr."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)
from sqlalchemy import Engine

from dashboard.worker import Worker
from storage.batches import get_batch
from storage.errors import StorageError
from storage.runs import count_statuses

LOOK_EVERY_S = 0.1
PATIENCE_S = 60.0
"""How long a database may refuse before a command gives up; the runs stay queued."""
STATE_EVERY_S = 2.0
"""How often is looked whether somebody has paused the batch."""
UNFINISHED = ("queued", "running")


def run_until_done(engine: Engine, batch_id: int | None, *, concurrency: int) -> None:
    """Score what is queued, in one batch or in all, until nothing is left.

    A batch that somebody pauses meanwhile is waited for. Ctrl-C stops it; what is not
    finished stays queued, and KeyboardInterrupt goes on to the caller.

    Raises:
        StorageError: If the database takes no results for a minute.
    """
    console = Console(stderr=True)
    with _working(engine, batch_id, concurrency) as worker:
        _show_until_done(engine, batch_id, console, worker)


@contextmanager
def resumable(batch_id: int | None) -> Iterator[None]:
    """Say after Ctrl-C how to go on with what is kept; KeyboardInterrupt goes on.

    From then on Ctrl-C does nothing: all that is left is to close the database.
    """
    try:
        yield
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        batch = "" if batch_id is None else f" {batch_id}"
        _say(
            Console(stderr=True),
            "Stopped; nothing is lost. To go on: "
            f"hallucination-dashboard resume{batch}",
        )
        raise


@contextmanager
def _working(
    engine: Engine, batch_id: int | None, concurrency: int
) -> Iterator[Worker]:
    worker = Worker(
        engine,
        concurrency=concurrency,
        batch_id=batch_id,
        processes=os.cpu_count() or 1,
    )
    worker.start()
    try:
        yield worker
    finally:
        worker.stop()


def _show_until_done(
    engine: Engine, batch_id: int | None, console: Console, worker: Worker
) -> None:
    counts = count_statuses(engine, batch_id=batch_id)
    total = sum(counts.get(status, 0) for status in UNFINISHED)
    paused = _Paused(engine, batch_id, console)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
    ) as progress:
        task = progress.add_task("scoring", total=total)
        while True:
            counts = count_statuses(engine, batch_id=batch_id)
            left = sum(counts.get(status, 0) for status in UNFINISHED)
            word = "paused" if paused.now() else "scoring"
            progress.update(task, completed=total - left, description=word)
            if not left:
                return
            trouble = worker.trouble
            if trouble and time.monotonic() - trouble.since > PATIENCE_S:
                raise StorageError(trouble.sentence)
            time.sleep(LOOK_EVERY_S)


class _Paused:
    """Looks now and then whether a batch is paused, and says so once."""

    def __init__(self, engine: Engine, batch_id: int | None, console: Console) -> None:
        self._engine, self._batch_id, self._console = engine, batch_id, console
        self._looked_at = time.monotonic()
        self._paused = False

    def now(self) -> bool:
        """Return whether it was paused when last looked at."""
        due = time.monotonic() - self._looked_at > STATE_EVERY_S
        if self._batch_id is not None and due:
            self._looked_at = time.monotonic()
            batch = get_batch(self._engine, self._batch_id)
            was, self._paused = self._paused, bool(batch and batch.state == "paused")
            if self._paused and not was:
                _say(
                    self._console,
                    f"Batch {self._batch_id} was paused. It goes on when it is resumed"
                    " on the page; Ctrl-C stops waiting.",
                )
        return self._paused


def _say(console: Console, sentence: str) -> None:
    console.print(sentence, markup=False, highlight=False)
