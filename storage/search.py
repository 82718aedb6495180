"""Finds runs by a text in them."""

from __future__ import annotations

from sqlalchemy import ColumnElement, func, or_, select

from storage.tables import CLAIM, RUN, SAMPLE


def holding(text: str) -> list[ColumnElement[bool]]:
    """Return what runs must meet that hold the text, whatever its case.

    It is looked for as it is: no character of it stands for any other. On SQLite
    ``lower`` and ``strpos`` are those of ``database.py``, which know the case of all
    letters.
    """
    if not text:
        return []
    sought = func.lower(text)

    def holds(column: ColumnElement[str]) -> ColumnElement[bool]:
        return func.strpos(func.lower(column), sought) > 0

    in_sample = select(SAMPLE.c.id).where(
        or_(holds(SAMPLE.c.output), holds(SAMPLE.c.input))
    )
    in_claim = select(CLAIM.c.run_id).where(holds(CLAIM.c.text))
    return [
        or_(
            RUN.c.sample_id.in_(in_sample),
            RUN.c.id.in_(in_claim),
            holds(RUN.c.reason),
        )
    ]
