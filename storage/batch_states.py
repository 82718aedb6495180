"""Lets batches go on, wait or end.

Queued runs are taken only while their batch is active. What is running when a batch is
paused or cancelled may finish; what comes back unfinished to one that was cancelled is
cancelled, too.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Connection, Engine, func, select, update

from storage.tables import BATCH, RUN
from storage.tallies import changing
from storage.transactions import writing
from storage.values import BatchState


def pause_batch(engine: Engine, batch_id: int) -> None:
    """Let queued runs of a batch wait; one that was cancelled stays so.

    Raises:
        ValueError: If there is no such batch.
    """
    with writing(engine) as connection:
        if _state_of(connection, batch_id) == "active":
            _set_state(connection, batch_id, "paused")


def resume_batch(engine: Engine, batch_id: int) -> int:
    """Let a batch go on, cancelled runs too, and return how many runs wait.

    Raises:
        ValueError: If there is no such batch.
    """
    with writing(engine) as connection:
        _state_of(connection, batch_id)
        _set_state(connection, batch_id, "active")
        cancelled = _of(batch_id) & (RUN.c.status == "cancelled")
        with changing(connection, cancelled, claims_too=False):
            connection.execute(
                update(RUN)
                .where(cancelled)
                .values(status="queued", worker=None, started_at=None, finished_at=None)
            )
        waiting = select(func.count()).where(_of(batch_id), RUN.c.status == "queued")
        return connection.scalar(waiting) or 0


def cancel_batch(engine: Engine, batch_id: int) -> int:
    """End a batch: its queued runs are cancelled; return how many these are.

    Raises:
        ValueError: If there is no such batch.
    """
    with writing(engine) as connection:
        _state_of(connection, batch_id)
        _set_state(connection, batch_id, "cancelled")
        return _cancel(connection, RUN.c.batch_id == batch_id)


def put_back(connection: Connection, runs: ColumnElement[bool]) -> int:
    """Queue running runs again, cancel those of cancelled batches; return how many.

    ``runs`` says which of those that are running are meant.
    """
    meant = runs & (RUN.c.status == "running")
    batches = connection.scalars(select(RUN.c.batch_id).where(meant).distinct())
    ended = _hold(connection, {batch for batch in batches if batch is not None})
    change = update(RUN).where(meant)
    with changing(connection, meant, claims_too=False):
        count = connection.execute(
            change.values(status="queued", worker=None, started_at=None)
        ).rowcount
    if ended:
        _cancel(connection, RUN.c.batch_id.in_(ended))
    return count


def _hold(connection: Connection, batch_ids: Collection[int]) -> list[int]:
    """Keep the states of batches as they are until the end; return the cancelled."""
    query = (
        select(BATCH.c.id, BATCH.c.state)
        .where(BATCH.c.id.in_(batch_ids))
        .order_by(BATCH.c.id)
        .with_for_update(read=True)
    )
    found = connection.execute(query)
    return [row.id for row in found if row.state == "cancelled"]


def _cancel(connection: Connection, runs: ColumnElement[bool]) -> int:
    queued = runs & (RUN.c.status == "queued")
    with changing(connection, queued, claims_too=False):
        return connection.execute(
            update(RUN)
            .where(queued)
            .values(status="cancelled", finished_at=datetime.now(UTC))
        ).rowcount


def _of(batch_id: int) -> ColumnElement[bool]:
    return (RUN.c.batch_id == batch_id) & RUN.c.deleted_at.is_(None)


def _state_of(connection: Connection, batch_id: int) -> BatchState:
    """Return the state of a batch, which nobody else changes until the end."""
    query = select(BATCH.c.state).where(BATCH.c.id == batch_id).with_for_update()
    state: BatchState | None = connection.scalar(query)
    if state is None:
        raise ValueError(f"there is no batch {batch_id}")
    return state


def _set_state(connection: Connection, batch_id: int, state: BatchState) -> None:
    connection.execute(update(BATCH).where(BATCH.c.id == batch_id).values(state=state))
