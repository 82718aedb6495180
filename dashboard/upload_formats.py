"""Opens an uploaded file as a table of rows, told by its content, not by its name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from dashboard.run_json import (
    LONGEST,
    RunJsonError,
    export_rows,
    is_run_json,
    read_run_json,
)
from dashboard.upload_csv import csv_rows, find_dialect
from dashboard.upload_json import json_rows, looks_like_json
from dashboard.upload_kinds import file_kind
from dashboard.upload_parquet import parquet_rows
from dashboard.upload_text import SNIFFED, Encoding, find_encoding, open_text
from dashboard.upload_values import (
    LIMITS,
    BadRow,
    Limits,
    Row,
    Rows,
    UploadError,
    shortened,
    too_deep,
)
from dashboard.upload_xlsx import xlsx_rows

Source = Path | IO[bytes]
"""A file on the disk, or an uploaded one that can be read twice."""
WEB_PAGE = ("<!doctype html", "<html", "<?xml")


@dataclass(frozen=True, slots=True)
class Table:
    """A file as rows.

    Attributes:
        name: The file's name, shortened for messages.
        form: What was found, for a person: "CSV with semicolons, Windows-1252".
        rows: Read from the file as they are asked for.
    """

    name: str
    form: str
    rows: Rows


@contextmanager
def open_table(
    source: Source, name: str | None = None, *, limits: Limits = LIMITS
) -> Iterator[Table]:
    """Give a file as rows; it is closed at the end if it was opened here.

    ``name`` is what people call the file; a path brings its own.

    Raises:
        UploadError: If it cannot be read, also while its rows are.
    """
    if isinstance(source, Path):
        with _opened(source) as stream:
            yield from _closing(_table(stream, name or source.name, limits))
    else:
        yield from _closing(_table(source, name or "the file", limits))


def _closing(table: Table) -> Iterator[Table]:
    """Give a table, and let go of the file before it is closed."""
    with closing(table.rows):
        yield table


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except FileNotFoundError as error:
        raise UploadError(f"There is no file {path}. Check the name.") from error
    except OSError as error:
        raise UploadError(f"{path} cannot be read: {error.strerror}.") from error


def _table(stream: IO[bytes], name: str, limits: Limits) -> Table:
    name = shortened(name)
    form, rows = _form_and_rows(stream, name, limits)
    return Table(name, form, _within(rows, name, limits))


def _form_and_rows(stream: IO[bytes], name: str, limits: Limits) -> tuple[str, Rows]:
    match file_kind(stream, name, limits=limits):
        case "xlsx":
            return "Excel", xlsx_rows(stream, name, limits=limits)
        case "parquet":
            return "Parquet", parquet_rows(stream, name, limits=limits)
        case "docx" | "pdf":
            raise UploadError(
                f"{name} is a document, not a table of samples. "
                "It can be given as context."
            )
    encoding = find_encoding(stream, name)
    text = open_text(stream, encoding)
    start = text.read(SNIFFED)
    text.detach()
    if not start.strip():
        raise UploadError(f"{name} is empty. Give a file with one sample a row.")
    if start.lstrip()[:20].lower().startswith(WEB_PAGE):
        raise UploadError(
            f"{name} is a web page or XML, not a table of samples. Perhaps a download "
            "asked for a login."
        )
    if is_run_json(start):
        return "JSON, a run", _run_rows(stream, name, encoding)
    if looks_like_json(start):
        form, rows = json_rows(stream, name, encoding, limits=limits)
        return f"{form}, {encoding}", rows
    dialect = find_dialect(start)
    rows = csv_rows(stream, name, encoding, dialect, limits=limits)
    return f"{dialect}, {encoding}", rows


def _run_rows(stream: IO[bytes], name: str, encoding: Encoding) -> Rows:
    """Return a run that left as JSON as the rows of an export."""
    text = open_text(stream, encoding)
    written = text.read(LONGEST + 1)
    text.detach()
    try:
        rows = export_rows(read_run_json(written).run)
    except RunJsonError as error:
        raise UploadError(f"{name}: {error}") from error
    return (row for row in rows)


def _within(rows: Rows, name: str, limits: Limits) -> Rows:
    left = limits.unpacked_bytes
    with closing(rows):
        for number, row in enumerate(rows, 1):
            if number > limits.rows:
                raise UploadError(
                    f"{name} has more than {limits.rows:,} rows. Split it."
                )
            checked = row if isinstance(row, BadRow) else _checked(row, limits)
            if not isinstance(checked, BadRow):
                left -= sum(len(c) for c in checked.values() if isinstance(c, str))
            if left < 0:
                raise UploadError(
                    f"{name} unpacks to over {limits.unpacked_bytes:,} characters. "
                    "Split it."
                )
            yield checked


def _checked(row: Row, limits: Limits) -> Row | BadRow:
    if len(row) > limits.columns:
        return BadRow("", f"it has {len(row):,} cells; at most {limits.columns:,}")
    for column, cell in row.items():
        if isinstance(cell, str):
            if len(cell) > limits.cell:
                return BadRow(column, f"the cell has over {limits.cell:,} characters")
        elif isinstance(cell, list | dict) and too_deep(cell, limits.depth):
            return BadRow(column, "lists and objects are nested too deeply")
    return row
