"""How long a model took to answer lately."""

from __future__ import annotations

from sqlalchemy import Engine, func, select

from storage.tables import JUDGE_CALL
from storage.transactions import reading

LOOKED_AT = 20_000
"""The newest calls, of all models, among which one model's are looked for."""


def recent_call_s(engine: Engine, model: str) -> float | None:
    """Return the mean seconds of a model's latest answered calls; None without any."""
    calls = JUDGE_CALL.c
    newest = select(func.max(calls.id)).scalar_subquery()
    query = select(func.avg(calls.duration_s)).where(
        calls.id > newest - LOOKED_AT,
        calls.model == model,
        calls.error.is_(None),
        calls.cached.is_(False),
    )
    with reading(engine) as connection:
        return connection.scalar(query)
