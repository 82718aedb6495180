"""How far two who labelled the same things agree, and what flipped between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, lgamma, log, sqrt

from dashboard.scoring.measures.checks import same_length
from dashboard.scoring.measures.estimate import Z_95, Estimate

MANY_FLIPS = 10_000
"""From here on the sign test is the normal approximation, which then is the same."""


def label_matrix(
    first: Sequence[str], second: Sequence[str], labels: Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    """Return how often which labels met: a row for each of the first's labels.

    Raises:
        ValueError: If a label is not among ``labels``, or not equally many were given.
    """
    same_length(first=first, second=second)
    place = {label: at for at, label in enumerate(labels)}
    strange = (set(first) | set(second)) - set(place)
    if strange:
        raise ValueError(f"labels {sorted(strange)} are not among {list(labels)}")
    met = [[0] * len(labels) for _ in labels]
    for one, other in zip(first, second, strict=True):
        met[place[one]][place[other]] += 1
    return tuple(map(tuple, met))


def kappa(matrix: Sequence[Sequence[int]]) -> Estimate | None:
    """Return Cohen's kappa of a square matrix of counts, with its interval.

    1 is full agreement, 0 is what chance would give. None when nothing was labelled,
    or when both gave one and the same label throughout, so that chance alone agrees.
    The interval is the large-sample one.

    Source: Fleiss, Cohen and Everitt, Large sample standard errors of kappa and
    weighted kappa, 1969.

    Raises:
        ValueError: If the matrix is not square.
    """
    size = len(matrix)
    if any(len(row) != size for row in matrix):
        raise ValueError(f"the matrix must be square, got {size} rows of other lengths")
    n = sum(map(sum, matrix))
    if not n:
        return None
    rows = [sum(row) / n for row in matrix]
    columns = [sum(row[at] for row in matrix) / n for at in range(size)]
    agreed = sum(matrix[at][at] for at in range(size)) / n
    chance = sum(a * b for a, b in zip(rows, columns, strict=True))
    if chance >= 1:
        return None
    value = (agreed - chance) / (1 - chance)
    variance = -((value - chance * (1 - value)) ** 2)
    for at in range(size):
        for other in range(size):
            weight = -(columns[at] + rows[other]) * (1 - value)
            weight += 1.0 if at == other else 0.0
            variance += matrix[at][other] / n * weight**2
    half = Z_95 * sqrt(max(variance, 0.0) / n) / (1 - chance)
    return Estimate(value, max(value - half, -1.0), min(value + half, 1.0), n)


@dataclass(frozen=True, slots=True)
class Flips:
    """What changed between two judgements of the same things.

    Attributes:
        to_bad: Good before, bad after.
        to_good: Bad before, good after.
        bad: Bad both times.
        good: Good both times.
        p: How probable flips so unequal, or more so, are by chance alone (exact
            two-sided sign test, McNemar's question); None when nothing flipped.
    """

    to_bad: int
    to_good: int
    bad: int
    good: int
    p: float | None

    @property
    def n(self) -> int:
        """How many things were judged twice."""
        return self.to_bad + self.to_good + self.bad + self.good


def flips(before: Sequence[bool], after: Sequence[bool]) -> Flips | None:
    """Return what flipped (True is hallucinated); None when nothing was judged twice.

    Raises:
        ValueError: If not equally many were given.
    """
    if not same_length(before=before, after=after):
        return None
    pairs = [(bool(was), bool(now)) for was, now in zip(before, after, strict=True)]
    to_bad, to_good = pairs.count((False, True)), pairs.count((True, False))
    return Flips(
        to_bad=to_bad,
        to_good=to_good,
        bad=pairs.count((True, True)),
        good=pairs.count((False, False)),
        p=sign_test(to_bad, to_good),
    )


def sign_test(ups: int, downs: int) -> float | None:
    """Return how probable so unequal counts are if both ways are equally likely.

    Two-sided and exact up to ``MANY_FLIPS``; None when there are none.
    """
    n, fewer = ups + downs, min(ups, downs)
    if not n:
        return None
    if n > MANY_FLIPS:
        return min(1.0, erfc((abs(ups - downs) - 1) / sqrt(2 * n)))
    tail = sum(exp(_log_choose(n, at) - n * log(2)) for at in range(fewer + 1))
    return min(1.0, 2 * tail)


def _log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
