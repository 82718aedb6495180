"""Puts a date of the context in the place of a wrong one, in its own format."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dashboard.scoring.corrections.figures import ordinal_ending
from dashboard.scoring.corrections.month_names import month_like, weekday_like
from dashboard.scoring.corrections.types import Edit
from dashboard.scoring.offline.calendar_words import MONTHS, WEEKDAYS
from dashboard.scoring.offline.date import Date, DateReading
from dashboard.scoring.offline.reading import Reading

_ISO = re.compile(r"\d{4}([-/.])(\d{1,2})\1(\d{1,2})")
_NUMERIC = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})")
_CJK = re.compile(r"(\d+)(\s?[年年년月월日号號일])")
_DECADE = re.compile(r"\d{3}0(?=['’]?(?:s|er|年代))")
_CLOCK = re.compile(r"(\d{1,2})(?:([:.])(\d{2}))?(\s?)([ap]\.?m\.?)?", re.IGNORECASE)
_PART = re.compile(r"\d+(?:st|nd|rd|th)?|[^\W\d_]+")
_ON_THE = re.compile(r"\b(on)(\s+(?:the\s+)?)$", re.IGNORECASE)


def date_edits(
    claim: Reading, mine: Date, passage: Reading, theirs: Date
) -> Iterator[list[Edit]]:
    """Yield the ways to write the context's date, in the claim's own format first.

    Offsets are those of ``claim.text``.
    """
    said = claim.text[mine.start : mine.end]
    given = passage.text[theirs.start : theirs.end]
    for wanted in theirs.readings[:1]:
        for meant in mine.readings:
            text = same_format(said, meant, wanted, claim.language)
            if text is not None and text != said:
                yield [Edit(mine.start, mine.end, text)]
    edits = [Edit(mine.start, mine.end, given)]
    on = _ON_THE.search(claim.text, 0, mine.start)
    if on and mine.readings[0].day is not None and theirs.readings[0].day is None:
        edits.insert(0, Edit(on.start(1), on.end(1), "in" if on[1] == "on" else "In"))
    yield edits


def same_format(
    said: str, meant: DateReading, wanted: DateReading, language: str
) -> str | None:
    """Return ``wanted`` written like ``said``, which means ``meant``.

    None where a part of ``said`` has nothing that answers it.
    """
    if _lacks(meant, wanted):
        return None
    for write in (_iso, _numeric, _decade, _cjk):
        text = write(said, meant, wanted)
        if text is not None:
            return text
    return _written_out(said, meant, wanted, language)


def _lacks(meant: DateReading, wanted: DateReading) -> bool:
    return any(
        ours is not None and theirs is None
        for ours, theirs in zip(meant, wanted, strict=True)
    )


def _iso(said: str, meant: DateReading, wanted: DateReading) -> str | None:
    found = _ISO.match(said)
    if found is None or wanted.years is None or wanted.months is None:
        return None
    mark = found[1]
    month = str(wanted.months[0]).zfill(len(found[2]))
    day = str(wanted.day).zfill(len(found[3]))
    return _with_clock(
        f"{wanted.years[0]}{mark}{month}{mark}{day}", said[found.end() :], meant, wanted
    )


def _numeric(said: str, meant: DateReading, wanted: DateReading) -> str | None:
    found = _NUMERIC.match(said)
    if found is None or wanted.years is None or wanted.months is None:
        return None
    day_first = int(found[1]) == meant.day
    parts = [wanted.day or 0, wanted.months[0]]
    widths = [len(found[1]), len(found[3])]
    if not day_first:
        parts.reverse()
    one, other = (str(p).zfill(w) for p, w in zip(parts, widths, strict=True))
    year = str(wanted.years[0])[-len(found[4]) :]
    return _with_clock(
        f"{one}{found[2]}{other}{found[2]}{year}", said[found.end() :], meant, wanted
    )


def _decade(said: str, meant: DateReading, wanted: DateReading) -> str | None:
    if wanted.years is None or not _DECADE.search(said):
        return None
    del meant
    return _DECADE.sub(str(wanted.years[0] // 10 * 10), said, count=1)


def _cjk(said: str, meant: DateReading, wanted: DateReading) -> str | None:
    if not _CJK.search(said):
        return None
    del meant
    values = {
        "年": wanted.years and wanted.years[0],
        "년": wanted.years and wanted.years[0],
        "月": wanted.months and wanted.months[0],
        "월": wanted.months and wanted.months[0],
    }

    def put(found: re.Match[str]) -> str:
        return f"{values.get(found[2].strip(), wanted.day)}{found[2]}"

    return _CJK.sub(put, said)


def _written_out(
    said: str, meant: DateReading, wanted: DateReading, language: str
) -> str | None:
    """Change year, month, day, weekday and time where each of them stands."""
    if meant.minute is not None:
        clock = _clock_span(said)
        if clock is None:
            return None
        head = DateReading(*meant[:4])
        before = _written_out(said[: clock[0]], head, wanted, language)
        time = _clock(said[clock[0] : clock[1]], wanted.minute or 0)
        return None if before is None else before + time + said[clock[1] :]
    failed: list[str] = []

    def put(found: re.Match[str]) -> str:
        text = _part(found[0], meant, wanted, language)
        if text is None:
            failed.append(found[0])
            return found[0]
        return text

    text = _PART.sub(put, said)
    return None if failed else text


def _part(
    word: str, meant: DateReading, wanted: DateReading, language: str
) -> str | None:
    """Return what a word of a date becomes; None where that cannot be told."""
    lower = word.lower()
    if word.isdigit() and len(word) == 4:
        if meant.years is None or wanted.years is None:
            return None
        same = wanted.years[0] == wanted.years[1] and meant.years[0] == meant.years[1]
        return str(wanted.years[0]) if same else None
    if word[0].isdigit():
        if meant.day is None or wanted.day is None:
            return None
        day = str(wanted.day)
        suffix = word.lstrip("0123456789")
        return day + (ordinal_ending(wanted.day) if suffix else "")
    if meant.months is not None and lower in MONTHS:
        if wanted.months is None or wanted.months[0] != wanted.months[1]:
            return None
        return month_like(wanted.months[0], word, language)
    if meant.weekday is not None and lower in WEEKDAYS and wanted.weekday is not None:
        return weekday_like(wanted.weekday, word, language)
    known = lower in (
        "of",
        "the",
        "on",
        "at",
        "de",
        "del",
        "di",
        "van",
        "um",
        "à",
        "le",
    )
    return word if known else None


def _clock_span(said: str) -> tuple[int, int] | None:
    found = [m for m in _CLOCK.finditer(said) if m[3] or m[5]]
    return found[-1].span() if found else None


def _clock(said: str, minute: int) -> str:
    """Return a time of day as ``said`` writes one."""
    found = _CLOCK.match(said)
    assert found is not None  # it was found there before
    hour, rest = divmod(minute, 60)
    suffix = ""
    if found[5]:
        half = "a" if hour < 12 else "p"
        half = half.upper() if found[5][0].isupper() else half
        suffix = found[4] + half + found[5][1:]
        hour = hour % 12 or 12
    written = str(hour).zfill(2 if found[1].startswith("0") else 1)
    if found[2] or rest:
        written += f"{found[2] or ':'}{rest:02d}"
    return written + suffix


def _with_clock(
    date: str, rest: str, meant: DateReading, wanted: DateReading
) -> str | None:
    if not rest.strip():
        return date + rest
    span = _clock_span(rest)
    if span is None or meant.minute is None or wanted.minute is None:
        return None
    return (
        date
        + rest[: span[0]]
        + _clock(rest[span[0] : span[1]], wanted.minute)
        + rest[span[1] :]
    )
