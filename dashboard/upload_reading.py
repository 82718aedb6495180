"""Opens an upload, looks at its first rows, and reads its rows as samples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice

from dashboard.columns import Columns, find_columns
from dashboard.reimport import ReviewedSample, export_columns, is_export, read_export
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


@dataclass(frozen=True, slots=True)
class OpenUpload:
    """A file whose first rows have been read; ``table`` goes on behind them."""

    table: Table
    first: tuple[Row | BadRow, ...]

    @property
    def good(self) -> list[Row]:
        """Of the first rows those that can be read."""
        return [row for row in self.first if not isinstance(row, BadRow)]

    @property
    def names(self) -> list[str]:
        """The columns of the first rows, which need not all have the same ones."""
        return list(dict.fromkeys(name for row in self.good for name in row))

    def columns(self, wanted: Wanted | Columns) -> Columns:
        """Return which columns to read; ``Columns`` were decided before.

        Raises:
            UploadError: If a named one is not there.
            NoOutputColumn: If none holds outputs.
        """
        if isinstance(wanted, Columns):
            return wanted
        if wanted == NOTHING_NAMED and is_export(self.names):
            return export_columns(self.names)
        return find_columns(
            self.names,
            name=self.table.name,
            output=wanted.output,
            context=wanted.context,
            input=wanted.input,
            label=wanted.label,
            rows=self.good,
        )

    def is_export(self, columns: Columns) -> bool:
        """Return whether these columns are read as an export of ours."""
        return is_export(self.names) and columns == export_columns(self.names)

    def samples(
        self, columns: Columns, *, only_first: int | None = None
    ) -> Iterator[Sample | ReviewedSample | RowProblem]:
        """Yield the samples of all rows, or of a few first ones, once."""
        rows = chain(self.first, self.table.rows)
        if only_first is not None:
            rows = chain(self.first[:only_first])
        if self.is_export(columns):
            exact = self.table.form.startswith(EXACT_FORMS)
            yield from read_export(rows, guarded=not exact)
            return
        for number, row in enumerate(rows, 1):
            if isinstance(row, BadRow):
                yield RowProblem(number, row.column, row.message)
            else:
                yield row_sample(number, row, columns)


def read_samples(
    source: Source,
    columns: Columns,
    *,
    name: str | None = None,
    limits: Limits = LIMITS,
) -> Iterator[Sample | ReviewedSample | RowProblem]:
    """Yield the samples of a file one after the other, and what is wrong with rows.

    Raises:
        UploadError: If the file cannot be read, also half way.
    """
    with opened_upload(source, name, limits) as file:
        yield from file.samples(columns)


@contextmanager
def opened_upload(
    source: Source, name: str | None, limits: Limits
) -> Iterator[OpenUpload]:
    """Give a file with its first rows.

    Raises:
        UploadError: If none of them can be read.
    """
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
        yield OpenUpload(table, tuple(first))


def _nothing_said(table: Table, first: Sequence[Row | BadRow]) -> str:
    for row in first:
        if isinstance(row, BadRow):
            problem = RowProblem(1, row.column, row.message)
            return f"{table.name}: no row can be read. The first, {problem}."
    return f"{table.name} holds no rows. Give a file with one sample a row."
