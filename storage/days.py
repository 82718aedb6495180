"""Days, weeks and months of a moment, in UTC, on both databases."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, String
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement


class DayOf(FunctionElement[str]):
    """The day of a moment as text: ``2026-01-31``."""

    type = String()
    inherit_cache = True


def day_of(moment: ColumnElement[Any]) -> ColumnElement[str]:
    """Return the day of a moment, as ``2026-01-31``."""
    return DayOf(moment)


@compiles(DayOf)
def _text(element: DayOf, compiler: SQLCompiler, **options: Any) -> str:
    """Cut the moment off: SQLite keeps it as text that begins with its day, in UTC."""
    return f"substr({compiler.process(element.clauses, **options)}, 1, 10)"


@compiles(DayOf, "postgresql")
def _formatted(element: DayOf, compiler: SQLCompiler, **options: Any) -> str:
    moment = compiler.process(element.clauses, **options)
    return f"to_char({moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD')"
