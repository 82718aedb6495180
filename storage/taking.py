"""Hands queued runs to workers, and takes back what did not get done."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
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
from storage.room import Queue, Room
from storage.rows import chunks, sample_of, settings_of
from storage.tables import BATCH, CLAIM, CONTEXT, JUDGE_CALL, REVIEW, RUN, SAMPLE
from storage.tallies import changing
from storage.transactions import reading, writing
from storage.values import QueuedRun, RunStatus

AT_ONCE = 10_000
"""Ids named in one statement; SQLite takes at most 32,766."""
WAITS = and_(RUN.c.status == "queued", RUN.c.deleted_at.is_(None))


def take_runs(
    engine: Engine,
    *,
    worker: str,
    limit: int,
    batch_id: int | None = None,
    under_way: Collection[QueuedRun] = (),
    most_of: Callable[[str], int] | None = None,
) -> list[QueuedRun]:
    """Return queued runs which are this worker's from now on, ``limit`` at the most.

    Runs of no batch come first, since somebody waits for them at the page; then the
    oldest of batches that are active. No other worker gets them until they are given
    back or taken back. With ``batch_id`` only runs of that batch are taken.

    ``under_way`` is what this worker has already: together with that, no more runs of
    a batch are taken than its concurrency, nor of a judge than ``most_of`` says of its
    name. A batch whose concurrency is greater than that has its way.
    """
    room = Room.beside(under_way, left=limit, most_of=most_of)
    with reading(engine) as connection:
        queues = _queues(connection, batch_id)
    if not any(room.for_queue(queue) for queue in queues):
        return []
    with writing(engine) as connection:
        ids: list[int] = []
        for queue in queues:
            ids.extend(_take_from(connection, queue, room))
        with changing(connection, ids, claims_too=False):
            connection.execute(
                update(RUN)
                .where(RUN.c.id.in_(ids))
                .values(status="running", worker=worker, started_at=datetime.now(UTC))
            )
        return _taken(connection, ids)


def _queues(connection: Connection, batch_id: int | None) -> list[Queue]:
    """Return where runs wait, in the order in which they are served."""
    queues: list[Queue] = []
    if batch_id is None:
        alone = select(RUN.c.judge).where(WAITS, RUN.c.batch_id.is_(None)).distinct()
        queues = [Queue(judge) for judge in connection.scalars(alone)]
    first = select(RUN.c.id).where(WAITS, RUN.c.batch_id == BATCH.c.id).limit(1)
    batches = select(BATCH.c.id, BATCH.c.judge, BATCH.c.concurrency).where(
        BATCH.c.state == "active", first.exists()
    )
    if batch_id is not None:
        batches = batches.where(BATCH.c.id == batch_id)
    rows = connection.execute(batches.order_by(BATCH.c.id))
    return queues + [Queue(row.judge, row.id, row.concurrency) for row in rows]


def _take_from(connection: Connection, queue: Queue, room: Room) -> Sequence[int]:
    """Return the oldest runs of a queue that there is room for.

    Whether the batch is active is asked again: it may have been paused since.
    """
    wanted = room.for_queue(queue)
    if not wanted:
        return []
    mine = RUN.c.batch_id.is_(None) & (RUN.c.judge == queue.judge)
    if queue.batch_id is not None:
        active = select(BATCH.c.id).where(
            BATCH.c.id == queue.batch_id, BATCH.c.state == "active"
        )
        mine = (RUN.c.batch_id == queue.batch_id) & active.exists()
    oldest = select(RUN.c.id).where(WAITS, mine).order_by(RUN.c.id).limit(wanted)
    found = connection.scalars(oldest.with_for_update(skip_locked=True)).all()
    room.fill(queue, len(found))
    return found


def _taken(connection: Connection, ids: Sequence[int]) -> list[QueuedRun]:
    query = (
        select(
            RUN.c.id.label("run_id"), RUN, SAMPLE, CONTEXT.c.texts, BATCH.c.concurrency
        )
        .join(SAMPLE, SAMPLE.c.id == RUN.c.sample_id)
        .join(CONTEXT, CONTEXT.c.id == SAMPLE.c.context_id)
        .outerjoin(BATCH, BATCH.c.id == RUN.c.batch_id)
        .where(RUN.c.id.in_(ids))
    )
    runs = {
        row.run_id: QueuedRun(
            row.run_id, sample_of(row), settings_of(row), row.batch_id, row.concurrency
        )
        for row in connection.execute(query)
    }
    return [runs[run_id] for run_id in ids]


def give_back(engine: Engine, *, worker: str, but: Collection[int] = ()) -> int:
    """Queue again what this worker has running and return how many runs that are.

    Those of cancelled batches are cancelled instead; the runs of the ids ``but``, which
    have to be few, stay as they are.
    """
    with writing(engine) as connection:
        mine = RUN.c.worker == worker
        return put_back(connection, mine & RUN.c.id.not_in(but) if but else mine)


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
    emptied = NOT_SCORED | {"flagged": func.coalesce(RUN.c.person_flag, false())}
    with changing(connection, meant):
        connection.execute(delete(CLAIM).where(CLAIM.c.run_id.in_(ids)))
        connection.execute(delete(JUDGE_CALL).where(JUDGE_CALL.c.run_id.in_(ids)))
        of_runs = REVIEW.c.run_id.in_(ids)
        connection.execute(update(REVIEW).where(of_runs).values(claim_id=None))
        return connection.execute(update(RUN).where(meant).values(emptied)).rowcount
