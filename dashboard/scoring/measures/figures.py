"""All there is to say of a judge whose answers are known, each with its interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dashboard.scoring.measures.calibration import Forecasts
from dashboard.scoring.measures.checks import row_weights, same_length
from dashboard.scoring.measures.confusion import Confusion
from dashboard.scoring.measures.estimate import Estimate
from dashboard.scoring.measures.ranking import (
    Ladder,
    auroc_of_steps,
    average_precision_of_steps,
)
from dashboard.scoring.measures.resampling import RESAMPLINGS, SEED, intervals

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Weights = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class JudgeFigures:
    """How a judge does where the truth is known; what cannot be said is None.

    Attributes:
        confusion: Flags against the truth.
        precision: Share of the flagged rows that are bad; its n are the flagged rows.
        recall: Share of the bad rows that were flagged; its n are the bad rows.
        f1: Harmonic mean of both.
        balanced_accuracy: 0.5 is chance.
        kappa: Cohen's; 0 is chance.
        auroc: Of the scores; 0.5 is chance.
        average_precision: Of the scores; chance is the share of bad rows.
        brier: Of the probabilities; 0 is best.
        calibration_error: Of the probabilities; 0 is best.
    """

    confusion: Confusion
    precision: Estimate | None = None
    recall: Estimate | None = None
    f1: Estimate | None = None
    balanced_accuracy: Estimate | None = None
    kappa: Estimate | None = None
    auroc: Estimate | None = None
    average_precision: Estimate | None = None
    brier: Estimate | None = None
    calibration_error: Estimate | None = None


def judge_figures(
    truths: Sequence[bool],
    flags: Sequence[bool],
    scores: Sequence[float],
    *,
    probabilities: Sequence[float] | None = None,
    groups: Sequence[Hashable] | None = None,
    counts: Sequence[int] | None = None,
    times: int = RESAMPLINGS,
    seed: int = SEED,
) -> JudgeFigures | None:
    """Return the figures of a judge; None without rows.

    Args:
        truths: Whether each row is hallucinated.
        flags: Whether the judge flags it.
        scores: High for what the judge holds to be hallucinated.
        probabilities: How probable the judge holds that, 0 to 1; None leaves out what
            needs them.
        groups: Which rows are drawn together, such as the document they speak of.
        counts: How many rows each entry stands for, in place of ``groups``.
        times: How often rows are drawn for the intervals.
        seed: Where chance begins.

    Raises:
        ValueError: If a score is no number, or not equally many were given.
    """
    rows = _Rows(truths, flags, scores, probabilities, groups, counts).fewer()
    whole = row_weights(len(rows.truths), rows.counts)
    if not whole.sum():
        return None
    weighed = _Weighed(rows)
    held = intervals(
        weighed.measured,
        len(whole),
        groups=rows.groups,
        counts=rows.counts,
        times=times,
        seed=seed,
    )
    confusion = weighed.confusion(whole)
    resting = {"precision": confusion.flagged, "recall": confusion.bad}
    estimates = {}
    for name, value, ends in zip(_NAMES, weighed.measured(whole), held, strict=True):
        if value is not None:
            low, high = ends or (None, None)
            n = resting.get(name, confusion.n)
            estimates[name] = Estimate(value, low, high, n)
    return JudgeFigures(confusion, **estimates)


_OF_FLAGS = ("precision", "recall", "f1", "balanced_accuracy", "kappa")
_NAMES = (*_OF_FLAGS, "auroc", "average_precision", "brier", "calibration_error")


@dataclass(frozen=True, slots=True)
class _Rows:
    """The columns that ``judge_figures`` is given."""

    truths: Sequence[bool]
    flags: Sequence[bool]
    scores: Sequence[float]
    probabilities: Sequence[float] | None
    groups: Sequence[Hashable] | None
    counts: Sequence[int] | None

    def fewer(self) -> _Rows:
        """Return the same with equal rows as one, where each is a group of its own.

        Whether many equal rows are drawn one by one or at once makes no difference,
        but for the time it takes.
        """
        n = same_length(
            truths=self.truths,
            flags=self.flags,
            scores=self.scores,
            probabilities=self.probabilities,
            groups=self.groups,
            counts=self.counts,
        )
        each_alone = self.groups is None or len(set(self.groups)) == n
        if self.counts is not None or not each_alone:
            return self
        columns = [self.truths, self.flags, self.scores]
        if self.probabilities is not None:
            columns.append(self.probabilities)
        alike = Counter(zip(*columns, strict=True))
        if not n or 2 * len(alike) > n:
            return self
        truths, flags, scores, *said = zip(*alike, strict=True)
        probabilities = said[0] if said else None
        return _Rows(truths, flags, scores, probabilities, None, list(alike.values()))


class _Weighed:
    """The rows, made ready to be weighed a thousand times."""

    def __init__(self, rows: _Rows) -> None:
        import numpy as np  # here: not every start needs it

        truth = np.asarray(rows.truths, dtype=bool)
        flag = np.asarray(rows.flags, dtype=bool)
        self._cells = [truth & flag, ~truth & flag, truth & ~flag, ~truth & ~flag]
        self._ladder = Ladder(rows.truths, rows.scores)
        self._forecasts = (
            None
            if rows.probabilities is None
            else Forecasts(rows.truths, rows.probabilities)
        )

    def confusion(self, weights: Weights) -> Confusion:
        return Confusion(*(int(weights[cell].sum()) for cell in self._cells))

    def measured(self, weights: Weights) -> list[float | None]:
        """Return all figures of the weighted rows, in the order of ``_NAMES``."""
        confusion = self.confusion(weights)
        bad, good = self._ladder.steps(weights)
        said = self._forecasts
        return [
            *(getattr(confusion, name) for name in _OF_FLAGS),
            auroc_of_steps(bad, good),
            average_precision_of_steps(bad, good),
            None if said is None else said.brier(weights),
            None if said is None else said.error(weights),
        ]
