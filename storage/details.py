"""Reads everything about one run."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, Row, Table, select

from storage.listing import summaries, summary_of
from storage.places import in_output_order
from storage.rows import sample_of, settings_of
from storage.tables import CLAIM, CONTEXT, JUDGE_CALL, NOTE, RUN, SAMPLE, TAG, VERDICT
from storage.transactions import reading
from storage.values import (
    RunDetails,
    StoredCall,
    StoredClaim,
    StoredEvidence,
    StoredVerdict,
)


def get_run(engine: Engine, run_id: int) -> RunDetails | None:
    """Return everything about a run; None when there is none, or it is in the bin.

    Claims come in the order of the output, calls, notes and a claim's verdicts in the
    order in which they were made, tags by name. Claims that a person added and took
    back are left out.
    """
    present = (RUN.c.id == run_id) & RUN.c.deleted_at.is_(None)
    with reading(engine) as connection:
        summary = connection.execute(summaries().where(present)).one_or_none()
        if summary is None:
            return None
        run = connection.execute(select(RUN).where(RUN.c.id == run_id)).one()
        sample = connection.execute(
            select(SAMPLE, CONTEXT.c.texts)
            .join(CONTEXT, CONTEXT.c.id == SAMPLE.c.context_id)
            .where(SAMPLE.c.id == run.sample_id)
        ).one()
        calls = _rows_of(connection, JUDGE_CALL, run_id)
        tags = _rows_of(connection, TAG, run_id)
        notes = _rows_of(connection, NOTE, run_id)
        claims = _claims(connection, run_id)
    return RunDetails(
        summary=summary_of(summary),
        sample_id=run.sample_id,
        sample=sample_of(sample),
        settings=settings_of(run),
        reason=run.reason,
        context_seen=run.context_seen,
        judge_detail=run.judge_detail,
        prompt_version=run.prompt_version,
        tokens_in=run.tokens_in,
        tokens_out=run.tokens_out,
        cost=run.cost,
        duration_s=run.duration_s,
        started_at=run.started_at,
        finished_at=run.finished_at,
        source=run.source,
        claims=tuple(claim for claim in claims if claim.removed_by is None),
        removed_claims=tuple(
            claim for claim in claims if claim.removed_by not in (None, claim.added_by)
        ),
        calls=tuple(_call(row) for row in calls),
        tags=tuple(sorted(row.name for row in tags)),
        notes=tuple(row.text for row in notes),
        trace_id=run.trace_id,
    )


def _rows_of(connection: Connection, table: Table, run_id: int) -> list[Row[Any]]:
    query = select(table).where(table.c.run_id == run_id).order_by(table.c.id)
    return list(connection.execute(query))


def _claims(connection: Connection, run_id: int) -> tuple[StoredClaim, ...]:
    query = (
        select(VERDICT)
        .join(CLAIM, CLAIM.c.id == VERDICT.c.claim_id)
        .where(CLAIM.c.run_id == run_id)
        .order_by(VERDICT.c.person.is_not(None), VERDICT.c.created_at, VERDICT.c.id)
    )
    verdicts: dict[int, list[StoredVerdict]] = {}
    for row in connection.execute(query):
        verdicts.setdefault(row.claim_id, []).append(_verdict(row))
    return tuple(
        StoredClaim(
            claim_id=row.id,
            position=row.position,
            text=row.text,
            start=row.output_start,
            end=row.output_end,
            verdicts=tuple(verdicts[row.id]),
            added_by=row.added_by,
            removed_by=row.removed_by,
            replaces_id=row.replaces_id,
        )
        for row in in_output_order(_rows_of(connection, CLAIM, run_id))
    )


def _verdict(row: Row[Any]) -> StoredVerdict:
    place = (row.context_index, row.evidence_start, row.evidence_end, row.quote)
    return StoredVerdict(
        verdict_id=row.id,
        by="judge" if row.person is None else row.person,
        by_person=row.person is not None,
        label=row.label,
        reason=row.reason,
        confidence=row.confidence,
        kind=row.kind,
        evidence=None if row.context_index is None else StoredEvidence(*place),
        more_evidence=tuple(StoredEvidence(*more) for more in row.more_evidence or ()),
        invented_quote=row.invented_quote,
        layer=row.layer,
        created_at=row.created_at,
        withdrawn_at=row.withdrawn_at,
    )


def _call(row: Row[Any]) -> StoredCall:
    return StoredCall(
        step=row.step,
        attempt=row.attempt,
        model=row.model,
        parameters=row.parameters,
        messages=row.messages,
        reply=row.reply,
        tokens_in=row.tokens_in,
        tokens_out=row.tokens_out,
        cost=row.cost,
        duration_s=row.duration_s,
        error=row.error,
        cached=row.cached,
    )
