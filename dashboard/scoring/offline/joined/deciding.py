"""Decides on a claim from what the rules found and how likely each label is."""

from __future__ import annotations

from dataclasses import replace

from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.index import Candidate
from dashboard.scoring.offline.joined.fusion import Odds

WITH_CONFLICT = 0.35
"""Share of the odds from which a conflict that a rule names is one; else half."""
LAYER = "entailment"
"""The layer of a verdict in which the model outvoted the rules."""


def joined(
    finding: Finding, odds: Odds, nearest: tuple[Candidate, ...], *, least: float = 0.0
) -> Finding:
    """Return the decision; its confidence is that of hallucinated or not.

    Where rules and odds agree, the rules say why, as they can name what differs.
    What a precise rule finds stands whatever the odds: ``least`` is the probability
    that it is right; 0 where no such rule found anything.
    """
    bad = max(odds.hallucinated, least)
    if least:
        return replace(finding, confidence=bad)
    if bad < 0.5:
        if finding.label == "supported":
            return replace(finding, confidence=1 - bad)
        return Finding("supported", None, LAYER, 1 - bad, "entailed", {}, nearest)
    needed = WITH_CONFLICT if finding.label == "contradicted" else 0.5
    opposed = odds.contradicted >= needed * odds.hallucinated
    if finding.label == ("contradicted" if opposed else "unsupported"):
        return replace(finding, confidence=bad)
    if opposed:
        kind = finding.kind if finding.kind not in (None, "missing") else "other"
        return Finding("contradicted", kind, LAYER, bad, "opposed", {}, nearest)
    return Finding("unsupported", "missing", LAYER, bad, "unentailed", {}, nearest)
