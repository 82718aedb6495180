"""Queues samples again that were scored before, for another judge or setting."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, func, insert, select

from storage.queueing import NOT_SCORED
from storage.rows import chunks, reserve_ids, settings_columns
from storage.tables import RUN
from storage.tallies import changing
from storage.transactions import writing
from storage.values import RunSettings, Source

AT_ONCE = 10_000
"""Ids named in one statement, and rows written by one."""
LENGTHS = (RUN.c.output_chars, RUN.c.context_chars)


def queue_again(
    engine: Engine,
    settings: RunSettings,
    *,
    source: Source,
    batch_id: int | None = None,
    of_runs: Collection[int] | None = None,
    of_batch: int | None = None,
) -> list[int]:
    """Keep a new queued run of each sample of some runs and return their ids.

    The runs are those of ``of_runs`` or of ``of_batch`` that are not in the bin; the
    new ones are in the order of the old, a sample that several of them share counting
    once. They belong to the batch ``batch_id``, or to none.

    Raises:
        StorageError: If the database cannot be written.
        ValueError: If a setting is out of range, or the batch does not exist.
    """
    run: dict[str, Any] = settings_columns(settings) | NOT_SCORED
    run |= {"source": source, "batch_id": batch_id, "created_at": datetime.now(UTC)}
    run_ids: list[int] = []
    with writing(engine) as connection:
        lengths = _samples(connection, of_runs, of_batch)
        for some in chunks(list(lengths.items()), AT_ONCE):
            ids = reserve_ids(connection, RUN, len(some))
            rows = [
                run | {"id": id, "sample_id": sample} | chars
                for id, (sample, chars) in zip(ids, some, strict=True)
            ]
            with changing(connection, ids, claims_too=False):
                connection.execute(insert(RUN), rows)
            run_ids.extend(ids)
    return run_ids


def _samples(
    connection: Connection, of_runs: Collection[int] | None, of_batch: int | None
) -> dict[int, dict[str, int]]:
    """Return the samples' ids, each with the lengths of its texts, in order."""
    if of_runs is None:
        return _found(connection, RUN.c.batch_id == of_batch)
    found: dict[int, dict[str, int]] = {}
    for some in chunks(sorted(set(of_runs)), AT_ONCE):
        found |= _found(connection, RUN.c.id.in_(some))
    return found


def _found(
    connection: Connection, runs: ColumnElement[bool]
) -> dict[int, dict[str, int]]:
    query = (
        select(RUN.c.sample_id, *LENGTHS)
        .where(runs, RUN.c.deleted_at.is_(None))
        .group_by(RUN.c.sample_id, *LENGTHS)
        .order_by(func.min(RUN.c.id))
    )
    return {
        row.sample_id: {
            "output_chars": row.output_chars,
            "context_chars": row.context_chars,
        }
        for row in connection.execute(query)
    }
