"""Figures over many runs, summed up by the database.

Only runs that are ``scored`` count, since the others' numbers mean something else;
``include_others`` adds those that are ``partial``, ``no_claims`` or ``no_context``.
Shares and labels are those that count: the judge's, or what people made of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import fsum
from typing import Any

from sqlalchemy import Connection, Engine, Row, func, select

from storage.figures import (
    KindCount,
    LabelCounts,
    Overview,
    ShareHistogram,
    WorstClaim,
)
from storage.filters import conditions
from storage.tables import CLAIM, RUN, VERDICT
from storage.transactions import reading
from storage.values import FINISHED, HALLUCINATED, RunFilter, RunStatus

__all__ = [
    "KindCount",
    "LabelCounts",
    "Overview",
    "ShareHistogram",
    "WorstClaim",
    "hallucinated_kinds",
    "labels_by_judge",
    "overview",
    "share_histogram",
    "worst_claims",
]


def overview(
    engine: Engine, filter: RunFilter, *, include_others: bool = False
) -> Overview:
    """Return the figures of the runs that the filter lets through."""
    counted = _counted(include_others)
    query = (
        select(
            RUN.c.status,
            func.count().label("runs"),
            func.count().filter(RUN.c.flagged).label("flagged"),
            *_LABEL_SUMS,
        )
        .where(*conditions(filter))
        .group_by(RUN.c.status)
        .order_by(RUN.c.status)
    )
    with reading(engine) as connection:
        rows = list(connection.execute(query))
        shares = _shares(connection, filter, counted)
    counting = [row for row in rows if row.status in counted]
    n = sum(row.runs for row in counting)
    return Overview(
        runs=sum(row.runs for row in rows),
        scored=n,
        left_out={row.status: row.runs for row in rows if row.status not in counted},
        flagged=sum(row.flagged for row in rows),
        claims=sum(
            row.supported + row.contradicted + row.unsupported + row.unjudged
            for row in counting
        ),
        supported=sum(row.supported for row in counting),
        contradicted=sum(row.contradicted for row in counting),
        unsupported=sum(row.unsupported for row in counting),
        unjudged=sum(row.unjudged for row in counting),
        mean_share=fsum(share * runs for share, runs in shares) / n if n else None,
        median_share=_median(shares),
    )


def share_histogram(
    engine: Engine, filter: RunFilter, *, bins: int = 20, include_others: bool = False
) -> ShareHistogram:
    """Return how many runs have which share, in ``bins`` ranges of equal width."""
    with reading(engine) as connection:
        shares = _shares(connection, filter, _counted(include_others))
    starts = [at / bins for at in range(bins)]
    counts = [0] * bins
    for share, runs in shares:
        if share > 0:
            counts[bisect_right(starts, share) - 1] += runs
    zero = sum(runs for share, runs in shares if share == 0)
    return ShareHistogram(zero, tuple(counts))


def labels_by_judge(
    engine: Engine, filter: RunFilter, *, include_others: bool = False
) -> list[LabelCounts]:
    """Return how many claims have each label, judges by name."""
    query = (
        select(RUN.c.judge, func.count().label("runs"), *_LABEL_SUMS)
        .where(*conditions(filter), RUN.c.status.in_(_counted(include_others)))
        .group_by(RUN.c.judge)
    )
    with reading(engine) as connection:
        rows = sorted(connection.execute(query), key=lambda row: row.judge)
    return [
        LabelCounts(
            judge=row.judge,
            supported=row.supported,
            contradicted=row.contradicted,
            unsupported=row.unsupported,
            unjudged=row.unjudged,
            runs=row.runs,
        )
        for row in rows
    ]


def hallucinated_kinds(
    engine: Engine, filter: RunFilter, *, include_others: bool = False
) -> list[KindCount]:
    """Return how many hallucinated claims are of which kind, most first.

    Claims without a kind count as ``other``; ties go by name.
    """
    kind = func.coalesce(CLAIM.c.kind, "other")
    query = (
        select(
            kind.label("kind"),
            func.count().filter(CLAIM.c.label == "contradicted").label("contradicted"),
            func.count().filter(CLAIM.c.label == "unsupported").label("unsupported"),
        )
        .join(RUN, RUN.c.id == CLAIM.c.run_id)
        .where(CLAIM.c.label.in_(HALLUCINATED), CLAIM.c.removed_at.is_(None))
        .where(*conditions(filter))
        .where(RUN.c.status.in_(_counted(include_others)))
        .group_by(kind)
        .order_by(func.count().desc(), kind)
    )
    with reading(engine) as connection:
        return [KindCount(*row) for row in connection.execute(query)]


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
    worst = (
        select(CLAIM, RUN.c.judge)
        .join(RUN, RUN.c.id == CLAIM.c.run_id)
        .where(CLAIM.c.label.in_(HALLUCINATED), CLAIM.c.removed_at.is_(None))
        .where(*conditions(filter))
        .where(RUN.c.status.in_(_counted(include_others)))
        .order_by(
            CLAIM.c.label,
            CLAIM.c.confidence.desc().nulls_last(),
            CLAIM.c.run_id.desc(),
            CLAIM.c.position,
        )
        .limit(limit)
    )
    if kind is not None:
        worst = worst.where(func.coalesce(CLAIM.c.kind, "other") == kind)
    with reading(engine) as connection:
        claims = list(connection.execute(worst))
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


_LABEL_SUMS = tuple(
    func.sum(RUN.c[f"final_{name}"]).label(name)
    for name in ("supported", "contradicted", "unsupported", "unjudged")
)


def _counted(include_others: bool) -> tuple[RunStatus, ...]:
    return FINISHED if include_others else ("scored",)


def _shares(
    connection: Connection, filter: RunFilter, statuses: Sequence[RunStatus]
) -> list[tuple[float, int]]:
    """Return the shares that occur, ascending, with how many runs have each.

    Runs have few claims, so few shares occur, however many runs there are.
    """
    query = (
        select(RUN.c.final_share, func.count())
        .where(*conditions(filter), RUN.c.status.in_(statuses))
        .group_by(RUN.c.final_share)
        .order_by(RUN.c.final_share)
    )
    return [(share, runs) for share, runs in connection.execute(query)]


def _median(shares: Sequence[tuple[float, int]]) -> float | None:
    n = sum(runs for _, runs in shares)
    if not n:
        return None
    ends = list(accumulate(runs for _, runs in shares))
    low = shares[bisect_right(ends, (n - 1) // 2)][0]
    high = shares[bisect_right(ends, n // 2)][0]
    return (low + high) / 2


def _deciding(connection: Connection, claim_ids: list[int]) -> dict[int, Row[Any]]:
    """Return by claim the verdict that decides: a person's newest, else the judge's."""
    query = (
        select(VERDICT)
        .where(VERDICT.c.claim_id.in_(claim_ids), VERDICT.c.withdrawn_at.is_(None))
        .order_by(VERDICT.c.person.is_not(None), VERDICT.c.created_at, VERDICT.c.id)
    )
    return {row.claim_id: row for row in connection.execute(query)}
