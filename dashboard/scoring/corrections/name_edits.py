"""Puts a name or place of the context in the place of one that it lacks."""

from __future__ import annotations

from collections.abc import Iterator

from dashboard.scoring.corrections.types import Edit, Span
from dashboard.scoring.offline.comparison import held_at
from dashboard.scoring.offline.name_spans import name_span, with_companions
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.roles import same_part

NAMES = frozenset({"name", "code"})


def name_edits(claim: Reading, passage: Reading) -> Iterator[tuple[float, list[Edit]]]:
    """Yield every name of the passage in every wrong name's place, with how it fits.

    Offsets are those of ``claim.text``; a higher fit is a likelier one.
    """
    said = {token.base for token in claim.tokens}
    for first, last in _spans(claim):
        tokens = claim.tokens[first : last + 1]
        if all(held_at(token, passage) is not None for token in tokens):
            continue
        start, end = tokens[0].start, tokens[-1].end
        for begin, stop in _spans(passage):
            if all(t.base in said for t in passage.tokens[begin : stop + 1]):
                continue
            fit = same_part(claim, first, passage, begin)
            for close in dict.fromkeys((with_companions(passage, stop), stop)):
                given = _text(passage, begin, close)
                yield fit, [Edit(start, end, given)]


def _spans(reading: Reading) -> list[Span]:
    spans = {
        name_span(reading, index)
        for index, token in enumerate(reading.tokens)
        if token.kind in NAMES
    }
    return sorted(spans)


def _text(reading: Reading, first: int, last: int) -> str:
    return reading.text[reading.tokens[first].start : reading.tokens[last].end]
