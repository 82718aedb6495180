"""Finds how far a name reaches in a text, and which small word stands before it."""

from __future__ import annotations

from dashboard.scoring.offline.reading import Reading


def name_span(reading: Reading, index: int) -> tuple[int, int]:
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


def with_companions(reading: Reading, end: int) -> int:
    """Return the end of the last name of several: Tunisia and England."""
    while end + 2 < len(reading.tokens):
        joining, following = reading.tokens[end + 1 : end + 3]
        if joining.text.lower() not in ("and", "und", "y", "et", "e"):
            break
        if following.kind != "name":
            break
        end = name_span(reading, end + 2)[1]
    return end


def word_before(reading: Reading, index: int) -> str:
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
