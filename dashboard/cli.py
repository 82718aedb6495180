"""The command line beside the page: which commands there are, and their options.

What they do is in ``dashboard.commands``, imported when it is called for.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dashboard import __version__
from dashboard.cli_options import (
    ApiBase,
    AsJson,
    Concurrency,
    Database,
    ExportFormat,
    FailOver,
    Junit,
    Mode,
    ModeOption,
    ReasonBy,
    ReasonOption,
    Repeat,
    Temperature,
    read_temperature,
)

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


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
    mode: ModeOption = Mode.thorough,
    reason: ReasonOption = ReasonBy.template,
    scale: Annotated[float, typer.Option(help="Score = share x scale.")] = 1.0,
    temperature: Temperature = "0",
    seed: Annotated[
        int | None, typer.Option(help="Sent to the model, if it takes one.")
    ] = None,
    repeat: Repeat = 1,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Ask again what was answered before.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="Write all claims here: .csv .jsonl .parquet")
    ] = None,
    db: Database = None,
    api_base: ApiBase = None,
    context_column: Annotated[
        str | None, typer.Option(help="One column, or several joined by commas.")
    ] = None,
    output_column: Annotated[
        str | None, typer.Option(help="What the model said.")
    ] = None,
    input_column: Annotated[
        str | None, typer.Option(help="What the model was asked.")
    ] = None,
    concurrency: Concurrency = 32,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run", help="Say what it would take; ask nothing, store nothing."
        ),
    ] = False,
    fail_over: FailOver = None,
    baseline: Annotated[
        str | None,
        typer.Option(
            metavar="BATCH",
            help="Compare with this batch: a number, a name, or 'baseline' for the"
            " marked one. Runs of the same texts are paired, then those of the same"
            " question and context.",
        ),
    ] = None,
    fail_on_regression: Annotated[
        bool,
        typer.Option(
            "--fail-on-regression",
            help="Leave with 1 when shares are greater than the baseline's: the mean"
            " paired difference is above 0 and its 95 % interval excludes 0.",
        ),
    ] = False,
    junit: Junit = None,
    as_json: AsJson = False,
) -> None:
    """Score every sample of a file, keep the runs, print a summary.

    Where samples have labels, the summary says how well the judge agrees with them.
    Leaves with 1 when a run's share is above --fail-over, or on a regression with
    --fail-on-regression; 2 on bad usage or input; 3 when runs failed (3 wins over 1:
    what failed was not measured).
    """
    from dashboard.cli_options import run_settings
    from dashboard.commands.score import Order, score_file
    from dashboard.commands.terminal import refuse
    from dashboard.uploads import Wanted

    try:
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
    except ValueError as error:
        refuse(str(error))
    order = Order(
        file=file,
        settings=settings,
        columns=Wanted(output_column, context_column, input_column),
        concurrency=concurrency,
        limit=fail_over,
        baseline=baseline,
        fail_on_regression=fail_on_regression,
        out=out,
        junit=junit,
        dry_run=dry_run,
        as_json=as_json,
    )
    raise typer.Exit(score_file(order, db))


@app.command()
def benchmark(
    files: Annotated[
        list[Path], typer.Argument(help="Labelled files, of any kind `score` reads.")
    ],
    judge: Annotated[
        list[str] | None,
        typer.Option(help="'offline', or any LiteLLM model; may be given again."),
    ] = None,
    mode: ModeOption = Mode.thorough,
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="So many of a file's labelled samples, by chance."),
    ] = None,
    api_base: ApiBase = None,
    concurrency: Concurrency = 32,
    store: Annotated[
        bool,
        typer.Option("--store", help="Keep the runs, a batch a file and judge."),
    ] = False,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Measure judges on labelled files; nothing is stored unless asked.

    Prints for each file, and for each kind and language in it: balanced accuracy, F1,
    AUROC and calibration error with 95 % intervals (source documents drawn again), the
    share flagged beside the share that is bad, and the same for flagging everything and
    for word overlap (the share of the output's content words that the context lacks,
    flagged above a third). Leaves with 2 on bad usage or input, 3 when runs failed.
    """
    from dashboard.commands.benchmark import Plan, run_benchmark

    plan = Plan(
        files=files,
        judges=judge or [None],
        mode=mode.value,
        limit=limit,
        api_base=api_base,
        concurrency=concurrency,
        store=store,
        as_json=as_json,
    )
    raise typer.Exit(run_benchmark(plan, db))


@app.command()
def export(
    out: Annotated[Path, typer.Option(help="The file to write.")],
    flagged: Annotated[
        bool, typer.Option("--flagged", help="Only flagged runs.")
    ] = False,
    batch: Annotated[int | None, typer.Option(help="Only this batch.")] = None,
    form: Annotated[
        ExportFormat, typer.Option("--format", help="One row a claim.")
    ] = ExportFormat.csv,
    db: Database = None,
) -> None:
    """Write runs with their claims to a file, one row a claim."""
    from dashboard.commands.export import export_runs

    export_runs(out, db, flagged=flagged, batch=batch, form=form.value)


@app.command()
def resume(
    batch: Annotated[int | None, typer.Argument(help="A batch's number.")] = None,
    db: Database = None,
    concurrency: Concurrency = 32,
    fail_over: FailOver = None,
    junit: Junit = None,
    as_json: AsJson = False,
) -> None:
    """Go on with what is queued, paused or failed, in one batch or in all.

    A cancelled batch goes on when it is named. Leaves as `score` does.
    """
    from dashboard.commands.resume import resume_runs

    raise typer.Exit(
        resume_runs(
            batch,
            db,
            concurrency=concurrency,
            limit=fail_over,
            junit=junit,
            as_json=as_json,
        )
    )
