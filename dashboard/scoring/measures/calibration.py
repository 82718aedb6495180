"""Whether probabilities mean what they say: of rows at 0.8, eight in ten are bad."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dashboard.scoring.measures.checks import row_weights, same_length
from dashboard.scoring.measures.estimate import Estimate, wilson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Weights = NDArray[np.int64]

BINS = 10


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """The rows whose probability lies in one range.

    Attributes:
        low: Least probability, exclusive, but for the first bin.
        high: Greatest probability, inclusive.
        said: Mean of the probabilities.
        bad: Share of rows that are bad, with its interval.
    """

    low: float
    high: float
    said: float
    bad: Estimate


class Forecasts:
    """Probabilities beside the truth, so that rows can be weighed again and again."""

    def __init__(
        self, truths: Sequence[bool], probabilities: Sequence[float], bins: int = BINS
    ) -> None:
        """Sort the rows into ranges of equal width, open below.

        Raises:
            ValueError: If a probability is not from 0 to 1, or not equally many are
                given.
        """
        import numpy as np  # here: not every start needs it

        same_length(truths=truths, probabilities=probabilities)
        self._bins = bins
        self._truth = np.asarray(truths, dtype=bool)
        self._said = np.asarray(probabilities, dtype=float)
        if not ((self._said >= 0) & (self._said <= 1)).all():
            raise ValueError("a probability is not from 0 to 1")
        edges = np.linspace(0, 1, bins + 1)
        self._place = np.searchsorted(edges[1:-1], self._said)

    def brier(self, weights: Weights) -> float | None:
        """Return the mean squared distance from the truth; None without rows."""
        n = int(weights.sum())
        off = self._said - self._truth
        return float((weights * off**2).sum()) / n if n else None

    def error(self, weights: Weights) -> float | None:
        """Return the expected calibration error; None without rows."""
        import numpy as np

        n = int(weights.sum())
        off = weights * (self._said - self._truth)
        in_bins = np.bincount(self._place, off, minlength=self._bins)
        return float(np.abs(in_bins).sum()) / n if n else None

    def curve(self, weights: Weights) -> tuple[ReliabilityBin, ...]:
        """Return the ranges that hold rows, ascending."""
        import numpy as np

        n = np.bincount(self._place, weights, minlength=self._bins)
        said = np.bincount(self._place, weights * self._said, minlength=self._bins)
        bad = np.bincount(self._place, weights * self._truth, minlength=self._bins)
        found = []
        for at in range(self._bins):
            share = wilson(int(bad[at]), int(n[at]))
            if share is not None:
                low, high = at / self._bins, (at + 1) / self._bins
                found.append(ReliabilityBin(low, high, float(said[at] / n[at]), share))
        return tuple(found)


def brier(
    truths: Sequence[bool],
    probabilities: Sequence[float],
    *,
    counts: Sequence[int] | None = None,
) -> float | None:
    """Return the mean squared distance of probability and truth; 0 is best.

    None without rows.

    Raises:
        ValueError: If a probability is not from 0 to 1, or not equally many were given.
    """
    weights = row_weights(len(truths), counts)
    return Forecasts(truths, probabilities).brier(weights)


def reliability_bins(
    truths: Sequence[bool],
    probabilities: Sequence[float],
    *,
    counts: Sequence[int] | None = None,
    bins: int = BINS,
) -> tuple[ReliabilityBin, ...]:
    """Return the calibration curve: ranges of equal width that hold rows, ascending.

    Raises:
        ValueError: If a probability is not from 0 to 1, or not equally many were given.
    """
    weights = row_weights(len(truths), counts)
    return Forecasts(truths, probabilities, bins).curve(weights)


def calibration_error(
    truths: Sequence[bool],
    probabilities: Sequence[float],
    *,
    counts: Sequence[int] | None = None,
    bins: int = BINS,
) -> float | None:
    """Return how far off the probabilities are on average; 0 is best.

    The distance between what was said and what was so, over the bins, weighed by their
    rows (expected calibration error). None without rows.

    Raises:
        ValueError: If a probability is not from 0 to 1, or not equally many were given.
    """
    weights = row_weights(len(truths), counts)
    return Forecasts(truths, probabilities, bins).error(weights)
