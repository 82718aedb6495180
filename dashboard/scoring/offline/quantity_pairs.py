"""Joins numbers that say one thing: ranges, 5 feet 10 inches, 3 out of 10, 2-0."""

from __future__ import annotations

import re
from dataclasses import replace

from dashboard.scoring.offline.quantity import Quantity, Reading, plain_reading

_RANGE = re.compile(r"\s*(?:-|–|—|~|～|\bto\b|\bbis\b|\bthrough\b|至|到|до)\s*$", re.I)
_PAIR_OPENS = re.compile(
    r"\b(?:between|zwischen|entre|tra|fra|tussen)\s+\S{0,4}$", re.IGNORECASE
)
_PAIR = re.compile(r"\s*(?:and|und|y|et|e|en)\s+[$€£]?$")
_CHANGE = re.compile(r"\b(?:from|von|de|desde|da|从)\s+\S{0,4}$", re.IGNORECASE)
_OUT_OF = re.compile(
    r"\s+(?:in|out\s+of|of\s+every|in\s+every|von|de\s+cada)\s+$", re.I
)
_AND_HALF = re.compile(
    r"\s+(?:and\s+a\s+half|y\s+medi[ao]|et\s+demie?|e\s+mezz[ao])\b", re.IGNORECASE
)
_HYPHEN = re.compile(r"\s?[-–—:]\s?$")
_SMALLEST_STEP_UP = 1000.0


def join_quantities(quantities: list[Quantity], text: str) -> list[Quantity]:
    """Return the quantities of a text with those that belong together made one."""
    joined: list[Quantity] = []
    for quantity in quantities:
        if joined:
            pair = _pair(joined[-1], quantity, text)
            if pair is not None:
                joined[-1] = pair
                continue
        joined.append(_and_a_half(quantity, text))
    return joined


def _pair(first: Quantity, second: Quantity, text: str) -> Quantity | None:
    between = text[first.end : second.start]
    if len(between) > 12:
        return None
    if _OUT_OF.match(between) and first.bare and second.bare:
        return _out_of(first, second)
    before = text[max(0, first.start - 24) : first.start]
    if _HYPHEN.match(between) and first.bare and second.bare:
        result = _result(first, second)
        if result is not None:
            return result
    is_range = _RANGE.match(between) and not _CHANGE.search(before)
    if is_range or (_PAIR.match(between) and _PAIR_OPENS.search(before)):
        return _range(first, second)
    if between.strip() in ("", "and", ",", "und", "y", "et"):
        return _compound(first, second)
    return None


def _out_of(first: Quantity, second: Quantity) -> Quantity | None:
    part, whole = first.readings[0].low, second.readings[0].low
    if not 0 < part < whole or part != int(part):
        return None
    reading = plain_reading("percent", 100 * part / whole)
    return Quantity(first.start, second.end, (reading,), number_end=second.end)


def _result(first: Quantity, second: Quantity) -> Quantity | None:
    """Return the result of a game, 2-0; small numbers that fall are no range."""
    one, other = first.readings[0].low, second.readings[0].low
    if not (one >= other and one < 200 and one == int(one) and other == int(other)):
        return None
    reading = plain_reading("result", one * 1000 + other)
    return Quantity(first.start, second.end, (reading,), number_end=second.end)


def _range(first: Quantity, second: Quantity) -> Quantity | None:
    readings = []
    for written in second.readings:
        for low in first.readings:
            least, high = low.low, written
            if low.dimension == "count" != high.dimension:
                least = least * high.unit.factor + high.unit.offset
            elif high.dimension == "count" != low.dimension:
                high = high._replace(dimension=low.dimension, unit=low.unit)
            elif low.dimension != high.dimension:
                continue
            while least * _SMALLEST_STEP_UP < high.high and least > 0:
                least *= _SMALLEST_STEP_UP
            if least <= high.high:
                readings.append(high._replace(low=least))
    if not readings:
        return None
    return replace(second, start=first.start, readings=tuple(readings))


def _compound(first: Quantity, second: Quantity) -> Quantity | None:
    """Add up 5 feet 10 inches: same kind of unit, the smaller one second."""
    one, other = first.readings[0], second.readings[0]
    if one.dimension != other.dimension or one.unit.factor <= other.unit.factor:
        return None
    if one.dimension not in ("length", "mass", "time"):
        return None
    if other.low >= one.unit.factor:
        return None
    total = one.low + other.low
    reading = Reading(one.dimension, total, total, other.step, other.unit)
    return replace(second, start=first.start, readings=(reading,))


def _and_a_half(quantity: Quantity, text: str) -> Quantity:
    """Add the half in "two hours and a half"."""
    behind = _AND_HALF.match(text, quantity.end)
    if not behind:
        return quantity
    half = tuple(
        reading._replace(
            low=reading.low + reading.unit.factor / 2,
            high=reading.high + reading.unit.factor / 2,
            step=reading.step / 2,
        )
        for reading in quantity.readings
    )
    return replace(quantity, end=behind.end(), readings=half)
