"""Said of someone else: the words stand there, but another one is their subject."""

from __future__ import annotations

from dashboard.scoring.offline.comparison import Comparison
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.names import folded
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.tokens import Token

SUBJECT_WITHIN = 3
"""Tokens from the start of a sentence within which its subject stands."""


def elsewhere_rule(comparison: Comparison) -> Finding | None:
    """Find what the context says, but of another."""
    claim = comparison.claim
    if len(comparison.joined) < 2:
        return None
    mine = {folded(t.base) for t in claim.tokens if t.kind == "name"}
    done = _what_is_done(claim)
    if not mine or done is None:
        return None
    for place, one in enumerate(comparison.joined):
        at = comparison.held.get(done)
        if at is None or at[0] != place or _names(one.reading) & mine:
            continue
        subject = _subject(one.reading, at[1])
        if subject is None or folded(subject.base) in mine:
            continue
        words = {"mine": claim.text.rstrip("."), "theirs": one.reading.text.rstrip(".")}
        evidence = (one, *(other for other in comparison.joined if other is not one))
        return Finding(
            "unsupported", "name", "subject", 0.65, "too much", words, evidence[:2]
        )
    return None


def _what_is_done(claim: Reading) -> int | None:
    """Return the word right behind the name that a claim begins with."""
    seen = False
    for index, token in enumerate(claim.tokens):
        if token.kind == "name":
            seen = True
        elif token.kind == "word":
            return index if seen else None
    return None


def _names(reading: Reading) -> set[str]:
    return {folded(token.base) for token in reading.tokens}


def _subject(reading: Reading, verb: int) -> Token | None:
    """Return the name that a sentence begins with, right before what it did."""
    for index, token in enumerate(reading.tokens[:SUBJECT_WITHIN]):
        if token.kind == "name":
            between = reading.tokens[index + 1 : verb]
            alone = all(other.kind in ("stop", "name") for other in between)
            return token if index < verb and alone else None
    return None
