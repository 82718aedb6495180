"""Puts a quantity of the context in the place of a wrong one, in its own format."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dashboard.scoring.corrections.figures import figure, ordinal_like, same_style
from dashboard.scoring.corrections.types import Edit
from dashboard.scoring.offline.number import Number
from dashboard.scoring.offline.numerals import read_numbers
from dashboard.scoring.offline.quantity import Quantity
from dashboard.scoring.offline.quantity_words import BEFORE
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.tokens import Token

MODIFIER_REACH = 32
"""Characters before a quantity in which a word may say how exactly it is meant."""
SHORT_DIGITS = 3
"""Digits up to which a number that was converted is still pleasant to read."""


def quantity_edits(
    claim: Reading, mine: Quantity, passage: Reading, theirs: Quantity
) -> Iterator[list[Edit]]:
    """Yield the ways to write the context's quantity, the most natural first.

    Offsets are those of ``claim.text``.
    """
    for edit in _values(claim, mine, passage, theirs):
        for first in _modified(claim, mine, passage, theirs):
            start, text = first
            if start is None:
                edits = [edit, *_noun(claim, mine, passage, theirs, edit)]
            elif start <= edit.start:
                kept = claim.text[mine.start : edit.start]
                joined = Edit(start, edit.end, text + kept + edit.text)
                edits = [joined, *_noun(claim, mine, passage, theirs, edit)]
            else:
                continue
            yield edits


def _values(
    claim: Reading, mine: Quantity, passage: Reading, theirs: Quantity
) -> Iterator[Edit]:
    """Yield the number alone, or number and unit, without what modifies them."""
    said = claim.text[mine.start : mine.end]
    given = passage.text[theirs.start : theirs.end]
    ours, other = _number(claim, mine), _number(passage, theirs)
    if mine.dimension == "ordinal":
        word = ordinal_like(int(theirs.readings[0].low), said)
        yield Edit(mine.start, mine.end, word or given)
        return
    if ours is None or other is None:
        yield Edit(mine.start, mine.end, _cased(given, said))
        return
    languages = (claim.language, passage.language)
    written = same_style(
        passage.text[other.start : other.end],
        other,
        claim.text[ours.start : ours.end],
        ours,
        languages,
    )
    one, two = mine.readings[0].unit, theirs.readings[0].unit
    number = Edit(ours.start, ours.end, written)
    if one == two or "count" in (one.dimension, two.dimension):
        yield number
    elif one.dimension == two.dimension:
        yield from _other_unit(claim, mine, ours, theirs, given, other)
    else:
        yield Edit(mine.start, mine.end, given)


def _other_unit(
    claim: Reading,
    mine: Quantity,
    ours: Number,
    theirs: Quantity,
    given: str,
    other: Number,
) -> Iterator[Edit]:
    """Yield the unit alone where that is wrong; converted; or as the context has it."""
    if ours.values[0] == other.values[0]:
        yield Edit(mine.start, mine.end, given)
    unit = mine.readings[0].unit
    value = (theirs.readings[0].low - unit.offset) / unit.factor
    short = float(f"{value:.{SHORT_DIGITS}g}")
    if abs(value) >= 0.5 and abs(value - short) <= 1e-6 * abs(value):
        written = figure(short, claim.language)
        yield Edit(ours.start, ours.end, written)
    yield Edit(mine.start, mine.end, given)


def _modified(
    claim: Reading, mine: Quantity, passage: Reading, theirs: Quantity
) -> Iterator[tuple[int | None, str]]:
    """Yield where to begin and what to put in front: a modifier kept, left or given.

    None is where the number begins, whatever stands before it.
    """
    said, given = _modifier(claim, mine), _modifier(passage, theirs)
    same_language = claim.language == passage.language
    if mine.modifier == theirs.modifier:
        yield None, ""
    elif said is None:
        if given is not None and same_language:
            yield mine.start, f"{given[1]} "
        yield None, ""
    else:
        fits = mine.modifier == "about" and _is_round(theirs)
        if fits:
            yield None, ""
        if given is not None and same_language:
            yield said[0], f"{given[1]} "
        yield said[0], ""
        if not fits:
            yield None, ""


def _is_round(quantity: Quantity) -> bool:
    """Tell whether a number may be said to be about so much."""
    value = quantity.readings[0].low / quantity.readings[0].unit.factor
    return value == float(f"{value:.{SHORT_DIGITS}g}")


def _modifier(reading: Reading, quantity: Quantity) -> tuple[int, str] | None:
    """Return where the word before a quantity begins that modifies it, and the word."""
    if not quantity.modifier:
        return None
    start = max(0, quantity.start - MODIFIER_REACH)
    found = BEFORE.search(reading.text, start, quantity.start)
    return None if found is None else (found.start(1), found[1])


def _number(reading: Reading, quantity: Quantity) -> Number | None:
    """Return the number in a quantity; None where it is said some other way."""
    for number in read_numbers(reading.text, reading.language):
        if quantity.start <= number.start and number.end <= quantity.end:
            return number
    return None


def _noun(
    claim: Reading, mine: Quantity, passage: Reading, theirs: Quantity, edit: Edit
) -> list[Edit]:
    """Return the counted word in the number that the context has it in: 1 dog."""
    if edit.end >= mine.end and not mine.bare:
        return []
    ours = _after(claim, mine.number_end)
    other = _after(passage, theirs.number_end)
    if ours is None or other is None or ours.start < edit.end:
        return []
    if ours.text.lower() == other.text.lower() or ours.base != other.base:
        return []
    return [Edit(ours.start, ours.end, _cased(other.text, ours.text))]


def _after(reading: Reading, offset: int) -> Token | None:
    """Return the word right behind a place, if only a space lies between."""
    for token in reading.tokens:
        if token.start >= offset:
            return (
                token
                if re.fullmatch(r"[\s-]*", reading.text[offset : token.start])
                else None
            )
    return None


def _cased(text: str, like: str) -> str:
    """Return text that begins with a capital where ``like`` does."""
    if like[:1].isupper() and text[:1].islower():
        return text[:1].upper() + text[1:]
    return text
