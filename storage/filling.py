"""How far a batch is filled, in the order in which its runs were queued."""

from __future__ import annotations

from sqlalchemy import Engine, func, select

from storage.tables import BATCH, RUN
from storage.transactions import reading
from storage.values import BatchState


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


def last_queued(engine: Engine, batch_id: int, limit: int) -> list[tuple[int, bool]]:
    """Return the ids of the runs queued last, in order, and whether each is binned."""
    query = select(RUN.c.id, RUN.c.deleted_at).where(RUN.c.batch_id == batch_id)
    with reading(engine) as connection:
        rows = connection.execute(query.order_by(RUN.c.id.desc()).limit(limit))
        found = [(row.id, row.deleted_at is not None) for row in rows]
    return found[::-1]
