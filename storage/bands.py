"""The named ranges of a share. Scoring has the same; a test compares them."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_

STARTS = ((0.9, "complete"), (0.7, "high"), (0.5, "mixed"))
"""From where each band begins, highest first; above 0 and under the last is low."""


def band(share: float) -> str:
    """Return the band of a share from 0 to 1."""
    if share == 0:
        return "none"
    return next((name for start, name in STARTS if share >= start), "low")


def bands(share: ColumnElement[float]) -> dict[str, ColumnElement[bool]]:
    """Return for each band what a column must meet to be in it."""
    found = {"none": share == 0}
    end: float | None = None
    for start, name in (*STARTS, (0.0, "low")):
        begins = share >= start if start else share > 0
        found[name] = begins if end is None else and_(begins, share < end)
        end = start
    return found
