"""The command line beside the page: score a file, export, resume."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from sqlalchemy import Engine

from dashboard import __version__, actions
from dashboard.cli_options import Mode, ReasonBy, read_temperature, run_settings
from dashboard.export_files import ExportError, Format, format_of, write_file
from dashboard.progress import run_until_done
from dashboard.settings import read_settings
from dashboard.summary import Summary, batch_summary, failures
from dashboard.uploads import UploadError, read_upload
from storage.batches import list_batches
from storage.database import open_database
from storage.errors import StorageError
from storage.runs import requeue_runs
from storage.values import RunFilter

BAD_USAGE, ABOVE_LIMIT, RUNS_FAILED = 2, 1, 3

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

Database = Annotated[
    str | None,
    typer.Option("--db", metavar="URL|PATH", help="The database to use."),
]


@app.callback(invoke_without_command=True)
def start(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.")
    ] = False,
) -> None:
    """Review hallucination scores. Without a command: the page, on 127.0.0.1:8501.

    The page takes --port and --db, and Streamlit's own --section.option flags.
    """
    if version:
        typer.echo(__version__)
        raise typer.Exit


@app.command()
def score(
    file: Annotated[
        Path, typer.Argument(help="CSV, TSV, JSON, JSON Lines, Parquet or XLSX.")
    ],
    judge: Annotated[
        str | None, typer.Option(help="'offline', or any LiteLLM model.")
    ] = None,
    mode: Annotated[Mode, typer.Option(help="Two calls a sample, or one.")] = (
        Mode.thorough
    ),
    reason: Annotated[
        ReasonBy, typer.Option(help="Who writes why a run got its score.")
    ] = ReasonBy.template,
    scale: Annotated[float, typer.Option(help="Score = share x scale.")] = 1.0,
    temperature: Annotated[
        str, typer.Option(metavar="NUMBER|none", help="'none' leaves it to the model.")
    ] = "0",
    seed: Annotated[
        int | None, typer.Option(help="Sent to the model, if it takes one.")
    ] = None,
    repeat: Annotated[
        int, typer.Option(min=1, max=99, help="Times a model votes on each claim.")
    ] = 1,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Ask again what was answered before.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="Write all claims here: .csv .jsonl .parquet")
    ] = None,
    db: Database = None,
    api_base: Annotated[
        str | None, typer.Option(help="An OpenAI-compatible server's address.")
    ] = None,
    context_column: Annotated[
        str | None, typer.Option(help="One column, or several joined by commas.")
    ] = None,
    output_column: Annotated[str | None, typer.Option()] = None,
    input_column: Annotated[str | None, typer.Option()] = None,
    concurrency: Annotated[
        int, typer.Option(min=1, help="Samples judged at the same time.")
    ] = 32,
    fail_over: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Leave with 1 when a share is above this."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object on stdout.")
    ] = False,
) -> None:
    """Score every sample of a file, keep the runs, print a summary.

    Leaves with 1 when a run's share is above --fail-over, 2 on bad usage or input,
    3 when runs failed (3 wins over 1: what failed was not measured).
    """
    started = time.monotonic()
    try:
        out_format = Format.csv if out is None else format_of(out)
        settings = run_settings(
            judge,
            api_base,
            mode=mode.value,
            reason=reason.value,
            scale=scale,
            temperature=read_temperature(temperature),
            seed=seed,
            repeat=repeat,
            use_cache=not no_cache,
        )
        upload = read_upload(
            file, output=output_column, context=context_column, input=input_column
        )
    except (UploadError, ExportError, ValueError) as error:
        _refuse(str(error))
    for problem in upload.problems:
        _say(f"not scored: {problem}")
    if not upload.samples:
        _refuse(f"{file.name} holds no row that can be scored.")
    engine = _open(db)
    try:
        queued = actions.queue(
            engine,
            upload.samples,
            settings,
            source="cli",
            batch_name=file.stem,
            file_name=file.name,
        )
        assert queued.batch_id is not None
        _say(f"batch {queued.batch_id}: {len(queued.run_ids)} runs queued")
        run_until_done(engine, queued.batch_id, concurrency=concurrency)
        summary = batch_summary(engine, queued.batch_id, limit=fail_over)
        if out is not None:
            write_file(engine, RunFilter(batch=queued.batch_id), out, out_format)
        _say_failures(engine, queued.batch_id)
    except (StorageError, ExportError) as error:
        _refuse(str(error))
    _print_summary(summary, as_json=as_json, seconds=time.monotonic() - started)
    raise typer.Exit(_exit_code(summary))


@app.command()
def export(
    out: Annotated[Path, typer.Option(help="The file to write.")],
    flagged: Annotated[
        bool, typer.Option("--flagged", help="Only flagged runs.")
    ] = False,
    batch: Annotated[int | None, typer.Option(help="Only this batch.")] = None,
    form: Annotated[
        Format, typer.Option("--format", help="One row a claim.")
    ] = Format.csv,
    db: Database = None,
) -> None:
    """Write runs with their claims to a file, one row a claim."""
    engine = _open(db)
    chosen = RunFilter(flagged=True if flagged else None, batch=batch)
    try:
        _refuse_unknown(engine, batch)
        rows = write_file(engine, chosen, out, form)
    except (StorageError, ExportError) as error:
        _refuse(str(error))
    _say(f"{rows} rows written to {out}")


@app.command()
def resume(
    batch: Annotated[int | None, typer.Argument(help="A batch's number.")] = None,
    db: Database = None,
    concurrency: Annotated[int, typer.Option(min=1)] = 32,
) -> None:
    """Go on with what is queued or failed, in one batch or in all."""
    engine = _open(db)
    try:
        _refuse_unknown(engine, batch)
        again = requeue_runs(engine, batch_id=batch)
        _say(f"{again} failed runs queued again")
        run_until_done(engine, batch, concurrency=concurrency)
        summary = batch_summary(engine, batch, limit=None)
        _say_failures(engine, batch)
    except StorageError as error:
        _refuse(str(error))
    _print_summary(summary, as_json=False, seconds=None)
    raise typer.Exit(_exit_code(summary))


def _open(db: str | None) -> Engine:
    try:
        return open_database(db or read_settings().database)
    except StorageError as error:
        _refuse(str(error))


def _refuse_unknown(engine: Engine, batch: int | None) -> None:
    known = {summary.batch_id for summary in list_batches(engine)}
    if batch is not None and batch not in known:
        _refuse(f"There is no batch {batch}. There are: {sorted(known) or 'none'}.")


def _exit_code(summary: Summary) -> int:
    if summary.failed or summary.unfinished:
        return RUNS_FAILED
    return ABOVE_LIMIT if summary.above_limit else 0


def _print_summary(summary: Summary, *, as_json: bool, seconds: float | None) -> None:
    if as_json:
        typer.echo(json.dumps(summary.as_dict(duration_s=seconds)))
    else:
        typer.echo(summary.as_text(duration_s=seconds))


def _say_failures(engine: Engine, batch: int | None) -> None:
    for error, runs in failures(engine, batch):
        _say(f"failed: {runs} x {error}")


def _say(sentence: str) -> None:
    typer.echo(sentence, err=True)


def _refuse(sentence: str) -> NoReturn:
    _say(sentence)
    sys.exit(BAD_USAGE)
