"""What a number belongs to: what it counts, and the date that it is given for."""

from __future__ import annotations

import re

from dashboard.scoring.offline.comparison import CONTENT
from dashboard.scoring.offline.date import Date
from dashboard.scoring.offline.date_agreement import date_agreement
from dashboard.scoring.offline.quantity import Quantity
from dashboard.scoring.offline.quantity_words import BEFORE
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.roles import clause_of
from dashboard.scoring.types import Kind

_TIED = re.compile(
    r"^\s*(?:(?:\w+\s+){0,3}(?:in|for|during|im|en|pour|nel|em)\s*)?$", re.IGNORECASE
)
_RELATIVE = re.compile(
    r"[\w\s]{0,20}?\b(?:before|earlier|after|later|previous|following|ago|prior|zuvor|"
    r"später|anterior|después|auparavant|plus tard)\b",
    re.IGNORECASE,
)
_HEADED = re.compile(r"^[^;:]*:\s*$")
_LABELLED = re.compile(
    r"\b(?P<noun>[A-Z][a-z]{2,}|phase|room|gate|flight|line|level|stage|group|class)"
    r"\s+(?:no\.?\s*)?(?P<label>\d{1,6}|[A-Z])(?=\s+(?!million|billion|thousand|%|per)"
    r"[a-z]|\s*[,.:;)]|$)"
)
_BREAK = re.compile(r"[,;:.()\n，。；]")
LONGEST_TIE = 28
"""Characters between a number and the date that it is given for."""
SMALL = 10
"""Up to which people count in words what they list."""


def akin(claim: Reading, mine: Quantity, passage: Reading, theirs: Quantity) -> bool:
    """Tell whether two numbers count the same thing, as far as that is said."""
    if not mine.bare and not theirs.bare:
        return True
    ours, others = counted(claim, mine), counted(passage, theirs)
    if small_word(mine) and ours and not others:
        return False
    if mine.bare != theirs.bare:
        return not (ours if mine.bare else others)
    if not ours or not others:
        return True
    return any(
        claim.tokens[a].own & passage.tokens[b].wide
        or passage.tokens[b].own & claim.tokens[a].wide
        for a in ours
        for b in others
    )


def bound_elsewhere(
    claim: Reading, mine: Quantity, passage: Reading, theirs: Quantity
) -> bool:
    """Tell whether an equal number is given for another date: 5.3 in 2022, in 2023."""
    ours, others = bound_date(claim, mine), bound_date(passage, theirs)
    if ours is None or others is None:
        return False
    return date_agreement(ours, others) == "differs"


def about_another(claim: Reading, passage: Reading) -> bool:
    """Tell whether a passage names another of its kind: Tower B, not Tower A."""
    ours, others = _labels(claim.text), _labels(passage.text)
    return any(
        not labels & others[noun] for noun, labels in ours.items() if noun in others
    )


def _labels(text: str) -> dict[str, set[str]]:
    """Return by noun the letters and numbers that tell things of one kind apart."""
    found: dict[str, set[str]] = {}
    for match in _LABELLED.finditer(text):
        found.setdefault(match["noun"].lower(), set()).add(match["label"])
    return found


def bound_date(reading: Reading, quantity: Quantity) -> Date | None:
    """Return the date that a number is given for; None when that is not clear."""
    if _RELATIVE.match(reading.text, quantity.end):
        return None
    following = [date for date in reading.dates if date.start >= quantity.end]
    if following:
        between = reading.text[quantity.end : following[0].start]
        if len(between) <= LONGEST_TIE and not any(
            quantity.end <= other.start < following[0].start
            for other in reading.quantities
        ):
            return following[0] if _TIED.search(between) else None
    headed = [date for date in reading.dates if date.end <= quantity.start]
    if headed and _HEADED.match(reading.text[headed[-1].end : quantity.start]):
        return headed[-1]
    earlier = [date for date in reading.dates if date.end <= quantity.start]
    if (
        len(reading.dates) == 1
        and earlier
        and not any(
            earlier[0].end <= other.start < quantity.start
            for other in reading.quantities
        )
    ):
        return earlier[0]
    return None


def small_word(quantity: Quantity) -> bool:
    """Tell whether a number is a small one in words, as people count what they list."""
    return quantity.in_words and quantity.bare and quantity.readings[0].high <= SMALL


def counted(reading: Reading, quantity: Quantity) -> list[int]:
    """Return the tokens behind a number that name what it counts, at most three."""
    found: list[int] = []
    end = quantity.end
    start = reading.token_at(quantity.end)
    for index in range(start, min(start + 6, len(reading.tokens))):
        token = reading.tokens[index]
        if _BREAK.search(reading.text, end, token.start) or token.kind == "number":
            break
        end = token.end
        if token.kind in CONTENT:
            found.append(index)
            if len(found) == 3:
                break
        elif found or token.text.lower() not in ("of", "the", "de", "new", "more"):
            break
    return found


def kind_of(value: Quantity | Date) -> Kind:
    """Return the kind of a conflict on this value."""
    if isinstance(value, Date):
        return "date"
    return "number" if value.bare else "quantity"


def written(reading: Reading, value: Quantity | Date) -> str:
    """Return a value as it is written, with what it counts."""
    end = value.end
    if isinstance(value, Quantity) and value.bare:
        nouns = counted(reading, value)
        if nouns:
            end = reading.tokens[nouns[-1]].end
    return reading.text[value.start : end].strip()


def told_apart(
    claim: Reading, mine: Quantity | Date, passage: Reading, theirs: Quantity | Date
) -> tuple[str, str]:
    """Return both values as written, with as much beside them as tells them apart."""
    pairs = (
        (written(claim, mine), written(passage, theirs)),
        (_qualified(claim, mine), _qualified(passage, theirs)),
    )
    for said, given in pairs:
        if said.casefold().strip(" .") != given.casefold().strip(" ."):
            return said, given
    return _around(claim, mine), _around(passage, theirs)


def _qualified(reading: Reading, value: Quantity | Date) -> str:
    """Return a value with the word before it that says about, exactly, more than."""
    before = BEFORE.search(reading.text, max(0, value.start - 32), value.start)
    start = before.start(1) if before else value.start
    return reading.text[start : value.end].strip()


def _around(reading: Reading, value: Quantity | Date) -> str:
    """Return the clause that a value stands in."""
    first, last = clause_of(reading, reading.token_at(value.start))
    start, end = reading.tokens[first].start, reading.tokens[last - 1].end
    return reading.text[start : max(end, value.end)].rstrip(" .")
