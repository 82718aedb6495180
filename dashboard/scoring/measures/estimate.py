"""A measured number with the interval that it may really lie in."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Z_95 = 1.959963984540054
"""How many standard deviations to either side hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured number with its 95 % interval.

    Attributes:
        value: As measured, never rounded.
        low: Lower end of the interval; None when too little was measured for one.
        high: Upper end; None together with ``low``.
        n: How many rows the number rests on.
    """

    value: float
    low: float | None
    high: float | None
    n: int

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval is known and lies on one side of 0."""
        if self.low is None or self.high is None:
            return False
        return self.low > 0 or self.high < 0


def wilson(hits: int, n: int) -> Estimate | None:
    """Return hits over n with Wilson's score interval; None when n is 0.

    Unlike the textbook interval it stays within 0 to 1 and has a width at 0 and at 1.

    Raises:
        ValueError: If ``hits`` is not from 0 to n.
    """
    if not 0 <= hits <= n:
        raise ValueError(f"hits must be from 0 to {n}, got {hits!r}")
    if not n:
        return None
    share, z2 = hits / n, Z_95**2
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z_95 * sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    low = 0.0 if hits == 0 else middle - half
    high = 1.0 if hits == n else middle + half
    return Estimate(share, low, high, n)
