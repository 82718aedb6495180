"""All, only, always, most: the claim says more of the whole than the context does."""

from __future__ import annotations

import re

from dashboard.scoring.offline import function_words as small
from dashboard.scoring.offline.comparison import CONTENT, Comparison, held_at
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.reading import Reading

_SUPERLATIVE = re.compile(r"\b(\w{2,}est|most\s+\w+)\b", re.IGNORECASE)
_RANK = re.compile(
    r"\b(?:(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:nd|rd|th))"
    r"[\s-]+|(?:one|some|many|several|most)\s+of\s+the\s+|among\s+the\s+)",
    re.IGNORECASE,
)
REACH = 4
"""Words within which a quantifier belongs to a word."""


def whole_rule(comparison: Comparison) -> Finding | None:
    """Find a claim about all, none or most where the context says less."""
    claim = comparison.claim
    if claim.language not in ("en", "und"):
        return None
    one = comparison.best
    for index, token in enumerate(claim.tokens):
        said = _share(token.text.lower())
        if said is None:
            continue
        near = _near_word(claim, index)
        place = None if near is None else held_at(claim.tokens[near], one.reading)
        if place is None:
            continue
        given = _quantifier(one.reading, place)
        if given is not None and _exceeds(said, given[0]):
            words = {"mine": token.text, "theirs": given[1]}
            return Finding(
                "contradicted", "other", "quantifier", 0.6, "differs", words, (one,)
            )
    return _exclusive(comparison) or _ranked(comparison)


def _share(word: str) -> str | None:
    for name, words in (
        ("whole", small.WHOLE),
        ("most", small.MOSTLY),
        ("some", small.PARTLY),
        ("none", small.NOWHERE),
    ):
        if word in words:
            return name
    return None


def _exceeds(said: str, given: str) -> bool:
    return (said, given) in {
        ("whole", "some"),
        ("whole", "most"),
        ("most", "none"),
        ("none", "some"),
        ("none", "most"),
        ("none", "whole"),
    }


def _near_word(claim: Reading, index: int) -> int | None:
    """Return the content word that a quantifier stands before."""
    for other in range(index + 1, min(index + REACH, len(claim.tokens))):
        if claim.tokens[other].kind in CONTENT:
            return other
    return None


def _quantifier(passage: Reading, place: int) -> tuple[str, str] | None:
    """Return the share, and its word, that a passage gives right before a word."""
    for other in range(place - 1, max(-1, place - 4), -1):
        token = passage.tokens[other]
        if token.kind in CONTENT and _share(token.text.lower()) is None:
            return None
        given = _share(token.text.lower())
        if given is not None:
            return given, token.text
    return None


def _exclusive(comparison: Comparison) -> Finding | None:
    """Find "only X" where the context names more than X, or does not say only."""
    claim, passage = comparison.claim, comparison.best.reading
    for index, token in enumerate(claim.tokens):
        if token.text.lower() not in small.EXCLUSIVE:
            continue
        if any(other.text.lower() in small.EXCLUSIVE for other in passage.tokens):
            return None
        near = _near_word(claim, index)
        place = None if near is None else held_at(claim.tokens[near], passage)
        if place is not None and _stands_in_a_list(passage, place):
            words = {"mine": token.text, "theirs": passage.text}
            return Finding(
                "contradicted", "other", "quantifier", 0.7, "too much", words,
                (comparison.best,),
            )  # fmt: skip
    return None


def _ranked(comparison: Comparison) -> Finding | None:
    """Find "the largest" where the context says second-largest or one of them."""
    said = _SUPERLATIVE.search(comparison.claim.text)
    if said is None or _RANK.search(comparison.claim.text):
        return None
    one = comparison.best
    given = re.search(
        rf"{_RANK.pattern}(?:\w+\s+)?{re.escape(said[1])}\b",
        one.reading.text,
        re.IGNORECASE,
    )
    if given is None:
        return None
    words = {"mine": f"the {said[1]}", "theirs": given[0]}
    return Finding("contradicted", "other", "quantifier", 0.7, "differs", words, (one,))


def _stands_in_a_list(passage: Reading, place: int) -> bool:
    """Tell whether a word is one of several joined by and, or or commas."""
    tokens = passage.tokens
    for other in (place - 1, place + 1, place + 2):
        if 0 <= other < len(tokens) and tokens[other].text.lower() in ("and", "or"):
            return True
    return False
