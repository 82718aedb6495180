"""Said of someone else in the same sentence: A did this; B did that."""

from __future__ import annotations

from dashboard.scoring.offline.comparison import CONTENT, Comparison, weight
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.names import folded
from dashboard.scoring.offline.reading import Reading

JOINING = frozenset(("and", "but", "while", "whereas", "und", "y", "et", "e"))
OPENING = 4
"""Tokens from the start of a clause within which its subject stands."""
THERE = 0.6
"""Share of what is said that must stand in the other's clause."""
HERE = 0.2
"""Most of what is said that may stand in the clause of the one it is said of."""


def clause_rule(comparison: Comparison) -> Finding | None:
    """Find what a sentence says, but in the clause of another name."""
    claim, one = comparison.claim, comparison.best
    passage = one.reading
    subject = _subject(claim)
    if not subject or len(passage.clauses) < 2:
        return None
    home = _home(claim, subject, passage)
    if home is None:
        return None
    said = [
        index
        for index, at in comparison.held.items()
        if at is not None and at[0] == 0 and index not in subject
    ]
    total = sum(weight(claim.tokens[index]) for index in said)
    if len(said) < 2:
        return None
    for clause in passage.clauses:
        if clause == home or not _opens_with_rival(claim, passage, clause):
            continue
        if _held(claim, said, passage, clause) < THERE * total:
            continue
        if _held(claim, said, passage, home) > HERE * total:
            continue
        first, last = passage.tokens[clause[0]], passage.tokens[clause[1] - 1]
        words = {
            "mine": claim.text.rstrip("."),
            "theirs": passage.text[first.start : last.end],
        }
        return Finding("contradicted", "name", "subject", 0.7, "differs", words, (one,))
    return None


def _subject(claim: Reading) -> list[int]:
    """Return the tokens of the first name of a claim."""
    found: list[int] = []
    for index, token in enumerate(claim.tokens):
        if token.kind in ("name", "code"):
            found.append(index)
        elif found:
            break
    return found


def _home(
    claim: Reading, subject: list[int], passage: Reading
) -> tuple[int, int] | None:
    """Return the only clause in which the rarest word of a name stands."""
    places = min(
        (passage.places.get(f"={claim.tokens[index].base}", []) for index in subject),
        key=lambda found: (not found, len(found)),
    )
    clauses = {
        clause
        for clause in passage.clauses
        if any(clause[0] <= place < clause[1] for place in places)
        and any(place < clause[0] + OPENING for place in places)
    }
    return clauses.pop() if len(clauses) == 1 else None


def _opens_with_rival(
    claim: Reading, passage: Reading, clause: tuple[int, int]
) -> bool:
    mine = {folded(token.base) for token in claim.tokens}
    first = passage.tokens[clause[0]]
    end = passage.tokens[clause[0] - 1].end if clause[0] else 0
    joined = first.text.lower() in JOINING or ";" in passage.text[end : first.start]
    return (joined or clause[0] == 0) and any(
        token.kind in ("name", "code") and folded(token.base) not in mine
        for token in passage.tokens[clause[0] : min(clause[1], clause[0] + OPENING)]
    )


def _held(
    claim: Reading, said: list[int], passage: Reading, clause: tuple[int, int]
) -> float:
    total = 0.0
    for index in said:
        token = claim.tokens[index]
        if token.kind in CONTENT and any(
            clause[0] <= place < clause[1]
            for key in token.own
            for place in passage.places.get(key, ())
        ):
            total += weight(token)
    return total
