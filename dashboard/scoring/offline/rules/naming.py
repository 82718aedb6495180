"""Names and places: another one in the same part, or one that the context lacks."""

from __future__ import annotations

from collections.abc import Iterator

from dashboard.scoring.offline.comparison import Comparison
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.index import Candidate
from dashboard.scoring.offline.name_spans import name_span, with_companions, word_before
from dashboard.scoring.offline.names import DEMONYMS, folded
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.roles import same_part
from dashboard.scoring.types import Kind

NEARBY = 3
"""Passages within which a name still is the topic."""
WELL_HELD = 0.7
"""Share of what is said of a subject that must stand in the evidence."""
NEARBY_CANDIDATES = 5
"""Passages among which a rival is looked for."""
LEADING = 3
"""Words before a name that say what it is the place or the time of."""
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
    first, last = name_span(claim, missing[0])
    mine = claim.text[claim.tokens[first].start : claim.tokens[last].end]
    kind = _kind(claim, first)
    rival = _rival(comparison, first)
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
    first, last = name_span(claim, index)
    for other in range(first, last + 1):
        at = comparison.held.get(other)
        if at is None:
            continue
        reading = comparison.joined[at[0]].reading
        start, end = name_span(reading, at[1])
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
        start, end = name_span(reading, index)
        if token.kind != "name" or start != index or folded(token.base) in said:
            continue
        if word_before(reading, start) in MAY_BE_SUBJECT:
            span = slice(reading.tokens[start].start, reading.tokens[end].end)
            others.append(reading.text[span])
    return others


def _kind(claim: Reading, first: int) -> Kind:
    if claim.tokens[first].kind == "code":
        return "other"
    before = claim.tokens[first - 1].text.lower() if first else ""
    return "place" if before in PLACE_WORDS else "name"


def _rival(comparison: Comparison, first: int) -> tuple[Candidate, str] | None:
    """Return the name that plays the same part in the evidence; None when none does.

    Beside the evidence itself, a passage counts that says the claim's own words before
    the name: where it was filmed, when the claim says where it was filmed.
    """
    claim = comparison.claim
    said = {folded(token.base) for token in claim.tokens}
    same_words = [
        one
        for one in comparison.candidates[:NEARBY_CANDIDATES]
        if one not in comparison.joined and _says_what_leads_to(claim, first, one)
    ]
    rivals = [
        (part, one, text)
        for one in (*comparison.joined, *same_words)
        for part, text in _parts(claim, first, one.reading, said)
        if part >= RIVAL
    ]
    if not rivals:
        return None
    _, one, text = max(rivals, key=lambda rival: rival[0])
    return one, text


def _parts(
    claim: Reading, first: int, reading: Reading, said: set[str]
) -> Iterator[tuple[float, str]]:
    """Yield the names of a passage, with how well each fits into the claim's place."""
    preposition = word_before(claim, first)
    for index, token in enumerate(reading.tokens):
        if token.kind not in ("name", "code") or folded(token.base) in said:
            continue
        start, end = name_span(reading, index)
        if start != index:
            continue
        part = same_part(claim, first, reading, start)
        theirs = word_before(reading, start)
        if preposition and preposition == theirs:
            part += 0.5
        elif preposition and theirs and preposition != theirs:
            part -= 0.3
        end = with_companions(reading, end)
        yield part, reading.text[reading.tokens[start].start : reading.tokens[end].end]


def _says_what_leads_to(claim: Reading, first: int, one: Candidate) -> bool:
    """Tell whether a passage has, word for word, what stands before a name."""
    leading = [
        token
        for token in claim.tokens[max(0, first - LEADING) : first]
        if token.kind == "word"
    ]
    places = one.reading.places
    preposition = word_before(claim, first)
    return bool(preposition) and any(
        f"={token.text.lower()}" in places for token in leading
    )
