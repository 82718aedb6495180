"""Writes a number of the context the way the output writes its own."""

from __future__ import annotations

import re

from dashboard.scoring.offline.number import Number
from dashboard.scoring.offline.number_words import NUMBER_WORDS, SMALL_ORDINALS
from dashboard.scoring.offline.numerals import DECIMAL_COMMA, DIGITS

_FIGURES = re.compile(r"[\d.,'’ \u00a0\u2009\u202f]+")
_GROUPED = re.compile(r"\d([,.'’ \u00a0\u2009\u202f])\d{3}(?!\d)")
MOST_IN_WORDS = 100


def same_style(
    given: str, number: Number, like: str, mine: Number, languages: tuple[str, str]
) -> str:
    """Return ``given``, a number of the context, written like ``like``.

    Words stay words where the language has them for the value, figures stay figures;
    thousands are grouped, and decimals marked, as the output does.

    Args:
        given: The number as the context writes it.
        number: What it is.
        like: The number of the output that it replaces.
        mine: What that is.
        languages: Of the output and of the context.
    """
    value = number.values[0]
    if mine.in_words:
        word = in_words(value, languages[0])
        if word:
            return word[:1].upper() + word[1:] if like[:1].isupper() else word
    if number.in_words and value.is_integer() and value < 1_000 and not mine.in_words:
        return _in_script(str(int(value)), like)
    if not _FIGURES.fullmatch(given.translate(DIGITS)):
        return (
            _in_script(given, like)
            if languages[0] == languages[1]
            else figure(value, languages[0])
        )
    return _in_script(_grouped_like(given, value, like, languages), like)


def in_words(value: float, language: str) -> str | None:
    """Return a whole number up to a hundred in words; None when there are none."""
    table = NUMBER_WORDS.get(language)
    if table is None or not value.is_integer() or not 0 <= value <= MOST_IN_WORDS:
        return None
    words = {number: word for word, number in reversed(table.items())}
    if language != "en":
        return words.get(value)
    if value == MOST_IN_WORDS:
        return "one hundred"
    if value in words:
        return words[value]
    return f"{words[value // 10 * 10]}-{words[value % 10]}"


def ordinal_like(value: int, like: str) -> str | None:
    """Return a place as ``like`` says one: 3rd, third; None where it cannot be."""
    if like[:1].isdigit():
        if not re.search(r"(?:st|nd|rd|th)$", like):
            return re.sub(r"\d+", str(value), like, count=1)
        return f"{value}{ordinal_ending(value)}"
    words = [word for word, place in SMALL_ORDINALS.items() if place == value]
    if not words or like.lower() not in SMALL_ORDINALS:
        return None
    return words[0].capitalize() if like[:1].isupper() else words[0]


def ordinal_ending(value: int) -> str:
    """Return what makes a figure a place: st, nd, rd or th."""
    if value % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")


def figure(value: float, language: str, *, grouped: bool = True) -> str:
    """Return a value in figures with the marks of a language."""
    written = f"{value:,.10f}".rstrip("0").rstrip(".") if grouped else f"{value:.10g}"
    if language in DECIMAL_COMMA:
        return written.translate({ord(","): ".", ord("."): ","})
    return written


def _grouped_like(
    given: str, value: float, like: str, languages: tuple[str, str]
) -> str:
    whole = value.is_integer()
    mark = _GROUPED.search(given)
    theirs_comma, mine_comma = (one in DECIMAL_COMMA for one in reversed(languages))
    if theirs_comma != mine_comma and re.search(r"[.,]", given):
        return figure(value, languages[0])
    if not whole or value < 1_000:
        return given
    mine = _GROUPED.search(like)
    if mine is not None:
        return f"{int(value):,}".replace(",", mine[1])
    plain = re.fullmatch(r"\d{4,}", like.translate(DIGITS))
    return str(int(value)) if plain and mark else given


def _in_script(written: str, like: str) -> str:
    """Return figures in the digits that ``like`` is written in."""
    first = next((c for c in like if c.isdigit()), "0")
    zero = next(
        (ord(first) - v for v in range(10) if DIGITS.get(ord(first)) == 48 + v), 48
    )
    plain = written.translate(DIGITS)
    return plain.translate({48 + v: zero + v for v in range(10)})
