"""Tables and records: a value must stand in the row of what it is said of."""

from __future__ import annotations

import re

from dashboard.scoring.offline.agreement import agreement
from dashboard.scoring.offline.comparison import CONTENT, Comparison, held_at
from dashboard.scoring.offline.date_agreement import date_agreement
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.function_words import GENERIC
from dashboard.scoring.offline.index import Candidate
from dashboard.scoring.types import Kind

ROWS = frozenset({"row", "record"})
_SEVERAL = re.compile(
    r"\b(?:and|or|than|both|each|all|most|least|total|while|und|als|y|que|et)\b|[,;]",
    re.IGNORECASE,
)
"""Words of claims that speak of more than one row."""


def row_rule(comparison: Comparison) -> Finding | None:
    """Find a value that stands in the row of another."""
    rows = [one for one in comparison.candidates if one.passage.kind in ROWS]
    if len(rows) < 2 or _SEVERAL.search(comparison.claim.text.rstrip(".")):
        return None
    telling = [
        part for part in _parts(comparison, rows) if 0 < len(part[2]) < len(rows)
    ]
    if len(telling) < 2 or set.intersection(*(part[2] for part in telling)):
        return None
    subject, _, home = telling[0]
    other = next((part for part in telling[1:] if not part[2] & home), None)
    if other is None or len(home) > 1:
        return None
    row = rows[home.pop()]
    words = {"mine": f"{subject}, {other[0]}", "theirs": row.reading.text}
    return Finding("contradicted", other[1], "row", 0.8, "differs", words, (row,))


def _parts(
    comparison: Comparison, rows: list[Candidate]
) -> list[tuple[str, Kind, set[int]]]:
    """Return the parts of a claim in order, each with the rows that hold it."""
    claim = comparison.claim
    found: list[tuple[int, str, Kind, set[int]]] = []
    for index in comparison.held:
        token = claim.tokens[index]
        if token.kind in CONTENT and token.base not in GENERIC:
            at = {
                i
                for i, row in enumerate(rows)
                if held_at(token, row.reading) is not None
            }
            found.append((token.start, token.text, "other", at))
    for date in claim.dates:
        at = {
            i
            for i, row in enumerate(rows)
            if any(
                date_agreement(date, given) in ("same", "fair")
                for given in row.reading.dates
            )
        }
        found.append((date.start, claim.text[date.start : date.end], "date", at))
    for quantity in claim.quantities:
        at = {
            i
            for i, row in enumerate(rows)
            if any(
                agreement(quantity, given) in ("same", "fair")
                for given in row.reading.quantities
            )
        }
        text = claim.text[quantity.start : quantity.end]
        found.append((quantity.start, text, "number", at))
    return [(text, kind, at) for _, text, kind, at in sorted(found, key=lambda f: f[0])]
