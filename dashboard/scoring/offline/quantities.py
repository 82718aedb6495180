"""Reads the quantities of a text: value, unit, and how exactly it is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from dashboard.scoring.offline import quantity_words as words
from dashboard.scoring.offline.fractions import fractions
from dashboard.scoring.offline.number import Number, with_magnitude
from dashboard.scoring.offline.number_words import SMALL_ORDINALS
from dashboard.scoring.offline.numerals import read_numbers
from dashboard.scoring.offline.quantity import Quantity, Reading, plain_reading
from dashboard.scoring.offline.quantity_pairs import join_quantities
from dashboard.scoring.offline.unit_names import unit_at
from dashboard.scoring.offline.units import CURRENCIES, KEY_UNITS, UNITS, Unit

Span = tuple[int, int]

_CURRENCY_BEFORE = re.compile(
    r"(?:(?<![A-Za-z])(?:US|CA|AU|HK|NZ|A|C|R)?\$|[€£¥￥₹₩₽₺]|"
    r"(?<![A-Za-z])(?:USD|EUR|GBP|JPY|CNY|INR|CHF|CAD|AUD|KRW|RMB|Rs\.?|US\$))\s?$",
    re.IGNORECASE,
)
_MONEY_MAGNITUDE = re.compile(r"\s?(m|mm|b|t|M|B|T)(?![A-Za-z])")
_ORDINAL_SUFFIX = re.compile(r"(st|nd|rd|th|er|ère|e|ème|º|ª|\.ª|\.º)(?![A-Za-zÀ-ɏ])")
_ORDINAL_WORD = re.compile(
    r"\b(" + "|".join(sorted(SMALL_ORDINALS, key=len, reverse=True)) + r")\b",
    re.IGNORECASE,
)
_KEY_UNIT = re.compile(r"[_\s(]([a-z0-9%]+)\)?[\"']?\s*[:=]\s*$", re.IGNORECASE)
_LETTER = re.compile(r"[A-Za-zÀ-ɏ]")
_LABEL = re.compile(
    r"\b(?:passages?|documents?|sources?|context|step)\s+$", re.IGNORECASE
)
_PER_HUNDRED = re.compile(r"百分之")
_ARTICLE_UNIT = re.compile(
    r"(?<![\w'])(?:an?|one|eine?[nr]?|une?|una)\s+"
    r"(second|minute|hour|day|week|month|year|decade|century|mile|kilomet(?:er|re)|"
    r"met(?:er|re)|foot|yard|inch|acre|hectare|ton|tonne|pound|gallon|lit(?:er|re)|"
    r"Stunde|Minute|Woche|Monat|Jahr|hora|minuto|semana|mes|año|heure|semaine|mois|an)"
    r"(?![\w])"
)
_RATE_BEFORE = re.compile(
    r"(?:times|once|twice|miles|kilomet\w+|dollars|euros|\d|hours|days|per|%|"
    r"[$€£][\d.,]+\w*)\s*$",
    re.IGNORECASE,
)


_PART_STEP = 3.0
"""Per cent between two parts that people would name differently."""


@lru_cache(maxsize=8192)
def read_quantities(
    text: str, language: str = "en", taken: tuple[Span, ...] = ()
) -> tuple[Quantity, ...]:
    """Return the quantities of a text in order.

    ``taken`` are the spans of dates and identifiers; numbers in them are left alone.
    """
    parts = [
        part for part in fractions(text) if not _overlaps(taken, part.start, part.end)
    ]
    spans = [*taken, *((part.start, part.end) for part in parts)]
    found: list[Quantity] = []
    for find in (_said_around_units, _parts_of_a_whole):
        for quantity in find(text, language):
            if not _overlaps(spans, quantity.start, quantity.end):
                found.append(quantity)
                spans.append((quantity.start, quantity.end))
    numbers = [
        number
        for number in read_numbers(text, language)
        if not _overlaps(spans, number.start, number.end)
    ]
    numbers = sorted([*numbers, *parts], key=lambda number: number.start)
    simple: list[Quantity] = []
    for number in numbers:
        one = _with_unit(number, text, language)
        if one is not None and not (simple and one.start < simple[-1].end):
            simple.append(one)
    found.extend(join_quantities(simple, text))
    spans.extend((quantity.start, quantity.end) for quantity in found)
    for find in (_ordinals, _units_with_an_article):
        for quantity in find(text, language):
            if not _overlaps(spans, quantity.start, quantity.end):
                found.append(quantity)
    return tuple(
        _with_modifier(quantity, text)
        for quantity in sorted(found, key=lambda quantity: quantity.start)
    )


def _overlaps(spans: Sequence[Span], start: int, end: int) -> bool:
    return any(start < after and end > before for before, after in spans)


def _with_unit(number: Number, text: str, language: str) -> Quantity | None:
    suffix = _ORDINAL_SUFFIX.match(text, number.end)
    if suffix and not number.in_words and number.steps[0] == 1:
        return _ordinal(number.start, suffix.end(), number.values[0])
    currency = _CURRENCY_BEFORE.search(text, max(0, number.start - 6), number.start)
    if currency:
        return _money(number, currency, text)
    number = with_magnitude(_with_a_half(number, text), text, language)
    units, end = unit_at(text, number.end, language)
    if not units:
        glued = _LETTER.match(text, number.end)
        if glued and not number.in_words:
            return None
        units = _unit_of_key(text, number.start)
        end = number.end
    if _LABEL.search(text, max(0, number.start - 12), number.start) and not units:
        return None
    if _PER_HUNDRED.search(text, max(0, number.start - 3), number.start):
        units = (Unit("percent", 1.0),)
    if number.in_words and number.values == (1.0,) and not units:
        return None
    return _measured(number, units or (Unit("count", 1.0),), end)


def _with_a_half(number: Number, text: str) -> Number:
    """Add the half in "two and a half hours"."""
    half = words.AND_A_HALF.match(text, number.end)
    if not half:
        return number
    values = tuple(value + 0.5 for value in number.values)
    steps = (0.5,) * len(values)
    return Number(number.start, half.end(), values, steps, number.in_words)


def _money(number: Number, currency: re.Match[str], text: str) -> Quantity:
    written = currency[0].strip().rstrip(".").lower()
    units = UNITS.get(written) or (Unit(f"money {CURRENCIES[written]}", 1.0),)
    end = number.end
    magnitude = _MONEY_MAGNITUDE.match(text, end)
    if magnitude:
        factor = {"m": 1e6, "b": 1e9, "t": 1e12}[magnitude[1][0].lower()]
        number, end = number.scaled(factor, magnitude.end()), magnitude.end()
    behind, behind_end = unit_at(text, end, "en")
    if behind and behind[0].dimension == units[0].dimension:
        end = behind_end
    return replace(_measured(number, units, end), start=currency.start())


def _unit_of_key(text: str, start: int) -> tuple[Unit, ...]:
    """Return the unit that a key before the number names: temperature_c: 4."""
    match = _KEY_UNIT.search(text, max(0, start - 16), start)
    if not match:
        return ()
    return UNITS.get(KEY_UNITS.get(match[1].lower(), ""), ())


def _measured(number: Number, units: tuple[Unit, ...], end: int) -> Quantity:
    readings = tuple(
        Reading(
            unit.dimension,
            value * unit.factor + unit.offset,
            value * unit.factor + unit.offset,
            step * unit.factor,
            unit,
        )
        for unit in units
        for value, step in zip(number.values, number.steps, strict=True)
    )
    return Quantity(
        number.start, end, readings, number_end=number.end, in_words=number.in_words
    )


def _ordinal(start: int, end: int, place: float) -> Quantity:
    return Quantity(start, end, (plain_reading("ordinal", place),), number_end=end)


def _ordinals(text: str, _language: str) -> list[Quantity]:
    return [
        _ordinal(match.start(), match.end(), SMALL_ORDINALS[match[1].lower()])
        for match in _ORDINAL_WORD.finditer(text)
    ]


def _said_around_units(text: str, _language: str) -> list[Quantity]:
    found = []
    for pattern, value in words.HALVES:
        for match in pattern.finditer(text):
            units = UNITS.get(match["unit"].lower())
            if match["unit"].lower() == "dozen":
                units = (Unit("count", 12.0),)
            if units:
                number = Number(match.start(), match.end(), (value,), (0.25,))
                found.append(_measured(number, units, match.end()))
    return found


def _parts_of_a_whole(text: str, _language: str) -> list[Quantity]:
    found = [
        Quantity(
            match.start(),
            match.end(),
            (plain_reading(dimension, value)._replace(step=_PART_STEP),),
            number_end=match.end(),
            in_words=True,
        )
        for table, dimension in ((words.PARTS, "percent"), (words.TIMES, "times"))
        for pattern, value in table
        for match in pattern.finditer(text)
    ]
    for match in re.finditer(r"(?<![\d/.])(\d)/(\d{1,2})(?![\d/])", text):
        over, under = int(match[1]), int(match[2])
        if 0 < over < under:
            value = 100 * over / under
            found.append(
                Quantity(
                    *match.span(),
                    (plain_reading("percent", value),),
                    number_end=match.end(),
                )
            )
    return found


def _units_with_an_article(text: str, _language: str) -> list[Quantity]:
    """Return "an hour", "a mile": quantities of one, said in passing."""
    found = []
    for match in _ARTICLE_UNIT.finditer(text):
        if _RATE_BEFORE.search(text, max(0, match.start() - 12), match.start()):
            continue
        number = Number(match.start(), match.start(1), (1.0,), (1.0,))
        quantity = _measured(number, UNITS[match[1].lower()], match.end())
        found.append(replace(quantity, soft=True))
    return found


def _with_modifier(quantity: Quantity, text: str) -> Quantity:
    """Put on what is said beside the number: about, more than, at most, exactly."""
    start = max(0, quantity.start - 32)
    before = words.BEFORE.search(text, start, quantity.start)
    if before:
        meaning = words.MODIFIER_MEANING[" ".join(before[1].lower().split())]
        return replace(quantity, modifier=meaning)
    behind = words.BEHIND.match(text, quantity.end) or words.BEHIND.match(
        text, quantity.number_end
    )
    if behind:
        meaning = words.AFTER_MEANING[" ".join(behind[1].lower().split())]
        return replace(quantity, modifier=meaning)
    return quantity
