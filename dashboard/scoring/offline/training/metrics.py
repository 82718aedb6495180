"""Measures how well scores tell bad outputs from good ones, with intervals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Truths = NDArray[np.bool_]
Scores = NDArray[np.float64]
Measure = Callable[[Truths, Scores], float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured number and the interval that 95 % of resamplings fall into.

    Attributes:
        value: On all rows.
        low: 2.5th percentile of the resamplings.
        high: 97.5th percentile.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Figures:
    """How well scores do on one set.

    Attributes:
        rows: How many were scored.
        bad: How many of them are hallucinated.
        flagged: Share called hallucinated, 0 to 1.
        balanced: Balanced accuracy at the threshold.
        f1: F1 of the hallucinated ones at the threshold.
        auroc: Area under the curve; 0.5 is chance.
    """

    rows: int
    bad: int
    flagged: float
    balanced: Estimate
    f1: Estimate
    auroc: Estimate


def figures(
    truths: Sequence[bool],
    scores: Sequence[float],
    groups: Sequence[str],
    *,
    threshold: float = 0.5,
    resamplings: int = 1000,
    seed: int = 0,
) -> Figures:
    """Return the figures of scores that are high for bad rows.

    Rows of one group, such as all outputs about one document, are drawn together.
    """
    truth = np.asarray(truths, dtype=bool)
    score = np.asarray(scores, dtype=float)
    flags = score >= threshold
    drawn = resampled(groups, times=resamplings, seed=seed)
    return Figures(
        rows=len(truth),
        bad=int(truth.sum()),
        flagged=float(flags.mean()),
        balanced=_estimate(balanced_accuracy, truth, flags.astype(float), drawn),
        f1=_estimate(f1, truth, flags.astype(float), drawn),
        auroc=_estimate(auroc, truth, score, drawn),
    )


def resampled(
    groups: Sequence[str], *, times: int, seed: int
) -> list[NDArray[np.int64]]:
    """Return which rows stand in each resampling: whole groups, with repeats."""
    places: dict[str, list[int]] = defaultdict(list)
    for at, group in enumerate(groups):
        places[group].append(at)
    held = [np.asarray(rows) for rows in places.values()]
    chance = np.random.default_rng(seed)
    draws = chance.integers(len(held), size=(times, len(held)))
    return [np.concatenate([held[at] for at in draw]) for draw in draws]


def balanced_accuracy(truth: Truths, flags: Scores) -> float:
    """Return the mean of the shares of bad and of good rows rightly called."""
    called = flags >= 0.5
    return (_share(called[truth]) + _share(~called[~truth])) / 2


def f1(truth: Truths, flags: Scores) -> float:
    """Return the harmonic mean of precision and recall of bad rows; 0 without any."""
    called = flags >= 0.5
    both = int((called & truth).sum())
    total = int(called.sum()) + int(truth.sum())
    return 2 * both / total if total else 0.0


def auroc(truth: Truths, scores: Scores) -> float:
    """Return how often a bad row scores above a good one; ties count half."""
    bad, good = int(truth.sum()), int((~truth).sum())
    if not bad or not good:
        return 0.5
    _, place, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    middle = ends - (counts - 1) / 2
    total = float(middle[place][truth].sum())
    return (total - bad * (bad + 1) / 2) / (bad * good)


def _share(rows: Truths) -> float:
    return float(rows.mean()) if rows.size else 0.5


def _estimate(
    measure: Measure, truth: Truths, scores: Scores, drawn: Sequence[NDArray[np.int64]]
) -> Estimate:
    values = [measure(truth[rows], scores[rows]) for rows in drawn]
    low, high = np.percentile(values, [2.5, 97.5]) if values else (0.0, 1.0)
    return Estimate(measure(truth, scores), float(low), float(high))
