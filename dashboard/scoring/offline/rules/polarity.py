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
from dashboard.scoring.offline.reading import Reading, Token

ENOUGH = 0.75
"""Share of the claim that a clause must hold before it can say the opposite."""
HALF = 0.5
"""Share of what both say that must be turned around."""
NEGATING_PREFIXES = ("un", "in", "im", "ir", "il", "non", "dis")
MOST_LOOKED_AT = 3
_ONLY_SEEMING = re.compile(
    r"\b(?:not only|not just|not least|no doubt|nicht nur|no solo|non seulement|"
    r"non solo|não só|no\.? \d)\b|^no\b(?=\s*,|\s+but|\s+i\b)",
    re.IGNORECASE,
)


def polarity_rule(comparison: Comparison) -> Finding | None:
    """Find a statement that the context turns around."""
    claim = comparison.claim
    content = content_of(claim)
    if not content:
        return None
    for one in _close(comparison):
        span, held, against = _nearest_clause(claim, content, one.reading)
        total = sum(weight(claim.tokens[i]) for i in content)
        covered = sum(weight(claim.tokens[i]) for i in {*held, *against})
        if covered < ENOUGH * total or not held:
            continue
        ours, theirs = negated_tokens(claim), negated_tokens(one.reading)
        if against:
            index, place = next(iter(against.items()))
            if (index in ours) == (place in theirs) and not _reversed(
                claim, one.reading, index, place
            ):
                return _opposite(comparison, one, against)
            comparison.flipped.update(against)
            return None
        if _turned(claim, held, ours, theirs):
            return _opposite(comparison, one, against)
    return None


def _turned(
    claim: Reading, held: dict[int, int], ours: set[int], theirs: set[int]
) -> bool:
    """Tell whether most of what both say is negated in one of them alone."""
    total = turned = 0.0
    for index, place in held.items():
        size = weight(claim.tokens[index])
        total += size
        if (index in ours) != (place in theirs):
            turned += size
    return turned >= HALF * total


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
) -> tuple[tuple[int, int], dict[int, int], dict[int, int]]:
    """Return the shortest span that holds the claim, what it holds, what it opposes."""
    best: tuple[float, tuple[int, int], dict[int, int], dict[int, int]] | None = None
    whole = (0, len(passage.tokens))
    spans = [*passage.clauses, whole] if len(passage.clauses) > 1 else [whole]
    for span in spans:
        held, against = _laid_beside(claim, content, passage, span)
        size = sum(weight(claim.tokens[i]) for i in {*held, *against})
        if best is None or size > best[0] * (1.0 if span != whole else 1.2) + 1e-9:
            best = (size, span, held, against)
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
    if reading.language in small.NEGATING_CHARACTERS:
        return _negated_signs(reading)
    negators = small.NEGATORS.get(reading.language, small.NEGATORS["en"])
    seeming = [match.span() for match in _ONLY_SEEMING.finditer(reading.text)]
    found: set[int] = set()
    for first, last in reading.clauses:
        for index in range(first, last):
            token = reading.tokens[index]
            lower = token.text.lower().replace("’", "'")
            if any(start <= token.start < end for start, end in seeming):
                continue
            if lower in small.NEGATING_AFTER:
                found.update(range(index, last))
            elif lower in negators or lower.endswith("n't") or lower in small.DENYING:
                found.update(range(first, last))
                break
    return found


def _negated_signs(reading: Reading) -> set[int]:
    signs, seeming = small.NEGATING_CHARACTERS[reading.language]
    text = re.sub(seeming, lambda match: " " * len(match[0]), reading.text)
    found: set[int] = set()
    for first, last in reading.clauses:
        start, end = reading.tokens[first].start, reading.tokens[last - 1].end
        if len(re.findall(signs, text[start:end])) % 2:
            found.update(range(first, last))
    return found
