"""What the environment sets, with defaults: the one place that reads it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

APP_NAME = "hallucination-dashboard"


@dataclass(frozen=True, slots=True)
class Settings:
    """How this process was asked to work.

    Attributes:
        database: A URL or a path; the user's own data folder unless set.
        judge: The judge offered first, ``offline`` unless set.
        api_base: Where an OpenAI-compatible server answers; None when not set.
    """

    database: str
    judge: str = "offline"
    api_base: str | None = None


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings of an environment; blank variables count as not set.

    ``DATABASE_URL``, ``HALLUCINATION_JUDGE`` and ``HALLUCINATION_API_BASE`` are read.
    """
    return Settings(
        database=_value(environ, "DATABASE_URL") or default_database(),
        judge=_value(environ, "HALLUCINATION_JUDGE") or "offline",
        api_base=_value(environ, "HALLUCINATION_API_BASE"),
    )


def default_database() -> str:
    """Return the path of the database in the user's data folder."""
    from platformdirs import user_data_path  # here: only needed without DATABASE_URL

    return str(user_data_path(APP_NAME, appauthor=False) / "runs.db")


def _value(environ: Mapping[str, str], name: str) -> str | None:
    return environ.get(name, "").strip() or None
