"""How far the judges of the same texts are apart, kept on each of their runs."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, and_, bindparam, case, func, or_, select, update

from storage.rows import chunks
from storage.tables import RUN, SAMPLE

AT_ONCE = 5_000
"""Ids asked for in one query; SQLite takes at most 32,766."""

_COUNTS = and_(RUN.c.deleted_at.is_(None), RUN.c.share.is_not(None))
_SHARE = case((_COUNTS, RUN.c.share))
_JUDGE = case((_COUNTS, RUN.c.judge))


def keep(connection: Connection, run_ids: Sequence[int]) -> None:
    """Let all runs of the same texts as these know the spread of the judges' shares.

    It is the greatest share less the least of the runs that have one and are not in the
    bin, once they are of two judges or more; else None.
    """
    for some in chunks(run_ids, AT_ONCE):
        texts = (
            select(SAMPLE.c.content_hash)
            .join(RUN, RUN.c.sample_id == SAMPLE.c.id)
            .where(RUN.c.id.in_(some))
        )
        query = (
            select(
                SAMPLE.c.content_hash,
                func.count(_JUDGE.distinct()).label("judges"),
                (func.max(_SHARE) - func.min(_SHARE)).label("spread"),
            )
            .join(RUN, RUN.c.sample_id == SAMPLE.c.id)
            .where(SAMPLE.c.content_hash.in_(texts))
            .group_by(SAMPLE.c.content_hash)
            .having(or_(func.count(_JUDGE.distinct()) > 1, func.max(RUN.c.spread) >= 0))
        )
        rows = [
            {"texts": row.content_hash, "new": row.spread if row.judges > 1 else None}
            for row in connection.execute(query)
        ]
        if rows:
            connection.execute(_KEEP, rows)


_KEEP = (
    update(RUN)
    .where(
        RUN.c.sample_id.in_(
            select(SAMPLE.c.id).where(SAMPLE.c.content_hash == bindparam("texts"))
        )
    )
    .values(spread=bindparam("new"))
)
