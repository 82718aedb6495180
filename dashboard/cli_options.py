"""How runs are to be scored, as options of the command line say it."""

from __future__ import annotations

from enum import StrEnum
from typing import TypedDict, Unpack

import typer

from dashboard import actions
from dashboard.settings import read_settings
from storage.values import RunSettings


class Mode(StrEnum):
    """How a model is asked."""

    thorough = "thorough"
    fast = "fast"


class ReasonBy(StrEnum):
    """Who writes why a run got its score."""

    template = "template"
    judge = "judge"


class Options(TypedDict):
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
