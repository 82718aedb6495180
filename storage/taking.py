"""Hands queued runs to workers, and takes back what did not get done."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    and_,
    delete,
    false,
    func,
    select,
    update,
)

from storage.queueing import NOT_SCORED
from storage.rows import sample_of, settings_of
from storage.tables import CLAIM, CONTEXT, JUDGE_CALL, RUN, SAMPLE
from storage.transactions import reading, writing
from storage.values import QueuedRun, RunStatus

WAITS = and_(RUN.c.status == "queued", RUN.c.deleted_at.is_(None))


def take_runs(
    engine: Engine, *, worker: str, limit: int, batch_id: int | None = None
) -> list[QueuedRun]:
    """Return queued runs which are this worker's from now on.

    Runs of no batch come first, since somebody waits for them at the page; then the
    oldest. No other worker gets them until they are given back or taken back. With
    ``batch_id`` only runs of that batch are taken.
    """
    queues: list[ColumnElement[bool]] = [
        RUN.c.batch_id.is_(None),
        RUN.c.batch_id.is_not(None),
    ]
    if batch_id is not None:
        queues = [RUN.c.batch_id == batch_id]
    with reading(engine) as connection:
        waiting = [
            queue
            for queue in queues
            if connection.scalar(select(RUN.c.id).where(WAITS, queue).limit(1))
        ]
    if not waiting:
        return []
    with writing(engine) as connection:
        ids: list[int] = []
        for queue in waiting:
            ids.extend(_first_ids(connection, queue, limit - len(ids)))
        connection.execute(
            update(RUN)
            .where(RUN.c.id.in_(ids))
            .values(status="running", worker=worker, started_at=datetime.now(UTC))
        )
        rows = connection.execute(
            select(RUN.c.id.label("run_id"), RUN, SAMPLE, CONTEXT.c.texts)
            .join(SAMPLE, SAMPLE.c.id == RUN.c.sample_id)
            .join(CONTEXT, CONTEXT.c.id == SAMPLE.c.context_id)
            .where(RUN.c.id.in_(ids))
        )
        runs = {
            row.run_id: QueuedRun(row.run_id, sample_of(row), settings_of(row))
            for row in rows
        }
        return [runs[run_id] for run_id in ids]


def _first_ids(
    connection: Connection, queue: ColumnElement[bool], limit: int
) -> Sequence[int]:
    oldest = select(RUN.c.id).where(WAITS, queue).order_by(RUN.c.id).limit(limit)
    return connection.scalars(oldest.with_for_update(skip_locked=True)).all()


def give_back(engine: Engine, *, worker: str) -> int:
    """Queue again what this worker has running and return how many runs that are."""
    with writing(engine) as connection:
        return connection.execute(
            update(RUN)
            .where(RUN.c.worker == worker, RUN.c.status == "running")
            .values(status="queued", worker=None, started_at=None)
        ).rowcount


def requeue_runs(
    engine: Engine,
    *,
    batch_id: int | None = None,
    statuses: Sequence[RunStatus] = ("failed",),
) -> int:
    """Queue runs again that have ended so, and return how many.

    What the former try found (claims with their verdicts, calls, share) is removed; a
    person's flag, tags and notes on the run stay.

    Raises:
        ValueError: If asked for runs that have not ended.
    """
    if unended := {"queued", "running"} & set(statuses):
        raise ValueError(f"only runs that have ended can be repeated, not {unended}")
    meant = RUN.c.status.in_(statuses) & RUN.c.deleted_at.is_(None)
    if batch_id is not None:
        meant &= RUN.c.batch_id == batch_id
    ids = select(RUN.c.id).where(meant)
    emptied = NOT_SCORED | {"flagged": func.coalesce(RUN.c.person_flag, false())}
    with writing(engine) as connection:
        connection.execute(delete(CLAIM).where(CLAIM.c.run_id.in_(ids)))
        connection.execute(delete(JUDGE_CALL).where(JUDGE_CALL.c.run_id.in_(ids)))
        return connection.execute(update(RUN).where(meant).values(emptied)).rowcount
