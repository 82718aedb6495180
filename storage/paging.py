"""Which runs stand on a page of a list."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, func, or_, select

from storage.filters import conditions, share_conditions
from storage.orders import Phase, phases
from storage.plans import aside
from storage.tables import RUN
from storage.values import RunFilter, Sort
from storage.ways import Way, number_meant, way_to

LOOKED_AT = 10_000
"""Runs whose rows are looked at for a page, before they are picked out."""


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
    known = number_meant(connection, filter)
    if known is not None and after is None and offset > known // 2:
        # the page is nearer to the end
        parts = [part.reversed() for part in reversed(parts)]
        size = min(limit, max(known - offset, 0))
        ids = _ids(connection, filter, parts, size, known - offset - size, known)
        return ids[::-1]
    if after is not None:
        parts = _behind(connection, parts, after)
    return _ids(connection, filter, parts, limit, offset, known or expected)


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
    way = way_to(connection, filter, needed=limit + offset, expected=expected)
    ids: list[int] = []
    while parts and len(ids) < limit:
        part, needed = parts[0], limit - len(ids)
        found = _first_of_part(connection, filter, part, way, needed, offset)
        if found is None:
            where = way.where if not way.in_turn else conditions(filter)
            return [*ids, *_picked(connection, parts, where, needed, offset)]
        ids += found
        parts = parts[1:]
        if offset and parts:
            of_part = [*way.where, *part.met()]
            offset = 0 if found else offset - _count(connection, of_part)
    return ids


def _first_of_part(
    connection: Connection,
    filter: RunFilter,
    part: Phase,
    way: Way,
    limit: int,
    offset: int,
) -> Sequence[int] | None:
    """Return runs of a part by a look at its first; None if that may not suffice.

    An index of one column does not hold what filters ask, so many a look at a run's row
    would take longer than to pick runs out of the index that does, and sort them.
    """
    if not way.in_turn:
        return None
    if way.everything or part.keys[0].column is RUN.c.created_at:
        page = select(RUN.c.id).where(*way.where, *part.met())
        page = page.order_by(*(key.clause() for key in part.keys))
        return connection.scalars(page.limit(limit).offset(offset)).all()
    column = part.keys[0].column
    in_index = share_conditions(filter, column) if column is RUN.c.final_share else []
    first = (
        select(RUN.c.id)
        .where(*part.met(), *in_index)
        .order_by(*(key.clause() for key in part.keys))
        .limit(LOOKED_AT + offset)
        .subquery("first_runs")
    )
    page = (  # in the order in which the first come
        select(RUN.c.id)
        .select_from(first.join(RUN, RUN.c.id == first.c.id))
        .where(*way.where)
    )
    found = connection.scalars(page.limit(limit).offset(offset)).all()
    return found if len(found) == limit else None


def _picked(
    connection: Connection,
    parts: Sequence[Phase],
    where: Sequence[ColumnElement[bool]],
    limit: int,
    offset: int,
) -> Sequence[int]:
    """Return runs of what is left of a list, all of which are picked out and sorted."""
    keys = max((part.keys for part in parts), key=len)
    order = [key.clause(through_index=False) for key in keys]
    wheres = [part.where for part in parts if part.where is not None]
    query = select(RUN.c.id).where(*where)
    if wheres:
        order.insert(0, aside(wheres[0]).desc())
        if len(wheres) == len(parts):
            query = query.where(or_(*map(aside, wheres)))
    return connection.scalars(query.order_by(*order).limit(limit).offset(offset)).all()


def _count(connection: Connection, where: list[ColumnElement[bool]]) -> int:
    query = select(func.count()).select_from(RUN).where(*where)
    return connection.scalar(query) or 0
