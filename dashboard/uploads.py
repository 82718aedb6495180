"""A file in, samples out, and what is wrong with the rows that cannot be used.

Formats are read in ``upload_formats``, columns found in ``columns``. Rows come one
after the other, so that memory holds the samples and not the file.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import IO

from dashboard.column_contents import paths
from dashboard.columns import Columns, NoOutputColumn, find_columns
from dashboard.reimport import (
    Review,
    ReviewedSample,
    export_columns,
    is_export,
    read_export,
)
from dashboard.scoring import Sample
from dashboard.upload_formats import Source, Table, open_table
from dashboard.upload_samples import row_sample
from dashboard.upload_values import (
    LIMITS,
    BadRow,
    Limits,
    Row,
    RowProblem,
    UploadError,
)
from storage.cells import guarded

__all__ = [
    "Columns",
    "Preview",
    "RowProblem",
    "Upload",
    "UploadError",
    "Wanted",
    "preview_upload",
    "read_upload",
    "write_problems",
]

EXACT_FORMS = ("JSON", "Parquet")
"""Forms in which our exports need no guard against being taken for formulas."""
LOOKED_AT, LOOKED_AT_MOST = 50, 5_000
"""First rows by which columns are found: so many that can be read, of so many."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Columns that a person named, as in ``find_columns``; None is to be found."""

    output: str | None = None
    context: str | Sequence[str] | None = None
    input: str | None = None
    label: str | None = None


NOTHING_NAMED = Wanted()


@dataclass(slots=True)
class Upload:
    """The samples of a file, in its order, and the rows that cannot be used.

    Attributes:
        columns: Which columns were read.
        form: The file's form for a person: "CSV with semicolons, Windows-1252".
        samples: Those that can be scored.
        problems: In the order of the rows.
        reviews: What persons said of the samples, by place in ``samples``; only an
            export of ours brings any.
    """

    columns: Columns
    form: str = ""
    samples: list[Sample] = field(default_factory=list)
    problems: list[RowProblem] = field(default_factory=list)
    reviews: dict[int, Review] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Preview:
    """The beginning of a file, as it would be read.

    Attributes:
        form: The file's form for a person.
        names: Every column, and the paths into objects that can be named as one.
        columns: What would be read; None when no column holds outputs, so that a
            person has to name it.
        samples: Of the first rows those that can be scored.
        problems: Of the first rows those that cannot.
        is_export: Whether it is an export of ours, with reviews.
    """

    form: str
    names: tuple[str, ...]
    columns: Columns | None
    samples: tuple[Sample, ...]
    problems: tuple[RowProblem, ...]
    is_export: bool = False


def read_upload(
    source: Source,
    *,
    name: str | None = None,
    output: str | None = None,
    context: str | Sequence[str] | None = None,
    input: str | None = None,
    label: str | None = None,
    limits: Limits = LIMITS,
) -> Upload:
    """Return what a file holds; columns that are not named are found.

    ``name`` is what people call the file; a path brings its own. The columns are named
    as in ``find_columns``.

    Raises:
        UploadError: If the file is missing, empty, of no known format, over a limit,
            or has no column with outputs.
    """
    wanted = Wanted(output, context, input, label)
    with _opened(source, name, limits) as (table, first):
        columns = _columns(table, first, wanted)
        upload = Upload(columns, table.form)
        for found in _found(table.form, chain(first, table.rows), columns, first):
            if isinstance(found, RowProblem):
                upload.problems.append(found)
            elif isinstance(found, ReviewedSample):
                upload.reviews[len(upload.samples)] = found.review
                upload.samples.append(found.sample)
            else:
                upload.samples.append(found)
    return upload


def preview_upload(
    source: Source,
    wanted: Wanted = NOTHING_NAMED,
    *,
    name: str | None = None,
    rows: int = 20,
    limits: Limits = LIMITS,
) -> Preview:
    """Return the beginning of a file as it would be read with these columns.

    Raises:
        UploadError: If the file cannot be read, or a named column is not there.
    """
    with _opened(source, name, limits) as (table, first):
        names = tuple(paths(_names(first), _good(first)))
        try:
            columns = _columns(table, first, wanted)
        except NoOutputColumn:
            return Preview(table.form, names, None, (), ())
        found = list(_found(table.form, first[:rows], columns, first))
        return Preview(
            form=table.form,
            names=names,
            columns=columns,
            samples=tuple(
                one.sample if isinstance(one, ReviewedSample) else one
                for one in found
                if not isinstance(one, RowProblem)
            ),
            problems=tuple(one for one in found if isinstance(one, RowProblem)),
            is_export=_is_export(first, columns),
        )


def write_problems(problems: Iterable[RowProblem], stream: IO[str]) -> int:
    """Write the rows that cannot be used as CSV and return how many there are.

    Cells that a spreadsheet would take for a formula are guarded as in every export.
    """
    writer = csv.writer(stream)
    writer.writerow(("row", "column", "reason"))
    count = 0
    for count, problem in enumerate(problems, 1):  # noqa: B007
        writer.writerow(
            (problem.row, guarded(problem.column), guarded(problem.message))
        )
    return count


@contextmanager
def _opened(
    source: Source, name: str | None, limits: Limits
) -> Iterator[tuple[Table, list[Row | BadRow]]]:
    """Give a file with its first rows, which its ``rows`` go on from."""
    with open_table(source, name, limits=limits) as table:
        first: list[Row | BadRow] = []
        good = 0
        for row in islice(table.rows, LOOKED_AT_MOST):
            first.append(row)
            good += not isinstance(row, BadRow)
            if good == LOOKED_AT:
                break
        if not good:
            raise UploadError(_nothing_said(table, first))
        yield table, first


def _nothing_said(table: Table, first: Sequence[Row | BadRow]) -> str:
    for row in first:
        if isinstance(row, BadRow):
            problem = RowProblem(1, row.column, row.message)
            return f"{table.name}: no row can be read. The first, {problem}."
    return f"{table.name} holds no rows. Give a file with one sample a row."


def _columns(table: Table, first: Sequence[Row | BadRow], wanted: Wanted) -> Columns:
    names = _names(first)
    if wanted == NOTHING_NAMED and is_export(names):
        return export_columns(names)
    return find_columns(
        names,
        name=table.name,
        output=wanted.output,
        context=wanted.context,
        input=wanted.input,
        label=wanted.label,
        rows=_good(first),
    )


def _is_export(first: Sequence[Row | BadRow], columns: Columns) -> bool:
    names = _names(first)
    return is_export(names) and columns == export_columns(names)


def _found(
    form: str,
    rows: Iterable[Row | BadRow],
    columns: Columns,
    first: Sequence[Row | BadRow],
) -> Iterator[Sample | ReviewedSample | RowProblem]:
    if _is_export(first, columns):
        yield from read_export(rows, guarded=not form.startswith(EXACT_FORMS))
        return
    for number, row in enumerate(rows, 1):
        if isinstance(row, BadRow):
            yield RowProblem(number, row.column, row.message)
        else:
            yield row_sample(number, row, columns)


def _good(rows: Iterable[Row | BadRow]) -> list[Row]:
    return [row for row in rows if not isinstance(row, BadRow)]


def _names(rows: Iterable[Row | BadRow]) -> list[str]:
    """Return the columns of rows that need not all have the same ones."""
    return list(dict.fromkeys(name for row in _good(rows) for name in row))
