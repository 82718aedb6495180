"""Reads times of day: 7 pm, 19:30, 9 Uhr, noon, 下午3点."""

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
ABOUT = re.compile(
    r"(?:\b(?:around|about|circa|ca\.?|c\.|approximately|roughly|near|towards?|um|gegen|"
    r"etwa|ungefähr|hacia|alrededor\s+de|vers|environ|intorno\s+al?)|约|大约)\s*$",
    re.IGNORECASE,
)


def read_times(text: str, _language: str) -> Iterator[Date]:
    """Yield the times of day of a text, each as a date without a day."""
    for match in _TIME.finditer(text):
        minute = _minute_of(match)
        if minute is not None:
            about = bool(ABOUT.search(text, max(0, match.start() - 16), match.start()))
            reading = DateReading(minute=minute)
            yield Date(match.start(), match.end(), (reading,), about=about)


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
