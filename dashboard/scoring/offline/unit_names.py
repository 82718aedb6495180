"""Finds the name of a unit behind a number."""

from __future__ import annotations

import re

from dashboard.scoring.offline.units import CASED, LONGEST_UNIT, UNITS, Unit

_OF = re.compile(r"\s+d(?:e|i)(?=\s)", re.IGNORECASE)
_UNIT = re.compile(
    r"[\s\u00a0-]?(°\s?[CFcf]?|℃|℉|%|％|‰|[$€£¥₹₩₽₺]|[a-zA-Zµμ]{1,4}/[a-z]{1,4}"
    r"|[A-Za-zÀ-ɏЀ-ӿµμ'-]+[²³23]?)"
)
_UNIT_CJK = re.compile(r"\s?(个百分点|[一-鿿ァ-ヿ가-힣]{1,5}(?:/小时)?)")
_NEXT_WORD = re.compile(r"[\s\u00a0]([A-Za-zÀ-ɏ.]+)")
_ENGLISH_WORDS = frozenset(
    [
        "an",
        "once",
        "pie",
        "pies",
        "ore",
        "mes",
        "au",
        "ma",
        "won",
        "tag",
        "as",
        "se",
        "p",
        "cv",
        "ps",
        "rond",
        "real",
        "ans",
    ]
)
"""Units of other languages that are other words in English."""


def unit_at(text: str, at: int, language: str) -> tuple[tuple[Unit, ...], int]:
    """Return the readings of the unit that begins at ``at`` and where it ends."""
    cjk = _UNIT_CJK.match(text, at)
    if cjk:
        for length in range(len(cjk[1]), 0, -1):
            units = UNITS.get(cjk[1][:length])
            if units:
                return units, cjk.start(1) + length
        return (), at
    of = _OF.match(text, at)
    if of:
        units, end = unit_at(text, of.end(), language)
        return (
            (units, end)
            if units and units[0].dimension.startswith("money")
            else ((), at)
        )
    match = _UNIT.match(text, at)
    if not match:
        return (), at
    name, end = match[1], match.end()
    best: tuple[tuple[Unit, ...], int] = ((), at)
    for _ in range(LONGEST_UNIT):
        units = _named(name, language)
        if units:
            best = (units, end)
        following = _NEXT_WORD.match(text, end)
        if not following:
            break
        name, end = f"{name} {following[1].rstrip('.')}", following.end()
    return best


def _named(name: str, language: str) -> tuple[Unit, ...]:
    if name in CASED:
        return CASED[name]
    lower = name.lower().replace("° ", "°").rstrip("-")
    if language in ("en", "und") and lower in _ENGLISH_WORDS:
        return ()
    units = UNITS.get(lower, ())
    if not units and "-" in lower:
        units = UNITS.get(lower.split("-")[0], ())
    return units
