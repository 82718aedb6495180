"""Sums of runs made anew from all of them, where there are none yet."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, literal, select

from storage.days import day_of
from storage.length_ranges import range_column
from storage.tables import (
    CLAIM,
    DAILY_TALLY,
    KIND_TALLY,
    LENGTH_TALLY,
    RUN,
    TALLY,
)
from storage.tallies import FACTS, LABELS
from storage.values import HALLUCINATED


def refill(connection: Connection) -> None:
    """Make the sums of all runs anew."""
    day = day_of(RUN.c.created_at).label("day")
    cell = [fact.label(name) for name, fact in FACTS.items()]
    sums = [func.sum(RUN.c[f"final_{label}"]).label(label) for label in LABELS]
    here = RUN.c.deleted_at.is_(None)
    for table, facts in ((TALLY, cell), (DAILY_TALLY, [day, *cell])):
        rows = (
            select(*facts, func.count().label("runs"), *sums)
            .where(here)
            .group_by(*facts)
        )
        connection.execute(delete(table))
        connection.execute(insert(table).from_select(_names(rows), rows))
    kind = func.coalesce(CLAIM.c.kind, "other").label("kind")
    facts = [day, *cell[:3], kind]
    claims = (
        select(
            *facts,
            *(
                func.count().filter(CLAIM.c.label == label).label(label)
                for label in HALLUCINATED
            ),
        )
        .join(RUN, RUN.c.id == CLAIM.c.run_id)
        .where(here, CLAIM.c.removed_at.is_(None), CLAIM.c.label.in_(HALLUCINATED))
        .group_by(*facts)
    )
    connection.execute(delete(KIND_TALLY))
    connection.execute(insert(KIND_TALLY).from_select(_names(claims), claims))
    connection.execute(delete(LENGTH_TALLY))
    for of in ("output", "context"):
        facts = [
            *cell[:3],
            literal(of).label("of"),
            range_column(RUN.c[f"{of}_chars"]).label("range"),
            cell[-1],
        ]
        lengths = select(*facts, func.count().label("runs")).where(here)
        lengths = lengths.group_by(*facts)
        connection.execute(insert(LENGTH_TALLY).from_select(_names(lengths), lengths))


def _names(rows: Select[Any]) -> list[str]:
    return [column.key or "" for column in rows.selected_columns]
