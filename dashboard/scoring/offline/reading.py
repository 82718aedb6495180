"""Reads one text for comparison: its words, quantities, dates and clauses."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from dashboard.scoring.offline.date import Date
from dashboard.scoring.offline.dates import read_dates
from dashboard.scoring.offline.quantities import read_quantities
from dashboard.scoring.offline.quantity import Quantity
from dashboard.scoring.offline.tokens import Token, as_name, read_tokens

_CLAUSE = re.compile(
    r"[,;()—–。，；！!?]|\s-\s|\b(?:and|but|while|whereas|which|who|because|although|though|"
    r"when|after|before|und|aber|während|weil|y|pero|mientras|et|mais|tandis|e|ma|mas)\b"
)


@dataclass(slots=True, eq=False)
class Reading:
    """A text, read.

    Attributes:
        text: The text itself.
        language: ISO code of the language that it was read in.
        tokens: Its words, in order.
        dates: Its dates and times, in order.
        quantities: Its quantities, in order.
        places: For each key of a meaning, the tokens that carry it.
        clauses: Spans of tokens between commas and conjunctions.
    """

    text: str
    language: str
    tokens: tuple[Token, ...]
    dates: tuple[Date, ...]
    quantities: tuple[Quantity, ...]
    places: dict[str, list[int]] = field(default_factory=dict)
    clauses: tuple[tuple[int, int], ...] = ()

    def token_at(self, offset: int) -> int:
        """Return the index of the first token that ends after ``offset``."""
        for index, token in enumerate(self.tokens):
            if token.end > offset:
                return index
        return len(self.tokens)


@lru_cache(maxsize=16384)
def read(text: str, language: str = "en") -> Reading:
    """Return the reading of a text."""
    dates = read_dates(text, language)
    spans = tuple((date.start, date.end) for date in dates if not date.weak)
    quantities = read_quantities(text, language, spans)
    taken = [*spans, *((q.start, q.end) for q in quantities)]
    tokens = tuple(read_tokens(text, language, taken))
    reading = Reading(text, language, tokens, dates, quantities)
    for index, token in enumerate(tokens):
        for key in token.wide:
            reading.places.setdefault(key, []).append(index)
    reading.clauses = tuple(_clauses(text, tokens))
    return reading


def with_names(reading: Reading, names: frozenset[str]) -> Reading:
    """Return the reading with capitalised words of ``names`` read as names."""
    tokens = tuple(
        as_name(token)
        if token.kind == "word"
        and token.text[0].isupper()
        and token.text.lower() in names
        else token
        for token in reading.tokens
    )
    return reading if tokens == reading.tokens else replace(reading, tokens=tokens)


def _clauses(text: str, tokens: tuple[Token, ...]) -> list[tuple[int, int]]:
    starts = [0]
    cuts = [match.start() for match in _CLAUSE.finditer(text)]
    for cut in cuts:
        index = next((i for i, token in enumerate(tokens) if token.end > cut), None)
        if index is not None and index > starts[-1]:
            starts.append(index)
    return list(zip(starts, [*starts[1:], len(tokens)], strict=True))
