"""How long outputs and contexts are, beside how much of the output is hallucinated."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy import Engine, Select, func, select

from storage.filters import conditions, tally_conditions
from storage.length_ranges import EDGES, range_column
from storage.plans import aside
from storage.sources import counted
from storage.tables import LENGTH_TALLY, RUN
from storage.transactions import reading
from storage.values import RunFilter, RunStatus

LengthOf = Literal["output", "context"]


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
    statuses = counted(include_others)
    if _is_summed_up(filter):
        query = _from_sums(filter, of, statuses)
    else:
        query = _from_runs(filter, of, statuses)
    starts = [start / bins for start in range(bins)]
    cells: Counter[tuple[int, int]] = Counter()
    with reading(engine) as connection:
        for row in connection.execute(query):
            share = row.share
            cells[row.at, bisect_right(starts, share) if share > 0 else 0] += row.runs
    return [_cell(at, share, bins, runs) for (at, share), runs in sorted(cells.items())]


def _is_summed_up(filter: RunFilter) -> bool:
    """Return whether the sums can tell: by judge, batch, status and share."""
    others = replace(
        filter,
        judges=(),
        batch=None,
        statuses=(),
        bands=(),
        share_from=None,
        share_to=None,
    )
    return others == RunFilter()


def _from_sums(
    filter: RunFilter, of: LengthOf, statuses: Sequence[RunStatus]
) -> Select[Any]:
    sums = LENGTH_TALLY.c
    return (
        select(
            sums.range.label("at"),
            sums.share.label("share"),
            func.sum(sums.runs).label("runs"),
        )
        .where(*tally_conditions(filter, LENGTH_TALLY), sums.runs > 0)
        .where(sums.status.in_(statuses), sums.of == of)
        .group_by(sums.range, sums.share)
    )


def _from_runs(
    filter: RunFilter, of: LengthOf, statuses: Sequence[RunStatus]
) -> Select[Any]:
    at = range_column(RUN.c[f"{of}_chars"]).label("at")
    share = RUN.c.final_share.label("share")
    return (
        select(at, share, func.count().label("runs"))
        .where(*conditions(filter), aside(RUN.c.status).in_(statuses))
        .group_by(at, share)
    )


def _cell(at: int, share: int, bins: int, runs: int) -> LengthCell:
    return LengthCell(
        length_from=EDGES[at],
        length_to=EDGES[at + 1] if at + 1 < len(EDGES) else None,
        share_from=(share - 1) / bins if share else 0.0,
        share_to=share / bins,
        runs=runs,
    )
