"""Puts claims in the order of the output, those that people made among the judge's."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any

from sqlalchemy import Row

Place = tuple[float, float]


def in_output_order(claims: Iterable[Row[Any]]) -> list[Row[Any]]:
    """Return all claims of one run by where they begin in the output, ties as found.

    A claim of the judge's that is tied to no place stands behind the one found before
    it, what replaces a claim where that stood, and what else has no place at the end.
    """
    places: dict[int, Place] = {}
    last = 0.0
    found = sorted(claims, key=lambda claim: claim.position)
    for claim in found:
        before: Place = (inf, claim.position)
        if claim.replaces_id in places:
            before = places[claim.replaces_id]
        elif claim.added_by is None:
            before = (last, claim.position)
        start = before[0] if claim.output_start is None else claim.output_start
        places[claim.id] = (start, before[1])
        if claim.added_by is None:
            last = start
    return sorted(found, key=lambda claim: (*places[claim.id], claim.position))
