"""What speaks for and against a claim, as a few numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from dashboard.scoring.offline.entailment.evidence import (
    WordWeights,
    nearest_stems,
    stems,
    words,
)
from dashboard.scoring.offline.finding import Finding

FIGURES = ("entailed", "opposed", "rules", "scattered", "new pairs", "claims")
"""The names of the figures, in the order in which they are told."""
SUREST = 0.97
"""How sure a rule is taken to be at most."""
FEW_WORDS = 4
"""Words by which twins may differ, on both sides together."""
ALIKE = 0.6
"""Share of the words of twins, those of both together, that both must have."""
LEAST = 1e-3
"""What is added to a probability before its logarithm is taken."""


class Passages:
    """The passages of one context, with what is looked up in them again and again."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self._stems = [stems(text) for text in texts]

    @cached_property
    def _pairs(self) -> set[tuple[str, str]]:
        return {pair for text in self.texts for pair in pairwise(words(text))}

    def nearest(self, claim: str, weights: WordWeights) -> list[int]:
        """Return where the two passages nearest to a claim stand, nearest first."""
        return nearest_stems(stems(claim), self._stems, weights)

    def premise(self, places: Sequence[int]) -> str:
        """Return passages as one text, in the order of the context."""
        return " ".join(self.texts[at] for at in sorted(places))

    def scattered(self, claim: str, weights: WordWeights) -> float:
        """Return the share of a claim that only its second passage holds, 0 to 1."""
        wanted = stems(claim)
        total = weights.total(wanted)
        places = nearest_stems(wanted, self._stems, weights)
        if not total or len(places) < 2:
            return 0.0
        first, second = (self._stems[at] for at in places)
        return weights.total((wanted & second) - first) / total

    def twin(self, claim: str) -> bool:
        """Tell whether a passage says the same as a claim but for a few words."""
        wanted = stems(claim)
        return any(
            len(wanted ^ held) <= FEW_WORDS
            and len(wanted & held) >= ALIKE * len(wanted | held)
            for held in self._stems
        )

    def new_pairs(self, claim: str) -> float:
        """Return the share of a claim's neighbouring words that are no neighbours."""
        pairs = list(pairwise(words(claim)))
        return sum(pair not in self._pairs for pair in pairs) / max(len(pairs), 1)


@dataclass(frozen=True, slots=True)
class Said:
    """What the model says of a claim, by itself and with the sentence it is part of.

    Attributes:
        claim: Probabilities of entailment, neutrality and contradiction.
        sentence: The same of the whole sentence.
    """

    claim: Sequence[float]
    sentence: Sequence[float]


def figures(
    text: str,
    finding: Finding,
    said: Said,
    passages: Passages,
    *,
    weights: WordWeights,
    claims: int,
) -> dict[str, float]:
    """Return the figures of a claim by name.

    Args:
        text: The claim.
        finding: What the rules say.
        said: What the model says.
        passages: The context.
        weights: How much each word tells.
        claims: How many claims of the output the rules do not settle alone.
    """
    _, neutral, opposed = said.claim
    return {
        "entailed": (_log_odds(said.claim[0]) + _log_odds(said.sentence[0])) / 2,
        "opposed": math.log((opposed + LEAST) / (neutral + LEAST)),
        "rules": _rules(finding),
        "scattered": passages.scattered(text, weights),
        "new pairs": passages.new_pairs(text),
        "claims": math.log(claims),
    }


def _rules(finding: Finding) -> float:
    """Return the log odds of the rules that the claim is hallucinated."""
    sure = min(max(finding.confidence, 1 - SUREST), SUREST)
    odds = math.log(sure / (1 - sure))
    return -odds if finding.label == "supported" else odds


def _log_odds(share: float) -> float:
    held = min(max(share, 1e-4), 1 - 1e-4)
    return math.log(held / (1 - held))
