"""Hands queued runs to workers, and takes back what did not get done."""

from __future__ import annotations

from collections.abc import Collection, Sequence
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

from storage.batch_states import put_back
from storage.queueing import NOT_SCORED
from storage.rows import chunks, sample_of, settings_of
from storage.tables import BATCH, CLAIM, CONTEXT, JUDGE_CALL, RUN, SAMPLE
from storage.transactions import reading, writing
from storage.values import QueuedRun, RunStatus

AT_ONCE = 10_000
"""Ids named in one statement; SQLite takes at most 32,766."""
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
    """Queue again what this worker has running and return how many runs that are.

    Those of cancelled batches are cancelled instead.
    """
    with writing(engine) as connection:
        return put_back(connection, RUN.c.worker == worker)


def requeue_runs(
    engine: Engine,
    *,
    batch_id: int | None = None,
    statuses: Sequence[RunStatus] = ("failed",),
    run_ids: Collection[int] | None = None,
) -> int:
    """Queue runs again that have ended so, and return how many.

    What the former try found (claims with their verdicts, calls, share) is removed; a
    person's flag, tags and notes on the run stay. Without ``batch_id`` and ``run_ids``
    all runs are meant but those of cancelled batches; a cancelled batch of which runs
    are queued again is active again, a paused one stays paused.

    Raises:
        ValueError: If asked for runs that have not ended.
    """
    if unended := {"queued", "running"} & set(statuses):
        raise ValueError(f"only runs that have ended can be repeated, not {unended}")
    meant = RUN.c.status.in_(statuses) & RUN.c.deleted_at.is_(None)
    if batch_id is not None:
        meant &= RUN.c.batch_id == batch_id
    with writing(engine) as connection:
        if run_ids is not None:
            return sum(
                _requeue(connection, meant & RUN.c.id.in_(some))
                for some in chunks(list(run_ids), AT_ONCE)
            )
        if batch_id is None:
            cancelled = select(BATCH.c.id).where(BATCH.c.state == "cancelled")
            meant &= RUN.c.batch_id.is_(None) | RUN.c.batch_id.not_in(cancelled)
        return _requeue(connection, meant)


def _requeue(connection: Connection, meant: ColumnElement[bool]) -> int:
    ids = select(RUN.c.id).where(meant)
    batches = select(RUN.c.batch_id).where(meant, RUN.c.batch_id.is_not(None))
    connection.execute(
        update(BATCH)
        .where(BATCH.c.state == "cancelled", BATCH.c.id.in_(batches))
        .values(state="active")
    )
    connection.execute(delete(CLAIM).where(CLAIM.c.run_id.in_(ids)))
    connection.execute(delete(JUDGE_CALL).where(JUDGE_CALL.c.run_id.in_(ids)))
    emptied = NOT_SCORED | {"flagged": func.coalesce(RUN.c.person_flag, false())}
    return connection.execute(update(RUN).where(meant).values(emptied)).rowcount
