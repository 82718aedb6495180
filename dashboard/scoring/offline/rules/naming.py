"""Names and places: another one in the same part, or one that the context lacks."""

from __future__ import annotations

from dashboard.scoring.offline.comparison import Comparison
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.index import Candidate
from dashboard.scoring.offline.names import DEMONYMS, folded
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.roles import same_part
from dashboard.scoring.types import Kind

NEARBY = 3
"""Passages within which a name still is the topic."""
WELL_HELD = 0.7
"""Share of what is said of a subject that must stand in the evidence."""
RIVAL = 0.5
"""Least likeness of parts from which another name contradicts."""
MAY_BE_SUBJECT = frozenset(
    ["", "by", "von", "por", "par", "da", "is", "was", "are", "were", "ist", "es"]
)
"""Small words after which a name may be who did it; before others it is a detail."""
PLACE_WORDS = frozenset(
    [
        "in",
        "at",
        "from",
        "to",
        "near",
        "en",
        "à",
        "aus",
        "nach",
        "a",
        "em",
        "im",
        "into",
    ]
)


def name_rule(comparison: Comparison) -> Finding | None:
    """Find a name that stands nowhere in the evidence."""
    claim = comparison.claim
    missing = [
        index
        for index in comparison.missing()
        if claim.tokens[index].kind in ("name", "code")
        and not _stands_elsewhere(comparison, index)
        and not _longer_form(comparison, index)
    ]
    if not missing:
        return None
    first, last = _run(claim, missing[0])
    mine = claim.text[claim.tokens[first].start : claim.tokens[last].end]
    kind = _kind(claim, first)
    rival = _rival(comparison, first, last)
    if rival is not None:
        one, theirs = rival
        words = {"mine": mine, "theirs": theirs}
        return Finding("contradicted", kind, "name", 0.7, "differs", words, (one,))
    if first <= 1 and _well_held(comparison, last):
        others = _others(comparison)
        if not others:
            return None
        if len(others) == 1 and _all_held(comparison, last):
            words = {"mine": mine, "theirs": others[0]}
            found = (comparison.best,)
            return Finding("contradicted", kind, "name", 0.7, "differs", words, found)
    return Finding(
        "unsupported", kind, "name", 0.7, "absent", {"what": mine}, (comparison.best,)
    )


def _stands_elsewhere(comparison: Comparison, index: int) -> bool:
    """Tell whether a name stands in the context away from the evidence, as a topic."""
    token = comparison.claim.tokens[index]
    places = comparison.index.holding.get(token.base, ())
    if index <= 2 and places:
        return True
    return any(
        abs(place - one.place) <= NEARBY
        for place in places
        for one in comparison.joined
    )


def _longer_form(comparison: Comparison, index: int) -> bool:
    """Tell whether the evidence has the rest of the name, with no other first name."""
    claim = comparison.claim
    if folded(claim.tokens[index].base) in DEMONYMS:
        return False
    first, last = _run(claim, index)
    for other in range(first, last + 1):
        at = comparison.held.get(other)
        if at is None:
            continue
        reading = comparison.joined[at[0]].reading
        start, end = _run(reading, at[1])
        mine = {folded(claim.tokens[i].base) for i in range(first, last + 1)}
        theirs = {folded(reading.tokens[i].base) for i in range(start, end + 1)}
        if theirs <= mine:
            return True
    return False


def _well_held(comparison: Comparison, last: int) -> bool:
    """Tell whether all that is said of a subject stands there, for someone unnamed."""
    rest = [index for index in comparison.held if index > last]
    held = [index for index in rest if comparison.held[index] is not None]
    named = any(token.kind == "name" for token in comparison.best.reading.tokens[:3])
    return bool(rest) and not named and len(held) >= WELL_HELD * len(rest)


def _all_held(comparison: Comparison, last: int) -> bool:
    rest = [index for index in comparison.held if index > last]
    return all(comparison.held[index] is not None for index in rest)


def _others(comparison: Comparison) -> list[str]:
    """Return the names in the best evidence that are not said and may be its subject.

    Who takes somebody's place stands alone, or after "by" or "is".
    """
    claim, reading = comparison.claim, comparison.best.reading
    said = {folded(token.base) for token in claim.tokens}
    others = []
    for index, token in enumerate(reading.tokens):
        start, end = _run(reading, index)
        if token.kind != "name" or start != index or folded(token.base) in said:
            continue
        if _before(reading, start) in MAY_BE_SUBJECT:
            span = slice(reading.tokens[start].start, reading.tokens[end].end)
            others.append(reading.text[span])
    return others


def _run(reading: Reading, index: int) -> tuple[int, int]:
    """Return the first and last token of the name that a token belongs to."""
    first = last = index
    tokens = reading.tokens
    while first > 0 and tokens[first - 1].kind == "name" and _touch(reading, first - 1):
        first -= 1
    while (
        last + 1 < len(tokens)
        and tokens[last + 1].kind == "name"
        and _touch(reading, last)
    ):
        last += 1
    return first, last


def _touch(reading: Reading, index: int) -> bool:
    between = reading.text[reading.tokens[index].end : reading.tokens[index + 1].start]
    return between.strip("-.' ") == ""


def _kind(claim: Reading, first: int) -> Kind:
    if claim.tokens[first].kind == "code":
        return "other"
    before = claim.tokens[first - 1].text.lower() if first else ""
    return "place" if before in PLACE_WORDS else "name"


def _rival(
    comparison: Comparison, first: int, last: int
) -> tuple[Candidate, str] | None:
    """Return the name that plays the same part in the evidence; None when none does."""
    claim = comparison.claim
    best: tuple[float, Candidate, str] | None = None
    said = {folded(token.base) for token in claim.tokens}
    preposition = _before(claim, first)
    for one in comparison.joined:
        reading = one.reading
        for index, token in enumerate(reading.tokens):
            if token.kind not in ("name", "code") or folded(token.base) in said:
                continue
            start, end = _run(reading, index)
            if start != index:
                continue
            part = same_part(claim, first, reading, start)
            theirs = _before(reading, start)
            if preposition and preposition == theirs:
                part += 0.5
            elif preposition and theirs and preposition != theirs:
                part -= 0.3
            end = _with_companions(reading, end)
            text = reading.text[reading.tokens[start].start : reading.tokens[end].end]
            if part >= RIVAL and (best is None or part > best[0]):
                best = (part, one, text)
    del last
    return None if best is None else best[1:]


def _with_companions(reading: Reading, end: int) -> int:
    """Return the end of the last name of several: Tunisia and England."""
    while end + 2 < len(reading.tokens):
        joining, following = reading.tokens[end + 1 : end + 3]
        if joining.text.lower() not in ("and", "und", "y", "et", "e"):
            break
        if following.kind != "name":
            break
        end = _run(reading, end + 2)[1]
    return end


def _before(reading: Reading, index: int) -> str:
    """Return the small word right before a name; blank when there is none."""
    at = index - 1
    while at >= 0 and reading.tokens[at].text.lower() in (
        "the",
        "la",
        "le",
        "der",
        "die",
    ):
        at -= 1
    if at < 0 or reading.tokens[at].kind != "stop":
        return ""
    return reading.tokens[at].text.lower()
