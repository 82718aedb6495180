"""Numbers in a text, in figures and in words, with the precision of the writing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from dashboard.scoring.offline.number_words import (
    MAGNITUDES,
    NUMBER_WORDS,
    SMALL_CHINESE,
)

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
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Number:
    """A number and where it stands.

    Attributes:
        start: Offset of its first character.
        end: One past its last character.
        values: What it may mean, likeliest first (1.234 is two numbers).
        steps: For each value, the size of the last digit written.
        in_words: Whether it is spelled out.
    """

    start: int
    end: int
    values: tuple[float, ...]
    steps: tuple[float, ...]
    in_words: bool = False

    def scaled(self, factor: float, end: int) -> Number:
        """Return this number times ``factor``, reaching to ``end``."""
        return Number(
            self.start,
            end,
            tuple(value * factor for value in self.values),
            tuple(step * factor for step in self.steps),
            self.in_words,
        )


def read_numbers(text: str, language: str = "en") -> list[Number]:
    """Return the numbers of a text in order; identifiers and versions are left out."""
    text = text.translate(DIGITS)
    numbers = [*_figures(text, language), *_spelled(text, language)]
    if any("一" <= character <= "鿿" for character in text):
        numbers.extend(_chinese(text))
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


def with_magnitude(number: Number, text: str, language: str) -> Number:
    """Multiply with the magnitude that follows: 2 million, 5bn, 1.2万, 3 Lakh."""
    pattern, factors = _magnitudes(language)
    while match := pattern.match(text, number.end):
        word = match[1] or match[2]
        factor = factors.get(word) or factors.get(word.casefold())
        if factor is None:
            break
        number = number.scaled(factor, match.end())
    return number


@lru_cache(maxsize=64)
def _magnitudes(language: str) -> tuple[re.Pattern[str], dict[str, float]]:
    factors = {**MAGNITUDES["*"], **MAGNITUDES.get(language, {})}
    words = sorted(factors, key=len, reverse=True)
    latin = "|".join(re.escape(word) for word in words if word[0] < "一")
    others = "|".join(re.escape(word) for word in words if word[0] >= "一")
    pattern = rf"[\s\u00a0-]?({latin})(?![A-Za-zÀ-ɏ])|\s?({others})"
    return re.compile(pattern, re.IGNORECASE), factors


def _spelled(text: str, language: str) -> list[Number]:
    words = NUMBER_WORDS.get(language, NUMBER_WORDS["en"])
    found: list[Number] = []
    run: list[re.Match[str]] = []
    for match in _WORD.finditer(text):
        word = match[0].casefold()
        if run and text[run[-1].end() : match.start()].strip(" -\u00a0"):
            found.extend(_closed(run, text, language))
            run = []
        if word in words or (run and word in ("and", "y", "et", "e", "und")):
            run.append(match)
        elif run:
            found.extend(_closed(run, text, language))
            run = []
    found.extend(_closed(run, text, language))
    return found


def _closed(run: list[re.Match[str]], text: str, language: str) -> list[Number]:
    """Turn a run of number words into numbers: 'two thousand and five' is one."""
    words = NUMBER_WORDS.get(language, NUMBER_WORDS["en"])
    parts: list[tuple[re.Match[str], float]] = [
        (match, words[match[0].casefold()])
        for match in run
        if match[0].casefold() in words
    ]
    numbers: list[Number] = []
    group: list[tuple[re.Match[str], float]] = []
    for part in parts:
        if group and not _continues(group, part[1]):
            numbers.append(_sum_of(group))
            group = []
        group.append(part)
    if group:
        numbers.append(_sum_of(group))
    return [with_magnitude(number, text, language) for number in numbers]


def _continues(group: list[tuple[re.Match[str], float]], value: float) -> bool:
    last = group[-1][1]
    if value in (12, 20) and group[-1][0][0].casefold() in ("dozen", "score"):
        return False
    if value >= 100:
        return value > last or last >= 1000 > value
    return last >= 100 or (20 <= last < 100 and value < 10)


def _sum_of(group: list[tuple[re.Match[str], float]]) -> Number:
    total = current = 0.0
    for _, value in group:
        if value >= 1000:
            total += max(current, 1.0) * value
            current = 0.0
        elif value == 100:
            current = max(current, 1.0) * 100
        else:
            current += value
    value = total + current
    return Number(
        group[0][0].start(), group[-1][0].end(), (value,), (1.0,), in_words=True
    )


_CHINESE = re.compile(
    "[零〇一二两兩三四五六七八九十百千]+[万萬亿億]?[零〇一二两三四五六七八九十百千]*"
)
_MEASURE = frozenset(
    "个名人年月日天岁次家座位本部台辆条只米元块吨层种件间所周点小分秒倍成"
)


def _chinese(text: str) -> list[Number]:
    found = []
    for match in _CHINESE.finditer(text):
        written = match[0]
        follows = text[match.end() : match.end() + 1]
        alone = len(written) == 1
        if alone and (written in "一零〇百千" or follows not in _MEASURE):
            continue
        if match.start() and text[match.start() - 1] in "第之星周":
            continue
        value = chinese_value(written)
        number = Number(match.start(), match.end(), (value,), (1.0,), in_words=True)
        found.append(with_magnitude(number, text, "zh"))
    return found


def chinese_value(written: str) -> float:
    """Return what Chinese numerals mean: 三百二十 is 320, 一九九八 is 1998."""
    if len(written) > 1 and not set(written) & set("十百千万萬亿億"):
        return float("".join(str(SMALL_CHINESE[sign]) for sign in written))
    total = section = digit = 0
    for sign in written:
        if sign in SMALL_CHINESE:
            digit = SMALL_CHINESE[sign]
        elif sign in "万萬亿億":
            total = (total + section + digit) * (10_000 if sign in "万萬" else 10**8)
            section = digit = 0
        else:
            section += (digit or 1) * {"十": 10, "百": 100, "千": 1000}[sign]
            digit = 0
    return float(total + section + digit)
