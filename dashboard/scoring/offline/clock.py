"""Reads times of day: 7 pm, 19:30, half past six, 9 Uhr, noon, 下午3点."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dashboard.scoring.offline.calendar_words import NOON
from dashboard.scoring.offline.date import Date, DateReading

_TIME = re.compile(
    r"(?<![\d:.,])(?P<hour>\d{1,2})(?:[:.h](?P<minute>[0-5]\d))?\s?"
    r"(?P<half>a\.?m\b\.?|p\.?m\b\.?|uhr|o['’]clock)(?!\w)"
    r"|(?<![\d:.,])(?P<hour2>[01]?\d|2[0-4]):(?P<minute2>[0-5]\d)(?::[0-5]\d)?(?![\d:])"
    r"|(?P<part>上午|下午|晚上|早上|凌晨)?(?<!\d)(?P<hour3>\d{1,2})[点點时](?!间|钟头)"
    r"(?:(?P<minute3>\d{1,2})分|(?P<half3>半))?"
    rf"|\b(?P<named>{'|'.join(NOON)})\b",
    re.IGNORECASE,
)
_HOURS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_HOUR = rf"(?P<hour>{'|'.join(_HOURS)}|1[0-2]|[1-9])"
_DAY_PART = (
    r"(?:\s+in\s+the\s+(?P<part>morning|afternoon|evening)|\s+at\s+(?P<night>night))"
)
_SPELLED = re.compile(
    rf"\b(?:(?P<past>half|quarter|twenty|ten|five)\s+(?P<way>past|to)\s+{_HOUR}"
    rf"\b(?:{_DAY_PART})?"
    rf"|{_HOUR.replace('hour', 'whole')}(?:\s+o['’]clock)?"
    rf"{_DAY_PART.replace('<part', '<part2').replace('<night', '<night2')})\b",
    re.IGNORECASE,
)
_PAST = {"half": 30, "quarter": 15, "twenty": 20, "ten": 10, "five": 5}
ABOUT = re.compile(
    r"(?:\b(?:around|about|circa|ca\.?|c\.|approximately|roughly|near|towards?|um|gegen|"
    r"etwa|ungefähr|hacia|alrededor\s+de|vers|environ|intorno\s+al?)|约|大约)\s*$",
    re.IGNORECASE,
)


def read_times(text: str, _language: str) -> Iterator[Date]:
    """Yield the times of day of a text, each as a date without a day."""
    spelled = [(match, _spelled_minute(match)) for match in _SPELLED.finditer(text)]
    spans = [match.span() for match, _ in spelled]
    plain = [
        (match, _minute_of(match))
        for match in _TIME.finditer(text)
        if not any(a < match.end() and match.start() < b for a, b in spans)
    ]
    for match, minute in sorted((*spelled, *plain), key=lambda found: found[0].start()):
        if minute is not None:
            about = bool(ABOUT.search(text, max(0, match.start() - 16), match.start()))
            reading = DateReading(minute=minute)
            yield Date(match.start(), match.end(), (reading,), about=about)


def _spelled_minute(match: re.Match[str]) -> int:
    written = (match["hour"] or match["whole"]).lower()
    hour = _HOURS.index(written) + 1 if written in _HOURS else int(written)
    part = (match["part"] or match["part2"] or "").lower()
    if part in ("afternoon", "evening") or match["night"] or match["night2"]:
        hour = hour % 12 + 12
    minute = hour * 60
    if match["past"]:
        by = _PAST[match["past"].lower()]
        minute += by if match["way"].lower() == "past" else -by
    return minute % 1440


def _minute_of(match: re.Match[str]) -> int | None:
    if match["named"]:
        return NOON[match["named"].lower()]
    hour = int(match["hour"] or match["hour2"] or match["hour3"])
    minute = int(match["minute"] or match["minute2"] or match["minute3"] or 0)
    half = (match["half"] or "").lower().replace(".", "")
    if half == "pm" or match["part"] in ("下午", "晚上"):
        hour = hour % 12 + 12
    elif half == "am":
        hour %= 12
    if match["half3"]:
        minute = 30
    return hour * 60 + minute if hour <= 24 and minute < 60 else None
