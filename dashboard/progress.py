"""Works off what is queued from a terminal, with a progress bar on stderr."""

from __future__ import annotations

import os
import time

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
from storage.errors import StorageError
from storage.runs import count_statuses

LOOK_EVERY_S = 0.1
PATIENCE_S = 60.0
"""How long a database may refuse before a command gives up; the runs stay queued."""
UNFINISHED = ("queued", "running")


def run_until_done(engine: Engine, batch_id: int | None, *, concurrency: int) -> None:
    """Score what is queued, in one batch or in all, until nothing is left.

    Ctrl-C stops it; what is not finished stays queued for `resume`, which is said, and
    KeyboardInterrupt goes on to the caller.

    Raises:
        StorageError: If the database takes no results for a minute.
    """
    console = Console(stderr=True)
    worker = Worker(
        engine,
        concurrency=concurrency,
        batch_id=batch_id,
        processes=os.cpu_count() or 1,
    )
    worker.start()
    try:
        _show_until_done(engine, batch_id, console, worker)
    except KeyboardInterrupt:
        batch = "" if batch_id is None else f" {batch_id}"
        console.print(
            "Stopped; nothing is lost. To go on: "
            f"hallucination-dashboard resume{batch}",
            markup=False,
            highlight=False,
        )
        raise
    finally:
        worker.stop()


def _show_until_done(
    engine: Engine, batch_id: int | None, console: Console, worker: Worker
) -> None:
    counts = count_statuses(engine, batch_id=batch_id)
    total = sum(counts.get(status, 0) for status in UNFINISHED)
    with Progress(
        TextColumn("scoring"),
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
            progress.update(task, completed=total - left)
            if not left:
                return
            trouble = worker.trouble
            if trouble and time.monotonic() - trouble.since > PATIENCE_S:
                raise StorageError(trouble.sentence)
            time.sleep(LOOK_EVERY_S)
