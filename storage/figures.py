"""What statistics come out as."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from math import fsum

from storage.bands import band


@dataclass(frozen=True, slots=True)
class Overview:
    """The figures of a selection of runs.

    Attributes:
        runs: All of the selection, whatever their status.
        scored: Those that count for the figures on claims and shares.
        left_out: How many of each status do not count.
        flagged: How many of ``runs`` are flagged.
        mean_share: Of the runs that count; None when there are none.
        median_share: The same; between the middle two when they are even in number.
    """

    runs: int
    scored: int
    left_out: Mapping[str, int]
    flagged: int
    claims: int
    supported: int
    contradicted: int
    unsupported: int
    unjudged: int
    mean_share: float | None
    median_share: float | None

    @property
    def contradicted_share(self) -> float | None:
        """Contradicted over judged claims, all runs together; None without any."""
        return self._of_judged(self.contradicted)

    @property
    def unsupported_share(self) -> float | None:
        """Unsupported over judged claims, all runs together; None without any."""
        return self._of_judged(self.unsupported)

    def _of_judged(self, claims: int) -> float | None:
        judged = self.claims - self.unjudged
        return claims / judged if judged else None


@dataclass(frozen=True, slots=True)
class ShareHistogram:
    """How many runs have which share.

    Attributes:
        zero: Runs whose share is exactly 0.
        bins: Runs above 0, by equal ranges up to 1; each range but the last leaves out
            its end.
    """

    zero: int
    bins: tuple[int, ...]

    @property
    def n(self) -> int:
        """How many runs there are in all."""
        return self.zero + sum(self.bins)


@dataclass(frozen=True, slots=True)
class LabelCounts:
    """How many claims of a judge's runs have each label."""

    judge: str
    supported: int
    contradicted: int
    unsupported: int
    unjudged: int
    runs: int


@dataclass(frozen=True, slots=True)
class KindCount:
    """How many hallucinated claims are of a kind."""

    kind: str
    contradicted: int
    unsupported: int


@dataclass(frozen=True, slots=True)
class WorstClaim:
    """A hallucinated claim with the verdict that decides; ``judge`` is its run's."""

    run_id: int
    claim_id: int
    text: str
    label: str
    kind: str | None
    reason: str
    confidence: float | None
    judge: str
    evidence_quote: str | None


@dataclass(frozen=True, slots=True)
class ShareGroup:
    """Runs that have something in common, and what they add up to.

    Attributes:
        key: Tells the group from others: a judge, a batch's id, a tag, a value.
        name: What to call it; as the key but for batches.
        shares: The shares that occur, ascending, each with how many runs have it.
    """

    key: str
    name: str
    shares: tuple[tuple[float, int], ...]
    supported: int
    contradicted: int
    unsupported: int
    unjudged: int

    @property
    def runs(self) -> int:
        """How many runs it has."""
        return sum(runs for _, runs in self.shares)

    @property
    def mean(self) -> float:
        """The mean of the runs' shares."""
        return fsum(share * runs for share, runs in self.shares) / self.runs

    def histogram(self, bins: int = 20) -> ShareHistogram:
        """Return how many runs have which share, in ``bins`` ranges of equal width."""
        return histogram_of(self.shares, bins)

    def bands(self) -> dict[str, int]:
        """Return how many runs are in each band that occurs, lowest first."""
        found: dict[str, int] = {}
        for share, runs in self.shares:
            found[band(share)] = found.get(band(share), 0) + runs
        return found

    def cumulative(self, most: int = 200) -> list[tuple[float, float]]:
        """Return which part of the runs has at most which share, ascending.

        At most so many points come back; from 0 to 1 where there are more shares.
        """
        steps = [share for share, _ in self.shares]
        if len(steps) > most:
            steps = [at / (most - 1) for at in range(most)]
        points: list[tuple[float, float]] = []
        below, at = 0, 0
        for step in steps:
            while at < len(self.shares) and self.shares[at][0] <= step:
                below += self.shares[at][1]
                at += 1
            points.append((step, below / self.runs))
        return points


def histogram_of(shares: Iterable[tuple[float, int]], bins: int) -> ShareHistogram:
    """Return how many runs have which share, given how many have each that occurs."""
    starts = [at / bins for at in range(bins)]
    counts = [0] * bins
    zero = 0
    for share, runs in shares:
        if share > 0:
            counts[bisect_right(starts, share) - 1] += runs
        else:
            zero += runs
    return ShareHistogram(zero, tuple(counts))


@dataclass(frozen=True, slots=True)
class Groups:
    """The largest groups of runs.

    Attributes:
        shown: The groups, largest first.
        other_groups: How many groups there are besides.
        other_runs: How many runs these have.
        without: Runs that are in no group: without any tag, or without the column.
    """

    shown: tuple[ShareGroup, ...]
    other_groups: int
    other_runs: int
    without: int


@dataclass(frozen=True, slots=True)
class Period:
    """The runs made in a day, week or month.

    ``squares`` is the sum of the squared distances of their shares from the mean, so
    that the variance is ``squares / (n - 1)``.
    """

    start: date
    n: int
    mean: float
    squares: float


@dataclass(frozen=True, slots=True)
class KindCell:
    """How many claims of a group's runs are hallucinated in one way."""

    key: str
    name: str
    kind: str
    contradicted: int
    unsupported: int
