"""Batches: the runs of one uploaded file or one call; kept, found and named.

What is under way and what has come of it is ``batch_progress``'s; going on and stopping
is ``batch_states``'s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Engine, Row, and_, case, func, insert, select, update

from storage.batch_states import cancel_batch, pause_batch, resume_batch
from storage.rows import settings_columns, settings_of
from storage.tables import BATCH, TALLY
from storage.transactions import reading, writing
from storage.values import BatchState, RunSettings

__all__ = [
    "BatchSummary",
    "cancel_batch",
    "create_batch",
    "get_batch",
    "list_batches",
    "pause_batch",
    "rename_batch",
    "resume_batch",
    "set_baseline",
]


@dataclass(frozen=True, slots=True)
class BatchSummary:
    """A batch and how far it is.

    Attributes:
        statuses: How many of its runs have each status that occurs.
        mean_share: Of its scored runs; None while there are none.
        baseline: Whether other batches are compared with it.
        state: Whether its queued runs are taken; see ``BatchState``.
        concurrency: How many of its runs a worker has under way at the most; None
            leaves it to the worker.
    """

    batch_id: int
    name: str
    file_name: str | None
    created_at: datetime
    settings: RunSettings
    baseline: bool
    statuses: Mapping[str, int]
    flagged: int
    mean_share: float | None
    state: BatchState = "active"
    concurrency: int | None = None

    @property
    def runs(self) -> int:
        """How many runs it has."""
        return sum(self.statuses.values())

    @property
    def ended(self) -> int:
        """How many of its runs are neither queued nor running."""
        waiting = ("queued", "running")
        return self.runs - sum(self.statuses.get(status, 0) for status in waiting)


def create_batch(
    engine: Engine,
    *,
    name: str,
    settings: RunSettings,
    file_name: str | None = None,
    concurrency: int | None = None,
    created_at: datetime | None = None,
) -> int:
    """Keep a batch without runs and return its id.

    Raises:
        StorageError: If the database cannot be written.
        ValueError: If a setting or ``concurrency`` is out of range.
    """
    row = settings_columns(settings) | {
        "created_at": created_at or datetime.now(UTC),
        "name": name,
        "file_name": file_name,
        "baseline": False,
        "concurrency": concurrency,
    }
    with writing(engine) as connection:
        key = connection.execute(insert(BATCH).values(row)).inserted_primary_key
    assert key is not None
    return int(key[0])


def list_batches(engine: Engine) -> list[BatchSummary]:
    """Return all batches, newest first."""
    return _read(engine)


def get_batch(engine: Engine, batch_id: int) -> BatchSummary | None:
    """Return a batch; None when there is none of this id."""
    found = _read(engine, batch_id)
    return found[0] if found else None


def rename_batch(engine: Engine, batch_id: int, name: str) -> None:
    """Give a batch another name.

    Raises:
        ValueError: If the name is blank, or there is no such batch.
    """
    if not name.strip():
        raise ValueError("the name of a batch must not be blank")
    with writing(engine) as connection:
        change = update(BATCH).where(BATCH.c.id == batch_id).values(name=name)
        if not connection.execute(change).rowcount:
            raise ValueError(f"there is no batch {batch_id}")


def set_baseline(engine: Engine, batch_id: int | None) -> None:
    """Let others be compared with this batch, and with no other; None: with none.

    Raises:
        ValueError: If there is no such batch; then the former baseline stays.
    """
    with writing(engine) as connection:
        connection.execute(update(BATCH).where(BATCH.c.baseline).values(baseline=False))
        if batch_id is None:
            return
        change = update(BATCH).where(BATCH.c.id == batch_id).values(baseline=True)
        if not connection.execute(change).rowcount:
            raise ValueError(f"there is no batch {batch_id}")


def _read(engine: Engine, batch_id: int | None = None) -> list[BatchSummary]:
    shares = func.sum(TALLY.c.share * TALLY.c.runs) / func.sum(TALLY.c.runs)
    query = (
        select(
            BATCH,
            TALLY.c.status,
            func.sum(TALLY.c.runs).label("runs"),
            func.sum(case((TALLY.c.flagged, TALLY.c.runs), else_=0)).label("flagged"),
            shares.label("mean_share"),
        )
        .outerjoin(TALLY, and_(TALLY.c.batch_id == BATCH.c.id, TALLY.c.runs > 0))
        .group_by(BATCH.c.id, TALLY.c.status)
        .order_by(BATCH.c.created_at.desc(), BATCH.c.id.desc())
    )
    if batch_id is not None:
        query = query.where(BATCH.c.id == batch_id)
    with reading(engine) as connection:
        rows = list(connection.execute(query))
    by_batch: dict[int, list[Row[Any]]] = {}
    for row in rows:
        by_batch.setdefault(row.id, []).append(row)
    return [_summary(rows) for rows in by_batch.values()]


def _summary(rows: list[Row[Any]]) -> BatchSummary:
    """Return one batch from its rows, one for each status."""
    first = rows[0]
    means = {row.status: row.mean_share for row in rows}
    return BatchSummary(
        batch_id=first.id,
        name=first.name,
        file_name=first.file_name,
        created_at=first.created_at,
        settings=settings_of(first),
        baseline=first.baseline,
        statuses={row.status: row.runs for row in rows if row.status is not None},
        flagged=sum(row.flagged or 0 for row in rows),
        mean_share=means.get("scored"),
        state=first.state,
        concurrency=first.concurrency,
    )
