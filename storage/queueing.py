"""Puts samples into the queue: samples and contexts kept once, a run for each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Engine, Table, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from storage.errors import StorageError
from storage.metadata import keep_metadata
from storage.rows import chunks, content_hash, plain, reserve_ids, settings_columns
from storage.search_index import keep_samples
from storage.tables import CONTEXT, RUN, SAMPLE
from storage.tallies import changing
from storage.texts import storable
from storage.transactions import writing
from storage.values import NewSample, RunSettings, Source

AT_ONCE = 500
"""Samples written together; more gain nothing, and would take memory."""


def queue_runs(
    engine: Engine,
    samples: Sequence[NewSample],
    settings: RunSettings,
    *,
    source: Source,
    batch_id: int | None = None,
    created_at: datetime | None = None,
    trace_ids: Sequence[str | None] | None = None,
    errors: Sequence[str | None] | None = None,
) -> list[int]:
    """Keep the samples with a queued run each and return the runs' ids, in order.

    A sample that is there already, in all its parts, is not kept twice. ``trace_ids``
    and ``errors`` are in the order of the samples; a run with an error is kept as
    failed, and is not queued.

    Raises:
        StorageError: If the database cannot be written, or a text cannot be kept.
        ValueError: If a setting is out of range, or the batch does not exist.
    """
    moment = created_at or datetime.now(UTC)
    run = settings_columns(settings) | NOT_SCORED
    run |= {"source": source, "batch_id": batch_id, "created_at": moment}
    run = {name: value for name, value in run.items() if value is not None}
    traces = iter(trace_ids or [None] * len(samples))
    faults = iter(errors or [None] * len(samples))
    run_ids: list[int] = []
    with writing(engine) as connection:
        for some in chunks(samples, AT_ONCE):
            sample_ids = _keep_samples(connection, some, moment)
            ids = reserve_ids(connection, RUN, len(some))
            rows = [
                run
                | {"id": id, "sample_id": at, **_lengths(sample)}
                | {"trace_id": next(traces), **_failure(next(faults), moment)}
                for id, at, sample in zip(ids, sample_ids, some, strict=True)
            ]
            with changing(connection, ids, claims_too=False):
                connection.execute(insert(RUN), rows)
            run_ids.extend(ids)
    return run_ids


NOT_SCORED: dict[str, Any] = {
    "status": "queued",
    "worker": None,
    "started_at": None,
    "finished_at": None,
    "share": None,
    "coverage": 1.0,
    "context_seen": 1.0,
    "claims": 0,
    "supported": 0,
    "contradicted": 0,
    "unsupported": 0,
    "unjudged": 0,
    "reason": "",
    "error": None,
    "suspicious": False,
    "flagged": False,
    "final_share": None,
    "final_supported": 0,
    "final_contradicted": 0,
    "final_unsupported": 0,
    "final_unjudged": 0,
    "least_confidence": None,
    "kinds": 0,
    "reviewed_at": None,
    "judge_detail": None,
    "prompt_version": None,
    "tokens_in": None,
    "tokens_out": None,
    "cost": None,
    "duration_s": None,
}
"""What a run holds before it is scored; with no claims, coverage is 1."""


def _failure(error: str | None, moment: datetime) -> dict[str, Any]:
    """Return what differs in a run that failed before it could be queued.

    All rows of one insert need the same columns, so those of a queued run are named.
    """
    status = "queued" if error is None else "failed"
    finished_at = None if error is None else moment
    return {"status": status, "error": storable(error), "finished_at": finished_at}


def _lengths(sample: NewSample) -> dict[str, int]:
    context_chars = sum(len(text) for text in sample.context)
    return {"output_chars": len(sample.output), "context_chars": context_chars}


def _keep_samples(
    connection: Connection, samples: Sequence[NewSample], moment: datetime
) -> list[int]:
    """Return the samples' ids, in order."""
    for sample in samples:
        _refuse_nul(sample)
    contexts = [content_hash(sample.context) for sample in samples]
    context_ids = _keep(
        connection,
        CONTEXT,
        [
            {"hash": key, "texts": list(sample.context)}
            for key, sample in zip(contexts, samples, strict=True)
        ],
    )
    rows = [
        _sample_row(sample, key, context_id, moment)
        for sample, key, context_id in zip(samples, contexts, context_ids, strict=True)
    ]
    last = connection.scalar(select(func.max(SAMPLE.c.id))) or 0
    ids = _keep(connection, SAMPLE, rows)
    details = {id: row["details"] for id, row in zip(ids, rows, strict=True)}
    keep_metadata(connection, details)
    keep_samples(connection, {id for id in ids if id > last})
    return ids


def _sample_row(
    sample: NewSample, context: bytes, context_id: int, moment: datetime
) -> dict[str, Any]:
    details = plain(sample.metadata)
    texts = content_hash(sample.input, sample.output, context.hex())
    return {
        "created_at": moment,
        "hash": content_hash(texts.hex(), sample.label, details),
        "content_hash": texts,
        "input": sample.input,
        "output": sample.output,
        "context_id": context_id,
        "label": sample.label,
        "details": details,
    }


def _keep(
    connection: Connection, table: Table, rows: Sequence[dict[str, Any]]
) -> list[int]:
    """Write the rows whose hash is not there yet and return the ids of all, in order.

    Where several write at once, rows go in by the order of their hashes, so that two
    writers that keep the same rows wait for, rather than block, each other.
    """
    by_hash = {row["hash"]: row for row in rows}
    if connection.dialect.name == "sqlite":
        keep = sqlite.insert(table).on_conflict_do_nothing()
        connection.execute(keep, list(by_hash.values()))
    else:
        keep_sorted = postgresql.insert(table).on_conflict_do_nothing()
        connection.execute(keep_sorted, [by_hash[key] for key in sorted(by_hash)])
    query = select(table.c.hash, table.c.id).where(table.c.hash.in_(by_hash))
    ids = {row.hash: row.id for row in connection.execute(query)}
    return [ids[row["hash"]] for row in rows]


def _refuse_nul(sample: NewSample) -> None:
    if any(
        "\0" in text for text in (sample.output, sample.input or "", *sample.context)
    ):
        raise StorageError(
            "A text holds a NUL character, which no database can keep. Remove it, then"
            " try again."
        )
