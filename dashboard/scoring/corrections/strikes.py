"""All ways to strike what a claim says, the smallest first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dashboard.scoring.corrections.adjuncts import adjunct_edits, taken
from dashboard.scoring.corrections.passages import Source
from dashboard.scoring.corrections.striking import clauses_out, whole
from dashboard.scoring.corrections.types import Edit, Place, Span, Struck
from dashboard.scoring.offline.comparison import CONTENT, held_at
from dashboard.scoring.offline.reading import read
from dashboard.scoring.types import Claim

_WORD = re.compile(r"\w+(?:['’-]\w+)*")
LONGEST_QUOTED = 12
"""Words of a clause that a reason may quote."""
SHORTEST_QUOTED = 3
MOST_FOCUSED = 3
"""Words that nothing supports around which something smaller is struck."""


@dataclass(frozen=True, slots=True)
class Strike:
    """Edits that only take out; ``struck`` is None where it is less than a clause."""

    edits: tuple[Edit, ...]
    why: str
    struck: Struck | None = None


def strikes(
    output: str, place: Place, span: Span, claim: Claim, sources: Sequence[Source]
) -> Iterator[Strike]:
    """Yield a detail of the clause, then the clause, then its whole sentence."""
    why = claim.verdict.reason
    for edit in details(output, span, claim, sources):
        yield Strike((edit,), why)
    spans = [(one.start, one.end) for one in place.clauses]
    if span in spans and len(spans) > 1:
        number = spans.index(span)
        taken = clauses_out(output, place, {number})
        if taken is not None:
            yield Strike(tuple(sorted(taken)), why, Struck(place, number))
    yield Strike(tuple(whole(place)), why, Struck(place, None))


def details(
    output: str, span: Span, claim: Claim, sources: Sequence[Source]
) -> list[Edit]:
    """Return what a clause may lose and still stand, the shortest first."""
    said = output[slice(*span)]
    found: dict[Edit, None] = {}
    for focus in _focused(said, claim, sources):
        for edits in adjunct_edits(said, focus):
            found.update(dict.fromkeys(edits))
    return [
        Edit(edit.start + span[0], edit.end + span[0], edit.text)
        for edit in sorted(found, key=taken)
    ]


def _focused(said: str, claim: Claim, sources: Sequence[Source]) -> list[Span]:
    """Return what the reason quotes of a clause, and its words that no passage has."""
    quoted = _quoted(said, claim.verdict.reason)
    reading = read(said, sources[0].reading.language if sources else "en")
    missing = [
        (token.start, token.end)
        for token in reading.tokens
        if token.kind in CONTENT | {"number"}
        and all(held_at(token, one.reading) is None for one in sources)
    ]
    return [*quoted, *missing[:MOST_FOCUSED]]


def _quoted(said: str, reason: str) -> list[Span]:
    """Return the longest stretch of the clause that the reason quotes."""
    words = [(m.start(), m.end()) for m in _WORD.finditer(said)]
    found = [
        (start, end)
        for at, (start, _) in enumerate(words)
        for _, end in words[at : at + LONGEST_QUOTED]
        if end - start > SHORTEST_QUOTED and said[start:end] in reason
    ]
    longest = max(found, key=lambda span: span[1] - span[0], default=None)
    whole_clause = longest is not None and len(said) - (longest[1] - longest[0]) < 3
    return [longest] if longest and not whole_clause else []
