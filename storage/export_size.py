"""Says how large an export will be, before it is made."""

from __future__ import annotations

from sqlalchemy import Engine, case, func, select

from storage.sources import source
from storage.tallies import LABELS
from storage.transactions import reading
from storage.values import RunFilter


def count_export_rows(engine: Engine, filter: RunFilter) -> int:
    """Return how many rows an export of these runs has, the header not counted.

    One for each claim, and one for each run without claims.
    """
    found = source(filter)
    supported, *others = (found.columns[label] for label in LABELS)
    claims = sum(others, start=supported)
    rows = func.sum(case((claims > 0, claims), else_=found.columns["runs"]))
    query = select(func.coalesce(rows, 0)).select_from(found.rows).where(*found.where)
    with reading(engine) as connection:
        return connection.scalar(query) or 0
