"""Columns of samples' metadata: kept apart from the samples, so that they are found."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, func, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite

from storage.rows import chunks
from storage.tables import METADATA_VALUE, SAMPLE_METADATA
from storage.texts import storable
from storage.transactions import reading

LONGEST = 200
"""Characters of a value that tell it from others; longer ones are cut."""
AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class MetadataColumn:
    """A column of the metadata, with how many values there are in it."""

    name: str
    values: int


def value_text(value: object) -> str | None:
    """Return a value of the metadata as it is filtered by; None for none.

    A text stands for itself, anything else for how JSON writes it, both cut at
    ``LONGEST`` characters.
    """
    if value is None or value == "":
        return None
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return storable(text[:LONGEST])


def keep_metadata(
    connection: Connection, details: Mapping[int, Mapping[str, Any]]
) -> None:
    """Let samples be found by their metadata, given by the samples' ids."""
    pairs = {
        id: [
            (name, text)
            for name, value in of_sample.items()
            if (text := value_text(value)) is not None
        ]
        for id, of_sample in details.items()
    }
    ids = _value_ids(
        connection, sorted({pair for some in pairs.values() for pair in some})
    )
    rows = [
        {"value_id": ids[pair], "sample_id": id}
        for id, some in sorted(pairs.items())
        for pair in some
    ]
    if rows:
        dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
        insert = dialect.insert(SAMPLE_METADATA).on_conflict_do_nothing()
        connection.execute(insert, rows)


def _value_ids(
    connection: Connection, pairs: list[tuple[str, str]]
) -> dict[tuple[str, str], int]:
    if not pairs:
        return {}
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    insert = dialect.insert(METADATA_VALUE).on_conflict_do_nothing()
    connection.execute(insert, [{"name": n, "value": v} for n, v in pairs])
    key = tuple_(METADATA_VALUE.c.name, METADATA_VALUE.c.value)
    return {
        (row.name, row.value): row.id
        for some in chunks(pairs, AT_ONCE)
        for row in connection.execute(select(METADATA_VALUE).where(key.in_(some)))
    }


def metadata_columns(engine: Engine) -> list[MetadataColumn]:
    """Return the columns that the metadata of any sample has, by name."""
    query = (
        select(METADATA_VALUE.c.name, func.count())
        .group_by(METADATA_VALUE.c.name)
        .order_by(METADATA_VALUE.c.name)
    )
    with reading(engine) as connection:
        return [MetadataColumn(*row) for row in connection.execute(query)]


def metadata_values(engine: Engine, name: str, *, limit: int = 100) -> list[str]:
    """Return the values of a column of the metadata, in order, the first of them."""
    query = (
        select(METADATA_VALUE.c.value)
        .where(METADATA_VALUE.c.name == name)
        .order_by(METADATA_VALUE.c.value)
        .limit(limit)
    )
    with reading(engine) as connection:
        return list(connection.scalars(query))
