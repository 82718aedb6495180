"""How long outputs and contexts are, beside how much of the output is hallucinated."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from sqlalchemy import ColumnElement, Engine, case, func, select

from storage.filters import conditions
from storage.plans import aside
from storage.sources import counted
from storage.tables import RUN
from storage.transactions import reading
from storage.values import RunFilter

LengthOf = Literal["output", "context"]
EDGES = (0, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 51_200)
"""Where ranges of lengths begin, in characters; the last has no end."""


@dataclass(frozen=True, slots=True)
class LengthCell:
    """How many runs have a length and a share in these ranges.

    Lengths are from ``length_from`` up to ``length_to``, exclusive, None without end;
    shares as in a histogram: exactly 0, or above ``share_from`` up to ``share_to``.
    """

    length_from: int
    length_to: int | None
    share_from: float
    share_to: float
    runs: int


def lengths(
    engine: Engine,
    filter: RunFilter,
    *,
    of: LengthOf = "output",
    bins: int = 10,
    include_others: bool = False,
) -> list[LengthCell]:
    """Return how many runs have which length and share, shortest first, then lowest.

    A share of 0 has a range of its own; above it there are ``bins`` ranges of equal
    width. Ranges without runs are left out.
    """
    chars = RUN.c.output_chars if of == "output" else RUN.c.context_chars
    at = _range_of(chars)
    query = (
        select(at.label("at"), RUN.c.final_share, func.count().label("runs"))
        .where(*conditions(filter))
        .where(aside(RUN.c.status).in_(counted(include_others)))
        .group_by(at, RUN.c.final_share)
    )
    starts = [start / bins for start in range(bins)]
    cells: Counter[tuple[int, int]] = Counter()
    with reading(engine) as connection:
        for row in connection.execute(query):
            share = row.final_share
            cells[row.at, bisect_right(starts, share) if share > 0 else 0] += row.runs
    return [_cell(at, share, bins, runs) for (at, share), runs in sorted(cells.items())]


def _range_of(chars: ColumnElement[int]) -> ColumnElement[int]:
    ends: Sequence[tuple[ColumnElement[bool], int]] = [
        (chars < end, at) for at, (_, end) in enumerate(pairwise(EDGES))
    ]
    return case(*ends, else_=len(EDGES) - 1)


def _cell(at: int, share: int, bins: int, runs: int) -> LengthCell:
    return LengthCell(
        length_from=EDGES[at],
        length_to=EDGES[at + 1] if at + 1 < len(EDGES) else None,
        share_from=(share - 1) / bins if share else 0.0,
        share_to=share / bins,
        runs=runs,
    )
