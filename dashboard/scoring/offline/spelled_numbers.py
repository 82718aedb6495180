"""Numbers that are spelled out: two hundred and five, 三百二十."""

from __future__ import annotations

import re

from dashboard.scoring.offline.number import Number, with_magnitude
from dashboard.scoring.offline.number_words import NUMBER_WORDS, SMALL_CHINESE

_WORD = re.compile(r"[^\W\d_]+")
_CHINESE = re.compile(
    "[零〇一二两兩三四五六七八九十百千]+[万萬亿億]?[零〇一二两三四五六七八九十百千]*"
)
_MEASURE = frozenset(
    "个名人年月日天岁次家座位本部台辆条只米元块吨层种件间所周点小分秒倍成"
)


def spelled_numbers(text: str, language: str) -> list[Number]:
    """Return the numbers that a text spells in letters, in order."""
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


def chinese_numbers(text: str) -> list[Number]:
    """Return the numbers written in Chinese signs, in order."""
    found = []
    for match in _CHINESE.finditer(text):
        written = match[0]
        follows = text[match.end() : match.end() + 1]
        alone = len(written) == 1
        if alone and (written in "一零〇百千" or follows not in _MEASURE):
            continue
        before = text[max(0, match.start() - 2) : match.start()]
        if before[-1:] in ("第", "星", "周"):
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
