"""Options of the command line that several commands have, and what they mean."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict, Unpack

import typer

if TYPE_CHECKING:
    from storage.values import RunSettings


class Mode(StrEnum):
    """How a model is asked."""

    thorough = "thorough"
    fast = "fast"


class ReasonBy(StrEnum):
    """Who writes why a run got its score."""

    template = "template"
    judge = "judge"


class ExportFormat(StrEnum):
    """In which form an export is written."""

    csv = "csv"
    jsonl = "jsonl"
    parquet = "parquet"


Database = Annotated[
    str | None,
    typer.Option("--db", metavar="URL|PATH", help="The database to use."),
]
ModeOption = Annotated[Mode, typer.Option(help="Two calls a sample, or one.")]
ReasonOption = Annotated[
    ReasonBy, typer.Option("--reason", help="Who writes why a run got its score.")
]
ApiBase = Annotated[
    str | None, typer.Option(help="An OpenAI-compatible server's address.")
]
Concurrency = Annotated[
    int, typer.Option(min=1, help="Samples judged at the same time.")
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print one JSON object on stdout.")
]
Temperature = Annotated[
    str, typer.Option(metavar="NUMBER|none", help="'none' leaves it to the model.")
]
Repeat = Annotated[
    int, typer.Option(min=1, max=99, help="Times a model votes on each claim.")
]
FailOver = Annotated[
    float | None,
    typer.Option(min=0, max=1, help="Leave with 1 when a share is above this."),
]
Junit = Annotated[
    Path | None,
    typer.Option(help="Write a JUnit report here: one test case a sample."),
]


class Options(TypedDict, total=False):
    """What a run is asked with besides its judge; see ``RunSettings``."""

    mode: str
    reason: str
    scale: float
    temperature: float | None
    seed: int | None
    repeat: int
    use_cache: bool


def run_settings(
    judge: str | None, api_base: str | None, **options: Unpack[Options]
) -> RunSettings:
    """Return the settings of runs; the environment fills in judge and server.

    Raises:
        ValueError: If one has no meaning; the message is for a person.
    """
    from dashboard import actions  # here: with it come the database and the scorer
    from dashboard.settings import read_settings
    from storage.values import RunSettings

    environment = read_settings()
    judge = judge or environment.judge
    server = api_base or actions.server_of(judge, environment.api_base)
    settings = RunSettings(judge=judge, api_base=server, **options)
    actions.scorer_for(settings)
    return settings


def read_temperature(written: str) -> float | None:
    """Return a temperature; None, which leaves it to the model, for ``none``.

    Raises:
        BadParameter: If it is neither.
    """
    if written.strip().lower() == "none":
        return None
    try:
        temperature = float(written)
    except ValueError:
        temperature = -1.0
    if not 0 <= temperature <= 2:
        raise typer.BadParameter("Give a number from 0 to 2, or 'none'.")
    return temperature
