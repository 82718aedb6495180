"""Reads the dates and times of a text in the usual formats of several languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from dashboard.scoring.offline import calendar_words as words
from dashboard.scoring.offline.clock import ABOUT, read_times
from dashboard.scoring.offline.date import Date, DateReading
from dashboard.scoring.offline.numerals import DIGITS
from dashboard.scoring.offline.years import read_years


def _named(table: dict[str, int]) -> str:
    return "|".join(sorted(map(re.escape, table), key=len, reverse=True))


_MONTH = f"(?P<month>{_named(words.MONTHS)})"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|º|\.)?"
_YEAR = r"(?P<year>[12]\d{3})"
_TIE = r"(?:\s+(?:of|de|del|di|van))?\s+"
_EDGE = r"(?<![\w.,])"
_END = r"(?![\w])"
_FLAGS = re.IGNORECASE

_PATTERNS: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, _FLAGS)
    for pattern in (
        rf"(?<!\d){_YEAR}[-/.](?P<month>\d{{1,2}})[-/.](?P<day>\d{{1,2}})"
        r"(?:[T ](?P<hour>\d{2}):(?P<minute>\d{2})(?::\d{2}(?:\.\d+)?)?Z?)?(?!\d)",
        rf"(?<!\d){_YEAR}\s?[年년](?:\s?(?P<month>\d{{1,2}})\s?[月월]"
        r"(?:份|\s?(?P<day>\d{1,2})\s?[日号號일])?)?",
        r"(?<!\d)(?P<month>\d{1,2})\s?[月월]\s?(?P<day>\d{1,2})\s?[日号號일]",
        rf"{_EDGE}{_DAY}{_TIE}{_MONTH}{_END}\.?(?:,?{_TIE}{_YEAR}(?!\d))?",
        rf"{_EDGE}{_MONTH}\.?\s+(?:the\s+)?{_DAY}(?!\d|:|\s?%|[.,]\d)"
        rf"(?:\s*,?\s+{_YEAR}(?!\d))?",
        rf"{_EDGE}{_MONTH}\.?,?{_TIE}{_YEAR}(?!\d)",
    )
)
_NUMERIC = re.compile(r"(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-])")
_BARE_MONTH = re.compile(rf"(?<!\w){_MONTH}{_END}", _FLAGS)
_MONTH_CUE = re.compile(
    r"\b(?:in|on|by|since|until|till|of|this|last|next|late|early|mid|from|to|during|"
    r"im|seit|bis|ab|ende|anfang|mitte|en|desde|hasta|depuis|fin|début|jusqu'en|before|"
    r"after|through|every|each)[\s-]+$",
    _FLAGS,
)
_WEEKDAY = re.compile(rf"(?<![A-Za-z])({_named(words.WEEKDAYS)})(?![A-Za-z])", _FLAGS)
_QUARTER = re.compile(
    r"(?<!\w)(?:Q(?P<figure>[1-4])|(?P<word>first|second|third|fourth|erste[sn]?|"
    r"zweite[sn]?|dritte[sn]?|vierte[sn]?|primer|segundo|tercer|cuarto|premier|"
    r"deuxième|troisième|quatrième)\s+(?:quarter|Quartal|trimestre)|"
    r"第(?P<cjk>[一二三四])季度)(?:\s*(?:of|de|del)?\s*(?P<year>(?:19|20)\d\d)(?!\d))?",
    _FLAGS,
)


@lru_cache(maxsize=8192)
def read_dates(text: str, language: str = "en") -> tuple[Date, ...]:
    """Return the dates and times of a text in order, none inside another."""
    text = text.translate(DIGITS)
    found: list[Date] = []
    readers: tuple[Callable[[str, str], Iterator[Date]], ...] = (
        _written_out,
        _numeric,
        read_times,
        _quarters,
        read_spans,
        _bare_months,
        _weekdays,
    )
    for read in readers:
        for date in read(text, language):
            if all(
                date.end <= other.start or date.start >= other.end for other in found
            ):
                found.append(date)
    return tuple(_joined(sorted(found, key=lambda date: date.start), text))


def _written_out(text: str, _language: str) -> Iterator[Date]:
    if not _ANY_DIGIT.search(text):
        return
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            reading = _reading(match.groupdict())
            if reading is not None:
                yield Date(match.start(), match.end(), (reading,))


_ANY_DIGIT = re.compile(r"\d")


def _reading(parts: dict[str, str | None]) -> DateReading | None:
    year, month, day = parts.get("year"), parts.get("month"), parts.get("day")
    number = None
    if month:
        number = int(month) if month.isdigit() else words.MONTHS[month.lower()]
        if not 1 <= number <= 12:
            return None
    if day and not 1 <= int(day) <= 31:
        return None
    minute = None
    if parts.get("hour"):
        minute = int(parts["hour"] or 0) * 60 + int(parts.get("minute") or 0)
    return DateReading(
        years=(int(year), int(year)) if year else None,
        months=(number, number) if number else None,
        day=int(day) if day else None,
        minute=minute,
    )


def _numeric(text: str, language: str) -> Iterator[Date]:
    for match in _NUMERIC.finditer(text):
        one, mark, other, year = match[1], match[2], match[3], match[4]
        full = year if len(year) == 4 else ("19" if int(year) > 50 else "20") + year
        orders = [(one, other)]
        if mark != ".":
            orders.append((other, one))
            if language in ("en", "und"):
                orders.reverse()
        readings = [
            reading
            for day, month in orders
            if (reading := _reading({"year": full, "month": month, "day": day}))
        ]
        if readings:
            yield Date(match.start(), match.end(), tuple(dict.fromkeys(readings)))


def _quarters(text: str, _language: str) -> Iterator[Date]:
    for match in _QUARTER.finditer(text):
        word = (match["word"] or match["cjk"] or "").lower()
        quarter = int(match["figure"]) if match["figure"] else words.NUMBERED[word]
        year = (int(match["year"]), int(match["year"])) if match["year"] else None
        months = (3 * quarter - 2, 3 * quarter)
        yield Date(match.start(), match.end(), (DateReading(year, months),))


def read_spans(text: str, language: str) -> Iterator[Date]:
    """Yield years, decades and centuries."""
    for start, end, low, high, weak in read_years(text, language):
        about = bool(ABOUT.search(text, max(0, start - 16), start))
        yield Date(start, end, (DateReading((low, high)),), weak=weak, about=about)


def _bare_months(text: str, _language: str) -> Iterator[Date]:
    for match in _BARE_MONTH.finditer(text):
        name = match["month"]
        cue = _MONTH_CUE.search(text, max(0, match.start() - 12), match.start())
        ambiguous = name.lower() in words.AMBIGUOUS_MONTHS or len(name) <= 3
        if (ambiguous and not cue) or (name.islower() and not cue):
            continue
        if name.islower() and ambiguous and name.lower() in ("may", "march", "mar"):
            continue
        month = words.MONTHS[name.lower()]
        yield Date(*match.span(), (DateReading(months=(month, month)),))


def _weekdays(text: str, _language: str) -> Iterator[Date]:
    for match in _WEEKDAY.finditer(text):
        reading = DateReading(weekday=words.WEEKDAYS[match[1].lower()])
        yield Date(*match.span(), (reading,))


_GLUE = re.compile(r"[\s,(]*(?:at|um|on|am|a\s+las|à|the)?[\s,]*$", re.IGNORECASE)


def _joined(dates: list[Date], text: str) -> Iterator[Date]:
    """Yield the dates, those side by side that fill each other's gaps made one."""
    last: Date | None = None
    for date in dates:
        if last is not None and _GLUE.match(text[last.end : date.start]):
            one = _filled(last.readings, date.readings)
            if one:
                last = Date(last.start, date.end, one, about=last.about or date.about)
                continue
        if last is not None:
            yield last
        last = date
    if last is not None:
        yield last


def _filled(
    ones: tuple[DateReading, ...], others: tuple[DateReading, ...]
) -> tuple[DateReading, ...]:
    if len(others) > 1:
        return ()
    other = others[0]
    filled = []
    for one in ones:
        if any(
            a is not None and b is not None for a, b in zip(one, other, strict=True)
        ):
            return ()
        filled.append(
            DateReading(
                one.years or other.years,
                one.months or other.months,
                one.day if other.day is None else other.day,
                one.weekday if other.weekday is None else other.weekday,
                one.minute if other.minute is None else other.minute,
            )
        )
    return tuple(filled)
