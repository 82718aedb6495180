"""Lays the claims of several runs of one sample side by side."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import fuzz, process, utils

from storage.values import RunDetails, StoredClaim

ALIKE = 80.0
"""Likeness of two claims, 0 to 100, from which they are one, wherever they stand."""
ALIKE_IN_PLACE = 55.0
"""The same for claims of overlapping spans: the other judge may have reworded it."""
_NUMBER = re.compile(r"\d+")
OVERLAP = 0.5
"""Share of the shorter span that two spans must have in common."""
SAME_PLACE = 15.0
"""What a common place is worth beside likeness of the words."""


@dataclass(frozen=True)
class AlignedRow:
    """One claim as each run has it.

    Attributes:
        cells: A claim a run, in the order of the runs; None where a run has none.
    """

    cells: tuple[StoredClaim | None, ...]

    @cached_property
    def text(self) -> str:
        """The claim in the words of the first run that has it."""
        return next(cell.text for cell in self.cells if cell is not None)

    @property
    def labels(self) -> tuple[str | None, ...]:
        """The labels that count, in the order of the runs; None where there is none."""
        return tuple(None if cell is None else cell.label for cell in self.cells)

    @property
    def differs(self) -> bool:
        """Whether two runs have the claim and give it different labels.

        What was not judged differs from nothing.
        """
        return len({*self.labels} - {None, "unjudged"}) > 1

    @property
    def missing(self) -> bool:
        """Whether some run does not have the claim."""
        return None in self.cells


def align(runs: Sequence[RunDetails]) -> list[AlignedRow]:
    """Return one row a claim, in the order of the output; each claim stands in one row.

    Claims belong together when their words are the same, in whatever order the runs
    have them; else when they come from the same place of the output, or no place is
    known, and are alike enough. Of a claim that another run has in two parts, the
    nearer part stands beside it and the other alone. The same runs always give the
    same rows.
    """
    rows: list[list[StoredClaim | None]] = []
    for number, run in enumerate(runs):
        left = list(run.claims)
        if number:
            left = _taken(rows, left, number)
        rows += [
            [*(None for _ in range(number)), claim, *(None for _ in runs[number + 1 :])]
            for claim in left
        ]
    return [AlignedRow(tuple(cells)) for cells in _in_order(rows)]


def _taken(
    rows: list[list[StoredClaim | None]], claims: list[StoredClaim], number: int
) -> list[StoredClaim]:
    """Put the claims of one run into the rows; return those that fit into none."""
    left = _put_same(rows, claims, number)
    free = [row for row in rows if row[number] is None]
    if not left or not free:
        return left
    likeness = _likeness(left, free)
    pairs = sorted(
        (
            (-value, claim, row)
            for claim, values in enumerate(likeness)
            for row, value in enumerate(values)
            if value > 0
        ),
    )
    done: set[int] = set()
    for _, claim, at in pairs:
        if claim not in done and free[at][number] is None:
            free[at][number] = left[claim]
            done.add(claim)
    return [claim for at, claim in enumerate(left) if at not in done]


def _put_same(
    rows: list[list[StoredClaim | None]], claims: list[StoredClaim], number: int
) -> list[StoredClaim]:
    """Put claims beside those of the very same words, in their order."""
    waiting: dict[str, list[int]] = {}
    for at in reversed(range(len(rows))):
        for text in {_plain(cell.text) for cell in rows[at] if cell is not None}:
            waiting.setdefault(text, []).append(at)
    left = []
    for claim in claims:
        places = waiting.get(_plain(claim.text), [])
        while places and rows[places[-1]][number] is not None:
            places.pop()
        if places:
            rows[places.pop()][number] = claim
        else:
            left.append(claim)
    return left


def _likeness(
    claims: Sequence[StoredClaim], rows: Sequence[Sequence[StoredClaim | None]]
) -> list[list[float]]:
    """Return how well each claim fits into each row; 0 where it does not."""
    others = [next(cell for cell in row if cell is not None) for row in rows]
    table = process.cdist(
        [_plain(claim.text) for claim in claims],
        [_plain(other.text) for other in others],
        scorer=fuzz.token_sort_ratio,
    )
    return [
        [
            _fit(float(value), claim, other)
            for value, other in zip(row, others, strict=True)
        ]
        for row, claim in zip(table, claims, strict=True)
    ]


def _fit(words: float, claim: StoredClaim, other: StoredClaim) -> float:
    mine, theirs = _numbers(claim.text), _numbers(other.text)
    if mine and theirs and not mine & theirs:
        return 0.0
    together = _overlap(claim, other)
    if together:
        return words + SAME_PLACE if words >= ALIKE_IN_PLACE else 0.0
    return words if together is None and words >= ALIKE else 0.0


def _numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(text))


def _overlap(claim: StoredClaim, other: StoredClaim) -> bool | None:
    """Tell whether two claims are of one place; None where that is not known."""
    if claim.start is None or claim.end is None:
        return None
    if other.start is None or other.end is None:
        return None
    common = min(claim.end, other.end) - max(claim.start, other.start)
    shorter = min(claim.end - claim.start, other.end - other.start)
    return shorter > 0 and common >= OVERLAP * shorter


def _in_order(
    rows: list[list[StoredClaim | None]],
) -> list[list[StoredClaim | None]]:
    """Return the rows by where they stand in the output.

    A claim without a place follows the one before it in its own run.
    """
    before: dict[int, tuple[int, int]] = {}
    for number in range(max((len(row) for row in rows), default=0)):
        at = (-1, 0)
        column = [(row[number], row) for row in rows]
        ordered = sorted(
            ((cell, row) for cell, row in column if cell is not None),
            key=lambda pair: pair[0].position,
        )
        for cell, row in ordered:
            at = (at[0], at[1] + 1) if cell.start is None else (cell.start, 0)
            before.setdefault(id(row), at)
    return sorted(rows, key=lambda row: before[id(row)])


def _plain(text: str) -> str:
    return utils.default_process(text) or text.strip()
