"""From a sort to SQL: orders of runs, and how lists go on from one of them.

A list is made of phases that follow one another: runs that have what is sorted by, then
those that have none of it. Within a phase an index has the runs in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, false, not_, or_

from storage.plans import aside, fact
from storage.tables import RUN
from storage.values import Sort

Condition = ColumnElement[bool]


@dataclass(frozen=True, slots=True)
class Key:
    """A column to sort by, and which end comes first."""

    column: ColumnElement[Any]
    descending: bool = True

    def clause(self, *, through_index: bool = True) -> ColumnElement[Any]:
        """Return it as a part of an order, to be had from an index or by sorting."""
        column = self.column if through_index else aside(self.column)
        return column.desc() if self.descending else column.asc()


@dataclass(frozen=True, slots=True)
class Phase:
    """Runs of a list that follow one another; ``where`` is None when all do."""

    keys: tuple[Key, ...]
    where: Condition | None = None

    def met(self) -> list[Condition]:
        """Return what its runs meet."""
        return [] if self.where is None else [self.where]

    def reversed(self) -> Phase:
        """Return the same runs from the other end."""
        keys = tuple(Key(key.column, not key.descending) for key in self.keys)
        return Phase(keys, self.where)

    def behind(self, run: Row[Any]) -> Condition:
        """Return what runs of the phase meet that come after this one of it."""
        found: list[Condition] = []
        same: list[Condition] = []
        for key in self.keys:
            value = getattr(run, key.column.key or "")
            after = key.column < value if key.descending else key.column > value
            found.append(and_(*same, after))
            same.append(key.column == value)
        first = self.keys[0]
        value = getattr(run, first.column.key or "")
        # said once more, for the index: what comes after begins at this value
        start = first.column <= value if first.descending else first.column >= value
        return and_(start, or_(false(), *found))


_ID = Key(RUN.c.id)
_LATEST = (Key(RUN.c.created_at), _ID)


def _with_and_without(column: ColumnElement[Any], *keys: Key) -> tuple[Phase, ...]:
    return (
        Phase(keys, column.is_not(None)),
        Phase(keys[1:], column.is_(None)),
    )


_PHASES: dict[Sort, tuple[Phase, ...]] = {
    "newest": (Phase(_LATEST),),
    "oldest": (Phase(_LATEST).reversed(),),
    "worst": _with_and_without(RUN.c.final_share, Key(RUN.c.final_share), _ID),
    "best": _with_and_without(RUN.c.final_share, Key(RUN.c.final_share, False), _ID),
    "longest": (Phase((Key(RUN.c.output_chars), _ID)),),
    "contradictions": (Phase((Key(RUN.c.final_contradicted), _ID)),),
    "least_sure": _with_and_without(
        RUN.c.least_confidence, Key(RUN.c.least_confidence, False), _ID
    ),
    "suspicious": (
        Phase(_LATEST, fact(RUN.c.suspicious)),
        Phase(_LATEST, not_(RUN.c.suspicious)),
    ),
    "disagreement": _with_and_without(
        RUN.c.spread, Key(RUN.c.spread), Key(RUN.c.sample_id), _ID
    ),
}


def phases(sort: Sort) -> Sequence[Phase]:
    """Return what a list in this order is made of, first to last."""
    return _PHASES[sort]


def order(sort: Sort) -> list[ColumnElement[Any]]:
    """Return the columns to sort runs by; ties are broken by id.

    Runs without what is sorted by come last.
    """
    first, *others = _PHASES[sort]
    clauses = [key.clause() for key in first.keys]
    return (
        [first.where.desc(), *clauses]
        if others and first.where is not None
        else clauses
    )
