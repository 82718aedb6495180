"""Keeps the indexes that texts are looked up in, on SQLite (see ``search.py``).

Rows are only ever added: an index says where a text may be, and the texts themselves
say whether it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select, text

from storage.rows import chunks
from storage.tables import CLAIM, RUN, SAMPLE

END = "\x01"
"""Stands between the texts of a row, and twice behind the last, so that each letter
begins a sequence."""
AT_ONCE = 5_000
"""Rows read together; SQLite takes at most 32,766 ids."""
MADE = (
    "CREATE VIRTUAL TABLE {index} USING fts5(texts, content='', columnsize=0,"
    " detail=none, tokenize='trigram case_sensitive 1')",
    "CREATE VIRTUAL TABLE {index}_terms USING fts5vocab({index}, 'row')",
)


def make(connection: Connection) -> None:
    """Make the indexes and fill them from the texts that are there."""
    if connection.dialect.name != "sqlite":
        return
    for index in ("sample_text", "run_text"):
        for statement in MADE:
            connection.execute(text(statement.format(index=index)))
    fill(connection)


def fill(connection: Connection) -> None:
    """Put all texts that are there into the indexes, which hold none yet."""
    for ids in _ids(connection, SAMPLE):
        keep_samples(connection, ids)
    for ids in _ids(connection, RUN):
        keep_runs(connection, ids)


def keep_samples(connection: Connection, sample_ids: Iterable[int]) -> None:
    """Let samples be found by their outputs and inputs."""
    if connection.dialect.name != "sqlite":
        return
    query = select(SAMPLE.c.id, SAMPLE.c.output, SAMPLE.c.input)
    for some in chunks(list(sample_ids), AT_ONCE):
        rows = connection.execute(query.where(SAMPLE.c.id.in_(some)))
        _add(connection, "sample_text", {row.id: row[1:] for row in rows})


def keep_runs(
    connection: Connection, run_ids: Iterable[int], *, by_people: bool = False
) -> None:
    """Let runs be found by their reasons, and by claims that are not in their outputs.

    ``by_people`` is whether claims alone are meant, and of them those that people made.
    """
    if connection.dialect.name != "sqlite":
        return
    claims = select(CLAIM.c.run_id, CLAIM.c.text).where(CLAIM.c.removed_at.is_(None))
    if by_people:
        claims = claims.where(CLAIM.c.added_by.is_not(None))
    for some in chunks(list(run_ids), AT_ONCE):
        found = connection.execute(claims.where(CLAIM.c.run_id.in_(some))).all()
        read = {row.run_id for row in found} if by_people else some
        runs = connection.execute(_RUNS.where(RUN.c.id.in_(read))).all()
        outputs = {row.id: row.output.casefold() for row in runs}
        texts = {row.id: [] if by_people else [row.reason] for row in runs}
        for row in found:
            if row.text.casefold() not in outputs[row.run_id]:
                texts[row.run_id].append(row.text)
        _add(connection, "run_text", texts)


_RUNS = select(RUN.c.id, RUN.c.reason, SAMPLE.c.output).join(
    SAMPLE, SAMPLE.c.id == RUN.c.sample_id
)


def _add(
    connection: Connection, index: str, texts: Mapping[int, Sequence[str | None]]
) -> None:
    rows = [
        (id, END.join([*said, END]).casefold())
        for id, some in texts.items()
        if (said := [each for each in some if each])
    ]
    if rows:
        connection.exec_driver_sql(
            f"INSERT INTO {index} (rowid, texts) VALUES (?, ?)", rows
        )


def _ids(connection: Connection, rows: Any) -> Iterable[list[int]]:
    after = 0
    query = select(rows.c.id).order_by(rows.c.id).limit(AT_ONCE)
    while ids := connection.scalars(query.where(rows.c.id > after)).all():
        yield list(ids)
        after = ids[-1]
