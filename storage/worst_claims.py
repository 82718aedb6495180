"""The claims that are hallucinated most surely."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Row,
    Select,
    func,
    literal_column,
    select,
)

from storage.figures import WorstClaim
from storage.filters import conditions
from storage.plans import aside
from storage.sources import counted
from storage.tables import CLAIM, RUN, VERDICT
from storage.transactions import reading
from storage.values import HALLUCINATED, RunFilter
from storage.ways import is_narrow


def worst_claims(
    engine: Engine,
    filter: RunFilter,
    *,
    kind: str | None = None,
    limit: int = 20,
    include_others: bool = False,
) -> list[WorstClaim]:
    """Return hallucinated claims, contradicted first, then by falling confidence.

    Those without a confidence come last of their label; ties go newest run first, then
    in the order of the output.
    """
    with reading(engine) as connection:
        narrow = is_narrow(connection, filter)
        claims: list[Row[Any]] = []
        for label in HALLUCINATED:
            worst = _worst(filter, label, kind, include_others, narrow=narrow)
            claims += connection.execute(worst.limit(limit - len(claims)))
        decisions = _deciding(connection, [claim.id for claim in claims])
    return [
        WorstClaim(
            run_id=claim.run_id,
            claim_id=claim.id,
            text=claim.text,
            label=claim.label,
            kind=claim.kind,
            reason=decisions[claim.id].reason,
            confidence=claim.confidence,
            judge=claim.judge,
            evidence_quote=decisions[claim.id].quote,
        )
        for claim in claims
    ]


def _worst(
    filter: RunFilter,
    label: str,
    kind: str | None,
    include_others: bool,
    *,
    narrow: bool,
) -> Select[Any]:
    """Return the query for claims of a label, from their index or from their runs."""
    of_label: ColumnElement[bool] = CLAIM.c.label == literal_column(f"'{label}'")
    if narrow:
        of_label = aside(CLAIM.c.label) == label
    query = (
        select(CLAIM, RUN.c.judge)
        .join(RUN, RUN.c.id == CLAIM.c.run_id)
        .where(of_label, CLAIM.c.removed_at.is_(None), *conditions(filter))
        .where(aside(RUN.c.status).in_(counted(include_others)))
        .order_by(
            CLAIM.c.confidence.desc().nulls_last(),
            CLAIM.c.run_id.desc(),
            CLAIM.c.position,
        )
    )
    if kind is not None:
        query = query.where(func.coalesce(CLAIM.c.kind, "other") == kind)
    return query


def _deciding(connection: Connection, claim_ids: list[int]) -> dict[int, Row[Any]]:
    """Return by claim the verdict that decides: a person's newest, else the judge's."""
    query = (
        select(VERDICT)
        .where(VERDICT.c.claim_id.in_(claim_ids), VERDICT.c.withdrawn_at.is_(None))
        .order_by(VERDICT.c.person.is_not(None), VERDICT.c.created_at, VERDICT.c.id)
    )
    return {row.claim_id: row for row in connection.execute(query)}
