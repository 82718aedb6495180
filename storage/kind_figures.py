"""In which ways claims are hallucinated, by group.

The number that each run keeps of its kinds is summed up; only where it cannot tell how
many claims there are, the claims are counted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Engine, func, literal, select

from storage import kinds
from storage.figures import KindCell, KindCount
from storage.filters import conditions, kind_conditions, tally_for
from storage.plans import aside
from storage.sources import Grouping, batch_names, counted, group_keys, grouped_runs
from storage.tables import CLAIM, KIND_TALLY, RUN
from storage.transactions import reading
from storage.values import HALLUCINATED, RunFilter

Counts = Counter[tuple[Any, str, str]]
"""How many claims there are, by group, kind and label."""


def hallucinated_kinds(
    engine: Engine, filter: RunFilter, *, include_others: bool = False
) -> list[KindCount]:
    """Return how many hallucinated claims are of which kind, most first.

    Claims without a kind count as ``other``; ties go by name.
    """
    found = kinds_by_group(engine, filter, include_others=include_others)
    return [KindCount(cell.kind, cell.contradicted, cell.unsupported) for cell in found]


def kinds_by_group(
    engine: Engine,
    filter: RunFilter,
    *,
    by: Grouping | None = None,
    include_others: bool = False,
) -> list[KindCell]:
    """Return how many claims are hallucinated in which way, by kind, then by group.

    Kinds of most claims come first, ties by name; groups of a kind by their keys, which
    are empty without ``by``. What does not occur is left out.
    """
    with reading(engine) as connection:
        if _is_summed_up(filter, by):
            found = _from_sums(connection, filter, by, include_others)
        else:
            found = _from_runs(connection, filter, by, include_others)
        keys = group_keys(connection, by, {key for key, _, _ in found})
        counts = Counts(
            {(keys[key], kind, label): n for (key, kind, label), n in found.items()}
        )
        names = batch_names(connection, by, keys.values())
    totals = Counter[str]()
    for (_, kind, _), claims in counts.items():
        totals[kind] += claims
    cells = {(kind, key) for key, kind, _ in counts}
    return [
        KindCell(
            key=key,
            name=names.get(key, str(key)),
            kind=kind,
            contradicted=counts[key, kind, "contradicted"],
            unsupported=counts[key, kind, "unsupported"],
        )
        for kind, key in sorted(cells, key=lambda cell: (-totals[cell[0]], *cell))
    ]


def _is_summed_up(filter: RunFilter, by: Grouping | None) -> bool:
    """Return whether the sums of kinds can tell: by judge, batch, day and status."""
    plain = replace(filter, judges=(), batch=None, since=None, until=None, statuses=())
    grouped = by is None or by.by in ("judge", "batch")
    return grouped and plain == RunFilter() and tally_for(filter) is not None


def _from_sums(
    connection: Connection,
    filter: RunFilter,
    by: Grouping | None,
    include_others: bool,
) -> Counts:
    columns = KIND_TALLY.c
    key = {None: literal(""), "judge": columns.judge, "batch": columns.batch_id}[
        by.by if by else None
    ]
    query = (
        select(
            key.label("key"),
            columns.kind,
            *(func.sum(columns[label]).label(label) for label in HALLUCINATED),
        )
        .where(*kind_conditions(filter), columns.status.in_(counted(include_others)))
        .group_by(key, columns.kind)
    )
    counts = Counts()
    for row in connection.execute(query):
        for label in HALLUCINATED:
            counts[row.key, row.kind, label] += getattr(row, label)
    return +counts


def _from_runs(
    connection: Connection,
    filter: RunFilter,
    by: Grouping | None,
    include_others: bool,
) -> Counts:
    rows, key = grouped_runs(by)
    key = literal("") if key is None else key
    where = (
        *conditions(filter),
        aside(RUN.c.status).in_(counted(include_others)),
        aside(RUN.c.kinds) != 0,
    )
    query = (
        select(key.label("key"), RUN.c.kinds, func.count().label("runs"))
        .select_from(rows)
        .where(*where)
        .group_by(key, RUN.c.kinds)
    )
    counts = Counts()
    full: set[int] = set()
    for row in connection.execute(query):
        if kinds.overflows(row.kinds):
            full.add(row.kinds)
            continue
        for (kind, label), claims in kinds.unpacked(row.kinds).items():
            counts[row.key, kind, label] += claims * row.runs
    if full:
        of_claim = func.coalesce(CLAIM.c.kind, "other")
        exact = (
            select(key.label("key"), of_claim, CLAIM.c.label, func.count())
            .select_from(rows.join(CLAIM, CLAIM.c.run_id == RUN.c.id))
            .where(*where, aside(RUN.c.kinds).in_(full))
            .where(CLAIM.c.label.in_(HALLUCINATED), CLAIM.c.removed_at.is_(None))
            .group_by(key, of_claim, CLAIM.c.label)
        )
        for group, kind, label, claims in connection.execute(exact):
            counts[group, kind, label] += claims
    return counts
