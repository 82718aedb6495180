"""Ranges of the lengths of texts: how many there are of each is summed up."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from sqlalchemy import ColumnElement, case

EDGES = (0, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 51_200)
"""Where ranges begin, in characters; the last has no end."""


def range_of(chars: int) -> int:
    """Return the number of the range that a length is in."""
    return bisect_right(EDGES, chars) - 1


def range_column(chars: ColumnElement[int]) -> ColumnElement[int]:
    """Return the same for a column."""
    ends: Sequence[tuple[ColumnElement[bool], int]] = [
        (chars < end, at) for at, (_, end) in enumerate(pairwise(EDGES))
    ]
    return case(*ends, else_=len(EDGES) - 1)
