"""Between scoring and storage: results as they are kept, and what is kept as values."""

from __future__ import annotations

from dataclasses import asdict
from typing import cast

from dashboard.scoring import Evidence, Result, Sample
from dashboard.scoring.types import Call, Claim, Kind, Label, Verdict
from storage.values import (
    FinishedRun,
    NewCall,
    NewClaim,
    NewVerdict,
    QueuedRun,
    StoredClaim,
    StoredEvidence,
)


def sample_of(run: QueuedRun) -> Sample:
    """Return what a queued run is to score."""
    return Sample(
        output=run.sample.output,
        context=list(run.sample.context),
        input=run.sample.input,
        metadata=run.sample.metadata,
    )


def finished(run_id: int, result: Result) -> FinishedRun:
    """Return a result as it is kept."""
    return FinishedRun(
        run_id=run_id,
        status=result.status,
        share=result.share,
        coverage=result.coverage,
        context_seen=result.context_seen,
        reason=result.reason,
        claims=tuple(_new_claim(claim) for claim in result.claims),
        calls=tuple(_new_call(call) for call in result.calls),
        error=result.error,
        suspicious=result.suspicious,
        judge_detail=result.judge_detail,
        prompt_version=result.prompt_version,
        tokens_in=result.tokens_in,
        tokens_out=result.tokens_out,
        cost=result.cost,
        duration_s=result.duration_s,
    )


def failed(run_id: int, error: str) -> FinishedRun:
    """Return how a run is kept that could not even be tried."""
    return FinishedRun(
        run_id=run_id,
        status="failed",
        share=None,
        coverage=0.0,
        context_seen=0.0,
        reason="",
        error=error,
    )


def claim_of(claim: StoredClaim) -> Claim:
    """Return a kept claim with the verdict that counts, as scoring knows it."""
    verdict = claim.deciding
    return Claim(
        claim.text,
        claim.start,
        claim.end,
        Verdict(
            label=cast(Label, verdict.label),
            reason=verdict.reason,
            confidence=verdict.confidence,
            kind=cast("Kind | None", verdict.kind),
            evidence=_evidence(verdict.evidence) if verdict.evidence else None,
            more_evidence=tuple(_evidence(more) for more in verdict.more_evidence),
            invented_quote=verdict.invented_quote,
            layer=verdict.layer,
        ),
    )


def _evidence(kept: StoredEvidence) -> Evidence:
    return Evidence(kept.context_index, kept.start, kept.end, kept.quote)


def _new_claim(claim: Claim) -> NewClaim:
    verdict = claim.verdict
    return NewClaim(
        text=claim.text,
        start=claim.start,
        end=claim.end,
        verdict=NewVerdict(
            label=verdict.label,
            reason=verdict.reason,
            confidence=verdict.confidence,
            kind=verdict.kind,
            evidence=_stored(verdict.evidence) if verdict.evidence else None,
            more_evidence=tuple(_stored(more) for more in verdict.more_evidence),
            invented_quote=verdict.invented_quote,
            layer=verdict.layer,
        ),
    )


def _stored(evidence: Evidence) -> StoredEvidence:
    return StoredEvidence(*evidence)


def _new_call(call: Call) -> NewCall:
    return NewCall(**asdict(call))
