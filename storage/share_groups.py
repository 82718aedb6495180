"""Shares and labels of groups of runs: by judge, batch, tag or column of metadata.

From what comes back every picture of shares can be drawn: histogram, cumulative curve,
bands, means, and the pairs of a share and a number that a bootstrap draws from. Only
runs that are ``scored`` count, unless others are included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Engine, func, select

from storage.figures import Groups, ShareGroup
from storage.sources import (
    Grouping,
    Source,
    batch_names,
    counted,
    group_keys,
    label_sums,
    source,
)
from storage.tables import RUN, TAG
from storage.tallies import LABELS
from storage.transactions import reading
from storage.values import RunFilter


def share_groups(
    engine: Engine,
    filter: RunFilter,
    *,
    by: Grouping | None = None,
    most: int = 12,
    include_others: bool = False,
) -> Groups:
    """Return the groups with most runs, largest first, ties by name.

    Without ``by`` all runs are one group, whose key is empty. The group of runs of no
    batch has the key ``0``.
    """
    found = source(filter, by=by)
    statuses = found.columns["status"].in_(counted(include_others))
    with reading(engine) as connection:
        groups = _groups(connection, replace(found, where=(*found.where, statuses)), by)
        grouped = sum(group.runs for group in groups)
        all_runs = grouped
        if by is not None and by.by in ("tag", "metadata"):
            all_runs = _runs(connection, filter, include_others)
            if by.by == "tag":
                grouped = _tagged(connection, found.where, statuses)
        shown = groups[:most]
        names = batch_names(connection, by, [group.key for group in shown])
    return Groups(
        shown=tuple(
            replace(group, name=names.get(group.key, group.key)) for group in shown
        ),
        other_groups=len(groups) - len(shown),
        other_runs=sum(group.runs for group in groups[most:]),
        without=all_runs - grouped,
    )


def narrowed(filter: RunFilter, by: Grouping, key: str) -> RunFilter:
    """Return the filter of the runs of one group alone."""
    match by.by:
        case "judge":
            return replace(filter, judges=(key,))
        case "batch":
            return replace(filter, batch=int(key))
        case "tag":
            return replace(filter, tags=(key,))
    return replace(filter, metadata=(*filter.metadata, (by.column, key)))


def _groups(
    connection: Connection, found: Source, by: Grouping | None
) -> list[ShareGroup]:
    share = found.columns["share"]
    keys = [] if found.key is None else [found.key]
    query = (
        select(
            *(key.label("key") for key in keys),
            share.label("share"),
            func.sum(found.columns["runs"]).label("runs"),
            *label_sums(found),
        )
        .select_from(found.rows)
        .where(*found.where)
        .group_by(*keys, share)
        .order_by(*keys, share)
    )
    rows_of: dict[Any, list[Any]] = {}
    for row in connection.execute(query):
        rows_of.setdefault(row.key if keys else "", []).append(row)
    names = group_keys(connection, by, rows_of)
    groups = [_group(names[key], rows) for key, rows in rows_of.items()]
    return sorted(groups, key=lambda group: (-group.runs, group.key))


def _group(key: str, rows: Sequence[Any]) -> ShareGroup:
    return ShareGroup(
        key=key,
        name=key,
        shares=tuple((row.share, row.runs) for row in rows),
        **{label: sum(getattr(row, label) for row in rows) for label in LABELS},
    )


def _runs(connection: Connection, filter: RunFilter, include_others: bool) -> int:
    found = source(filter)
    query = (
        select(func.coalesce(func.sum(found.columns["runs"]), 0))
        .select_from(found.rows)
        .where(*found.where)
        .where(found.columns["status"].in_(counted(include_others)))
    )
    return connection.scalar(query) or 0


def _tagged(connection: Connection, where: Sequence[Any], statuses: Any) -> int:
    tagged = select(TAG.c.run_id)
    query = (
        select(func.count())
        .select_from(RUN)
        .where(*where, statuses, RUN.c.id.in_(tagged))
    )
    return connection.scalar(query) or 0
