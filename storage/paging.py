"""Which runs stand on a page of a list.

Runs are found in one of two ways. Where many are meant, an index that has them in order
is gone through until the page is full. Where few are, all of them are looked up or
picked out of an index that holds what filters ask, and then sorted.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, func, select

from storage.filters import conditions, tally_conditions, tally_for
from storage.orders import Phase, phases
from storage.search import CANDIDATES, held_by_many
from storage.tables import RUN, TALLY
from storage.values import RunFilter, Sort

LOOKED_AT = 50_000
"""Runs gone through for a page at most, before picking them out is quicker."""


def page_of_ids(
    connection: Connection,
    filter: RunFilter,
    *,
    sort: Sort,
    limit: int,
    offset: int,
    after: int | None = None,
    expected: int | None = None,
) -> list[int]:
    """Return the ids of the runs of a page, in order; see ``listing.list_runs``."""
    parts = list(phases(sort))
    known = _number(connection, filter)
    if known is not None and after is None and offset > known // 2:
        # the page is nearer to the end
        parts = [part.reversed() for part in reversed(parts)]
        size = min(limit, max(known - offset, 0))
        ids = _ids(connection, filter, parts, size, known - offset - size, known)
        return ids[::-1]
    if after is not None:
        parts = _behind(connection, parts, after)
    return _ids(connection, filter, parts, limit, offset, known or expected)


def _number(connection: Connection, filter: RunFilter) -> int | None:
    """Return how many runs are meant, where that is known without a look at them."""
    table = tally_for(filter)
    if table is None:
        return None
    runs = func.coalesce(func.sum(table.c.runs), 0)
    return connection.scalar(select(runs).where(*tally_conditions(filter, table)))


def _behind(connection: Connection, parts: list[Phase], after: int) -> list[Phase]:
    """Return what is left of a list behind one of its runs."""
    run = connection.execute(select(RUN).where(RUN.c.id == after)).one_or_none()
    if run is None:
        return parts
    for at, part in enumerate(parts):
        here = select(RUN.c.id).where(RUN.c.id == after)
        if part.where is None or connection.scalar(here.where(part.where)):
            rest = part.behind(run)
            where = rest if part.where is None else part.where & rest
            return [Phase(part.keys, where), *parts[at + 1 :]]
    return parts


def _ids(
    connection: Connection,
    filter: RunFilter,
    parts: list[Phase],
    limit: int,
    offset: int,
    expected: int | None,
) -> list[int]:
    in_turn = _in_turn(connection, filter, limit + offset, expected)
    where = conditions(filter, in_turn=in_turn)
    ids: list[int] = []
    for part in parts:
        if len(ids) == limit:
            break
        of_part = where if part.where is None else [*where, part.where]
        keys = [key.clause(through_index=in_turn) for key in part.keys]
        page = select(RUN.c.id).where(*of_part).order_by(*keys)
        found = connection.scalars(page.limit(limit - len(ids)).offset(offset)).all()
        ids += found
        if offset and part is not parts[-1]:
            offset = 0 if found else offset - _count(connection, of_part)
    return ids


def _count(connection: Connection, where: list[ColumnElement[bool]]) -> int:
    query = select(func.count()).select_from(RUN).where(*where)
    return connection.scalar(query) or 0


def _in_turn(
    connection: Connection, filter: RunFilter, needed: int, expected: int | None
) -> bool:
    """Return whether going through runs in order finds a page of them soon."""
    if filter == RunFilter():
        return True
    if filter.text:
        return held_by_many(connection, filter.text, most=CANDIDATES)
    if filter.run_ids is not None or filter.sample is not None or filter.tags:
        return False
    if expected is None:
        return not filter.metadata
    everything = connection.scalar(select(func.sum(TALLY.c.runs))) or 0
    return needed * everything <= LOOKED_AT * max(expected, 1)
