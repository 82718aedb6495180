"""Turns what a judge said on a claim into a verdict whose evidence is real."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dashboard.scoring.evidence import find_quote
from dashboard.scoring.llm.items import SaidVerdict
from dashboard.scoring.types import Evidence, Kind, Verdict

NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")


def looked_up_verdict(said: SaidVerdict, claim: str, context: Sequence[str]) -> Verdict:
    """Return the verdict with its quote found in the context, or marked as invented."""
    evidence = find_quote(said.quote, context)
    return Verdict(
        label=said.label,
        reason=said.why or _plain_reason(said, evidence),
        kind=_kind(said, claim, evidence),
        evidence=evidence,
        invented_quote=said.quote.strip() or None if evidence is None else None,
    )


def _plain_reason(said: SaidVerdict, evidence: Evidence | None) -> str:
    if evidence is not None:
        return f"The context says “{evidence.quote}”."
    if said.label == "supported":
        return "The context says so."
    if said.label == "contradicted":
        return "The context says otherwise."
    return "The context does not say this."


def _kind(said: SaidVerdict, claim: str, evidence: Evidence | None) -> Kind | None:
    """Return what a claim conflicts on, as far as the evidence itself shows it."""
    if said.label == "supported":
        return None
    if said.label == "unsupported":
        return "missing"
    if evidence is None:
        return "other"
    if _differ(YEAR, claim, evidence.quote):
        return "date"
    return "number" if _differ(NUMBER, claim, evidence.quote) else "other"


def _differ(pattern: re.Pattern[str], claim: str, quote: str) -> bool:
    mine, theirs = set(pattern.findall(claim)), set(pattern.findall(quote))
    return bool(mine and theirs and not mine <= theirs)
