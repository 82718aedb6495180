"""Says what a pair of premise and claim looks like as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dashboard.scoring.offline.entailment.wordpiece import WordPiece

PADDING, SPECIAL, PREMISE, CLAIM = range(4)
"""What a token is part of; padding is not attended, only the last two are pooled."""
LABELS = ("entailment", "neutral", "contradiction")
HALLUCINATED = len(LABELS)
"""The target number of a pair known to be unsupported, not known in which way."""
PREMISE_MOST = 96
"""Word pieces of a premise."""
CLAIM_MOST = 48
"""Word pieces of a claim."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair as numbers.

    Attributes:
        ids: Word pieces with their opening and closing ones.
        claim_at: Where the claim's first piece stands.
        target: The number of its label, or ``HALLUCINATED``.
    """

    ids: tuple[int, ...]
    claim_at: int
    target: int = HALLUCINATED

    @property
    def parts(self) -> list[int]:
        """What each piece is part of."""
        claim = len(self.ids) - self.claim_at - 1
        premise = self.claim_at - 2
        return [SPECIAL, *[PREMISE] * premise, SPECIAL, *[CLAIM] * claim, SPECIAL]


def as_pair(
    tokenizer: WordPiece, premise: str, claim: str, target: int = HALLUCINATED
) -> Pair:
    """Return a pair as numbers, each part cut at its end."""
    first = [tokenizer.cls, *tokenizer.ids(premise)[:PREMISE_MOST], tokenizer.sep]
    second = [*tokenizer.ids(claim)[:CLAIM_MOST], tokenizer.sep]
    return Pair((*first, *second), len(first), target)


def by_length(pairs: Sequence[Pair], size: int) -> list[list[int]]:
    """Return where pairs of like length stand, in groups of at most ``size``."""
    order = sorted(range(len(pairs)), key=lambda at: len(pairs[at].ids))
    return [order[at : at + size] for at in range(0, len(order), size)]
