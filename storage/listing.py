"""Lists and counts runs, and flags them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, get_args

from sqlalchemy import Engine, Row, Select, func, select, update

from storage.filters import conditions
from storage.orders import order
from storage.rows import chunks
from storage.tables import BATCH, RUN, SAMPLE
from storage.tallies import changing
from storage.transactions import reading, writing
from storage.values import RunFilter, RunStatus, RunSummary, Sort

OUTPUT_START = 200
"""Characters of an output that a list shows."""
AT_ONCE = 10_000
"""Ids asked for in one query; SQLite takes at most 32,766."""


def count_statuses(engine: Engine, *, batch_id: int | None = None) -> dict[str, int]:
    """Return how many runs have each status, those that none has included."""
    query = select(RUN.c.status, func.count().label("runs")).where(
        RUN.c.deleted_at.is_(None)
    )
    if batch_id is not None:
        query = query.where(RUN.c.batch_id == batch_id)
    with reading(engine) as connection:
        rows = connection.execute(query.group_by(RUN.c.status))
        found = {row.status: int(row.runs) for row in rows}
    return {status: found.get(status, 0) for status in get_args(RunStatus)}


def unfinished(engine: Engine, run_ids: Collection[int]) -> set[int]:
    """Return which of these runs are still queued or running."""
    query = select(RUN.c.id).where(RUN.c.status.in_(("queued", "running")))
    with reading(engine) as connection:
        return {
            id
            for some in chunks(list(run_ids), AT_ONCE)
            for id in connection.scalars(query.where(RUN.c.id.in_(some)))
        }


def count_runs(engine: Engine, filter: RunFilter) -> int:
    """Return how many runs the filter lets through."""
    query = select(func.count()).select_from(RUN).where(*conditions(filter))
    with reading(engine) as connection:
        return connection.scalar(query) or 0


def list_runs(
    engine: Engine,
    filter: RunFilter,
    *,
    sort: Sort = "newest",
    limit: int = 50,
    offset: int = 0,
) -> list[RunSummary]:
    """Return the runs that the filter lets through, ties in the sort newest first.

    ``worst`` and ``best`` go by the share, runs without one last; ``longest`` goes by
    the length of the output.
    """
    page = (  # of ids alone: texts that are not shown are not read
        select(RUN.c.id)
        .where(*conditions(filter))
        .order_by(*order(sort))
        .limit(limit)
        .offset(offset)
    )
    query = summaries().where(RUN.c.id.in_(page)).order_by(*order(sort))
    with reading(engine) as connection:
        return [summary_of(row) for row in connection.execute(query)]


def list_judges(engine: Engine) -> list[str]:
    """Return the names of the judges that any run has, sorted."""
    query = select(RUN.c.judge).where(RUN.c.deleted_at.is_(None)).distinct()
    with reading(engine) as connection:
        return sorted(connection.scalars(query))


def flag_runs(engine: Engine, run_ids: Collection[int], *, flagged: bool | None) -> int:
    """Let a person's flag win over the share, and return how many runs have it now.

    True flags the runs, False clears them; None withdraws the person's word, so that
    the share decides again.
    """
    by_share = func.coalesce(RUN.c.final_share > RUN.c.flag_threshold, False)
    change = update(RUN).values(
        person_flag=flagged, flagged=by_share if flagged is None else flagged
    )
    with writing(engine) as connection, changing(connection, run_ids, claims_too=False):
        return sum(
            connection.execute(change.where(RUN.c.id.in_(some))).rowcount
            for some in chunks(list(run_ids), AT_ONCE)
        )


def summaries() -> Select[Any]:
    """Return the query for what a list shows of runs, before filter and order."""
    return (
        select(
            *(RUN.c[name] for name in _OF_RUN),
            func.substr(SAMPLE.c.output, 1, OUTPUT_START).label("output_start"),
            BATCH.c.name.label("batch"),
        )
        .join(SAMPLE, SAMPLE.c.id == RUN.c.sample_id)
        .outerjoin(BATCH, BATCH.c.id == RUN.c.batch_id)
    )


_OF_RUN = (
    "id",
    "created_at",
    "judge",
    "status",
    "share",
    "scale",
    "coverage",
    "final_share",
    "final_supported",
    "final_contradicted",
    "final_unsupported",
    "final_unjudged",
    "flagged",
    "suspicious",
    "reviewed_at",
    "batch_id",
    "error",
)


def summary_of(row: Row[Any]) -> RunSummary:
    """Return the line of a list that a row of ``summaries`` is."""
    labels = (
        row.final_supported,
        row.final_contradicted,
        row.final_unsupported,
        row.final_unjudged,
    )
    return RunSummary(
        run_id=row.id,
        created_at=row.created_at,
        output_start=row.output_start,
        judge=row.judge,
        status=row.status,
        share=row.final_share,
        score=None if row.final_share is None else row.final_share * row.scale,
        scale=row.scale,
        coverage=row.coverage,
        claims=sum(labels),
        supported=labels[0],
        contradicted=labels[1],
        unsupported=labels[2],
        unjudged=labels[3],
        flagged=row.flagged,
        suspicious=row.suspicious,
        reviewed=row.reviewed_at is not None,
        batch=row.batch,
        batch_id=row.batch_id,
        error=row.error,
        judge_share=row.share,
    )
