"""Measures whether two places in two texts play the same part in what is said."""

from __future__ import annotations

from dashboard.scoring.offline.comparison import CONTENT, weight
from dashboard.scoring.offline.date_agreement import date_agreement
from dashboard.scoring.offline.reading import Reading

REACH = 4.0
"""Words after which a neighbour counts half."""
OTHER_SIDE = 0.6
"""What a neighbour counts that stands on the other side."""
OTHER_CLAUSE = 0.5
"""What a neighbour counts that stands in another clause."""


def same_part(claim: Reading, mine: int, passage: Reading, theirs: int) -> float:
    """Return how alike two tokens stand among their neighbours, 0 to about 3.

    ``mine`` and ``theirs`` are the tokens, by index. Words near both count most.
    """
    total = 0.0
    clause = clause_of(passage, theirs)
    for index, token in enumerate(claim.tokens):
        if token.kind not in CONTENT or index == mine:
            continue
        near = _nearness(index - mine) * weight(token)
        best = 0.0
        for place in _places(token.own, passage):
            if place == theirs:
                continue
            value = _nearness(place - theirs)
            if (place < theirs) != (index < mine):
                value *= OTHER_SIDE
            if not clause[0] <= place < clause[1]:
                value *= OTHER_CLAUSE
            best = max(best, value)
        total += near * best
    return total + _same_dates(claim, mine, passage, theirs)


def _nearness(distance: int) -> float:
    return 1 / (1 + abs(distance) / REACH)


def _places(keys: frozenset[str], passage: Reading) -> set[int]:
    return {place for key in keys for place in passage.places.get(key, ())}


def clause_of(reading: Reading, index: int) -> tuple[int, int]:
    """Return the span of the clause that a token stands in."""
    for clause in reading.clauses:
        if clause[0] <= index < clause[1]:
            return clause
    return 0, len(reading.tokens)


def _same_dates(claim: Reading, mine: int, passage: Reading, theirs: int) -> float:
    """Add for dates that agree, near both; what is said of 2022 is not of 2023."""
    total = 0.0
    for date in claim.dates:
        index = claim.token_at(date.start)
        if index == mine:
            continue
        near = _nearness(index - mine)
        for other in passage.dates:
            place = passage.token_at(other.start)
            if place == theirs:
                continue
            value = near * _nearness(place - theirs) * 1.5
            if (place < theirs) != (index < mine):
                value *= OTHER_SIDE
            if date_agreement(date, other) in ("same", "fair"):
                total += value
    return total
