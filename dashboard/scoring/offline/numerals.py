"""Numbers in a text, in figures and in words, with the precision of the writing."""

from __future__ import annotations

import re

from dashboard.scoring.offline.number import Number, with_magnitude
from dashboard.scoring.offline.spelled_numbers import chinese_numbers, spelled_numbers

DECIMAL_COMMA = frozenset(
    [
        "de",
        "es",
        "fr",
        "it",
        "pt",
        "nl",
        "ru",
        "pl",
        "sv",
        "da",
        "nb",
        "no",
        "fi",
        "cs",
        "tr",
        "id",
    ]
)
"""Languages in which 1.234,5 is what others write as 1,234.5."""

DIGITS = {
    start + value: ord("0") + value
    for start in (0xFF10, 0x0660, 0x06F0, 0x0966, 0x09E6)
    for value in range(10)
}
"""Digits of other scripts, one for one, so that offsets stay."""

VULGAR = {"½": 1 / 2, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 1 / 4, "¾": 3 / 4, "⅕": 1 / 5}

_GROUP_SPACE = "\u00a0\u2009\u202f '’"
FIGURE = re.compile(
    rf"(?<![A-Za-zÀ-ɏ0-9_])(?:(?<![\w.,)])(?P<sign>[-−]))?"
    rf"(?P<body>\d{{1,3}}(?:[{_GROUP_SPACE}]\d{{3}})+(?:[.,]\d+)?(?!\d)"
    rf"|\d+(?:[.,]\d+)*(?:\ ?[½⅓⅔¼¾⅕]|\ \d/\d(?!\d))?|[½⅓⅔¼¾⅕])"
)
_MINUS = re.compile(r"(?:\bminus|\bmenos|\bmoins|\bmeno|零下)\s*$", re.IGNORECASE)


def read_numbers(text: str, language: str = "en") -> list[Number]:
    """Return the numbers of a text in order; identifiers and versions are left out."""
    text = text.translate(DIGITS)
    numbers = [*_figures(text, language), *spelled_numbers(text, language)]
    if any("一" <= character <= "鿿" for character in text):
        numbers.extend(chinese_numbers(text))
    numbers.sort(key=lambda number: (number.start, -number.end))
    kept: list[Number] = []
    for number in numbers:
        if not kept or number.start >= kept[-1].end:
            kept.append(number)
    return kept


def _figures(text: str, language: str) -> list[Number]:
    found = []
    for match in FIGURE.finditer(text):
        if _inside_a_code(text, match):
            continue
        readings = figure_readings(match["body"], language)
        if not readings:
            continue
        minus = _MINUS.search(text, max(0, match.start() - 8), match.start())
        sign = -1.0 if match["sign"] or minus else 1.0
        number = Number(
            match.start(),
            match.end(),
            tuple(sign * value for value, _ in readings),
            tuple(step for _, step in readings),
        )
        found.append(with_magnitude(number, text, language))
    return found


def _inside_a_code(text: str, match: re.Match[str]) -> bool:
    """Tell whether the digits belong to an identifier such as A-1009 or COVID-19."""
    before = text[max(0, match.start() - 2) : match.start()]
    if len(before) == 2 and before[1] in "-–./:" and before[0].isascii():
        if before[0].isalpha() and before[1] != ":":
            return True
        if before[1] == "." and before[0].isdigit():
            return True
    after = text[match.end() : match.end() + 2]
    return len(after) == 2 and after[0] == "." and after[1].isdigit()


def figure_readings(body: str, language: str) -> list[tuple[float, float]]:
    """Return (value, step) for digits with marks, likeliest first; none for a code."""
    plus = 0.0
    if body[-1] in VULGAR:
        plus, body = VULGAR[body[-1]], body[:-1].strip()
        if not body:
            return [(plus, 0.01)]
    elif "/" in body:
        body, fraction = body.rsplit(" ", 1)
        over, under = fraction.split("/")
        plus = int(over) / int(under) if int(under) else 0.0
    readings = _marks(re.sub(f"[{_GROUP_SPACE}]", "", body), language)
    if plus:
        return [(value + plus, 0.01) for value, _ in readings]
    return readings


def _marks(body: str, language: str) -> list[tuple[float, float]]:
    """Read commas and points as decimal or thousands marks."""
    points, commas = body.count("."), body.count(",")
    if not points and not commas:
        return [(float(body), 1.0)]
    if points and commas:
        decimal = max(".", ",", key=body.rfind)
        thousands = "," if decimal == "." else "."
        if body.count(decimal) > 1 or body.rfind(thousands) > body.rfind(decimal):
            return []
        return [_decimal(body.replace(thousands, ""), decimal)]
    mark = "." if points else ","
    groups = body.split(mark)
    if points + commas > 1:
        if all(2 <= len(group) <= 3 for group in groups[1:]) and len(groups[-1]) == 3:
            return [(float(body.replace(mark, "")), 1.0)]
        return []
    as_decimal = _decimal(body, mark)
    if len(groups[1]) != 3 or len(groups[0]) > 3 or groups[0] == "0":
        return [as_decimal]
    as_thousands = (float(body.replace(mark, "")), 1.0)
    decimal_mark = "," if language in DECIMAL_COMMA else "."
    both = [as_thousands, as_decimal]
    return both[::-1] if mark == decimal_mark else both


def _decimal(body: str, mark: str) -> tuple[float, float]:
    places = len(body) - body.rfind(mark) - 1
    return float(body.replace(mark, ".")), 10.0**-places
