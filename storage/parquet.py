"""Writes exported claims as Parquet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import IO, TYPE_CHECKING, Any

import pyarrow as pa  # type: ignore[import-untyped]
from pyarrow.parquet import ParquetWriter  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from storage.export import ExportRow

MOST_ROWS = 5_000
MOST_CHARACTERS = 30_000_000
"""Limits of what is in memory at a time, and lies together in the file."""

SCHEMA = pa.schema(
    {
        "run_id": pa.int64(),
        "created_at": pa.timestamp("us", tz="UTC"),
        "batch": pa.string(),
        "judge": pa.string(),
        "status": pa.string(),
        "score": pa.float64(),
        "share": pa.float64(),
        "band": pa.string(),
        "flagged": pa.bool_(),
        "claim_index": pa.int64(),
        "claim": pa.string(),
        "label": pa.string(),
        "person_label": pa.string(),
        "reason": pa.string(),
        "evidence": pa.string(),
        "evidence_context_index": pa.int64(),
        "input": pa.string(),
        "output": pa.string(),
        "context": pa.list_(pa.string()),
        "tags": pa.list_(pa.string()),
        "note": pa.string(),
    }
)


def write_rows(rows: Iterable[ExportRow], stream: IO[bytes]) -> int:
    """Write the rows and return how many they are."""
    count = 0
    with ParquetWriter(stream, SCHEMA) as writer:
        for group in _groups(rows):
            writer.write_table(pa.Table.from_pylist(group, schema=SCHEMA))
            count += len(group)
    return count


def _groups(rows: Iterable[ExportRow]) -> Iterator[list[dict[str, Any]]]:
    group: list[dict[str, Any]] = []
    characters = 0
    for row in rows:
        group.append(asdict(row))
        characters += len(row.output) + sum(map(len, row.context))
        if len(group) == MOST_ROWS or characters >= MOST_CHARACTERS:
            yield group
            group, characters = [], 0
    if group:
        yield group
