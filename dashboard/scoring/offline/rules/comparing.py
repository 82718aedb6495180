"""Comparisons: which of two is more, held against the numbers of both."""

from __future__ import annotations

import re

from dashboard.scoring.offline.agreement import comparable
from dashboard.scoring.offline.comparison import Comparison
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.index import Candidate
from dashboard.scoring.offline.quantity import Quantity
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.roles import clause_of
from dashboard.scoring.offline.tokens import Token

_MORE = (
    r"more|larger|bigger|greater|longer|higher|taller|heavier|faster|older|wider|warmer|"
    r"hotter|deeper|pricier|stronger|costlier|later|farther|further|more\s+expensive"
)
_LESS = (
    r"less|fewer|smaller|shorter|lower|lighter|slower|younger|narrower|cooler|colder|"
    r"cheaper|weaker|earlier|less\s+expensive"
)
_COMPARED = re.compile(
    rf"\b(?:(?P<more>{_MORE})|(?P<less>{_LESS}))\b[^.;]{{0,40}}?\bthan\b"
    r"|\b(?P<ahead>ahead\s+of|exceeds?|exceeded|outnumber(?:s|ed)?|surpass(?:es|ed)?|"
    r"outsells?|outsold|outweighs?)\b|\b(?P<behind>behind|trails?|trailed)\b",
    re.IGNORECASE,
)


def comparing_rule(comparison: Comparison) -> Finding | None:
    """Find a comparison that the numbers of the context turn around."""
    claim = comparison.claim
    match = _COMPARED.search(claim.text)
    if not match:
        return None
    cut, rest = claim.token_at(match.start()), claim.token_at(match.end())
    sides = claim.tokens[:cut], claim.tokens[rest:]
    one = _value(comparison, sides[0], sides[1])
    other = _value(comparison, sides[1], sides[0])
    if one is None or other is None or one[1] is other[1]:
        return None
    pair = comparable(one[1].readings[0], other[1].readings[0])
    if pair is None or pair[0].low == pair[1].low:
        return None
    said = bool(match["more"] or match["ahead"])
    if (pair[0].low > pair[1].low) == said:
        return None
    evidence = tuple(dict.fromkeys((one[0], other[0])))
    return Finding(
        "contradicted", "quantity", "comparison", 0.8, "reversed", {}, evidence
    )


def _value(
    comparison: Comparison, side: tuple[Token, ...], other: tuple[Token, ...]
) -> tuple[Candidate, Quantity] | None:
    """Return the one number given in the clause of what stands on this side."""
    elsewhere = {token.base for token in other}
    own = [
        t for t in side if t.kind not in ("stop", "number") and t.base not in elsewhere
    ]
    for candidate in comparison.candidates[:4]:
        for token in own:
            found = _in_clause(token, candidate.reading)
            if found is not None:
                return candidate, found
    return None


def _in_clause(token: Token, reading: Reading) -> Quantity | None:
    """Return the only number of the only clause that holds a word."""
    places = reading.places.get(f"={token.base}", [])
    if len(places) != 1:
        return None
    clause = clause_of(reading, places[0])
    start = reading.tokens[clause[0]].start
    end = reading.tokens[clause[1] - 1].end
    inside = [
        quantity
        for quantity in reading.quantities
        if start <= quantity.start < end and quantity.dimension != "ordinal"
    ]
    return inside[0] if len(inside) == 1 else None
