"""The passages a claim is held against: the verdict's evidence, then the nearest."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.scoring.offline.index import ContextIndex
from dashboard.scoring.offline.reading import Reading, read
from dashboard.scoring.types import Claim, Evidence

NEAREST = 4
"""Passages beside a verdict's own evidence."""
LONGEST = 1_200
"""Characters of a passage that are read."""


@dataclass(frozen=True, slots=True)
class Source:
    """A passage, as it stands in the context and as it reads."""

    evidence: Evidence
    reading: Reading
    quoted: bool


def sources(claim: Claim, own: Claim | None, index: ContextIndex) -> list[Source]:
    """Return the passages for a claim, those that decided first, none twice.

    ``own`` is the same claim as this module cut and judged it.
    """
    found: list[Source] = []
    nearest = index.candidates(index.named(read(claim.text[:LONGEST], index.language)))
    readings = {
        (one.passage.context_index, one.passage.start, one.passage.end): one.reading
        for one in nearest
    }
    for verdict in (claim.verdict, *([own.verdict] if own else [])):
        for evidence in (verdict.evidence, *verdict.more_evidence):
            if evidence is not None:
                found.append(
                    Source(evidence, _reading(evidence, readings, index), True)
                )
    for one in nearest[:NEAREST]:
        passage = one.passage
        quote = index.context[passage.context_index][passage.start : passage.end]
        place = Evidence(passage.context_index, passage.start, passage.end, quote)
        found.append(Source(place, one.reading, False))
    return list({one.evidence[:3]: one for one in reversed(found)}.values())[::-1]


def _reading(
    evidence: Evidence,
    readings: dict[tuple[int, int, int], Reading],
    index: ContextIndex,
) -> Reading:
    known = readings.get(evidence[:3])
    if known is not None:
        return known
    return index.named(read(evidence.quote[:LONGEST], index.language))
