"""Finds where two texts use opposite words for one thing: rose and fell, on and off."""

from __future__ import annotations

from dashboard.scoring.offline import function_words as small
from dashboard.scoring.offline.lexicon import known_word, opposites, parts_of_speech
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.roles import same_part
from dashboard.scoring.offline.tokens import Token

ALIKE = 0.6
"""Least likeness of the parts that two opposite words play."""
NEGATING_PREFIXES = ("un", "in", "im", "ir", "il", "non", "dis")
SWITCHES = ("on", "off")


def add_switches(
    claim: Reading, passage: Reading, span: tuple[int, int], against: dict[int, int]
) -> None:
    """Add on against off, which are small words elsewhere."""
    for index, token in enumerate(claim.tokens):
        lower = token.text.lower()
        if lower not in SWITCHES:
            continue
        other = SWITCHES[1 - SWITCHES.index(lower)]
        written = [t.text.lower() for t in passage.tokens[span[0] : span[1]]]
        if other in written and lower not in written:
            against[index] = span[0] + written.index(other)


def opposite_at(
    claim: Reading, index: int, passage: Reading, span: tuple[int, int]
) -> int | None:
    """Return which token of a span means the opposite; None when none does."""
    token = claim.tokens[index]
    if token.kind != "word":
        return None
    wanted = _opposites(claim, index)
    for place in range(*span):
        other = passage.tokens[place]
        if other.kind != "word" or not _comparable(token, other):
            continue
        opposed = (
            other.base in wanted
            or other.text.lower() in wanted
            or f"{other.base} {_next(passage, place)}" in wanted
            or _prefixed(token.base, other.base)
            or _prefixed(other.base, token.base)
        )
        if opposed and same_part(claim, index, passage, place) >= ALIKE:
            return place
    return None


def _opposites(reading: Reading, index: int) -> frozenset[str]:
    """Return what means the opposite of a word, or of it and the one behind it."""
    token = reading.tokens[index]
    phrase = opposites(f"{token.base} {_next(reading, index)}")
    return phrase or opposites(token.base) | opposites(token.text.lower())


def _next(reading: Reading, index: int) -> str:
    return (
        reading.tokens[index + 1].text.lower()
        if index + 1 < len(reading.tokens)
        else ""
    )


def _comparable(one: Token, other: Token) -> bool:
    """Tell whether two words can be opposites: one part of speech, not both wide."""
    if one.base in small.GENERIC and other.base in small.GENERIC:
        return one.text.lower() in opposites(other.text.lower())
    parts = parts_of_speech(one.base), parts_of_speech(other.base)
    return not all(parts) or bool(set(parts[0]) & set(parts[1]))


def _prefixed(one: str, other: str) -> bool:
    """Tell whether one word is the other with un-, in-, non- or -less."""
    if len(other) > 3 and one.endswith(other) and known_word(other):
        return one[: -len(other)].rstrip("-") in NEGATING_PREFIXES
    return (
        one.endswith("less") and len(one) > 6 and other in (one[:-4], one[:-4] + "ful")
    )
