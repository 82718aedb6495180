"""Between values and rows: settings, hashes, numbers of rows to come."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, Table, text

from storage.values import NewSample, RunSettings

T = TypeVar("T")


def settings_columns(settings: RunSettings) -> dict[str, Any]:
    """Return what a batch or a run keeps of its settings, by column."""
    return {
        "judge": settings.judge,
        "mode": settings.mode,
        "reason_by": settings.reason,
        "scale": settings.scale,
        "temperature": settings.temperature,
        "timeout_s": settings.timeout_s,
        "api_base": settings.api_base,
        "flag_threshold": settings.flag_threshold,
        "seed": settings.seed,
        "repeat": settings.repeat,
        "use_cache": settings.use_cache,
    }


def settings_of(row: Row[Any]) -> RunSettings:
    """Return the settings that the row of a batch or a run holds."""
    return RunSettings(
        judge=row.judge,
        mode=row.mode,
        reason=row.reason_by,
        scale=row.scale,
        temperature=row.temperature,
        timeout_s=row.timeout_s,
        api_base=row.api_base,
        flag_threshold=row.flag_threshold,
        seed=row.seed,
        repeat=row.repeat,
        use_cache=row.use_cache,
    )


def sample_of(row: Row[Any]) -> NewSample:
    """Return the sample of a row of ``sample`` joined with its context's texts."""
    return NewSample(
        output=row.output,
        context=tuple(row.texts),
        input=row.input,
        label=row.label,
        metadata=row.details,
    )


def plain(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return metadata as any database keeps it; what JSON lacks becomes text or None.

    Raises:
        ValueError: If it contains itself.
    """
    if not metadata:
        return {}
    written = json.dumps(dict(metadata), default=str)
    kept: dict[str, Any] = json.loads(written, parse_constant=lambda _: None)
    return kept


_SORTED = json.JSONEncoder(ensure_ascii=False, sort_keys=True)


def content_hash(*parts: object) -> bytes:
    """Return 32 bytes that are equal when all parts are."""
    return sha256(_SORTED.encode(parts).encode()).digest()


def reserve_ids(connection: Connection, table: Table, count: int) -> Sequence[int]:
    """Return ids for rows about to be written, ascending.

    SQLite has one writer at a time, so what is free now stays free until it commits.
    """
    if not count:
        return ()
    if connection.dialect.name == "postgresql":
        query = text(
            "SELECT nextval(pg_get_serial_sequence(:name, 'id'))"
            " FROM generate_series(1, :count)"
        )
        found = connection.scalars(query, {"name": table.name, "count": count})
        return sorted(found)
    query = text(
        f"SELECT max(coalesce((SELECT max(id) FROM {table.name}), 0),"
        " coalesce((SELECT seq FROM sqlite_sequence WHERE name = :name), 0))"
    )
    last = connection.scalar(query, {"name": table.name})
    return range(last + 1, last + 1 + count)


def chunks(items: Sequence[T], size: int) -> Iterable[Sequence[T]]:
    """Return the items in order, at most ``size`` at a time."""
    return (items[start : start + size] for start in range(0, len(items), size))
