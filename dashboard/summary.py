"""What a terminal is told when runs have ended."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine

from dashboard import display
from storage.runs import count_runs, count_statuses, list_runs
from storage.statistics import overview
from storage.values import RunFilter

MOST_CAUSES = 5
MOST_FAILED = 1_000


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over the runs of a batch, or of a whole database.

    ``mean_share`` is over the runs with status ``scored`` only; None when there are
    none. ``above_limit`` counts runs whose share exceeds the limit asked for.
    """

    batch_id: int | None
    runs: int
    statuses: dict[str, int]
    flagged: int
    claims: int
    contradicted: int
    unsupported: int
    mean_share: float | None
    above_limit: int

    @property
    def failed(self) -> int:
        """How many runs ended without a score."""
        return self.statuses.get("failed", 0)

    @property
    def unfinished(self) -> int:
        """How many runs are still queued or running."""
        return self.statuses.get("queued", 0) + self.statuses.get("running", 0)

    def as_dict(self, *, duration_s: float | None) -> dict[str, Any]:
        """Return the summary as the one object that ``--json`` prints."""
        return {
            "batch": self.batch_id,
            "runs": self.runs,
            "scored": self.statuses.get("scored", 0),
            "partial": self.statuses.get("partial", 0),
            "no_claims": self.statuses.get("no_claims", 0),
            "no_context": self.statuses.get("no_context", 0),
            "failed": self.failed,
            "flagged": self.flagged,
            "claims": self.claims,
            "contradicted": self.contradicted,
            "unsupported": self.unsupported,
            "mean_share": self.mean_share,
            "duration_s": None if duration_s is None else round(duration_s, 3),
        }

    def as_text(self, *, duration_s: float | None) -> str:
        """Return the summary as lines for a person."""
        ended = ", ".join(
            f"{count} {display.status_word(status)}"
            for status, count in sorted(self.statuses.items())
            if count
        )
        mean = (
            "no mean share (nothing scored)"
            if self.mean_share is None
            else f"mean share {display.share_text(self.mean_share)} (0 is best)"
        )
        lines = [
            f"{self.runs} runs: {ended}",
            f"{mean}, {self.flagged} flagged",
            f"{self.claims} claims: {self.contradicted} contradicted, "
            f"{self.unsupported} unsupported",
        ]
        if duration_s is not None:
            lines.append(f"took {duration_s:.1f} s")
        return "\n".join(lines)


def batch_summary(
    engine: Engine, batch_id: int | None, *, limit: float | None
) -> Summary:
    """Return the counts of one batch, or of everything; ``limit`` is on the share."""
    chosen = RunFilter(batch=batch_id)
    figures = overview(engine, chosen)
    above = 0
    if limit is not None:
        over = RunFilter(batch=batch_id, share_from=math.nextafter(limit, 2.0))
        above = count_runs(engine, over)
    return Summary(
        batch_id=batch_id,
        runs=figures.runs,
        statuses=count_statuses(engine, batch_id=batch_id),
        flagged=figures.flagged,
        claims=figures.claims,
        contradicted=figures.contradicted,
        unsupported=figures.unsupported,
        mean_share=figures.mean_share,
        above_limit=above,
    )


def failures(engine: Engine, batch_id: int | None) -> list[tuple[str, int]]:
    """Return why runs failed and how many for each cause, the commonest first.

    At most ``MOST_CAUSES``, from the newest ``MOST_FAILED`` failed runs.
    """
    failed = RunFilter(batch=batch_id, statuses=("failed",))
    runs = list_runs(engine, failed, limit=MOST_FAILED)
    causes = Counter(run.error or "for no reason that was kept" for run in runs)
    return causes.most_common(MOST_CAUSES)
