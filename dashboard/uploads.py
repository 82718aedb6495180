"""A file in, samples out, and what is wrong with the rows that cannot be used.

Formats are read in ``upload_formats``, columns found in ``columns``. Rows come one
after the other, so that memory holds the samples and not the file.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import IO

from dashboard.column_contents import paths
from dashboard.columns import Columns, NoOutputColumn
from dashboard.reimport import (
    Review,
    ReviewedSample,
)
from dashboard.scoring import Sample
from dashboard.upload_formats import Source
from dashboard.upload_reading import NOTHING_NAMED, Wanted, opened_upload
from dashboard.upload_values import (
    LIMITS,
    Limits,
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
    with opened_upload(source, name, limits) as file:
        columns = file.columns(wanted)
        upload = Upload(columns, file.table.form)
        for found in file.samples(columns):
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
    wanted: Wanted | Columns = NOTHING_NAMED,
    *,
    name: str | None = None,
    rows: int = 20,
    limits: Limits = LIMITS,
) -> Preview:
    """Return the beginning of a file as it would be read with these columns.

    Raises:
        UploadError: If the file cannot be read, or a named column is not there.
    """
    with opened_upload(source, name, limits) as file:
        names = tuple(paths(file.names, file.good))
        try:
            columns = file.columns(wanted)
        except NoOutputColumn:
            return Preview(file.table.form, names, None, (), ())
        found = list(file.samples(columns, only_first=rows))
        return Preview(
            form=file.table.form,
            names=names,
            columns=columns,
            samples=tuple(
                one.sample if isinstance(one, ReviewedSample) else one
                for one in found
                if not isinstance(one, RowProblem)
            ),
            problems=tuple(one for one in found if isinstance(one, RowProblem)),
            is_export=file.is_export(columns),
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
