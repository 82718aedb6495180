"""The bin: where runs lie for a while before they are gone for good."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Table,
    delete,
    func,
    select,
    update,
)

from storage.acting import AT_ONCE, keep_reviews, named, now, review_line, runs_at_hand
from storage.listing import summaries, summary_of
from storage.rows import chunks
from storage.tables import CONTEXT, REVIEW, RUN, SAMPLE
from storage.tallies import changing
from storage.transactions import reading, writing
from storage.values import RunSummary

KEPT_FOR = timedelta(days=30)
"""How long runs lie in the bin until it is emptied of them."""
EMPTIED_AT_ONCE = 200
"""Runs removed in one transaction; each may have many claims."""


@dataclass(frozen=True, slots=True)
class BinnedRun(RunSummary):
    """A run in the bin; ``deleted_by`` is None when the history does not say who."""

    deleted_at: datetime
    deleted_by: str | None


def bin_runs(engine: Engine, run_ids: Collection[int], *, person: str) -> int:
    """Put runs into the bin, and return how many were not in it."""
    person = named(person)
    moment = now()
    count = 0
    with writing(engine) as connection:
        for runs in runs_at_hand(connection, run_ids):
            ids = [run.id for run in runs]
            _move(connection, ids, moment)
            _keep(connection, ids, "bin", person=person, moment=moment)
            count += len(ids)
    return count


def restore_runs(engine: Engine, run_ids: Collection[int], *, person: str) -> int:
    """Take runs out of the bin, as they were, and return how many were in it."""
    person = named(person)
    moment = now()
    count = 0
    with writing(engine) as connection:
        for some in chunks(sorted(set(run_ids)), AT_ONCE):
            query = select(RUN.c.id).where(
                RUN.c.id.in_(some), RUN.c.deleted_at.is_not(None)
            )
            ids = list(connection.scalars(query.with_for_update()))
            _move(connection, ids, None)
            _keep(connection, ids, "restore", person=person, moment=moment)
            count += len(ids)
    return count


def binned(engine: Engine, *, limit: int = 50, offset: int = 0) -> list[BinnedRun]:
    """Return the runs in the bin, those put in last first; ties newest first."""
    by = (
        select(REVIEW.c.person)
        .where(REVIEW.c.run_id == RUN.c.id, REVIEW.c.action == "bin")
        .order_by(REVIEW.c.id.desc())
        .limit(1)
        .correlate(RUN)
        .scalar_subquery()
    )
    query = (
        summaries()
        .add_columns(RUN.c.deleted_at, by.label("deleted_by"))
        .where(RUN.c.deleted_at.is_not(None))
        .order_by(RUN.c.deleted_at.desc(), RUN.c.id.desc())
        .limit(limit)
        .offset(offset)
    )
    with reading(engine) as connection:
        return [
            BinnedRun(
                **asdict(summary_of(row)),
                deleted_at=row.deleted_at,
                deleted_by=row.deleted_by,
            )
            for row in connection.execute(query)
        ]


def count_binned(engine: Engine) -> int:
    """Return how many runs lie in the bin."""
    query = select(func.count()).select_from(RUN).where(RUN.c.deleted_at.is_not(None))
    with reading(engine) as connection:
        return connection.scalar(query) or 0


def empty_bin(engine: Engine, *, older_than: timedelta | None = KEPT_FOR) -> int:
    """Remove runs in the bin for good, and return how many.

    Samples and contexts that no run has any more go with them. ``older_than`` spares
    what was put in since; None spares nothing. It goes some runs at a time, so that
    others can write in between.
    """
    lies: ColumnElement[bool] = RUN.c.deleted_at.is_not(None)
    if older_than is not None:
        lies &= RUN.c.deleted_at <= now() - older_than
    query = select(RUN.c.id, RUN.c.sample_id).where(lies).limit(EMPTIED_AT_ONCE)
    count = 0
    while True:
        with writing(engine) as connection:
            rows = connection.execute(query).all()
            _delete(connection, RUN, [row.id for row in rows])
            _drop_samples(connection, {row.sample_id for row in rows})
        if not rows:
            return count
        count += len(rows)


def _drop_samples(connection: Connection, sample_ids: Collection[int]) -> None:
    """Remove samples that no run has, and then contexts that no sample has."""
    used = select(RUN.c.id).where(RUN.c.sample_id == SAMPLE.c.id).exists()
    unused = [
        row
        for some in chunks(sorted(sample_ids), AT_ONCE)
        for row in connection.execute(
            select(SAMPLE.c.id, SAMPLE.c.context_id).where(SAMPLE.c.id.in_(some), ~used)
        )
    ]
    _delete(connection, SAMPLE, [row.id for row in unused])
    shared = select(SAMPLE.c.id).where(SAMPLE.c.context_id == CONTEXT.c.id).exists()
    for some in chunks(sorted({row.context_id for row in unused}), AT_ONCE):
        connection.execute(delete(CONTEXT).where(CONTEXT.c.id.in_(some), ~shared))


def _delete(connection: Connection, table: Table, ids: Collection[int]) -> None:
    for some in chunks(list(ids), AT_ONCE):
        connection.execute(delete(table).where(table.c.id.in_(some)))


def _move(
    connection: Connection, run_ids: Collection[int], moment: datetime | None
) -> None:
    change = update(RUN).where(RUN.c.id.in_(run_ids)).values(deleted_at=moment)
    with changing(connection, run_ids, claims_too=False):
        connection.execute(change)


def _keep(
    connection: Connection,
    run_ids: Iterable[int],
    action: Literal["bin", "restore"],
    *,
    person: str,
    moment: datetime,
) -> None:
    keep_reviews(
        connection,
        (
            review_line(run_id, action, person=person, moment=moment, details={})
            for run_id in run_ids
        ),
    )
