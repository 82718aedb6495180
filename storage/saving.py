"""Keeps what workers found out: runs with their claims, verdicts and calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Engine, Row, bindparam, insert, select, update

from storage.flagging import reflag
from storage.kinds import packed
from storage.reviews_import import bring_waiting
from storage.rows import reserve_ids
from storage.search_index import keep_runs
from storage.tables import CLAIM, JUDGE_CALL, RUN, SAMPLE, VERDICT
from storage.tallies import changing
from storage.text_keys import text_key
from storage.texts import storable
from storage.transactions import writing
from storage.values import FinishedRun, NewCall, NewClaim, NewVerdict, StoredEvidence


def save_runs(engine: Engine, runs: Sequence[FinishedRun], *, worker: str) -> int:
    """Keep what was found out about runs, all of it or nothing, and return how many.

    Runs that are not this worker's, because they were taken back from it, are left out:
    each run is kept once.

    Raises:
        StorageError: If the database cannot be written.
        ValueError: If a run has a word or a number that its table refuses; then none
            is kept.
    """
    moment = datetime.now(UTC)
    with writing(engine) as connection:
        mine = _running(connection, worker)
        kept = {run.run_id: run for run in reversed(runs) if run.run_id in mine}
        if not kept:
            return 0
        with changing(connection, kept, claims_too=False):
            connection.execute(
                _FINISH, [_run_row(run, mine[id], moment) for id, run in kept.items()]
            )
            _keep_claims(connection, kept.values(), mine, moment)
            reflag(connection, kept)
        bring_waiting(connection, kept)
        keep_runs(connection, kept)
        calls = [_call_row(id, call) for id, run in kept.items() for call in run.calls]
        if calls:
            connection.execute(insert(JUDGE_CALL), calls)
    return len(kept)


def _running(connection: Connection, worker: str) -> dict[int, Row[*tuple[Any, ...]]]:
    query = (
        select(RUN.c.id, RUN.c.flag_threshold, RUN.c.person_flag, SAMPLE.c.context_id)
        .join(SAMPLE, SAMPLE.c.id == RUN.c.sample_id)
        .where(RUN.c.worker == worker, RUN.c.status == "running")
    )
    return {row.id: row for row in connection.execute(query)}


_FOUND = (
    "status",
    "worker",
    "finished_at",
    "share",
    "coverage",
    "context_seen",
    "claims",
    "supported",
    "contradicted",
    "unsupported",
    "unjudged",
    "final_share",
    "final_supported",
    "final_contradicted",
    "final_unsupported",
    "final_unjudged",
    "least_confidence",
    "kinds",
    "reason",
    "error",
    "suspicious",
    "flagged",
    "judge_detail",
    "prompt_version",
    "tokens_in",
    "tokens_out",
    "cost",
    "duration_s",
)
_FINISH = (
    update(RUN)
    .where(RUN.c.id == bindparam("run_id"))
    .values({name: bindparam(f"new_{name}") for name in _FOUND})
)


def _run_row(
    run: FinishedRun, before: Row[*tuple[Any, ...]], moment: datetime
) -> dict[str, Any]:
    labels = Counter(claim.verdict.label for claim in run.claims)
    verdicts = [claim.verdict for claim in run.claims]
    confidences = [v.confidence for v in verdicts if v.confidence is not None]
    by_share = run.share is not None and run.share > before.flag_threshold
    return {
        "run_id": run.run_id,
        "new_status": run.status,
        "new_worker": None,
        "new_finished_at": moment,
        "new_share": run.share,
        "new_coverage": run.coverage,
        "new_context_seen": run.context_seen,
        "new_claims": len(run.claims),
        "new_supported": labels["supported"],
        "new_contradicted": labels["contradicted"],
        "new_unsupported": labels["unsupported"],
        "new_unjudged": labels["unjudged"],
        "new_final_share": run.share,
        "new_final_supported": labels["supported"],
        "new_final_contradicted": labels["contradicted"],
        "new_final_unsupported": labels["unsupported"],
        "new_final_unjudged": labels["unjudged"],
        "new_least_confidence": min(confidences, default=None),
        "new_kinds": packed((each.kind, each.label) for each in verdicts),
        "new_reason": storable(run.reason),
        "new_error": storable(run.error),
        "new_suspicious": run.suspicious,
        "new_flagged": by_share if before.person_flag is None else before.person_flag,
        "new_judge_detail": storable(run.judge_detail),
        "new_prompt_version": run.prompt_version,
        "new_tokens_in": run.tokens_in,
        "new_tokens_out": run.tokens_out,
        "new_cost": run.cost,
        "new_duration_s": run.duration_s,
    }


def _keep_claims(
    connection: Connection,
    runs: Iterable[FinishedRun],
    before: Mapping[int, Row[*tuple[Any, ...]]],
    moment: datetime,
) -> None:
    found = [
        (before[run.run_id], position, claim)
        for run in runs
        for position, claim in enumerate(run.claims)
    ]
    if not found:
        return
    ids = reserve_ids(connection, CLAIM, len(found))
    connection.execute(
        insert(CLAIM),
        [_claim_row(id, *place) for id, place in zip(ids, found, strict=True)],
    )
    connection.execute(
        insert(VERDICT),
        [
            _verdict_row(id, claim.verdict, moment)
            for id, (_, _, claim) in zip(ids, found, strict=True)
        ],
    )


def _claim_row(
    id: int, run: Row[*tuple[Any, ...]], position: int, claim: NewClaim
) -> dict[str, Any]:
    evidence = claim.verdict.evidence
    return {
        "id": id,
        "run_id": run.id,
        "position": position,
        "text": storable(claim.text),
        "output_start": claim.start,
        "output_end": claim.end,
        "label": claim.verdict.label,
        "kind": claim.verdict.kind,
        "confidence": claim.verdict.confidence,
        "text_key": text_key(claim.text),
        "context_id": evidence and run.context_id,
        "context_index": evidence and evidence.context_index,
    }


def _verdict_row(
    claim_id: int, verdict: NewVerdict, moment: datetime
) -> dict[str, Any]:
    evidence = verdict.evidence
    return {
        "claim_id": claim_id,
        "created_at": moment,
        "label": verdict.label,
        "reason": storable(verdict.reason),
        "confidence": verdict.confidence,
        "kind": verdict.kind,
        "context_index": evidence and evidence.context_index,
        "evidence_start": evidence and evidence.start,
        "evidence_end": evidence and evidence.end,
        "quote": evidence and storable(evidence.quote),
        "more_evidence": [_parts(more) for more in verdict.more_evidence] or None,
        "invented_quote": storable(verdict.invented_quote),
        "layer": verdict.layer,
    }


def _parts(evidence: StoredEvidence) -> tuple[int, int, int, str | None]:
    return (
        evidence.context_index,
        evidence.start,
        evidence.end,
        storable(evidence.quote),
    )


def _call_row(run_id: int, call: NewCall) -> dict[str, Any]:
    return {
        "run_id": run_id,
        "step": call.step,
        "attempt": call.attempt,
        "model": call.model,
        "parameters": dict(call.parameters),
        "messages": [
            {key: storable(text) for key, text in message.items()}
            for message in call.messages
        ],
        "reply": storable(call.reply),
        "tokens_in": call.tokens_in,
        "tokens_out": call.tokens_out,
        "cost": call.cost,
        "duration_s": call.duration_s,
        "error": storable(call.error),
        "cached": call.cached,
    }
