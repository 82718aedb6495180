"""``resume``: go on with what has not ended, or ended badly."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine

from dashboard import display
from dashboard.commands import terminal
from dashboard.commands.batches import refuse_unknown
from dashboard.commands.ending import Ending, end, folder_of
from dashboard.export_files import ExportError
from dashboard.progress import resumable, run_until_done
from dashboard.upload_queueing import Feeder
from storage.batches import list_batches, resume_batch
from storage.errors import StorageError
from storage.runs import requeue_runs


def resume_runs(
    batch: int | None,
    db: str | None,
    *,
    concurrency: int,
    limit: float | None,
    junit: Path | None,
    as_json: bool,
) -> int:
    """Do it, and return the exit code."""
    if junit is not None and batch is None:
        terminal.refuse("--junit needs the number of a batch.")
    engine = terminal.open_engine(db)
    try:
        folder_of(junit)
        refuse_unknown(engine, batch)
        with resumable(batch):
            again = requeue_runs(engine, batch_id=batch)
            terminal.say(f"{again} failed runs queued again")
            _let_go_on(engine, batch)
            _queue_the_rest(engine, batch)
            run_until_done(engine, batch, concurrency=concurrency)
        ending = Ending(limit=limit, junit=junit, as_json=as_json)
        return end(engine, batch, ending)
    except (StorageError, ExportError, ValueError) as error:
        terminal.refuse(str(error))
    finally:
        engine.dispose()


def _queue_the_rest(engine: Engine, batch: int | None) -> None:
    """Queue what a server that was stopped left of uploaded files."""
    feeder = Feeder(engine, wake=lambda: None)
    asked = [batch] if batch else [each.batch_id for each in list_batches(engine)]
    for batch_id in asked:
        filling = feeder.filling(batch_id)
        if filling is not None:
            words = display.count(filling.samples, "sample")
            terminal.say(f"queueing the rest of {words} of batch {batch_id}")
            feeder.go_on(batch_id)
    feeder.join()


def _let_go_on(engine: Engine, batch: int | None) -> None:
    """Make the batch active again; without one, all that are paused."""
    if batch is not None:
        resume_batch(engine, batch)
        return
    for found in list_batches(engine):
        if found.state == "paused":
            resume_batch(engine, found.batch_id)
