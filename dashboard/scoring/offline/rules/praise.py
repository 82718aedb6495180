"""Subjective and praising words that the context does not use."""

from __future__ import annotations

import re

from dashboard.scoring.offline.comparison import Comparison, held_at
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.function_words import PRAISE, PRAISE_CJK

_BEYOND_FACTS = re.compile(
    r"\b(?:leads?|leading|dominates?)\s+the\s+(?:\w+\s+)?(?:market|field|pack|world|"
    r"industry|league|way|sector)\b|\bma(?:de|kes?|king)\s+history\b|\b(?:market|world|industry)\s+leaders?\b",
    re.IGNORECASE,
)
_SIGNS = re.compile(PRAISE_CJK)


def praise_rule(comparison: Comparison) -> Finding | None:
    """Find a judgement that is the output's own."""
    claim = comparison.claim
    said = None
    for index, token in enumerate(claim.tokens):
        lower = token.text.lower()
        if lower not in PRAISE and token.base not in PRAISE:
            continue
        if token.kind == "name":
            continue
        if comparison.held.get(index) is None and not any(
            held_at(token, one.reading) is not None for one in comparison.joined
        ):
            said = token.text
            break
    if said is None:
        beyond = _BEYOND_FACTS.search(claim.text)
        if beyond and not any(
            _BEYOND_FACTS.search(one.reading.text) for one in comparison.joined
        ):
            said = beyond[0]
    if said is None:
        signs = _SIGNS.search(claim.text)
        if signs and not any(signs[0] in one.reading.text for one in comparison.joined):
            said = signs[0]
    if said is None:
        return None
    return Finding(
        "unsupported",
        "other",
        "subjective",
        0.75,
        "subjective",
        {"what": said},
        (comparison.best,),
    )
