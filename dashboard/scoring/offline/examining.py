"""Looks at the claims of an output by rule, and says which need more than that."""

from __future__ import annotations

from collections.abc import Mapping

from dashboard.scoring.offline.comparison import content_of
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.index import ContextIndex
from dashboard.scoring.offline.polar import asked_statement
from dashboard.scoring.offline.reading import Reading, read
from dashboard.scoring.offline.verdicts import finding_on
from dashboard.scoring.types import Claim, Sample

SHORT_ANSWER = 4
"""Content words up to which a claim is read together with what was asked."""
LONGEST_CLAIM = 1500
"""Characters of a claim that are read."""
FINAL = frozenset({"copy", "refusal"})
"""Rules that need no second opinion."""


def rule_findings(
    sample: Sample, claims: Mapping[int, Claim], index: ContextIndex, language: str
) -> dict[int, Finding]:
    """Return what the rules say of claims, which come in the order of the output.

    A bare yes or no is read as the statement that was asked about.
    """
    question = None if sample.input is None else read(sample.input[-600:], language)
    findings: dict[int, Finding] = {}
    before: tuple[Reading, ...] = ()
    for position, claim in claims.items():
        asked = asked_statement(claim.text, sample.input)
        text = claim.text if asked is None else asked
        reading = index.named(read(text[:LONGEST_CLAIM], language))
        short = len(content_of(reading)) <= SHORT_ANSWER and asked is None
        findings[position] = finding_on(
            reading, index, question=question if short else None, before=before
        )
        before = (*before[-3:], reading)
    return findings


def open_claims(
    sample: Sample, claims: Mapping[int, Claim], findings: Mapping[int, Finding]
) -> dict[int, Claim]:
    """Return the claims that need a second opinion.

    What stands in the context word for word needs none, nor does what claims nothing;
    a bare yes or no is left to the rules.
    """
    return {
        position: claim
        for position, claim in claims.items()
        if findings[position].layer not in FINAL
        and asked_statement(claim.text, sample.input) is None
    }
