"""Weighs the figures of a claim into probabilities, with numbers from a file."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

SHIPPED = Path(__file__).with_name("fusion.json")


@dataclass(frozen=True, slots=True)
class Logistic:
    """A logistic regression.

    Attributes:
        weights: What each figure adds to the log odds, a unit of it.
        bias: The log odds where all figures are 0.
    """

    weights: Mapping[str, float]
    bias: float

    def probability(self, figures: Mapping[str, float]) -> float:
        """Return the probability, 0 to 1, at these figures."""
        total = self.bias + sum(
            weight * figures[name] for name, weight in self.weights.items()
        )
        return 1 / (1 + math.exp(-total))


@dataclass(frozen=True, slots=True)
class Odds:
    """The probability of each label of a claim; they sum up to 1."""

    supported: float
    contradicted: float
    unsupported: float

    @property
    def hallucinated(self) -> float:
        """The probability that the context contradicts or lacks the claim."""
        return 1 - self.supported


@dataclass(frozen=True, slots=True)
class Fusion:
    """How figures become probabilities.

    Attributes:
        hallucinated: Whether a claim is contradicted or unsupported.
        contradicted: Whether one of those is contradicted.
        overruling: Kinds of findings that are right so often that they stand whatever
            the model says, with the share of them that is right: a rule's name for
            its conflicts, ``twin`` or ``nothing``.
    """

    hallucinated: Logistic
    contradicted: Logistic
    overruling: Mapping[str, float]

    def odds(self, figures: Mapping[str, float]) -> Odds:
        """Return the probability of each label."""
        bad = self.hallucinated.probability(figures)
        against = self.contradicted.probability(figures)
        return Odds(1 - bad, bad * against, bad * (1 - against))

    def write(self, path: Path) -> None:
        """Keep the numbers in a JSON file."""
        held = json.dumps(_rounded(asdict(self)), indent=1)
        path.write_text(held + "\n", encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Fusion:
        """Return the numbers kept in a JSON file."""
        held = json.loads(path.read_text(encoding="utf-8"))
        return cls(
            Logistic(**held["hallucinated"]),
            Logistic(**held["contradicted"]),
            held["overruling"],
        )


@cache
def shipped_fusion() -> Fusion:
    """Return the numbers that belong to the shipped model."""
    return Fusion.read(SHIPPED)


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    return round(value, 4)
