"""``benchmark``: how well judges do on labelled files."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine

from dashboard import actions
from dashboard.benchmark import LabelledFile, Line, lines_of, read_labelled
from dashboard.benchmark_report import report_dict, report_text
from dashboard.cli_options import run_settings
from dashboard.commands import terminal
from dashboard.progress import resumable, run_until_done
from dashboard.summary import failures
from dashboard.uploads import UploadError
from storage.database import open_database
from storage.errors import StorageError
from storage.labelled import LabelledRun, labelled_runs
from storage.values import RunFilter, RunSettings


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be measured; see the options of ``benchmark``.

    Attributes:
        judges: By name; None is the environment's.
    """

    files: Sequence[Path]
    judges: Sequence[str | None]
    mode: str
    limit: int | None
    api_base: str | None
    concurrency: int
    store: bool
    as_json: bool


def run_benchmark(plan: Plan, db: str | None) -> int:
    """Do it, and return the exit code."""
    if db is not None and not plan.store:
        terminal.refuse("--db needs --store: without it nothing is stored.")
    try:
        settings = _settings(plan)
        files = _files(plan)
    except (UploadError, ValueError) as error:
        terminal.refuse(str(error))
    try:
        with _engine(plan, db) as engine:
            lines = _measured(engine, plan, files, settings)
    except StorageError as error:
        terminal.refuse(str(error))
    if plan.as_json:
        terminal.show_json(report_dict(files, lines))
    else:
        terminal.show(report_text(files, lines))
    failed = any(line.failed for line in lines)
    return terminal.RUNS_FAILED if failed else 0


def _settings(plan: Plan) -> list[RunSettings]:
    found = [
        run_settings(judge, plan.api_base, mode=plan.mode) for judge in plan.judges
    ]
    return list(dict.fromkeys(found))


def _files(plan: Plan) -> list[LabelledFile]:
    stems = [path.stem for path in plan.files]
    found = []
    for path in plan.files:
        name = path.stem if stems.count(path.stem) == 1 else str(path)
        file = read_labelled(path, name=name, limit=plan.limit)
        if not file.samples:
            raise ValueError(f"{path.name} has no row with a label that can be read.")
        left_out = [
            f"{count} {why}"
            for count, why in (
                (file.unusable, "cannot be read"),
                (file.unlabelled, "without a label"),
                (file.beyond, "beyond --limit"),
            )
            if count
        ]
        if left_out:
            terminal.say(f"{name}: rows left out: {', '.join(left_out)}")
        found.append(file)
    return found


@contextmanager
def _engine(plan: Plan, db: str | None) -> Iterator[Engine]:
    """Give the database to keep the runs in, or one that is gone at the end."""
    with tempfile.TemporaryDirectory() as folder:
        if plan.store:
            engine = terminal.open_engine(db)
        else:
            engine = open_database(Path(folder) / "benchmark.db")
        try:
            yield engine
        finally:
            engine.dispose()


def _measured(
    engine: Engine,
    plan: Plan,
    files: Sequence[LabelledFile],
    settings: Sequence[RunSettings],
) -> list[Line]:
    queued = [
        {each.judge: _queue(engine, file, each) for each in settings} for file in files
    ]
    batches = [batch for of_file in queued for batch in of_file.values()]
    if plan.store:
        for batch in batches:
            with resumable(batch):
                run_until_done(engine, batch, concurrency=plan.concurrency)
    else:
        run_until_done(engine, None, concurrency=plan.concurrency)
    for batch in batches:
        for error, runs in failures(engine, batch):
            terminal.say(f"failed: {runs} x {error}")
    found: list[Line] = []
    for file, of_file in zip(files, queued, strict=True):
        said = {judge: _runs(engine, batch) for judge, batch in of_file.items()}
        found += lines_of(file, said)
    return found


def _queue(engine: Engine, file: LabelledFile, settings: RunSettings) -> int:
    queued = actions.queue(
        engine,
        file.samples,
        settings,
        source="cli",
        batch_name=f"benchmark: {file.name}",
    )
    assert queued.batch_id is not None
    return queued.batch_id


def _runs(engine: Engine, batch_id: int) -> list[LabelledRun]:
    """Return one run a sample, in their order: ids are given out ascending."""
    return labelled_runs(engine, RunFilter(batch=batch_id))
