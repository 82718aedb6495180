"""From a sort to SQL."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement

from storage.tables import RUN
from storage.values import Sort


def order(sort: Sort) -> list[ColumnElement[Any]]:
    """Return the columns to sort runs by; ties are broken by id.

    Runs without a share come last in ``worst`` and ``best``.
    """
    latest = RUN.c.id.desc()
    keys: dict[Sort, list[ColumnElement[Any]]] = {
        "newest": [RUN.c.created_at.desc(), latest],
        "oldest": [RUN.c.created_at, RUN.c.id],
        "worst": [RUN.c.final_share.desc().nulls_last(), latest],
        "best": [RUN.c.final_share.asc().nulls_last(), latest],
        "longest": [RUN.c.output_chars.desc(), latest],
        "contradictions": [RUN.c.final_contradicted.desc(), latest],
        "least_sure": [RUN.c.least_confidence.asc().nulls_last(), latest],
        "suspicious": [RUN.c.suspicious.desc(), RUN.c.created_at.desc(), latest],
        "disagreement": [
            RUN.c.spread.desc().nulls_last(),
            RUN.c.sample_id.desc(),
            latest,
        ],
    }
    return keys[sort]
