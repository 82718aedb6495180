"""Measures judges side by side, all on the same drawings of the same outputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dashboard.scoring.offline.training.examples import Example
from dashboard.scoring.offline.training.metrics import (
    Estimate,
    Measure,
    auroc,
    balanced_accuracy,
    resampled,
)

TIMES = 1000
Values = NDArray[np.float64]
"""A figure on all rows, then on each drawing of them."""


@dataclass(frozen=True, slots=True)
class Column:
    """What one judge says of all examples.

    Attributes:
        doubts: The probability that each is hallucinated, or what stands for it.
        flags: Whether each is called hallucinated.
    """

    doubts: Sequence[float]
    flags: Sequence[bool]


def at_threshold(doubts: Sequence[float], threshold: float) -> Column:
    """Return a column that flags from a threshold on."""
    return Column(doubts, [doubt >= threshold for doubt in doubts])


def best_threshold(examples: Sequence[Example], doubts: Sequence[float]) -> float:
    """Return the one threshold of the highest mean balanced accuracy over the sets."""
    truth, score = truths(examples), np.asarray(doubts)
    sets = places(examples)

    def mean(threshold: float) -> float:
        flags = (score >= threshold).astype(float)
        found = [balanced_accuracy(truth[at], flags[at]) for at in sets.values()]
        return sum(found) / len(found)

    return max((step / 50 for step in range(1, 50)), key=mean)


class Drawn:
    """The sets, and for each the same drawings whoever is measured.

    Attributes:
        sets: Where the examples of each set stand, by its name.
    """

    def __init__(self, examples: Sequence[Example]) -> None:
        """Draw the contexts of each set again and again, outputs of one together."""
        self.sets = places(examples)
        self._truth = truths(examples)
        self._draws = {
            name: resampled([examples[i].document for i in at], times=TIMES, seed=0)
            for name, at in self.sets.items()
        }

    def balanced(self, column: Column) -> list[Values]:
        """Return the balanced accuracy on each set."""
        return self._all(balanced_accuracy, np.asarray(column.flags, dtype=float))

    def auroc(self, column: Column) -> list[Values]:
        """Return the AUROC on each set."""
        return self._all(auroc, np.asarray(column.doubts, dtype=float))

    def _all(self, measure: Measure, scores: NDArray[np.float64]) -> list[Values]:
        return [
            np.array(
                [
                    measure(self._truth[rows], scores[rows])
                    for rows in (at, *(at[draw] for draw in self._draws[name]))
                ]
            )
            for name, at in self.sets.items()
        ]


def estimate(values: Values) -> Estimate:
    """Return a figure with the interval of its drawings."""
    low, high = np.percentile(values[1:], [2.5, 97.5])
    return Estimate(float(values[0]), float(low), float(high))


def mean(values: Sequence[Values]) -> Values:
    """Return the mean over sets, on all rows and on each drawing."""
    return np.asarray(np.mean(np.array(values), axis=0))


def truths(examples: Sequence[Example]) -> NDArray[np.bool_]:
    """Return whether each example is hallucinated."""
    return np.array([each.hallucinated for each in examples], dtype=bool)


def places(
    examples: Sequence[Example], *, least: int = 0, most: int = 10**6
) -> dict[str, NDArray[np.int64]]:
    """Return where the examples of each set stand that have so many claims."""
    found: dict[str, list[int]] = {}
    for at, each in enumerate(examples):
        if least <= len(each.claims) <= most:
            found.setdefault(each.name, []).append(at)
    return {name: np.array(found[name]) for name in sorted(found)}
