"""Scripts without spaces: another word stands in the same frame of signs."""

from __future__ import annotations

from difflib import SequenceMatcher

from dashboard.scoring.offline.comparison import Comparison
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.function_words import SIGNS_WITHOUT_CONTENT
from dashboard.scoring.offline.index import Candidate

FRAME = 2
"""Signs that both must share right before or behind the word."""
LONGEST_WORD = 8
LONGEST_TEXT = 200
"""Signs up to which two texts are laid beside each other."""
ALIKE = 0.55
"""Least share of the claim's signs that the passage must hold."""


def signs_rule(comparison: Comparison) -> Finding | None:
    """Find a word that the context has otherwise, in the same place."""
    claim = comparison.claim
    if not any(token.kind == "signs" for token in claim.tokens):
        return None
    mine = claim.text[:LONGEST_TEXT].rstrip("。．.！!")
    for one in comparison.joined[:2]:
        theirs = one.reading.text[:LONGEST_TEXT].rstrip("。．.！!")
        found = _replaced(mine, theirs)
        if found is not None:
            return _finding(found, one)
    return None


def _finding(found: tuple[str, str], one: Candidate) -> Finding:
    words = {"mine": found[0], "theirs": found[1]}
    return Finding("contradicted", "other", "signs", 0.75, "differs", words, (one,))


def _replaced(mine: str, theirs: str) -> tuple[str, str] | None:
    blocks = SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
    same = sum(end - start for kind, start, end, _, _ in blocks if kind == "equal")
    if same < ALIKE * len(mine):
        return None
    for place, (kind, start, end, other, stop) in enumerate(blocks):
        if kind != "replace" or end - start < 2 or end - start > LONGEST_WORD:
            continue
        said, given = mine[start:end], theirs[other:stop]
        before = blocks[place - 1] if place else None
        framed = before is not None and before[2] - before[1] >= FRAME
        telling = _telling(said) and _telling(given)
        if framed and telling and abs(len(said) - len(given)) <= 2:
            return said, given
    return None


def _telling(word: str) -> bool:
    """Tell whether a word says something and is no number."""
    signs = [sign for sign in word if sign not in SIGNS_WITHOUT_CONTENT]
    return len(word) >= 2 and bool(signs) and not any(sign.isdigit() for sign in word)
