"""Writes claims that people made, and finds where they stand in the output."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from storage.tables import CLAIM, VERDICT
from storage.text_keys import text_key

Span = tuple[int | None, int | None]
NOWHERE: Span = (None, None)


def insert_claim(
    connection: Connection,
    run_id: int,
    *,
    text: str,
    span: Span,
    verdict: dict[str, Any],
    person: str,
    moment: datetime,
    replaces: Row[Any] | None = None,
) -> int:
    """Write a claim behind the others of its run, with a person's first verdict."""
    last = select(func.max(CLAIM.c.position)).where(CLAIM.c.run_id == run_id)
    position = connection.scalar(last)
    row = {
        "run_id": run_id,
        "position": 0 if position is None else position + 1,
        "text": text,
        "output_start": span[0],
        "output_end": span[1],
        "label": verdict["label"],
        "added_by": person,
        "replaces_id": replaces and replaces.id,
        "text_key": text_key(text),
        "context_id": replaces and replaces.context_id,
        "context_index": replaces and replaces.context_index,
    }
    made = connection.execute(insert(CLAIM).values(row).returning(CLAIM.c.id))
    claim_id: int = made.scalar_one()
    said = {"claim_id": claim_id, "person": person, "created_at": moment}
    connection.execute(insert(VERDICT), verdict | said)
    return claim_id


_GROUNDS = (
    "label",
    "reason",
    "confidence",
    "kind",
    "context_index",
    "evidence_start",
    "evidence_end",
    "quote",
    "more_evidence",
)


def grounds(verdict: Row[Any]) -> dict[str, Any]:
    """Return the label of a verdict and what it rests on, as columns."""
    return {name: getattr(verdict, name) for name in _GROUNDS}


def checked(output: str, start: int | None, end: int | None) -> Span:
    """Return a span of the output.

    Raises:
        ValueError: If it is none.
    """
    if start is None or end is None or not 0 <= start < end <= len(output):
        raise ValueError(f"no span of {len(output)} characters: {start} to {end}")
    return start, end


def found_in(output: str, text: str, start: int = 0, end: int | None = None) -> Span:
    """Return where a text stands in a part of the output; None twice if nowhere."""
    at = output.find(text, start, end)
    return NOWHERE if at < 0 else (at, at + len(text))


def within(output: str, claim: Row[Any], text: str) -> Span:
    """Return where a text stands within a claim's span; else the whole span."""
    whole = (claim.output_start, claim.output_end)
    if whole == NOWHERE:
        return found_in(output, text)
    found = found_in(output, text, *whole)
    return whole if found == NOWHERE else found


def set_removed(
    connection: Connection,
    claim_ids: Sequence[int],
    person: str | None,
    moment: datetime | None,
) -> None:
    """Take claims away; None for both brings them back."""
    connection.execute(
        update(CLAIM)
        .where(CLAIM.c.id.in_(claim_ids))
        .values(removed_by=person, removed_at=moment)
    )
