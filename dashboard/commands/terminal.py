"""What all commands share: exit codes, the database, sentences for a person."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from typing import Any, NoReturn

import typer
from sqlalchemy import Engine

from dashboard.settings import read_settings
from storage.database import open_database
from storage.errors import StorageError

ABOVE_LIMIT, BAD_USAGE, RUNS_FAILED = 1, 2, 3
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What moves the cursor, changes colours or turns the order of letters around."""


def open_engine(db: str | None) -> Engine:
    """Return the database that was named, or that the environment names."""
    try:
        return open_database(db or read_settings().database)
    except StorageError as error:
        refuse(str(error))


def say(sentence: str) -> None:
    """Tell a person something beside the result."""
    typer.echo(plain(sentence), err=True)


def show(result: str) -> None:
    """Print a result for a person."""
    typer.echo(plain(result))


def show_json(result: Mapping[str, Any]) -> None:
    """Print a result as one JSON object on a line."""
    typer.echo(json.dumps(result))


def refuse(sentence: str) -> NoReturn:
    """Say what is wrong with what was asked, and leave."""
    say(sentence)
    sys.exit(BAD_USAGE)


def plain(text: str) -> str:
    """Return a text whose control characters a terminal does not obey.

    Outputs, names and messages of servers come from elsewhere.
    """
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)
