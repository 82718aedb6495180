"""Tells whether two dates say the same: coarser is fine, finer says too much."""

from __future__ import annotations

import calendar
from datetime import date

from dashboard.scoring.offline.agreement import Agreement
from dashboard.scoring.offline.date import Date, DateReading

ABOUT_YEARS = 2
"""Years that "around 1990" may be off."""
ABOUT_MINUTES = 20
"""Minutes that "around 9 pm" may be off."""
HALF_A_DAY = 720


def date_agreement(claim: Date, context: Date) -> Agreement:
    """Return how the claim's date stands to the context's, best reading first."""
    ranks = ("same", "fair", "finer", "differs", "apart")
    return min(
        (
            _compare(mine, theirs, about=claim.about or context.about)
            for mine in claim.readings
            for theirs in context.readings
        ),
        key=ranks.index,
    )


def _compare(mine: DateReading, theirs: DateReading, *, about: bool) -> Agreement:
    theirs = _with_weekday(theirs, needed=mine.weekday is not None)
    found: list[Agreement] = []
    slack = ABOUT_YEARS if about and mine.months is None else 0
    _compare_spans(mine.years, theirs.years, slack, found)
    _compare_spans(mine.months, theirs.months, 0, found)
    _compare_spans(_span(mine.day), _span(theirs.day), 0, found)
    _compare_spans(_span(mine.weekday), _span(theirs.weekday), 0, found)
    minutes = _minutes(mine.minute, theirs.minute)
    _compare_spans(*minutes, ABOUT_MINUTES if about else 0, found)
    shared = [one for one in found if one != "finer"]
    clock_only = mine.minute is not None and theirs.minute is None
    if not shared or (clock_only and not _shares_a_day(mine, theirs)):
        return "apart"
    for verdict in ("differs", "finer", "fair"):
        if verdict in found:
            return verdict
    return "same"


def _compare_spans(
    mine: tuple[int, int] | None,
    theirs: tuple[int, int] | None,
    slack: int,
    found: list[Agreement],
) -> None:
    if mine is None:
        return
    if theirs is None:
        found.append("finer")
    elif mine[0] - slack <= theirs[0] and theirs[1] <= mine[1] + slack:
        found.append("same" if mine == theirs else "fair")
    elif theirs[0] <= mine[0] and mine[1] <= theirs[1]:
        found.append("finer")
    else:
        found.append("differs")


def _span(value: int | None) -> tuple[int, int] | None:
    return None if value is None else (value, value)


def _minutes(
    mine: int | None, theirs: int | None
) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """Return both times; 7:30 without am or pm may mean the evening."""
    if mine is None or theirs is None or abs(mine - theirs) != HALF_A_DAY:
        return _span(mine), _span(theirs)
    if min(mine, theirs) % 60:
        return _span(theirs), _span(theirs)
    return _span(mine), _span(theirs)


def _shares_a_day(mine: DateReading, theirs: DateReading) -> bool:
    return any(
        a is not None and b is not None
        for a, b in zip(mine[:4], theirs[:4], strict=True)
    )


def _with_weekday(reading: DateReading, *, needed: bool) -> DateReading:
    """Add the weekday that a full date falls on."""
    years, months, day = reading.years, reading.months, reading.day
    if not needed or reading.weekday is not None or day is None:
        return reading
    if years is None or months is None or years[0] < 1 or years[0] != years[1]:
        return reading
    if day > calendar.monthrange(years[0], months[0])[1]:
        return reading
    return reading._replace(weekday=date(years[0], months[0], day).weekday())


def precedes(one: DateReading, other: DateReading) -> bool | None:
    """Return whether one date lies before the other; None when that is not said."""
    for mine, theirs in (
        (one.years, other.years),
        (one.months, other.months),
        (_span(one.day), _span(other.day)),
        (_span(one.minute), _span(other.minute)),
    ):
        if mine is None or theirs is None or mine == theirs:
            continue
        if mine[1] < theirs[0]:
            return True
        return False if theirs[1] < mine[0] else None
    return None
