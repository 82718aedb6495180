"""Cuts an output into numbered sentences, so that a judge can name them by number."""

from __future__ import annotations

import re
from typing import NamedTuple

END = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s)|[。！？]+[”』」）]*|\n+")
"""Where a sentence may end; full stops need white space after them."""
OPEN_ENDED = re.compile(
    r"(?:^|[\s(])(?:[^\W\d_]|Mr|Mrs|Ms|Dr|Prof|St|Mt|No|Nr|vs|etc|e\.g|i\.e|ca|approx"
    r"|Inc|Ltd|Co|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|z\.B|bzw"
    r"|\d{1,2})\.$",
    re.IGNORECASE,
)
"""A full stop after an initial, an abbreviation or a small number ends no sentence:
two sentences taken for one cost a rewording, one taken for two its meaning."""


class Sentence(NamedTuple):
    """A piece of a text: ``whole[start:end] == text``, in code points."""

    text: str
    start: int
    end: int


def split_sentences(text: str) -> list[Sentence]:
    """Return the sentences in order; what lies between them is white space only."""
    pieces: list[Sentence] = []
    start = 0
    for match in END.finditer(text):
        if _goes_on(text, start, match):
            continue
        _add(pieces, text, start, match.end())
        start = match.end()
    _add(pieces, text, start, len(text))
    return pieces


def _goes_on(text: str, start: int, match: re.Match[str]) -> bool:
    if match.group().startswith(("\n", "。", "！", "？")):
        return False
    rest = text[match.end() :].lstrip(" \t")
    if rest[:1].islower():
        return True
    return bool(OPEN_ENDED.search(text, max(start, match.end() - 12), match.end()))


def _add(pieces: list[Sentence], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    begin = start + len(piece) - len(piece.lstrip())
    stop = begin + len(piece.strip())
    if stop > begin:
        pieces.append(Sentence(text[begin:stop], begin, stop))
