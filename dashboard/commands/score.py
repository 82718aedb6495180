"""``score``: a file in, runs kept, a summary out."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from dashboard import actions
from dashboard.baseline import Comparison, compare
from dashboard.commands import terminal
from dashboard.commands.batches import find_batch
from dashboard.commands.ending import Ending, end, folder_of
from dashboard.dry_run import estimate_dict, estimate_samples, estimate_text
from dashboard.export_files import ExportError, Format, format_of, write_file
from dashboard.progress import resumable, run_until_done
from dashboard.settings import read_settings
from dashboard.uploads import Upload, UploadError, Wanted, read_upload
from storage.errors import StorageError
from storage.values import RunFilter, RunSettings


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be scored and what is wanted of it; see the options of ``score``.

    Attributes:
        columns: Those that were named; None finds one.
        limit: The greatest share that passes.
    """

    file: Path
    settings: RunSettings
    columns: Wanted
    concurrency: int
    limit: float | None
    baseline: str | None
    fail_on_regression: bool
    out: Path | None
    junit: Path | None
    dry_run: bool
    as_json: bool


def score_file(order: Order, db: str | None) -> int:
    """Do it, and return the exit code."""
    started = time.monotonic()
    if order.fail_on_regression and order.baseline is None:
        terminal.refuse("--fail-on-regression needs a --baseline.")
    try:
        out_format = Format.csv if order.out is None else format_of(order.out)
        folder_of(order.junit)
        upload = read_upload(
            order.file,
            output=order.columns.output,
            context=order.columns.context,
            input=order.columns.input,
        )
    except (UploadError, ExportError, ValueError) as error:
        terminal.refuse(str(error))
    for problem in upload.problems:
        terminal.say(f"not scored: {problem}")
    if not upload.samples:
        terminal.refuse(f"{order.file.name} holds no row that can be scored.")
    if order.dry_run:
        return _say_estimate(order, upload, db)
    engine = terminal.open_engine(db)
    try:
        batch_id, comparison = _score(engine, order, upload)
        if order.out is not None:
            chosen = RunFilter(batch=batch_id)
            write_file(engine, chosen, order.out, out_format)
        return end(
            engine,
            batch_id,
            Ending(
                limit=order.limit,
                junit=order.junit,
                as_json=order.as_json,
                seconds=time.monotonic() - started,
                comparison=comparison,
                fail_on_regression=order.fail_on_regression,
            ),
        )
    except (StorageError, ExportError, ValueError) as error:
        terminal.refuse(str(error))
    finally:
        engine.dispose()


def _score(
    engine: Engine, order: Order, upload: Upload
) -> tuple[int, Comparison | None]:
    """Score the samples; return their batch, and how it compares with the baseline."""
    former = None if order.baseline is None else find_batch(engine, order.baseline)
    queued = actions.queue(
        engine,
        upload.samples,
        order.settings,
        source="cli",
        batch_name=order.file.stem,
        file_name=order.file.name,
    )
    assert queued.batch_id is not None
    with resumable(queued.batch_id):
        terminal.say(f"batch {queued.batch_id}: {len(queued.run_ids)} runs queued")
        run_until_done(engine, queued.batch_id, concurrency=order.concurrency)
    if former is None:
        return queued.batch_id, None
    found = compare(engine, baseline_id=former.batch_id, batch_id=queued.batch_id)
    return queued.batch_id, found


def _say_estimate(order: Order, upload: Upload, db: str | None) -> int:
    where = db or read_settings().database
    try:
        found = estimate_samples(
            where, upload.samples, order.settings, concurrency=order.concurrency
        )
    except StorageError as error:
        terminal.refuse(str(error))
    if order.as_json:
        said: dict[str, Any] = estimate_dict(found, order.settings)
        terminal.show_json(said | {"not_scored": len(upload.problems)})
    else:
        terminal.show(
            estimate_text(found, order.settings, concurrency=order.concurrency)
        )
    return 0
