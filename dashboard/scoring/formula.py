"""From labels to share, score and band: the arithmetic of the scorer.

Source: published hallucination scorer, "Scoring details"; where it is wrong we
differ: only judged claims count, so a lost verdict never improves a share.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal

Band = Literal["none", "low", "mixed", "high", "complete"]

BANDS: tuple[tuple[float, Band], ...] = (
    (0.9, "complete"),
    (0.7, "high"),
    (0.5, "mixed"),
)
"""From where each band begins, highest first; above 0 and under the last is low."""

HALLUCINATED = frozenset({"contradicted", "unsupported"})


def hallucinated_share(labels: Iterable[str]) -> float | None:
    """Return hallucinated over judged claims, from 0 (best) to 1, exact.

    No labels at all give 0: an output that claims nothing hallucinates nothing. Labels
    that are all ``unjudged`` give None: a failure is not a score.
    """
    every = list(labels)
    judged = [label for label in every if label != "unjudged"]
    if not every:
        return 0.0
    if not judged:
        return None
    return sum(label in HALLUCINATED for label in judged) / len(judged)


def coverage(labels: Iterable[str]) -> float:
    """Return judged over all claims, 0 to 1; 1 when there are no claims."""
    every = list(labels)
    if not every:
        return 1.0
    return sum(label != "unjudged" for label in every) / len(every)


def band(share: float) -> Band:
    """Return the named range that a share from 0 to 1 falls into."""
    if share == 0:
        return "none"
    return next((name for start, name in BANDS if share >= start), "low")


def checked_scale(scale: float) -> float:
    """Return ``scale`` as a float.

    Raises:
        ValueError: If it is not a positive finite number.
    """
    if not (isinstance(scale, int | float) and math.isfinite(scale) and scale > 0):
        raise ValueError(f"scale must be a positive finite number, got {scale!r}")
    return float(scale)
