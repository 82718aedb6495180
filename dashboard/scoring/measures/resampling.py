"""Intervals by drawing the same rows again: the bootstrap, by groups.

Rows of one group, such as all outputs about one document or all runs of one sample, are
drawn together, since they are right or wrong together. The ends of an interval are the
2.5th and the 97.5th percentile of ``RESAMPLINGS`` drawings. Chance is seeded: the same
rows have the same interval.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from dashboard.scoring.measures.checks import row_weights, same_length
from dashboard.scoring.measures.estimate import Z_95, Estimate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Weights = NDArray[np.int64]
    Measured = Sequence[float | None]

RESAMPLINGS = 1_000
SEED = 0
MANY = 5_000
"""From so many different groups on, the interval of a mean is the normal one."""


def intervals(
    measure: Callable[[Weights], Measured],
    rows: int,
    *,
    groups: Sequence[Hashable] | None = None,
    counts: Sequence[int] | None = None,
    times: int = RESAMPLINGS,
    seed: int = SEED,
) -> list[tuple[float, float] | None]:
    """Return the interval of each number that ``measure`` makes of weighted rows.

    None for a number that most drawings leave undefined, and for all when fewer than
    two groups were drawn from: one document tells nothing of others.

    Raises:
        ValueError: If groups or counts are not as many as the rows, or both are given.
    """
    import numpy as np  # here: not every start needs it

    drawn = [
        measure(weights) for weights in _drawings(rows, groups, counts, times, seed)
    ]
    if not drawn:
        return [None] * len(measure(row_weights(rows, counts)))
    found: list[tuple[float, float] | None] = []
    for values in zip(*drawn, strict=True):
        known = [value for value in values if value is not None]
        if 2 * len(known) < len(values):
            found.append(None)
        else:
            low, high = np.percentile(known, [2.5, 97.5])
            found.append((float(low), float(high)))
    return found


def mean_of(
    values: Sequence[float],
    *,
    groups: Sequence[Hashable] | None = None,
    counts: Sequence[int] | None = None,
) -> Estimate | None:
    """Return the mean of the values with its interval; None without values.

    Values of one group are drawn together. In their place, ``counts`` may say how often
    each value occurs; then each occurrence is a group of its own.

    Raises:
        ValueError: If groups or counts are not as many as the values, or both given.
    """
    import numpy as np

    n = same_length(values=values, groups=groups, counts=counts)
    total = int(row_weights(n, counts).sum())
    if not total:
        return None
    sums, sizes, cells = _by_group(np.asarray(values, dtype=float), groups, counts)
    value = float((sums * cells).sum() / (sizes * cells).sum())
    low, high = _mean_interval(sums, sizes, cells, value) or (None, None)
    return Estimate(value, low, high, total)


def paired_difference(
    before: Sequence[float],
    after: Sequence[float],
    *,
    groups: Sequence[Hashable] | None = None,
) -> Estimate | None:
    """Return the mean of after - before, with its interval; None without pairs.

    Raises:
        ValueError: If they are not equally many.
    """
    same_length(before=before, after=after, groups=groups)
    gone = [now - was for was, now in zip(before, after, strict=True)]
    return mean_of(gone, groups=groups)


def _drawings(
    rows: int,
    groups: Sequence[Hashable] | None,
    counts: Sequence[int] | None,
    times: int,
    seed: int,
) -> Iterator[Weights]:
    """Yield how often each row stands in each drawing; nothing with too few groups."""
    import numpy as np

    if groups is not None and counts is not None:
        raise ValueError("rows that stand for several cannot be grouped")
    same_length(rows=range(rows), groups=groups, counts=counts)
    chance = np.random.default_rng(seed)
    if counts is not None:
        held = np.asarray(counts, dtype=np.int64)
        n = int(held.sum())
        for _ in range(times if n > 1 else 0):
            yield chance.multinomial(n, held / n)
        return
    place = _numbered(groups) if groups is not None else np.arange(rows)
    size = int(place.max()) + 1 if rows else 0
    for _ in range(times if size > 1 else 0):
        drawn = chance.integers(size, size=size)
        yield np.bincount(drawn, minlength=size)[place]


def _numbered(groups: Sequence[Hashable]) -> Weights:
    """Return the number of each row's group, in the order of their coming."""
    import numpy as np

    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(g, len(numbers)) for g in groups], np.int64)


def _by_group(
    values: NDArray[np.float64],
    groups: Sequence[Hashable] | None,
    counts: Sequence[int] | None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], Weights]:
    """Return sum and size of the groups, equal ones once, and how many are equal."""
    import numpy as np

    if groups is not None and counts is not None:
        raise ValueError("values that stand for several cannot be grouped")
    if groups is None:
        each, place = np.unique(values, return_inverse=True)
        cells = np.bincount(place, counts, minlength=len(each)).astype(np.int64)
        return each, np.ones(len(each)), cells
    number = _numbered(groups)
    pairs = np.stack([np.bincount(number, values), np.bincount(number)], axis=1)
    each, many = np.unique(pairs, axis=0, return_counts=True)
    return each[:, 0], each[:, 1], many


def _mean_interval(
    sums: NDArray[np.float64],
    sizes: NDArray[np.float64],
    cells: Weights,
    value: float,
) -> tuple[float, float] | None:
    many = int(cells.sum())
    if many < 2:
        return None
    if len(cells) > MANY:
        off = sums - value * sizes
        spread = sqrt(many / (many - 1) * float((cells * off**2).sum()))
        half = Z_95 * spread / float((cells * sizes).sum())
        return value - half, value + half

    def weighed(weights: Weights) -> Measured:
        return [float((weights * sums).sum() / (weights * sizes).sum())]

    return intervals(weighed, len(cells), counts=cells.tolist())[0]
