"""How shares go over time."""

from __future__ import annotations

from datetime import date, timedelta
from math import fsum
from typing import Literal

from sqlalchemy import Engine, func, select

from storage.figures import Period
from storage.sources import counted, source
from storage.transactions import reading
from storage.values import RunFilter

Step = Literal["day", "week", "month"]


def over_time(
    engine: Engine,
    filter: RunFilter,
    *,
    step: Step = "day",
    include_others: bool = False,
) -> list[Period]:
    """Return the periods in which runs that count were made, oldest first.

    Days are those of UTC; a week begins on Monday.
    """
    found = source(filter, daily=True)
    day, share = found.columns["day"], found.columns["share"]
    query = (
        select(
            day.label("day"),
            share.label("share"),
            func.sum(found.columns["runs"]).label("runs"),
        )
        .select_from(found.rows)
        .where(*found.where)
        .where(found.columns["status"].in_(counted(include_others)))
        .group_by(day, share)
    )
    shares: dict[date, list[tuple[float, int]]] = {}
    with reading(engine) as connection:
        for row in connection.execute(query):
            start = start_of(date.fromisoformat(row.day), step)
            shares.setdefault(start, []).append((row.share, row.runs))
    return [_period(start, shares[start]) for start in sorted(shares)]


def start_of(day: date, step: Step) -> date:
    """Return the first day of the period that a day is in."""
    if step == "month":
        return day.replace(day=1)
    return day - timedelta(days=day.weekday()) if step == "week" else day


def end_of(start: date, step: Step) -> date:
    """Return the first day after the period that begins on a day."""
    if step == "month":
        return (start.replace(day=28) + timedelta(days=4)).replace(day=1)
    return start + timedelta(days=7 if step == "week" else 1)


def _period(start: date, shares: list[tuple[float, int]]) -> Period:
    n = sum(runs for _, runs in shares)
    mean = fsum(share * runs for share, runs in shares) / n
    squares = fsum((share - mean) ** 2 * runs for share, runs in shares)
    return Period(start, n, mean, squares)
