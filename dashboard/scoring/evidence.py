"""Finds a quote in the context: exactly, then folded, then nearly."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from dashboard.scoring.types import Evidence

NEAR_ENOUGH = 90.0
"""Similarity, 0 to 100, from which a passage passes for a misquoted one."""
SHORTEST_NEAR_QUOTE = 12
"""Characters under which a near match is chance, not a quote."""
LONGEST_NEAR_QUOTE = 2_000
"""Characters over which near matching costs more than it finds."""

TWINS = str.maketrans("‘’‚‛“”„‟«»‐‑‒–—―", '\'\'\'\'""""""------')


def find_quote(quote: str, context: Sequence[str]) -> Evidence | None:
    """Return where a quote stands in the context, or None when it stands nowhere.

    Tried in this order over all items: word for word; white space, case and typographic
    marks folded; a passage at least 90 % alike. What comes back always quotes the
    context itself, never the quote that was looked for.
    """
    wanted = quote.strip()
    if not wanted:
        return None
    for find in (_exact, _folded, _near):
        for index, text in enumerate(context):
            span = find(wanted, text)
            if span is not None:
                return Evidence(index, *span, text[slice(*span)])
    return None


def _exact(quote: str, text: str) -> tuple[int, int] | None:
    at = text.find(quote)
    return None if at < 0 else (at, at + len(quote))


def _folded(quote: str, text: str) -> tuple[int, int] | None:
    wanted, _ = _fold(quote)
    folded, origins = _fold(text)
    at = folded.find(wanted.strip(" \"'.…"))
    length = len(wanted.strip(" \"'.…"))
    if at < 0 or not length:
        return None
    return origins[at], origins[at + length - 1] + 1


def _fold(text: str) -> tuple[str, list[int]]:
    """Return the text folded, and for each folded character where it came from."""
    folded: list[str] = []
    origins: list[int] = []
    for at, character in enumerate(text):
        if character.isspace():
            if folded and folded[-1] != " ":
                folded.append(" ")
                origins.append(at)
            continue
        for part in unicodedata.normalize("NFKC", character.translate(TWINS)):
            for small in part.casefold():
                folded.append(small)
                origins.append(at)
    return "".join(folded), origins


def _near(quote: str, text: str) -> tuple[int, int] | None:
    if not SHORTEST_NEAR_QUOTE <= len(quote) <= LONGEST_NEAR_QUOTE:
        return None
    if len(text) < len(quote) * NEAR_ENOUGH / 100:
        return None
    from rapidfuzz import fuzz  # here: only quotes that stand nowhere exactly need it

    wanted, _ = _fold(quote)
    folded, origins = _fold(text)
    best = fuzz.partial_ratio_alignment(wanted, folded, score_cutoff=NEAR_ENOUGH)
    if best is None or best.dest_end <= best.dest_start:
        return None
    if _numbers(wanted) != _numbers(folded[best.dest_start : best.dest_end]):
        return None
    return _whole_words(text, origins[best.dest_start], origins[best.dest_end - 1] + 1)


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    while start > 0 and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return start, end


def _numbers(text: str) -> list[str]:
    """Return the digit groups: a quote with another number is another statement."""
    return "".join(c if c.isdigit() else " " for c in text).split()
