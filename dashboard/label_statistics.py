"""How a judge does on samples that people labelled, for a terminal and a script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.scoring.measures.estimate import Estimate
from dashboard.scoring.measures.figures import JudgeFigures, judge_figures
from storage.labelled import LabelledRun

MEASURES: Mapping[str, str] = {
    "balanced_accuracy": "balanced accuracy",
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
    "kappa": "Cohen's kappa",
    "auroc": "AUROC",
}
"""What is said, in this order: name of the figure, words for a person."""


@dataclass(frozen=True, slots=True)
class LabelStatistics:
    """The figures of runs whose samples have a label.

    Attributes:
        figures: None when none of them has a share.
        left_out: How many have a label, but no share (failed, say).
    """

    figures: JudgeFigures | None
    left_out: int

    def as_dict(self) -> dict[str, Any]:
        """Return the statistics as ``--json`` prints them; None is not known."""
        if self.figures is None:
            return {"n": 0, "left_out": self.left_out}
        counts = self.figures.confusion
        return {
            "n": counts.n,
            "left_out": self.left_out,
            "confusion": {
                "hallucinated": {"flagged": counts.found, "passed": counts.missed},
                "faithful": {"flagged": counts.false_alarms, "passed": counts.passed},
            },
            **{name: estimate_dict(getattr(self.figures, name)) for name in MEASURES},
        }

    def as_text(self) -> str:
        """Return the statistics as lines for a person."""
        left_out = (
            f", {self.left_out} without a share left out" if self.left_out else ""
        )
        if self.figures is None:
            return f"labels: no run to compare with{left_out}"
        counts = self.figures.confusion
        lines = [
            f"labels: {counts.n} runs ({counts.bad} hallucinated,"
            f" {counts.good} faithful){left_out}",
            f"{'':14}{'flagged':>9}{'passed':>9}",
            f"{'hallucinated':14}{counts.found:>9}{counts.missed:>9}",
            f"{'faithful':14}{counts.false_alarms:>9}{counts.passed:>9}",
        ]
        lines += [
            f"{words:18} {estimate_text(getattr(self.figures, name))}"
            for name, words in MEASURES.items()
        ]
        return "\n".join([*lines, "[95 % intervals, by drawing contexts again]"])


def label_statistics(runs: Sequence[LabelledRun]) -> LabelStatistics | None:
    """Return how flags and shares agree with labels; None when no run has a label.

    Every run with a share counts: one without claims says that nothing is wrong. AUROC
    is that of the share.
    """
    if not runs:
        return None
    told = [run for run in runs if run.share is not None]
    figures = judge_figures(
        [run.hallucinated for run in told],
        [run.flagged for run in told],
        [run.share for run in told if run.share is not None],
        groups=[run.context_id for run in told],
    )
    return LabelStatistics(figures, len(runs) - len(told))


def estimate_text(estimate: Estimate | None, *, with_n: bool = True) -> str:
    """Return a figure with its interval and its n; a dash where there is none."""
    if estimate is None:
        return "-"
    n = f"  n={estimate.n}" if with_n else ""
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.2f}{n}"
    return f"{estimate.value:.2f} [{estimate.low:.2f}, {estimate.high:.2f}]{n}"


def estimate_dict(estimate: Estimate | None) -> dict[str, Any] | None:
    """Return a figure as ``--json`` prints it, exact; None where there is none."""
    if estimate is None:
        return None
    return {
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "n": estimate.n,
    }
