"""Missing content: words and whole phrases of the claim that stand nowhere."""

from __future__ import annotations

import re

from dashboard.scoring.offline.comparison import CONTENT, Comparison, weight
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.function_words import GENERIC
from dashboard.scoring.offline.reading import Reading

COVERED = 0.62
"""Least share of a claim that must stand in the evidence."""
COVERED_ELSEWHERE = 0.5
"""The same in languages for which we know few words of one meaning."""
LEAST = {"row": 0.45, "record": 0.45, "pair": 0.45, "code": 0.45}
"""The same where the evidence is no sentence, so that verbs are lacking anyhow."""
PHRASE_COVERED = 0.8
"""Least share when a whole phrase is missing."""
VALUE_WEIGHT = 1.2
"""What a number or date counts that agrees, as all do once their rules have passed."""
SHORT = 4
"""Content words up to which the last one is the point of the claim."""
_CODE = re.compile(r"\w\([^)]*[=,)]|[{};]$|==|->")
HALF = 0.5
"""Least share when what is missing is one word alone."""


def missing_rule(comparison: Comparison) -> Finding | None:
    """Find what the claim adds to its evidence."""
    claim = comparison.claim
    missing = comparison.missing()
    if not missing:
        return None
    values = VALUE_WEIGHT * (len(claim.quantities) + len(claim.dates))
    total = values + sum(weight(claim.tokens[i]) for i in comparison.held) or 1.0
    lacking = sum(weight(claim.tokens[i]) for i in missing)
    share = 1 - lacking / total
    phrase = _missing_phrase(comparison, missing)
    heavy = [i for i in missing if claim.tokens[i].base not in GENERIC]
    least = LEAST.get(comparison.best.passage.kind, COVERED)
    if _CODE.search(comparison.best.reading.text):
        least = min(least, LEAST["code"])
    if claim.language not in ("en", "und"):
        least = min(least, COVERED_ELSEWHERE)
    short = len(comparison.held) <= SHORT and not _has_values(claim)
    if short and heavy and heavy[-1] == max(comparison.held):
        least = 1.0
    if share >= least and (phrase is None or share >= PHRASE_COVERED):
        return None
    if len(heavy) < 2 and share >= HALF and not (short and heavy):
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


def _has_values(claim: Reading) -> bool:
    return bool(claim.quantities or claim.dates)


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
