"""What statistics come out as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


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
