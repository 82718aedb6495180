"""Lists and counts runs, and flags them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, get_args

from sqlalchemy import (
    Connection,
    Engine,
    Row,
    Select,
    Table,
    case,
    func,
    select,
)

from storage.filters import conditions, tally_conditions, tally_for
from storage.paging import page_of_ids
from storage.rows import chunks
from storage.tables import BATCH, RUN, SAMPLE, TALLY
from storage.transactions import reading
from storage.values import RunFilter, RunStatus, RunSummary, Sort
from storage.ways import way_to

OUTPUT_START = 200
"""Characters of an output that a list shows."""
AT_ONCE = 10_000
"""Ids asked for in one query; SQLite takes at most 32,766."""


def count_statuses(engine: Engine, *, batch_id: int | None = None) -> dict[str, int]:
    """Return how many runs have each status, those that none has included."""
    query = select(TALLY.c.status, func.sum(TALLY.c.runs).label("runs"))
    if batch_id is not None:
        query = query.where(TALLY.c.batch_id == batch_id)
    with reading(engine) as connection:
        rows = connection.execute(query.group_by(TALLY.c.status))
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


def count_runs(engine: Engine, filter: RunFilter, *, at_most: int | None = None) -> int:
    """Return how many runs the filter lets through.

    With ``at_most`` counting may end there, where it would take long.
    """
    return count_flagged(engine, filter, at_most=at_most)[0]


def count_flagged(
    engine: Engine, filter: RunFilter, *, at_most: int | None = None
) -> tuple[int, int]:
    """Return how many runs the filter lets through, and how many of them are flagged.

    With ``at_most`` counting may end there, where it would take long.
    """
    with reading(engine) as connection:
        table = tally_for(filter)
        if table is not None:
            return _summed_up(connection, filter, table)
        runs = select(RUN.c.flagged)
        if filter.text and at_most is not None:
            way = way_to(connection, filter, needed=at_most, expected=None)
            runs = runs.where(*way.where).limit(at_most)
        else:
            runs = runs.where(*conditions(filter))
        rows = runs.subquery()
        flagged = func.count().filter(rows.c.flagged)
        found = connection.execute(select(func.count(), flagged).select_from(rows))
        count, of_them = found.one()
        return count, of_them


def _summed_up(
    connection: Connection, filter: RunFilter, table: Table
) -> tuple[int, int]:
    runs = func.coalesce(func.sum(table.c.runs), 0)
    flagged = func.coalesce(func.sum(case((table.c.flagged, table.c.runs))), 0)
    query = select(runs, flagged).where(*tally_conditions(filter, table))
    count, of_them = connection.execute(query).one()
    return count, of_them


def list_runs(
    engine: Engine,
    filter: RunFilter,
    *,
    sort: Sort = "newest",
    limit: int = 50,
    offset: int = 0,
    after: int | None = None,
    expected: int | None = None,
) -> list[RunSummary]:
    """Return the runs that the filter lets through, ties in the sort newest first.

    ``worst`` and ``best`` go by the share and ``least_sure`` by the judge's confidence,
    runs without one last; ``longest`` goes by the length of the output;
    ``contradictions`` begins with most contradicted claims, ``suspicious`` with runs
    that are, newest first, ``disagreement`` with the texts on which judges differ most.

    With ``after``, a run's id, the list begins behind that run, which is quicker than
    a large ``offset``. ``expected`` is how many runs there are in all, if that is
    known: it decides how they are looked up, not which.
    """
    with reading(engine) as connection:
        ids = page_of_ids(
            connection,
            filter,
            sort=sort,
            limit=limit,
            offset=offset,
            after=after,
            expected=expected,
        )
        rows = connection.execute(summaries().where(RUN.c.id.in_(ids)))
        found = {row.id: summary_of(row) for row in rows}
    return [found[id] for id in ids]


def list_judges(engine: Engine) -> list[str]:
    """Return the names of the judges that any run has, sorted."""
    query = select(TALLY.c.judge).where(TALLY.c.runs > 0).distinct()
    with reading(engine) as connection:
        return sorted(connection.scalars(query))


def list_batch_names(engine: Engine) -> dict[int, str]:
    """Return the names of all batches by their ids, newest first."""
    query = select(BATCH.c.id, BATCH.c.name)
    newest = (BATCH.c.created_at.desc(), BATCH.c.id.desc())
    with reading(engine) as connection:
        return {row.id: row.name for row in connection.execute(query.order_by(*newest))}


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
