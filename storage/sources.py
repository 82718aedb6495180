"""Where figures are summed up: in the sums kept with each write, or else in the runs.

Either has a row for runs that are alike; the runs themselves are alike one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    and_,
    func,
    literal_column,
    select,
)

from storage.days import day_of
from storage.filters import Condition, conditions, tally_conditions, tally_for
from storage.plans import aside
from storage.rows import chunks
from storage.tables import (
    BATCH,
    DAILY_TALLY,
    METADATA_VALUE,
    RUN,
    SAMPLE_METADATA,
    TAG,
    TALLY,
)
from storage.tallies import FACTS, LABELS
from storage.values import FINISHED, RunFilter, RunStatus

AT_ONCE = 10_000
"""Ids asked for in one query; SQLite takes at most 32,766."""
GroupBy = Literal["judge", "batch", "tag", "metadata"]


@dataclass(frozen=True, slots=True)
class Grouping:
    """What tells groups of runs apart; ``column`` names one of the metadata."""

    by: GroupBy
    column: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """Rows to be summed up.

    Attributes:
        rows: What to select from.
        columns: Those of a cell, ``runs``, ``day`` and one for each label.
        where: What rows must meet to be meant.
        key: What tells groups apart; None when they are not told apart.
    """

    rows: FromClause
    columns: Mapping[str, ColumnElement[Any]]
    where: tuple[Condition, ...]
    key: ColumnElement[Any] | None = None


def counted(include_others: bool) -> tuple[RunStatus, ...]:
    """Return the statuses of runs that count for figures on claims and shares."""
    return FINISHED if include_others else ("scored",)


def source(
    filter: RunFilter, *, by: Grouping | None = None, daily: bool = False
) -> Source:
    """Return the fewest rows that tell what a filter lets through.

    ``daily`` asks for the column ``day``. A run with several tags is in several rows
    when grouped by them; one without any, or without the column of metadata, in none.
    """
    table = tally_for(filter)
    if table is not None and (by is None or by.by in _CELL_KEYS):
        if daily and table is TALLY:
            table = DAILY_TALLY
        key: ColumnElement[Any] | None = table.c[_CELL_KEYS[by.by]] if by else None
        where = tally_conditions(filter, table)
        return Source(table, dict(table.c), (*where, table.c.runs > 0), key)
    rows, key = grouped_runs(by)
    return Source(rows, _OF_RUN, tuple(conditions(filter)), key)


_CELL_KEYS: Mapping[str, str] = {"judge": "judge", "batch": "batch_id"}
_ONE: ColumnElement[int] = literal_column("1")
_OF_RUN: Mapping[str, ColumnElement[Any]] = {
    **{name: aside(fact) for name, fact in FACTS.items()},
    "share": aside(RUN.c.final_share),
    "day": day_of(RUN.c.created_at),
    "runs": _ONE,
    **{label: RUN.c[f"final_{label}"] for label in LABELS},
}


def grouped_runs(
    by: Grouping | None,
) -> tuple[FromClause, ColumnElement[Any] | None]:
    """Return runs, joined with what tells their groups apart, and that."""
    match by:
        case None:
            return RUN, None
        case Grouping("tag"):
            return RUN.join(TAG, TAG.c.run_id == RUN.c.id), TAG.c.name
        case Grouping("metadata", column):
            values = select(METADATA_VALUE.c.id).where(METADATA_VALUE.c.name == column)
            value_id = aside(SAMPLE_METADATA.c.value_id)
            of_sample = and_(
                SAMPLE_METADATA.c.sample_id == RUN.c.sample_id, value_id.in_(values)
            )
            return RUN.join(SAMPLE_METADATA, of_sample), value_id
    return RUN, _OF_RUN[_CELL_KEYS[by.by]]


def label_sums(found: Source) -> list[ColumnElement[int]]:
    """Return how many claims have each label, by name."""
    return [func.sum(found.columns[label]).label(label) for label in LABELS]


def batch_names(
    connection: Connection, by: Grouping | None, keys: Collection[str]
) -> dict[str, str]:
    """Return what groups are called that are batches, by their keys."""
    if by is None or by.by != "batch":
        return {}
    query = select(BATCH.c.id, BATCH.c.name).where(BATCH.c.id.in_(map(int, keys)))
    names = {str(row.id): row.name for row in connection.execute(query)}
    return {key: names.get(key, "") for key in keys}


def group_keys(
    connection: Connection, by: Grouping | None, found: Collection[Any]
) -> dict[Any, str]:
    """Return the keys of groups by what tells them apart in a query."""
    if by is None or by.by != "metadata":
        return {key: str(key) for key in found}
    keys: dict[Any, str] = {}
    for some in chunks(list(found), AT_ONCE):
        query = select(METADATA_VALUE.c.id, METADATA_VALUE.c.value)
        rows = connection.execute(query.where(METADATA_VALUE.c.id.in_(some)))
        keys |= {row.id: row.value for row in rows}
    return keys
