"""How far a batch is, how fast it goes, what it cost, and why runs failed.

All of it is read from the runs as they are kept, so it is right after a refresh, in a
second browser and after a restart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Engine, Row, func, select

from storage.failure_kinds import Kind, failure_kind
from storage.tables import BATCH, RUN
from storage.transactions import reading

RECENT_S = (60.0, 900.0)
"""How far back the rate looks, and how far where that shows too little."""
ENOUGH = 3
"""Runs that have to have ended in the shorter time for it to do."""
UNENDED = ("queued", "running")


@dataclass(frozen=True, slots=True)
class FailureKind:
    """Failed runs of one cause; the message and the id are those of the first run."""

    kind: Kind
    runs: int
    first_message: str
    first_run_id: int


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """How far a batch is.

    Attributes:
        statuses: How many of its runs have each status that occurs.
        rate_per_s: Runs that ended per second in the last minute (in the last quarter
            of an hour where that shows too few); None when none did.
        left_s: Seconds until all have ended at this rate; 0 when they have; None when
            the rate is unknown, or runs wait for the batch to be resumed.
        tokens_in: Sent, in runs of which it is known.
        tokens_out: Received, in runs of which it is known.
        tokens_known_runs: Of how many runs the tokens are known.
        cost: In US dollars, of runs of which it is known; None where it is of none.
        cost_known_runs: Of how many runs the cost is known.
        claims: Found so far.
        started_at: When its first run was begun; None before.
        finished_at: When its last run ended; None before.
        failures: Why runs failed, the commonest cause first.
    """

    statuses: Mapping[str, int]
    rate_per_s: float | None
    left_s: float | None
    tokens_in: int
    tokens_out: int
    tokens_known_runs: int
    cost: float | None
    cost_known_runs: int
    claims: int
    started_at: datetime | None
    finished_at: datetime | None
    failures: tuple[FailureKind, ...]

    @property
    def runs(self) -> int:
        """How many runs the batch has."""
        return sum(self.statuses.values())

    @property
    def ended(self) -> int:
        """How many of its runs are neither queued nor running."""
        return self.runs - sum(self.statuses.get(status, 0) for status in UNENDED)


def progress(
    engine: Engine, batch_id: int, *, now: datetime | None = None
) -> BatchProgress:
    """Return how far a batch is; ``now`` is the time to reckon the rate by.

    Raises:
        StorageError: If the database cannot be read.
        ValueError: If there is no such batch.
    """
    moment = now or datetime.now(UTC)
    mine = (RUN.c.batch_id == batch_id) & RUN.c.deleted_at.is_(None)
    with reading(engine) as connection:
        state = connection.scalar(select(BATCH.c.state).where(BATCH.c.id == batch_id))
        if state is None:
            raise ValueError(f"there is no batch {batch_id}")
        rows = connection.execute(_sums(mine, moment)).all()
        errors = connection.execute(_errors(mine)).all()
    statuses = {row.status: int(row.runs) for row in rows}
    rate = _rate(rows, moment)
    under_way = any(status in statuses for status in UNENDED)
    known = sum(row.cost_known for row in rows)
    return BatchProgress(
        statuses=statuses,
        rate_per_s=rate,
        left_s=_left_s(statuses, rate, active=state == "active"),
        tokens_in=sum(int(row.tokens_in or 0) for row in rows),
        tokens_out=sum(int(row.tokens_out or 0) for row in rows),
        tokens_known_runs=sum(row.tokens_known for row in rows),
        cost=sum(row.cost or 0.0 for row in rows) if known else None,
        cost_known_runs=known,
        claims=sum(int(row.claims) for row in rows),
        started_at=min((row.begun for row in rows if row.begun), default=None),
        finished_at=None
        if under_way
        else max((row.ended for row in rows if row.ended), default=None),
        failures=_failures(errors),
    )


def _sums(mine: ColumnElement[bool], now: datetime) -> Any:
    """Return the query for one row a status; all in one pass over the runs."""
    recent: list[Any] = []
    for at, seconds in enumerate(RECENT_S):
        since = RUN.c.finished_at >= now - timedelta(seconds=seconds)
        recent.append(func.count().filter(since).label(f"ended_{at}"))
        recent.append(func.min(RUN.c.started_at).filter(since).label(f"begun_{at}"))
    return (
        select(
            RUN.c.status,
            func.count().label("runs"),
            func.sum(RUN.c.tokens_in).label("tokens_in"),
            func.sum(RUN.c.tokens_out).label("tokens_out"),
            func.count(RUN.c.tokens_in).label("tokens_known"),
            func.sum(RUN.c.cost).label("cost"),
            func.count(RUN.c.cost).label("cost_known"),
            func.sum(RUN.c.claims).label("claims"),
            func.min(RUN.c.started_at).label("begun"),
            func.max(RUN.c.finished_at).label("ended"),
            *recent,
        )
        .where(mine)
        .group_by(RUN.c.status)
        .order_by(RUN.c.status)
    )


def _errors(mine: ColumnElement[bool]) -> Any:
    return (
        select(RUN.c.error, func.count().label("runs"), func.min(RUN.c.id).label("id"))
        .where(mine, RUN.c.status == "failed")
        .group_by(RUN.c.error)
        .order_by(func.min(RUN.c.id))
    )


def _rate(rows: Sequence[Row[Any]], now: datetime) -> float | None:
    """Return the runs per second of the recent past.

    Time before the first of them was begun does not count: nothing was under way then,
    before the start as after a pause.
    """
    counted = [row for row in rows if row.status != "cancelled"]
    for at, seconds in enumerate(RECENT_S):
        ended = sum(getattr(row, f"ended_{at}") for row in counted)
        starts = [getattr(row, f"begun_{at}") for row in counted]
        begun = [start for start in starts if start is not None]
        if not begun or (ended < ENOUGH and seconds != RECENT_S[-1]):
            continue
        elapsed_s = min(seconds, (now - min(begun)).total_seconds())
        return ended / elapsed_s if elapsed_s > 0 else None
    return None


def _left_s(
    statuses: Mapping[str, int], rate: float | None, *, active: bool
) -> float | None:
    left = sum(statuses.get(status, 0) for status in UNENDED)
    if not left:
        return 0.0
    if rate is None or not (active or "queued" not in statuses):
        return None
    return left / rate


def _failures(errors: Sequence[Row[Any]]) -> tuple[FailureKind, ...]:
    """Return the causes of errors that come with the first of each first."""
    found: dict[Kind, FailureKind] = {}
    for row in errors:
        kind = failure_kind(row.error or "")
        first = found.get(kind)
        found[kind] = FailureKind(
            kind,
            row.runs + (first.runs if first else 0),
            first.first_message if first else row.error or "",
            first.first_run_id if first else row.id,
        )
    return tuple(sorted(found.values(), key=lambda each: -each.runs))
