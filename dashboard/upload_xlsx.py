"""Rows of Excel files, one after the other, by openpyxl.

It is written in Python and streams a sheet line by line, at some thousand lines a
second. python-calamine, in Rust, is faster, but makes a rectangle of a whole sheet: two
cells in its far corners take all memory. Large files are better given as CSV.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import IO, Any

from dashboard.upload_cells import json_value
from dashboard.upload_csv import unique_names
from dashboard.upload_values import LIMITS, BadRow, Limits, Rows, UploadError

MOST_LINES = 2 * 1024 * 1024
"""Lines of a sheet that are looked at; Excel has half as many."""
LINES_AT_ONCE = 256
MOST_CELLS = 20_000
"""Cells of a line, blank ones included; Excel has 16,384."""


def xlsx_rows(stream: IO[bytes], name: str, *, limits: Limits = LIMITS) -> Rows:
    """Yield the rows under the first filled line of the first filled sheet.

    Formulas give what Excel last saw as their value; blank cells are blank texts.

    Raises:
        UploadError: If the file is damaged or larger than the limits.
    """
    import openpyxl  # type: ignore[import-untyped]

    try:
        with _no_warnings():
            book = openpyxl.load_workbook(
                stream, read_only=True, data_only=True, keep_links=False
            )
    except Exception as error:
        raise _damaged(name, error) from error
    try:
        for sheet in book.worksheets:
            if (found := _first(_sheet_rows(sheet, name))) is not None:
                header, rows = found
                yield from _named(header, rows, name, limits)
                return
    finally:
        book.close()


def _sheet_rows(sheet: Any, name: str) -> Iterator[tuple[Any, ...]]:
    """Yield the lines of a sheet that are not blank."""
    sheet.reset_dimensions()  # what a file says of its size may be a lie
    lines = sheet.iter_rows(values_only=True)
    for _ in range(0, MOST_LINES, LINES_AT_ONCE):
        try:
            with _no_warnings():
                some = list(islice(lines, LINES_AT_ONCE))
        except Exception as error:
            raise _damaged(name, error) from error
        if not some:
            return
        for line in some:
            if len(line) > MOST_CELLS:
                raise UploadError(f"{name} has {len(line):,} columns. Save it as CSV.")
            if any(cell not in (None, "") for cell in line):
                yield line
    raise UploadError(f"{name} has more than {MOST_LINES:,} lines. Save it as CSV.")


@contextmanager
def _no_warnings() -> Iterator[None]:
    """Keep openpyxl from warning about colours and menus, which nobody reads here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _first(
    lines: Iterator[tuple[Any, ...]],
) -> tuple[tuple[Any, ...], Iterator[tuple[Any, ...]]] | None:
    header = next(lines, None)
    return None if header is None else (header, lines)


def _named(
    header: tuple[Any, ...],
    lines: Iterator[tuple[Any, ...]],
    name: str,
    limits: Limits,
) -> Rows:
    names = unique_names(header, name, limits)
    for line in lines:
        surplus = [cell for cell in line[len(names) :] if cell not in (None, "")]
        if surplus:
            yield BadRow("", f"cells beyond the header: {len(surplus)}")
            continue
        cells = ["" if cell is None else json_value(cell) for cell in line]
        cells += [""] * (len(names) - len(cells))
        yield dict(zip(names, cells, strict=False))


def _damaged(name: str, error: Exception) -> UploadError:
    return UploadError(
        f"{name} is a damaged Excel file ({str(error)[:200]}). "
        "Save it again, or as CSV."
    )
