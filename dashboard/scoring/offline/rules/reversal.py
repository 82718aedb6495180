"""Who did what to whom: the same parties, the other way round."""

from __future__ import annotations

from dashboard.scoring.offline.comparison import CONTENT, Comparison, held_at
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.parts import part_of
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.roles import clause_of
from dashboard.scoring.offline.tokens import Token
from dashboard.scoring.offline.word_groups import IRREGULAR
from dashboard.scoring.offline.word_set import word_set

SYMMETRIC = word_set(
    """meet marry merge play face be equal resemble differ border share collaborate
    cooperate talk fight compete divorce date join pair correspond interact debate have
    include match mix combine live say become use see know name call"""
)
"""Verbs that mean the same both ways, or whose sides say nothing."""
PASSIVE = word_set(
    "was were is are been being be wurde wurden fue fueron fut furent foi"
)
BASE_FORMS = frozenset(IRREGULAR.values())
BY = word_set("by von durch por par da pelo pela door")
FARTHEST = 6
"""Words between a verb and who does it."""
DIRECTIONS = (
    ("from", "to"),
    ("from", "into"),
    ("von", "nach"),
    ("aus", "nach"),
    ("de", "a"),
    ("de", "à"),
    ("da", "a"),
    ("de", "para"),
)


def reversal_rule(comparison: Comparison) -> Finding | None:
    """Find parties that have changed places."""
    claim = comparison.claim
    for one in comparison.joined[:2]:
        reading = one.reading
        for verb, before, after in _triples(claim):
            if swapped(claim, reading, verb, before, after):
                return Finding(
                    "contradicted", "other", "role", 0.6, "reversed", {}, (one,)
                )
        if _changed_direction(claim, reading):
            return Finding(
                "contradicted", "place", "role", 0.65, "reversed", {}, (one,)
            )
    return None


def _triples(claim: Reading) -> list[tuple[int, int, int]]:
    """Return (verb, who stands before it, who stands after it), by token."""
    content = [i for i, token in enumerate(claim.tokens) if token.kind in CONTENT]
    found: list[tuple[int, int, int]] = []
    for place, verb in enumerate(content[1:-1], 1):
        token = claim.tokens[verb]
        if token.kind != "word" or token.base in SYMMETRIC or not _inflected(token):
            continue
        if claim.language in ("en", "und") and part_of(claim, verb) != "verb":
            continue
        found.extend(
            (verb, before, after)
            for before in content[max(0, place - 2) : place]
            for after in content[place + 1 : place + 3]
            if verb - before <= FARTHEST
            and after - verb <= FARTHEST
            and clause_of(claim, before) == clause_of(claim, after)
        )
    return found


def _inflected(token: Token) -> bool:
    """Tell whether a word looks like a verb that says what was done."""
    lower = token.text.lower()
    return lower != token.base or lower in BASE_FORMS or not lower.isascii()


def swapped(
    claim: Reading, passage: Reading, verb: int, before: int, after: int
) -> bool:
    """Tell whether a passage has the two sides of a word in each other's place."""
    sides = [_only_place(claim, index, passage) for index in (before, after)]
    middle = held_at(claim.tokens[verb], passage)
    left, right = sides
    if middle is None:
        return False
    if left is None or right is None:
        return False
    if not (abs(left - middle) <= FARTHEST and abs(right - middle) <= FARTHEST):
        return False
    if not (min(left, right) < middle < max(left, right)):
        return False
    if clause_of(passage, left) != clause_of(passage, right):
        return False
    if _has_no_agent(claim, verb, after) or _has_no_agent(
        passage, middle, max(left, right)
    ):
        return False
    mine = not _is_passive(claim, verb, after)
    theirs = (left < right) != _is_passive(passage, middle, max(left, right))
    return mine != theirs


def _only_place(claim: Reading, index: int, passage: Reading) -> int | None:
    """Return where a token's word stands in a passage, when it stands there once."""
    places = passage.places.get(f"={claim.tokens[index].base}", [])
    return places[0] if len(places) == 1 else None


def _is_passive(reading: Reading, verb: int, last: int) -> bool:
    behind = {token.text.lower() for token in reading.tokens[verb + 1 : last]}
    if reading.language in ("en", "und"):
        return bool(behind & BY)
    every = {token.text.lower() for token in reading.tokens}
    return bool(every & PASSIVE) and bool(every & BY)


def _has_no_agent(reading: Reading, verb: int, last: int) -> bool:
    """Tell whether something was done without saying by whom: is sold at the shop."""
    before = {token.text.lower() for token in reading.tokens[max(0, verb - 2) : verb]}
    behind = {token.text.lower() for token in reading.tokens[verb + 1 : last]}
    return bool(before & PASSIVE) and not behind & BY


def _changed_direction(claim: Reading, passage: Reading) -> bool:
    """Tell whether from A to B has become from B to A."""
    for start, goal in DIRECTIONS:
        mine = _ends(claim, start, goal)
        theirs = _ends(passage, start, goal)
        if mine and theirs and mine == theirs[::-1] and mine[0] != mine[1]:
            return True
    return False


def _ends(reading: Reading, start: str, goal: str) -> tuple[str, str] | None:
    words = [token.text.lower() for token in reading.tokens]
    if start not in words:
        return None
    at = words.index(start)
    if goal not in words[at:]:
        return None
    to = words.index(goal, at)
    ends = [
        next(
            (
                token.base
                for token in reading.tokens[place + 1 : place + 4]
                if token.kind in CONTENT
            ),
            "",
        )
        for place in (at, to)
    ]
    return (ends[0], ends[1]) if all(ends) and to - at <= 8 else None
