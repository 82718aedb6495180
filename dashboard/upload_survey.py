"""Looks at every row of an upload once, before anything is queued."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, field

from dashboard.columns import Columns
from dashboard.drawn import Draw, Drawn
from dashboard.reimport import Review, ReviewedSample
from dashboard.upload_formats import Source
from dashboard.upload_reading import read_samples
from dashboard.upload_values import RowProblem
from dashboard.uploads import write_problems

PROBLEMS_SHOWN = 100
"""Rows that cannot be used, of which each is kept; all of them can be downloaded."""
SAY_EVERY = 500
"""Rows after which is said how far it got."""


@dataclass(slots=True)
class Reviews:
    """What an export of ours brings back of what people said, in numbers."""

    flagged: int = 0
    tagged: int = 0
    noted: int = 0
    verdicts: int = 0

    def add(self, review: Review) -> None:
        """Count one run's."""
        self.flagged += review.person_flag is not None
        self.tagged += bool(review.tags)
        self.noted += bool(review.note)
        self.verdicts += len(review.by_person)


@dataclass(frozen=True, slots=True)
class Survey:
    """What a whole file comes to.

    Attributes:
        drawn: Its samples, in figures.
        problems: How many rows cannot be used.
        first_problems: The first of them.
        reviews: None unless the file is an export of ours.
    """

    drawn: Drawn
    problems: int
    first_problems: tuple[RowProblem, ...]
    reviews: Reviews | None


@dataclass(slots=True)
class _Found:
    draw: Draw = field(default_factory=Draw)
    problems: int = 0
    first: list[RowProblem] = field(default_factory=list)
    reviews: Reviews | None = None

    def add(self, one: object) -> None:
        if isinstance(one, RowProblem):
            self.problems += 1
            if len(self.first) < PROBLEMS_SHOWN:
                self.first.append(one)
            return
        if isinstance(one, ReviewedSample):
            self.reviews = self.reviews or Reviews()
            self.reviews.add(one.review)
            one = one.sample
        self.draw.add(one)  # type: ignore[arg-type]


def survey(
    source: Source,
    columns: Columns,
    *,
    name: str,
    say: Callable[[int], None] = lambda _: None,
) -> Survey:
    """Return what the file comes to if these columns are read.

    Args:
        source: The file.
        columns: What to read.
        name: What people call the file.
        say: Called with the number of rows read so far, now and then; what it raises
            ends the reading.

    Raises:
        UploadError: If the file cannot be read to its end.
    """
    found = _Found()
    for number, one in enumerate(read_samples(source, columns, name=name), 1):
        found.add(one)
        if number % SAY_EVERY == 0:
            say(number)
    return Survey(found.draw.drawn(), found.problems, tuple(found.first), found.reviews)


def problems_csv(source: Source, columns: Columns, *, name: str) -> bytes:
    """Return every row that cannot be used as CSV, read anew from the file."""
    text = io.StringIO(newline="")
    problems = (
        one
        for one in read_samples(source, columns, name=name)
        if isinstance(one, RowProblem)
    )
    write_problems(problems, text)
    return text.getvalue().encode("utf-8-sig")
