"""Negation and antonyms: the claim says the opposite of what stands in the context."""

from __future__ import annotations

import re

from dashboard.scoring.offline import function_words as small
from dashboard.scoring.offline.comparison import (
    CONTENT,
    Comparison,
    content_of,
    held_at,
    weight,
)
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.index import Candidate
from dashboard.scoring.offline.lexicon import known_word, opposites
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.tokens import Token

ENOUGH = 0.75
"""Share of the claim that a clause must hold before it can say the opposite."""
FLIPPED = 0.66
"""The same where one of the words means the opposite."""
HALF = 0.5
"""Share of what both say that must be turned around."""
KIN = frozenset(
    ("brother", "sister", "son", "daughter", "mother", "father", "husband", "wife")
)
"""Opposites that may both hold, of different people."""
NEGATING_PREFIXES = ("un", "in", "im", "ir", "il", "non", "dis")
MOST_LOOKED_AT = 3
_ONLY_SEEMING = re.compile(
    r"\b(?:not only|not just|not least|no doubt|nicht nur|no solo|non seulement|"
    r"non solo|não só|no\.? \d)\b|^no\b(?=\s*,|\s+but|\s+i\b)",
    re.IGNORECASE,
)


def polarity_rule(comparison: Comparison) -> Finding | None:
    """Find a statement that the context turns around, and nowhere says as it is."""
    claim = comparison.claim
    content = content_of(claim)
    total = sum(weight(claim.tokens[i]) for i in content)
    ours = negated_tokens(claim)
    first: Finding | None = None
    for one in _close(comparison) if content else []:
        held, against = _nearest_clause(claim, content, one.reading)
        covered = sum(weight(claim.tokens[i]) for i in {*held, *against})
        if covered < (FLIPPED if against else ENOUGH) * total or not held:
            continue
        if covered < total and any(claim.tokens[i].base in KIN for i in against):
            continue
        theirs, either_way = _negations(one.reading)
        if against:
            turned = _opposed(claim, one.reading, against, ours, theirs)
        else:
            told = {i: place for i, place in held.items() if place not in either_way}
            turned = _turned(claim, told, ours, theirs)
        if turned:
            first = first or _opposite(comparison, one, against)
        else:
            comparison.flipped.update(against)
            return None
    return first


def _opposed(
    claim: Reading,
    passage: Reading,
    against: dict[int, int],
    ours: set[int],
    theirs: set[int],
) -> bool:
    """Tell whether a word and its opposite are both meant, or both negated."""
    index, place = next(iter(against.items()))
    same = (index in ours) == (place in theirs)
    return same and not _reversed(claim, passage, index, place)


def _turned(
    claim: Reading, held: dict[int, int], ours: set[int], theirs: set[int]
) -> bool:
    """Tell whether most of what both say is negated in one of them alone."""
    if not held:
        return False
    spans = [(0, len(claim.tokens)), *claim.clauses]
    for first, last in spans:
        inside = {i: place for i, place in held.items() if first <= i < last}
        total = sum(weight(claim.tokens[i]) for i in inside)
        turned = sum(
            weight(claim.tokens[i])
            for i, place in inside.items()
            if (i in ours) != (place in theirs)
        )
        whole = (first, last) == spans[0]
        if (
            len(inside) >= (1 if whole else 2)
            and turned >= (HALF if whole else 1) * total
        ):
            return True
    return False


def _reversed(claim: Reading, passage: Reading, index: int, place: int) -> bool:
    """Tell whether A is larger than B answers B is smaller than A."""
    if not any(token.text.lower() == "than" for token in claim.tokens):
        return False
    before = next(
        (i for i in range(index - 1, -1, -1) if claim.tokens[i].kind in CONTENT), None
    )
    if before is None:
        return False
    at = held_at(claim.tokens[before], passage)
    return at is not None and at > place


def _close(comparison: Comparison) -> list[Candidate]:
    """Return the passages that speak of the very thing, nearest first."""
    others = [*comparison.joined[1:], *comparison.candidates[:MOST_LOOKED_AT]]
    return list(dict.fromkeys((comparison.best, *others)))


def _opposite(
    comparison: Comparison, one: Candidate, against: dict[int, int]
) -> Finding:
    if not against:
        return Finding(
            "contradicted", "negation", "negation", 0.8, "opposite", {}, (one,)
        )
    index, place = next(iter(against.items()))
    words = {
        "mine": comparison.claim.tokens[index].text,
        "theirs": one.reading.tokens[place].text,
    }
    return Finding(
        "contradicted", "negation", "antonym", 0.75, "differs", words, (one,)
    )


def _nearest_clause(
    claim: Reading, content: list[int], passage: Reading
) -> tuple[dict[int, int], dict[int, int]]:
    """Return what the clause nearest to the claim holds of it, and what it opposes."""
    best: tuple[float, dict[int, int], dict[int, int]] | None = None
    whole = (0, len(passage.tokens))
    spans = [*passage.clauses, whole] if len(passage.clauses) > 1 else [whole]
    for span in spans:
        held, against = _laid_beside(claim, content, passage, span)
        size = sum(weight(claim.tokens[i]) for i in {*held, *against})
        if best is None or size > best[0] * (1.0 if span != whole else 1.2) + 1e-9:
            best = (size, held, against)
    assert best is not None
    return best[1:]


def _laid_beside(
    claim: Reading, content: list[int], passage: Reading, span: tuple[int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    held: dict[int, int] = {}
    against: dict[int, int] = {}
    for index in content:
        token = claim.tokens[index]
        places = [
            place
            for key in token.own
            for place in passage.places.get(key, ())
            if span[0] <= place < span[1]
        ]
        opposed = opposite_at(token, passage, span)
        exact = any(passage.tokens[p].base == token.base for p in places)
        if opposed is not None and not exact:
            against[index] = opposed
        elif places:
            held[index] = places[0]
        else:
            at = held_at(token, passage)
            if at is not None and span[0] <= at < span[1]:
                held[index] = at
    return held, against


def opposite_at(token: Token, passage: Reading, span: tuple[int, int]) -> int | None:
    """Return which token of a span means the opposite; None when none does."""
    if token.kind not in ("word", "name", "stop"):
        return None
    wanted = opposites(token.base) | opposites(token.text.lower())
    for index in range(*span):
        other = passage.tokens[index]
        if other.kind not in ("word", "name", "stop"):
            continue
        if other.base in wanted or other.text.lower() in wanted:
            return index
        if _prefixed(token.base, other.base) or _prefixed(other.base, token.base):
            return index
    return None


def _prefixed(one: str, other: str) -> bool:
    """Tell whether one word is the other with un-, in-, non- or -less."""
    if len(other) > 3 and one.endswith(other) and known_word(other):
        return one[: -len(other)].rstrip("-") in NEGATING_PREFIXES
    return (
        one.endswith("less") and len(one) > 6 and other in (one[:-4], one[:-4] + "ful")
    )


def negated_tokens(reading: Reading) -> set[int]:
    """Return the tokens that a negation in their clause turns around."""
    return _negations(reading)[0]


def _negations(reading: Reading) -> tuple[set[int], set[int]]:
    """Return the tokens that are negated, and those that may be read either way.

    In "coverage excludes damage" the damage is negated; coverage is left open.
    """
    if reading.language in small.NEGATING_CHARACTERS:
        return _negated_signs(reading), set()
    negators = small.NEGATORS.get(reading.language, small.NEGATORS["en"])
    seeming = [match.span() for match in _ONLY_SEEMING.finditer(reading.text)]
    found: set[int] = set()
    open_: set[int] = set()
    for first, last in reading.clauses:
        for index in range(first, last):
            token = reading.tokens[index]
            lower = token.text.lower().replace("’", "'")
            if any(start <= token.start < end for start, end in seeming):
                continue
            if lower in small.NEGATING_AFTER:
                found.update(range(index, last))
                open_.update(range(first, index))
            elif lower in negators or lower.endswith("n't") or lower in small.DENYING:
                found.update(range(first, last))
                break
    return found, open_ - found


def _negated_signs(reading: Reading) -> set[int]:
    signs, seeming = small.NEGATING_CHARACTERS[reading.language]
    text = re.sub(seeming, lambda match: " " * len(match[0]), reading.text)
    found: set[int] = set()
    for first, last in reading.clauses:
        start, end = reading.tokens[first].start, reading.tokens[last - 1].end
        if len(re.findall(signs, text[start:end])) % 2:
            found.update(range(first, last))
    return found
