"""What every act of a person on runs needs: who, on what, and a line in the history."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Literal

from sqlalchemy import Connection, Row, insert, select

from storage.errors import StorageError
from storage.rows import chunks
from storage.tables import CLAIM, REVIEW, RUN

Action = Literal[
    "verdict",
    "withdraw",
    "add",
    "reword",
    "split",
    "remove",
    "flag",
    "tag",
    "untag",
    "note",
    "edit_note",
    "delete_note",
    "bin",
    "restore",
    "import",
]
WAITING: Action = "import"
"""What a line of the history is called that holds verdicts for claims yet to come."""
AT_ONCE = 10_000
"""Ids asked for in one query; SQLite takes at most 32,766."""


def now() -> datetime:
    """Return the moment at which an act is kept."""
    return datetime.now(UTC)


def written(text: str, *, what: str) -> str:
    """Return what a person wrote, trimmed.

    Raises:
        StorageError: If it is blank, or holds a NUL character.
    """
    if "\0" in text:
        raise StorageError(
            f"{what} holds a NUL character, which no database can keep. Remove it,"
            " then try again."
        )
    trimmed = text.strip()
    if not trimmed:
        raise StorageError(f"{what} is blank. Write something, then try again.")
    return trimmed


def named(person: str) -> str:
    """Return a person's name, trimmed.

    Raises:
        StorageError: If it is blank, or holds a NUL character.
    """
    return written(person, what="Your name")


def run_at_hand(connection: Connection, run_id: int) -> Row[Any]:
    """Return the row of a run that nobody else changes until the transaction ends.

    Raises:
        StorageError: If there is no such run, or it lies in the bin.
    """
    run = connection.execute(
        select(RUN).where(RUN.c.id == run_id).with_for_update()
    ).one_or_none()
    if run is None:
        raise StorageError(f"Run {run_id} is not there any more.")
    if run.deleted_at is not None:
        raise StorageError(f"Run {run_id} lies in the bin. Take it out, then go on.")
    return run


def claim_at_hand(connection: Connection, claim_id: int) -> Row[Any]:
    """Return the row of a claim, nobody else changing its run until we are done.

    Raises:
        StorageError: If there is no such claim, somebody removed it, or its run lies in
            the bin.
    """
    query = select(CLAIM).where(CLAIM.c.id == claim_id)
    found = connection.execute(query).one_or_none()
    if found is not None:
        run_at_hand(connection, found.run_id)
        found = connection.execute(query).one_or_none()
    if found is None:
        raise StorageError(f"Claim {claim_id} is not there any more.")
    if found.removed_at is not None:
        raise StorageError(
            f"{found.removed_by} took this claim away. Reload the page to see what"
            " stands in its place."
        )
    return found


def runs_at_hand(
    connection: Connection, run_ids: Collection[int]
) -> Iterator[list[Row[Any]]]:
    """Give the rows of those runs that are there and not in the bin, some at a time."""
    for some in chunks(sorted(set(run_ids)), AT_ONCE):
        query = select(RUN).where(RUN.c.id.in_(some), RUN.c.deleted_at.is_(None))
        rows = connection.execute(query.order_by(RUN.c.id).with_for_update())
        yield list(rows)


def keep_review(
    connection: Connection,
    run_id: int,
    action: Action,
    *,
    person: str,
    moment: datetime,
    claim_id: int | None = None,
    details: Mapping[str, Any],
) -> None:
    """Add a line to the history of a run."""
    line = review_line(run_id, action, person=person, moment=moment, details=details)
    keep_reviews(connection, [line | {"claim_id": claim_id}])


def review_line(
    run_id: int,
    action: Action,
    *,
    person: str,
    moment: datetime,
    details: Mapping[str, Any],
) -> dict[str, Any]:
    """Return a line of the history of a run, about no claim."""
    return {
        "run_id": run_id,
        "claim_id": None,
        "created_at": moment,
        "person": person,
        "action": action,
        "details": dict(details),
    }


def keep_reviews(connection: Connection, lines: Iterable[dict[str, Any]]) -> None:
    """Add lines to the history."""
    rows = list(lines)
    if rows:
        connection.execute(insert(REVIEW), rows)
