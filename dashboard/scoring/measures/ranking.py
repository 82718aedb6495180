"""How well scores put bad rows above good ones, wherever the cut-off is.

Scores are high for what is held to be hallucinated. Equal scores are one step: no order
among them is ever assumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dashboard.scoring.measures.checks import row_weights, same_length
from dashboard.scoring.measures.confusion import Confusion

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Counts = NDArray[np.int64]

MOST_POINTS = 200


@dataclass(frozen=True, slots=True)
class CutOff:
    """Where the line is drawn, and what comes of it.

    Attributes:
        above: Rows whose score is greater are flagged; None flags every row.
        confusion: What follows.
    """

    above: float | None
    confusion: Confusion


class Ladder:
    """The distinct scores, ascending, and where each row stands among them."""

    def __init__(self, truths: Sequence[bool], scores: Sequence[float]) -> None:
        """Sort the scores once, so that rows can be weighed again and again.

        Raises:
            ValueError: If a score is no number, or not equally many were given.
        """
        import numpy as np  # here: not every start needs it

        same_length(truths=truths, scores=scores)
        numbers = np.asarray(scores, dtype=float)
        if np.isnan(numbers).any():
            raise ValueError("a score is not a number")
        self.scores, self._place = np.unique(numbers, return_inverse=True)
        self._truths = np.asarray(truths, dtype=bool)

    def steps(self, weights: Counts) -> tuple[Counts, Counts]:
        """Return how many bad and how many good rows have each score, ascending."""
        import numpy as np

        size = len(self.scores)
        bad = np.bincount(self._place, weights * self._truths, minlength=size)
        good = np.bincount(self._place, weights * ~self._truths, minlength=size)
        return bad.astype(np.int64), good.astype(np.int64)


def auroc(
    truths: Sequence[bool],
    scores: Sequence[float],
    *,
    counts: Sequence[int] | None = None,
) -> float | None:
    """Return how often a bad row scores above a good one; ties count half.

    0.5 is chance. None without both kinds of rows.

    Raises:
        ValueError: If a score is no number, or not equally many were given.
    """
    return auroc_of_steps(*_steps(truths, scores, counts))


def average_precision(
    truths: Sequence[bool],
    scores: Sequence[float],
    *,
    counts: Sequence[int] | None = None,
) -> float | None:
    """Return the precision averaged over the recall, without interpolation.

    Chance gives the share of bad rows. None without bad rows.

    Raises:
        ValueError: If a score is no number, or not equally many were given.
    """
    return average_precision_of_steps(*_steps(truths, scores, counts))


def auroc_of_steps(bad: Counts, good: Counts) -> float | None:
    """Return the same from how many rows have each score, ascending."""
    all_bad, all_good = int(bad.sum()), int(good.sum())
    if not all_bad or not all_good:
        return None
    good_below = good.cumsum() - good
    return float((bad * (good_below + good / 2)).sum()) / (all_bad * all_good)


def average_precision_of_steps(bad: Counts, good: Counts) -> float | None:
    """Return the same from how many rows have each score, ascending."""
    all_bad = int(bad.sum())
    if not all_bad:
        return None
    flagged = (bad + good)[::-1].cumsum()
    found = bad[::-1].cumsum()
    some = flagged > 0
    precision = found[some] / flagged[some]
    return float((bad[::-1][some] * precision).sum()) / all_bad


def cut_offs(
    truths: Sequence[bool],
    scores: Sequence[float],
    *,
    counts: Sequence[int] | None = None,
    most: int = MOST_POINTS,
) -> tuple[CutOff, ...]:
    """Return where the line can be drawn, from flagging nothing to flagging all.

    Both curves follow: ROC is 1 - specificity and recall of each, precision-recall is
    recall and precision. Of more than ``most``, those are kept that lie evenly along
    the rows, the first and the last always. Empty without rows.

    Raises:
        ValueError: If a score is no number, or not equally many were given.
    """
    import numpy as np

    if most < 2:
        raise ValueError(f"most must be at least 2, got {most!r}")
    if not len(truths):
        return ()
    ladder = Ladder(truths, scores)
    bad, good = ladder.steps(row_weights(len(truths), counts))
    found = np.concatenate([[0], bad[::-1].cumsum()])
    alarms = np.concatenate([[0], good[::-1].cumsum()])
    kept = _evenly(found + alarms, most)
    lines = [*map(float, ladder.scores[::-1]), None]
    all_bad, all_good = int(bad.sum()), int(good.sum())
    return tuple(
        CutOff(
            lines[at],
            Confusion(
                found=int(found[at]),
                false_alarms=int(alarms[at]),
                missed=all_bad - int(found[at]),
                passed=all_good - int(alarms[at]),
            ),
        )
        for at in kept
    )


def _evenly(flagged: Counts, most: int) -> list[int]:
    """Return at most so many places of a rising count, evenly along it."""
    import numpy as np

    if len(flagged) <= most:
        return list(range(len(flagged)))
    wanted = np.linspace(flagged[0], flagged[-1], most)
    places = np.searchsorted(flagged, wanted)
    return [int(at) for at in np.unique(places)]


def _steps(
    truths: Sequence[bool], scores: Sequence[float], counts: Sequence[int] | None
) -> tuple[Counts, Counts]:
    return Ladder(truths, scores).steps(row_weights(len(truths), counts))
