"""Missing content: words and whole phrases of the claim that stand nowhere."""

from __future__ import annotations

from dashboard.scoring.offline.comparison import CONTENT, Comparison, weight
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.function_words import GENERIC

COVERED = 0.62
"""Least share of a claim that must stand in the evidence."""
LONE_WORD = 0.75
"""Least share when what is missing is one word alone."""


def missing_rule(comparison: Comparison) -> Finding | None:
    """Find what the claim adds to its evidence."""
    claim = comparison.claim
    missing = comparison.missing()
    if not missing:
        return None
    total = sum(weight(claim.tokens[i]) for i in comparison.held) or 1.0
    lacking = sum(weight(claim.tokens[i]) for i in missing)
    share = 1 - lacking / total
    phrase = _missing_phrase(comparison, missing)
    if share >= COVERED and phrase is None:
        return None
    words = phrase if phrase is not None else missing
    first, last = claim.tokens[words[0]], claim.tokens[words[-1]]
    what = (
        claim.text[first.start : last.end]
        if last.end - first.start < 80
        else first.text
    )
    confidence = 0.6 + 0.3 * (1 - share)
    return Finding(
        "unsupported",
        "missing",
        "missing",
        confidence,
        "absent",
        {"what": what},
        (comparison.best,) if share > 0.2 else (),
    )


def _missing_phrase(comparison: Comparison, missing: list[int]) -> list[int] | None:
    """Return a phrase of which nothing stands in the evidence; None when none."""
    claim = comparison.claim
    absent = set(missing)
    for phrase in _phrases(comparison):
        if not set(phrase) <= absent:
            continue
        heavy = [i for i in phrase if claim.tokens[i].base not in GENERIC]
        if len(heavy) >= 2:
            return phrase
    return None


def _phrases(comparison: Comparison) -> list[list[int]]:
    """Return the content tokens of the claim by phrase, cut at its small words."""
    phrases: list[list[int]] = [[]]
    end = 0
    for index, token in enumerate(comparison.claim.tokens):
        between = comparison.claim.text[end : token.start]
        if token.kind not in CONTENT or "," in between or ";" in between:
            phrases.append([])
        if token.kind in CONTENT and index in comparison.held:
            phrases[-1].append(index)
        end = token.end
    return [phrase for phrase in phrases if phrase]
