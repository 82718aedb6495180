"""Finds again, among the claims of one run, those of another run on the same texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

ALIKE = 0.8
"""From which likeness on two claims at the same place are one claim in other words."""


def match_claims(
    wanted: Sequence[tuple[int, str]], there: Sequence[str]
) -> list[int | None]:
    """Return for each wanted claim, a position and a text, which one there it is.

    Those of the same words come first, of several the nearest; then those at the same
    position in words that are much alike, with the same numbers. Each one there is
    found at most once; None stands for a claim that is not there.
    """
    found: list[int | None] = [None] * len(wanted)
    free = set(range(len(there)))
    for same in (_same, _same_words):
        for at, (position, text) in enumerate(wanted):
            if found[at] is None:
                fitting = [place for place in free if same(text, there[place])]
                found[at] = min(
                    fitting,
                    key=lambda place: (abs(place - position), place),
                    default=None,
                )
                free.discard(-1 if found[at] is None else found[at])
    for at, (position, text) in enumerate(wanted):
        if found[at] is None and position in free and _alike(text, there[position]):
            found[at] = position
            free.discard(position)
    return found


def _same(one: str, other: str) -> bool:
    return one == other


def _same_words(one: str, other: str) -> bool:
    return _words(one) == _words(other)


def _alike(one: str, other: str) -> bool:
    if re.findall(r"\d+", one) != re.findall(r"\d+", other):
        return False
    return SequenceMatcher(None, _words(one), _words(other)).ratio() >= ALIKE


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
