"""Which runs stand on a page of a list."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, func, select

from storage.orders import Phase, phases
from storage.tables import RUN
from storage.values import RunFilter, Sort
from storage.ways import number_meant, way_to


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
    for part in parts:
        if len(ids) == limit:
            break
        of_part = [*way.where, *part.met(through_index=way.in_turn)]
        keys = [key.clause(through_index=way.in_turn) for key in part.keys]
        page = select(RUN.c.id).where(*of_part).order_by(*keys)
        found = connection.scalars(page.limit(limit - len(ids)).offset(offset)).all()
        ids += found
        if offset and part is not parts[-1]:
            offset = 0 if found else offset - _count(connection, of_part)
    return ids


def _count(connection: Connection, where: list[ColumnElement[bool]]) -> int:
    query = select(func.count()).select_from(RUN).where(*where)
    return connection.scalar(query) or 0
