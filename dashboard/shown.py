"""What a claim shows: where it stands, where its evidence stands, its small print."""

from __future__ import annotations

from collections.abc import Iterable

from dashboard import display
from dashboard.marks import Mark
from storage.values import RunDetails, StoredClaim, StoredEvidence, StoredVerdict

NOT_FOUND = "Not found in the context"
"""What is said of a quote that the judge made up."""
LONGEST_QUOTE = 600
"""Characters of a quote on a card; the context beside it shows all of it."""


def worst_first(claims: Iterable[StoredClaim]) -> list[StoredClaim]:
    """Return claims with contradictions first, then in the order they come in."""
    return sorted(claims, key=lambda claim: display.badness(claim.label))


def claim_marks(claims: Iterable[StoredClaim]) -> list[Mark]:
    """Return where claims stand in the output; those without a span have no mark."""
    return [
        Mark(claim.start, claim.end, claim.label, claim.position + 1)
        for claim in claims
        if claim.start is not None and claim.end is not None
    ]


def evidence_marks(run: RunDetails) -> list[list[Mark]]:
    """Return, for each context item, where the evidence of the claims stands in it."""
    marks: list[list[Mark]] = [[] for _ in run.sample.context]
    for claim in run.claims:
        near = is_near(claim)
        for passage in passages(claim):
            if 0 <= passage.context_index < len(marks):
                marks[passage.context_index].append(
                    Mark(
                        passage.start,
                        passage.end,
                        claim.label,
                        claim.position + 1,
                        near=near,
                    )
                )
    return marks


def passages(claim: StoredClaim) -> list[StoredEvidence]:
    """Return the evidence of a claim: a person's own, else what the judge gave."""
    verdict = _shown(claim)
    first = [verdict.evidence] if verdict.evidence else []
    return [*first, *verdict.more_evidence]


def is_near(claim: StoredClaim) -> bool:
    """Return whether a claim's evidence is only what comes closest."""
    return _shown(claim).label == "unsupported"


def _shown(claim: StoredClaim) -> StoredVerdict:
    """Return the verdict whose evidence is shown."""
    deciding = claim.deciding
    has_own = deciding.evidence is not None or deciding.more_evidence
    return deciding if has_own or claim.judged is None else claim.judged


def invented_quote(claim: StoredClaim) -> str | None:
    """Return what the judge quoted though it stands nowhere in the context."""
    return claim.judged.invented_quote if claim.judged else None


def meta(claim: StoredClaim, *, votes: int) -> list[str]:
    """Return the small print of a claim: number, kind, how sure, who said so."""
    verdict = claim.deciding
    words = [f"claim {claim.position + 1}"]
    if verdict.kind:
        words.append(display.KINDS.get(verdict.kind, verdict.kind).lower())
    if verdict.confidence is not None:
        sure = "sure" if votes == 1 or verdict.by_person else "of the votes"
        words.append(f"{display.percent(verdict.confidence)} {sure}")
    if verdict.by_person:
        words.append(f"by {verdict.by}")
    if claim.added_by:
        words.append(f"added by {claim.added_by}")
    if claim.start is None:
        words.append("not found in the output")
    return words


def cited(passage: StoredEvidence, *, near: bool) -> str:
    """Return where a quote stands, in words."""
    where = f"Context {passage.context_index + 1}"
    return f"Closest: {where}" if near else where


def overruled(claim: StoredClaim) -> StoredVerdict | None:
    """Return the judge's verdict where a person's decides, to stand beside it."""
    return claim.judged if claim.deciding.by_person else None
