"""What a rule finds out about a claim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dashboard.scoring.offline.index import Candidate
from dashboard.scoring.types import Kind, Label


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule's decision on a claim.

    Attributes:
        label: What the claim is.
        kind: What it conflicts on or lacks; None when supported.
        layer: The rule's short name.
        confidence: 0 (a guess) to 1 (sure).
        wording: Which sentence says why; see ``wording.py``.
        words: What stands in that sentence's gaps.
        evidence: The passages that decided, the one to quote first.
    """

    label: Label
    kind: Kind | None
    layer: str
    confidence: float
    wording: str
    words: Mapping[str, str] = field(default_factory=dict)
    evidence: tuple[Candidate, ...] = ()
