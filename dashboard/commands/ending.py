"""What is said, written and returned when the runs of a command have ended."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine

from dashboard.baseline import Comparison
from dashboard.commands import terminal
from dashboard.export_files import ExportError
from dashboard.junit import Report, write_report
from dashboard.label_statistics import label_statistics
from dashboard.summary import Summary, batch_summary, failures
from storage.batches import get_batch
from storage.labelled import labelled_runs
from storage.values import RunFilter


@dataclass(frozen=True, slots=True)
class Ending:
    """What is wanted at the end.

    Attributes:
        limit: The greatest share that passes; None lets all pass.
        junit: Where a report goes; None writes none.
        as_json: Whether the summary is for a script.
        seconds: How long it took; None is not said.
        comparison: With a baseline, if there is one.
        fail_on_regression: Whether a regression is a failure.
    """

    limit: float | None = None
    junit: Path | None = None
    as_json: bool = False
    seconds: float | None = None
    comparison: Comparison | None = None
    fail_on_regression: bool = False


def end(engine: Engine, batch_id: int | None, ending: Ending) -> int:
    """Print the summary of a batch, or of everything, and return the exit code.

    Raises:
        ExportError: If the report cannot be written.
        StorageError: If the runs cannot be read.
        ValueError: If a regression is asked for, but nothing could be compared.
    """
    summary = batch_summary(engine, batch_id, limit=ending.limit)
    if ending.junit is not None and batch_id is not None:
        _write_junit(engine, batch_id, ending.junit, ending.limit)
    for error, runs in failures(engine, batch_id):
        terminal.say(f"failed: {runs} x {error}")
    _show(engine, batch_id, summary, ending)
    compared = ending.comparison
    if summary.failed or summary.unfinished:
        return terminal.RUNS_FAILED
    if compared is not None and ending.fail_on_regression:
        if compared.difference is None:
            raise ValueError(
                "--fail-on-regression: the baseline has no scored run in common."
            )
        if compared.regressed:
            return terminal.ABOVE_LIMIT
    return terminal.ABOVE_LIMIT if summary.above_limit else 0


def folder_of(out: Path | None) -> None:
    """Do nothing if a file can be made there, or none is wanted.

    Raises:
        ExportError: If its folder is missing.
    """
    if out is not None and not out.absolute().parent.is_dir():
        raise ExportError(
            f"There is no folder {out.absolute().parent} to write {out.name} to."
        )


def _show(
    engine: Engine, batch_id: int | None, summary: Summary, ending: Ending
) -> None:
    labels = label_statistics(labelled_runs(engine, RunFilter(batch=batch_id)))
    compared = ending.comparison
    if ending.as_json:
        said = summary.as_dict(duration_s=ending.seconds)
        if labels is not None:
            said["labels"] = labels.as_dict()
        if compared is not None:
            said["baseline"] = compared.as_dict()
        terminal.show_json(said)
        return
    parts = [summary.as_text(duration_s=ending.seconds)]
    parts += [one.as_text() for one in (labels, compared) if one is not None]
    terminal.show("\n\n".join(parts))


def _write_junit(engine: Engine, batch_id: int, out: Path, limit: float | None) -> None:
    batch = get_batch(engine, batch_id)
    assert batch is not None
    report = Report(
        suite=batch.file_name or batch.name, judge=batch.settings.judge, limit=limit
    )
    write_report(engine, batch_id, report, out)
