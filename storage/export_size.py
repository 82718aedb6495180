"""Says how large an export will be, before it is made."""

from __future__ import annotations

from sqlalchemy import Engine, and_, func, select

from storage.filters import conditions
from storage.tables import CLAIM, RUN
from storage.transactions import reading
from storage.values import RunFilter


def count_export_rows(engine: Engine, filter: RunFilter) -> int:
    """Return how many rows an export of these runs has, the header not counted.

    One for each claim, and one for each run without claims.
    """
    query = (
        select(func.count())
        .select_from(RUN)
        .outerjoin(
            CLAIM, and_(CLAIM.c.run_id == RUN.c.id, CLAIM.c.removed_at.is_(None))
        )
        .where(*conditions(filter))
    )
    with reading(engine) as connection:
        return connection.scalar(query) or 0
