"""Negation and antonyms: the claim says the opposite of what stands in the context."""

from __future__ import annotations

from dashboard.scoring.offline import function_words as small
from dashboard.scoring.offline.comparison import (
    CONTENT,
    Comparison,
    content_of,
    held_at,
    weight,
)
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.index import Candidate
from dashboard.scoring.offline.negation import Negation, negation_of
from dashboard.scoring.offline.opposition import add_switches, opposite_at
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.roles import clause_of

ENOUGH = 0.75
"""Share of the claim that a clause must hold before it can say the opposite."""
FLIPPED = 0.66
"""The same where one of the words means the opposite."""
KIN = frozenset(
    ("brother", "sister", "son", "daughter", "mother", "father", "husband", "wife")
)
"""Opposites that may both hold, of different people."""
MOST_LOOKED_AT = 3


def polarity_rule(comparison: Comparison) -> Finding | None:
    """Find a statement that the context turns around, and nowhere says as it is."""
    claim = comparison.claim
    content = content_of(claim)
    total = sum(weight(claim.tokens[i]) for i in content)
    ours = negation_of(claim)
    first: Finding | None = None
    for one in _close(comparison) if content else []:
        held, against = _nearest_clause(claim, content, one.reading)
        covered = sum(weight(claim.tokens[i]) for i in {*held, *against})
        if covered < (FLIPPED if against else ENOUGH) * total or not held:
            continue
        if covered < total and any(claim.tokens[i].base in KIN for i in against):
            continue
        theirs = negation_of(one.reading)
        if against:
            turned = _opposed(claim, one.reading, against, ours, theirs)
        else:
            turned = _turned(claim, one.reading, held, ours, theirs)
        if turned:
            first = first or _opposite(comparison, one, against, turned)
        else:
            comparison.flipped.update(against)
            return None
    return first


def _opposed(
    claim: Reading,
    passage: Reading,
    against: dict[int, int],
    ours: Negation,
    theirs: Negation,
) -> tuple[int, int] | None:
    """Return a word and its opposite that are both meant, or both negated."""
    index, place = next(iter(against.items()))
    same = (index in ours.reach) == (place in theirs.reach)
    meant = same and not _reversed(claim, passage, index, place)
    return (index, place) if meant else None


def _turned(
    claim: Reading,
    passage: Reading,
    held: dict[int, int],
    ours: Negation,
    theirs: Negation,
) -> tuple[int, int] | None:
    """Return a word that one of the two negates and the other says plainly."""
    if _only(claim) != _only(passage) or _ranked(claim, passage):
        return None
    for index, place in held.items():
        mine, given = index in ours.heads, place in theirs.heads
        if (mine and place not in theirs.reach) or (given and index not in ours.reach):
            return index, place
    return None


def _only(reading: Reading) -> bool:
    return any(token.text.lower() in small.EXCLUSIVE for token in reading.tokens)


def _ranked(claim: Reading, passage: Reading) -> bool:
    """Tell whether none is younger than A answers A is the youngest."""
    compared = any(token.text.lower() == "than" for token in claim.tokens)
    return compared and any(
        token.text.lower().endswith("est") or token.text.lower() == "most"
        for token in passage.tokens
    )


def _reversed(claim: Reading, passage: Reading, index: int, place: int) -> bool:
    """Tell whether A is larger than B answers B is smaller than A."""
    if not any(token.text.lower() == "than" for token in claim.tokens):
        return False
    before = next(
        (i for i in range(index - 1, -1, -1) if claim.tokens[i].kind in CONTENT), None
    )
    if before is None:
        return False
    at = held_at(claim.tokens[before], passage)
    return at is not None and at > place


def _close(comparison: Comparison) -> list[Candidate]:
    """Return the passages that speak of the very thing, nearest first."""
    others = [*comparison.joined[1:], *comparison.candidates[:MOST_LOOKED_AT]]
    return list(dict.fromkeys((comparison.best, *others)))


def _opposite(
    comparison: Comparison,
    one: Candidate,
    against: dict[int, int],
    turned: tuple[int, int],
) -> Finding:
    index, place = turned
    mine, theirs = comparison.claim, one.reading
    if against:
        words = {"mine": mine.tokens[index].text, "theirs": theirs.tokens[place].text}
        return Finding(
            "contradicted", "negation", "antonym", 0.65, "differs", words, (one,)
        )
    words = {"mine": _around(mine, index), "theirs": _around(theirs, place)}
    return Finding(
        "contradicted", "negation", "negation", 0.7, "differs", words, (one,)
    )


def _around(reading: Reading, index: int) -> str:
    """Return the clause of a word, which shows what is negated."""
    first, last = clause_of(reading, index)
    return reading.text[reading.tokens[first].start : reading.tokens[last - 1].end]


def _nearest_clause(
    claim: Reading, content: list[int], passage: Reading
) -> tuple[dict[int, int], dict[int, int]]:
    """Return what the clause nearest to the claim holds of it, and what it opposes."""
    best: tuple[float, dict[int, int], dict[int, int]] | None = None
    whole = (0, len(passage.tokens))
    spans = [*passage.clauses, whole] if len(passage.clauses) > 1 else [whole]
    for span in spans:
        held, against = _laid_beside(claim, content, passage, span)
        size = sum(weight(claim.tokens[i]) for i in {*held, *against})
        if best is None or size > best[0] * (1.0 if span != whole else 1.2) + 1e-9:
            best = (size, held, against)
    assert best is not None
    return best[1:]


def _laid_beside(
    claim: Reading, content: list[int], passage: Reading, span: tuple[int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    held: dict[int, int] = {}
    against: dict[int, int] = {}
    for index in content:
        token = claim.tokens[index]
        places = [
            place
            for key in token.own
            for place in passage.places.get(key, ())
            if span[0] <= place < span[1]
        ]
        exact = any(passage.tokens[p].base == token.base for p in places)
        opposed = None if exact else opposite_at(claim, index, passage, span)
        if opposed is not None:
            against[index] = opposed
        elif places:
            held[index] = places[0]
        else:
            at = held_at(token, passage)
            if at is not None and span[0] <= at < span[1]:
                held[index] = at
    add_switches(claim, passage, span, against)
    return held, against
