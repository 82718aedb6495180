"""What got better and what got worse against a former batch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine

from dashboard.label_statistics import estimate_dict
from dashboard.scoring.measures.agreement import Flips, flips
from dashboard.scoring.measures.estimate import Estimate
from dashboard.scoring.measures.resampling import paired_difference
from storage.pairing import PairedRun, Pairing, pair_runs

SHOWN = 10
"""Runs that are named to a person, the most changed first."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A batch beside its baseline, pair by pair.

    Attributes:
        baseline_id: The former batch.
        pairing: Which runs were compared.
        difference: Mean of the shares' changes, above 0 is worse; None without pairs.
        flips: Runs that are flagged in one batch alone; None without pairs.
    """

    baseline_id: int
    pairing: Pairing
    difference: Estimate | None
    flips: Flips | None

    @property
    def regressed(self) -> bool:
        """Whether shares went up, by more than chance explains.

        The mean difference is above 0, and its 95 % interval excludes 0.
        """
        found = self.difference
        return found is not None and found.value > 0 and found.excludes_zero

    @property
    def worse(self) -> list[PairedRun]:
        """The runs with a greater share than before, the most changed first."""
        return _changed(self.pairing, 1)

    @property
    def better(self) -> list[PairedRun]:
        """The runs with a smaller share than before, the most changed first."""
        return _changed(self.pairing, -1)

    def as_dict(self) -> dict[str, Any]:
        """Return the comparison as ``--json`` prints it."""
        pairs = self.pairing.pairs
        return {
            "batch": self.baseline_id,
            "pairs": len(pairs),
            "same_output": sum(pair.same_output for pair in pairs),
            "only_in_baseline": self.pairing.only_before,
            "only_here": self.pairing.only_after,
            "difference": estimate_dict(self.difference),
            "worse": [_run_dict(pair) for pair in self.worse],
            "better": [_run_dict(pair) for pair in self.better],
            "newly_flagged": self.flips.to_bad if self.flips else 0,
            "no_longer_flagged": self.flips.to_good if self.flips else 0,
            "regressed": self.regressed,
        }

    def as_text(self) -> str:
        """Return the comparison as lines for a person."""
        pairs, changed = self.pairing.pairs, self.difference
        if changed is None or self.flips is None:
            return (
                f"baseline {self.baseline_id}: no scored run in common, so nothing was"
                " compared"
            )
        same = sum(pair.same_output for pair in pairs)
        return "\n".join(
            [
                f"baseline {self.baseline_id}: {len(pairs)} runs compared ({same} with"
                f" the same output, {len(pairs) - same} with the same question and"
                f" context), {self.pairing.only_before} only there,"
                f" {self.pairing.only_after} only here",
                f"mean share {_signed(changed)} ({self._verdict()})",
                f"{len(self.worse)} worse, {len(self.better)} better,"
                f" {self.flips.to_bad} newly flagged,"
                f" {self.flips.to_good} no longer flagged",
                *(_line("worse", pair) for pair in self.worse[:SHOWN]),
                *(_line("better", pair) for pair in self.better[:SHOWN]),
            ]
        )

    def _verdict(self) -> str:
        if self.regressed:
            return "a regression"
        if self.difference and self.difference.excludes_zero:
            return "an improvement"
        return "no more than chance explains"


def compare(engine: Engine, *, baseline_id: int, batch_id: int) -> Comparison:
    """Return how the runs of a batch differ from those of its baseline.

    Raises:
        StorageError: If the database cannot be read.
    """
    pairing = pair_runs(engine, before=baseline_id, after=batch_id)
    pairs = pairing.pairs
    return Comparison(
        baseline_id=baseline_id,
        pairing=pairing,
        difference=paired_difference(
            [pair.share_before for pair in pairs], [pair.share_after for pair in pairs]
        ),
        flips=flips(
            [pair.flagged_before for pair in pairs],
            [pair.flagged_after for pair in pairs],
        ),
    )


def _changed(pairing: Pairing, sign: int) -> list[PairedRun]:
    change = [
        (sign * (pair.share_after - pair.share_before), pair) for pair in pairing.pairs
    ]
    found = [(by, pair) for by, pair in change if by > 0]
    return [pair for by, pair in sorted(found, key=lambda one: (-one[0], one[1].after))]


def _signed(found: Estimate) -> str:
    if found.low is None or found.high is None:
        return f"{found.value:+.2f}"
    return f"{found.value:+.2f} [{found.low:+.2f}, {found.high:+.2f}]"


def _line(word: str, pair: PairedRun) -> str:
    words = " ".join(pair.output_start.split())[:60]
    return (
        f"{word}: run {pair.after}, share {pair.share_before:.2f} ->"
        f" {pair.share_after:.2f}: {words}"
    )


def _run_dict(pair: PairedRun) -> dict[str, Any]:
    return {
        "run": pair.after,
        "baseline_run": pair.before,
        "share": pair.share_after,
        "baseline_share": pair.share_before,
    }
