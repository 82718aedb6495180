"""Flags against the truth: the four counts, and what follows from them.

The hallucinated rows are the ones to be found, so they are the positive ones. What
cannot be said, such as the precision of flags that were never raised, is None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dashboard.scoring.measures.checks import same_length


@dataclass(frozen=True, slots=True)
class Confusion:
    """How many rows are what, and what they were taken for.

    Attributes:
        found: Bad rows that were flagged (true positives).
        false_alarms: Good rows that were flagged (false positives).
        missed: Bad rows that were not flagged (false negatives).
        passed: Good rows that were not flagged (true negatives).
    """

    found: int
    false_alarms: int
    missed: int
    passed: int

    @property
    def n(self) -> int:
        """How many rows there are."""
        return self.bad + self.good

    @property
    def bad(self) -> int:
        """How many rows are hallucinated."""
        return self.found + self.missed

    @property
    def good(self) -> int:
        """How many rows are faithful."""
        return self.false_alarms + self.passed

    @property
    def flagged(self) -> int:
        """How many rows were flagged."""
        return self.found + self.false_alarms

    @property
    def accuracy(self) -> float | None:
        """Share of rows rightly called; None without rows."""
        return _share(self.found + self.passed, self.n)

    @property
    def precision(self) -> float | None:
        """Share of the flagged rows that are bad; None when none was flagged."""
        return _share(self.found, self.flagged)

    @property
    def recall(self) -> float | None:
        """Share of the bad rows that were flagged; None without bad rows."""
        return _share(self.found, self.bad)

    @property
    def specificity(self) -> float | None:
        """Share of the good rows that were not flagged; None without good rows."""
        return _share(self.passed, self.good)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall; None without bad and flagged rows."""
        return _share(2 * self.found, self.flagged + self.bad)

    @property
    def balanced_accuracy(self) -> float | None:
        """Mean of recall and specificity; 0.5 is chance, None without both kinds."""
        if self.recall is None or self.specificity is None:
            return None
        return (self.recall + self.specificity) / 2

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa: 1 agrees always, 0 as often as by chance; None if it must."""
        n = self.n
        by_chance = self.bad * self.flagged + self.good * (n - self.flagged)
        agreed = self.found + self.passed
        return _share(n * agreed - by_chance, n * n - by_chance)


def confusion(
    truths: Sequence[bool],
    flags: Sequence[bool],
    *,
    counts: Sequence[int] | None = None,
) -> Confusion:
    """Return how flags agree with the truth (True is hallucinated).

    ``counts`` says how many rows each entry stands for; one, when it is None.

    Raises:
        ValueError: If they are not equally many.
    """
    same_length(truths=truths, flags=flags, counts=counts)
    each = Counter[tuple[bool, bool]]()
    for at, pair in enumerate(zip(truths, flags, strict=True)):
        each[bool(pair[0]), bool(pair[1])] += 1 if counts is None else int(counts[at])
    return Confusion(
        found=each[True, True],
        false_alarms=each[False, True],
        missed=each[True, False],
        passed=each[False, False],
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
