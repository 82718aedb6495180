"""Which share a judge's runs must exceed to be flagged, where somebody chose one."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Engine, delete, func, insert, select

from storage.flagging import flagged_now, reflag
from storage.rows import chunks
from storage.tables import JUDGE_CUT_OFF, RUN
from storage.tallies import AT_ONCE, changing
from storage.transactions import reading, writing


def cut_off(engine: Engine, *, judge: str) -> float | None:
    """Return the share kept for a judge; None when the runs' own threshold decides."""
    query = select(JUDGE_CUT_OFF.c.share).where(JUDGE_CUT_OFF.c.judge == judge)
    with reading(engine) as connection:
        found: float | None = connection.scalar(query)
    return found


def keep_cut_off(engine: Engine, *, judge: str, share: float | None) -> int:
    """Keep a share for a judge and return how many of its runs are flagged now.

    None forgets it: each run's own threshold decides again. A person's flag wins.

    Raises:
        ValueError: If the share does not lie between 0 and 1.
    """
    row = {"judge": judge, "share": share, "created_at": datetime.now(UTC)}
    of_judge = RUN.c.judge == judge
    changes = select(RUN.c.id).where(of_judge, RUN.c.flagged != flagged_now())
    in_view = (of_judge, RUN.c.flagged, RUN.c.deleted_at.is_(None))
    with writing(engine) as connection:
        connection.execute(delete(JUDGE_CUT_OFF).where(JUDGE_CUT_OFF.c.judge == judge))
        if share is not None:
            connection.execute(insert(JUDGE_CUT_OFF).values(row))
        for ids in chunks(connection.scalars(changes).all(), AT_ONCE):
            with changing(connection, ids, claims_too=False):
                reflag(connection, ids)
        count = select(func.count()).select_from(RUN).where(*in_view)
        return connection.scalar(count) or 0
