"""The words that all readers of uploaded files share: rows, what is wrong, limits."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any

Row = Mapping[str, Any]
"""One row of a file: cells by column name, as plain JSON values."""


class UploadError(Exception):
    """Someone gave a file that cannot be read at all; the message says what to do."""


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that could not be made out; ``column`` is blank when it is the whole."""

    column: str
    message: str


Rows = Generator[Row | BadRow, None, None]
"""Rows as they are read; closing them lets go of the file."""


@dataclass(frozen=True, slots=True)
class RowProblem:
    """Why one row cannot be used. ``row`` counts data rows from 1."""

    row: int
    column: str
    message: str

    def __str__(self) -> str:
        """Return the problem as one line."""
        where = f", column {self.column!r}" if self.column else ""
        return f"row {self.row}{where}: {self.message}"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a file is read; what is over a limit is refused with a sentence.

    Attributes:
        file_bytes: The file as it lies on the disk.
        unpacked_bytes: What a packed file (Excel, Parquet, Word) unpacks to.
        rows: Data rows.
        columns: Columns of a row.
        cell: Characters of one cell, or of one line of a JSON Lines file.
        depth: How deeply lists and objects may be nested in each other.
    """

    file_bytes: int = 512 * 1024**2
    unpacked_bytes: int = 1024**3
    rows: int = 1_000_000
    columns: int = 1_000
    cell: int = 16 * 1024**2
    depth: int = 64


LIMITS = Limits()


def megabytes(count: int) -> str:
    """Return a number of bytes as people read it."""
    return f"{count / 1024**2:,.0f} MB"


def shortened(text: str, longest: int = 60) -> str:
    """Return a name that others chose as it fits into a sentence."""
    text = " ".join(text.split())
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def named(names: object, most: int = 20) -> str:
    """Return column names as a list for a sentence, cut where there are too many."""
    every = [shortened(str(name)) for name in names]  # type: ignore[attr-defined]
    rest = f" and {len(every) - most} more" if len(every) > most else ""
    return ", ".join(every[:most]) + rest


def too_deep(value: object, depth: int) -> bool:
    """Return whether lists and objects are nested more than ``depth`` deep."""
    level = [value]
    for _ in range(depth + 1):
        level = [
            inner
            for outer in level
            if isinstance(outer, list | dict)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, list | dict)
        ]
        if not level:
            return False
    return True
