"""Values that the context does not state but that follow: sums, differences, shares."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import combinations

from dashboard.scoring.offline.agreement import agreement, comparable
from dashboard.scoring.offline.date import Date, DateReading
from dashboard.scoring.offline.index import Candidate
from dashboard.scoring.offline.quantity import Quantity, Reading
from dashboard.scoring.offline.units import Unit

CUE = re.compile(
    r"\b(?:total|totals?|altogether|combined|together|sum|overall|in\s+all|more|less|fewer|"
    r"longer|shorter|later|earlier|after|before|late|early|older|younger|higher|lower|"
    r"larger|smaller|difference|ahead|behind|apart|rose|fell|increased?|decreased?|by|"
    r"remaining|left|rest|on\s+board|end(?:s|ed)?|finish(?:ed|es)?|until|lasted|took|took\s+place|"
    r"of\s+the|insgesamt|zusammen|später|früher|en\s+total|más|menos|después|antes|au\s+total|"
    r"plus|moins|après|avant|in\s+totale|ao\s+todo)\b|共|总共|一共|晚|早|后|多|少|ended",
    re.IGNORECASE,
)
"""Words that say that a value was worked out."""
_STEP = re.compile(
    r"\s*(?:\w+\s+){0,2}?(?:more|fewer|less|longer|shorter|higher|lower|older|younger|"
    r"below|above|ahead|behind|later|earlier|larger|bigger|smaller|heavier|lighter|"
    r"cheaper)\b",
    re.IGNORECASE,
)
"""What stands behind a number that is a difference: 212 more than, two floors below."""
_NEXT_YEAR = re.compile(
    r"\b(?:following|next)\s+year\b|\ba\s+year\s+later\b|翌年|次年|第二年"
    r"|\b(?:im\s+)?(?:folgenden|nächsten)\s+Jahr\b|\bel\s+año\s+siguiente\b"
    r"|\bl['’]année\s+suivante\b|\bl['’]anno\s+(?:dopo|seguente)\b",
    re.IGNORECASE,
)
_YEAR_BEFORE = re.compile(
    r"\b(?:previous|preceding)\s+year\b|\ba?\s*year\s+(?:earlier|before)\b|前年|上一年",
    re.IGNORECASE,
)
DAY = 86_400.0
MOST_VALUES = 8
"""Values of the evidence that are combined; more would match by chance."""


def follows(claim: str, mine: Quantity, near: Sequence[Candidate]) -> bool:
    """Tell whether a quantity follows from two that the evidence gives."""
    made = _made(near) if CUE.search(claim) else _stepped(near)
    return any(agreement(mine, one) in ("same", "fair") for one in made)


def _stepped(near: Sequence[Candidate]) -> Iterator[Quantity]:
    """Yield the values that the evidence gives as another one more or less."""
    for one in near:
        text, values = one.reading.text, one.reading.quantities[:MOST_VALUES]
        for step in values:
            if not _STEP.match(text, step.end) or step.dimension == "ordinal":
                continue
            for other in values:
                if other is not step:
                    yield from _moved(other, step)


def _moved(value: Quantity, step: Quantity) -> Iterator[Quantity]:
    start, by = value.readings[0], step.readings[0]
    if start.dimension == "ordinal" and step.bare:
        pair: tuple[Reading, Reading] | None = start, by
    else:
        pair = comparable(start, by)
    if pair is not None:
        for way in (1, -1):
            moved = pair[0].low + way * pair[1].low
            yield _quantity(pair[0]._replace(low=moved, high=moved))


def _made(near: Sequence[Candidate]) -> Iterator[Quantity]:
    values = [
        quantity
        for one in near
        for quantity in one.reading.quantities
        if quantity.dimension not in ("ordinal", "result")
    ][:MOST_VALUES]
    for one, other in combinations(values, 2):
        pair = comparable(one.readings[0], other.readings[0])
        if pair is None:
            continue
        for value in (pair[0].low + pair[1].low, abs(pair[0].low - pair[1].low)):
            if value:
                yield _quantity(pair[0]._replace(low=value, high=value))
        small, large = sorted((pair[0].low, pair[1].low))
        if 0 < small < large:
            share = 100 * small / large
            yield _quantity(Reading("percent", share, share, 3.0, Unit("percent", 1.0)))
    dates = [found for one in near for found in one.reading.dates][:MOST_VALUES]
    for first, second in combinations(dates, 2):
        seconds = _seconds_between(first.readings[0], second.readings[0])
        if seconds:
            unit = Unit("time", DAY)
            yield _quantity(Reading("time", seconds, seconds, DAY, unit))


def _quantity(reading: Reading) -> Quantity:
    return Quantity(0, 0, (reading,))


def _seconds_between(one: DateReading, other: DateReading) -> float | None:
    if one.minute is not None and other.minute is not None and one[:4] == other[:4]:
        return abs(one.minute - other.minute) * 60.0
    days = [_day(reading) for reading in (one, other)]
    if days[0] is not None and days[1] is not None:
        return abs(days[0] - days[1]) * DAY
    if one.years and other.years and one.months is None and other.months is None:
        return abs(one.years[0] - other.years[0]) * 31_557_600.0
    return None


def _day(reading: DateReading) -> int | None:
    """Return the day's number; without a year that of a common year."""
    if reading.day is None or reading.months is None:
        return None
    year = reading.years[0] if reading.years and reading.years[0] > 0 else 2001
    try:
        return date(year, reading.months[0], reading.day).toordinal()
    except ValueError:
        return None


def date_follows(claim: str, mine: Date, near: Sequence[Candidate]) -> bool:
    """Tell whether a time or year follows from another one and a duration."""
    if _in_a_neighbouring_year(mine, near):
        return True
    if not CUE.search(claim):
        return False
    durations = [
        quantity.readings[0].low
        for one in near
        for quantity in one.reading.quantities
        if quantity.dimension == "time"
    ]
    starts = [found.readings[0] for one in near for found in one.reading.dates]
    return any(
        _reached(start, seconds * way, mine)
        for start in starts[:MOST_VALUES]
        for seconds in durations[:MOST_VALUES]
        for way in (1, -1)
    )


def _in_a_neighbouring_year(mine: Date, near: Sequence[Candidate]) -> bool:
    """Tell whether a year is the one before or after a year of the evidence."""
    wanted = mine.readings[0]
    if not wanted.years or wanted.months is not None:
        return False
    for one in near:
        text = one.reading.text
        after, before = _NEXT_YEAR.search(text), _YEAR_BEFORE.search(text)
        for found in one.reading.dates:
            years = found.readings[0].years
            if years and (
                (after and wanted.years[0] == years[0] + 1)
                or (before and wanted.years[0] == years[0] - 1)
            ):
                return True
    return False


def _reached(start: DateReading, seconds: float, mine: Date) -> bool:
    wanted = mine.readings[0]
    if start.minute is not None and wanted.minute is not None:
        slack = 20 if mine.about else 0
        off = abs((start.minute + seconds / 60 - wanted.minute) % 1440)
        return min(off, 1440 - off) <= slack
    if start.years and wanted.years and wanted.months is None:
        years = round(seconds / 31_557_600.0)
        return bool(years) and start.years[0] + years == wanted.years[0]
    return False
