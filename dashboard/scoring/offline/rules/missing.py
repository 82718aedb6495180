"""Missing content: what the claim adds to its evidence, weighed into one score."""

from __future__ import annotations

from dataclasses import replace

from dashboard.scoring.offline.binding import small_word
from dashboard.scoring.offline.comparison import Comparison
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.function_words import GENERIC
from dashboard.scoring.offline.support import figures, lacking_phrases, unlikeliness

MOST_NAMED = 4
"""Missing words that a reason names."""
SURENESS = 0.5
"""How far odds may be trusted: where they said 0.9, two claims in three were bad."""
MOST_MISSING = 0.7
"""Share of its words above which a claim is not supported, in any wording."""
HARDLY_HELD = 0.7
"""The least odds of a claim that is hardly held."""
QUOTED_FROM = 0.2
"""Share of a claim that a passage must hold to be quoted beside it."""
RULES_WEIGHED = {
    "quantity": "value rule",
    "date": "value rule",
}
"""Rules whose finding that something is absent is weighed, by layer."""


def weigh(comparison: Comparison, absent: list[Finding]) -> Finding:
    """Decide on a claim that nothing contradicts.

    ``absent`` is what rules found missing; it counts beside the words that are.
    """
    fired = {RULES_WEIGHED[found.layer] for found in absent}
    odds = unlikeliness(figures(comparison, fired))
    if _hardly_held(comparison):
        odds = max(odds, HARDLY_HELD)
    if odds < 0.5:
        return _supported(comparison, 1 - odds)
    confidence = 0.5 + SURENESS * (odds - 0.5)
    if absent:
        return replace(absent[0], confidence=confidence)
    evidence = (comparison.best,) if comparison.coverage > QUOTED_FROM else ()
    words = {"what": _named(comparison)}
    wording = "absent" if words["what"] else "nothing"
    return Finding(
        "unsupported", "missing", "missing", confidence, wording, words, evidence
    )


def _hardly_held(comparison: Comparison) -> bool:
    """Tell whether most words of a claim stand nowhere, and no value holds it."""
    claim = comparison.claim
    if claim.dates or not all(small_word(number) for number in claim.quantities):
        return False
    return len(comparison.missing()) > MOST_MISSING * len(comparison.held)


def _named(comparison: Comparison) -> str:
    """Return the telling words that are missing, in the claim's order and quoted."""
    claim = comparison.claim
    missing = comparison.missing()
    telling = [i for i in missing if claim.tokens[i].base not in GENERIC] or missing
    of_phrases = {index for phrase in lacking_phrases(comparison) for index in phrase}
    first = sorted(telling, key=lambda index: (index not in of_phrases, index))
    chosen = sorted(first[:MOST_NAMED])
    runs: list[list[int]] = []
    for index in chosen:
        if runs and runs[-1][-1] == index - 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return ", ".join(
        f"“{claim.text[claim.tokens[run[0]].start : claim.tokens[run[-1]].end]}”"
        for run in runs
    )


def _supported(comparison: Comparison, confidence: float) -> Finding:
    needed = {at[0] for at in comparison.held.values() if at is not None} | {0}
    evidence = tuple(comparison.joined[place] for place in sorted(needed))
    return Finding("supported", None, "overlap", confidence, "held", {}, evidence)
