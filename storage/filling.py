"""How far a batch is filled, in the order in which its runs were queued."""

from __future__ import annotations

from sqlalchemy import Engine, func, select

from storage.tables import BATCH, RUN
from storage.transactions import reading
from storage.values import BatchState, RunStatus


def batch_state(engine: Engine, batch_id: int) -> BatchState | None:
    """Return the state of a batch; None when there is none of this id."""
    with reading(engine) as connection:
        state: BatchState | None = connection.scalar(
            select(BATCH.c.state).where(BATCH.c.id == batch_id)
        )
    return state


def count_queued(engine: Engine, batch_id: int) -> int:
    """Return how many runs a batch was given, those in the bin included."""
    query = select(func.count()).where(RUN.c.batch_id == batch_id)
    with reading(engine) as connection:
        return connection.scalar(query) or 0


def batch_runs(engine: Engine, batch_id: int) -> list[tuple[int, RunStatus]]:
    """Return ids and statuses of a batch's runs, the bin's too, as they were queued."""
    query = select(RUN.c.id, RUN.c.status).where(RUN.c.batch_id == batch_id)
    with reading(engine) as connection:
        rows = connection.execute(query.order_by(RUN.c.id))
        return [(row.id, row.status) for row in rows]
