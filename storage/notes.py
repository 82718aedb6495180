"""Notes: what people write beside a run, or beside one of its claims."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, Row, delete, insert, select, update

from storage.acting import (
    Action,
    claim_at_hand,
    keep_review,
    named,
    now,
    run_at_hand,
    written,
)
from storage.errors import StorageError
from storage.tables import NOTE
from storage.transactions import reading, writing

THE_NOTE = "The note"


@dataclass(frozen=True, slots=True)
class StoredNote:
    """A note as kept; ``claim_id`` is None when it is on the run as a whole."""

    note_id: int
    claim_id: int | None
    created_at: datetime
    person: str | None
    text: str


def add_note(
    engine: Engine, run_id: int, *, text: str, person: str, claim_id: int | None = None
) -> int:
    """Write a note beside a run, or one of its claims, and return the note's id.

    Raises:
        StorageError: If it is blank, or the run or the claim is gone.
        ValueError: If the claim is another run's.
    """
    text, person = written(text, what=THE_NOTE), named(person)
    with writing(engine) as connection:
        run_at_hand(connection, run_id)
        if claim_id is not None:
            claim = claim_at_hand(connection, claim_id)
            if claim.run_id != run_id:
                raise ValueError(f"claim {claim_id} is not one of run {run_id}")
        return write_note(
            connection, run_id, text=text, person=person, claim_id=claim_id
        )


def write_note(
    connection: Connection,
    run_id: int,
    *,
    text: str,
    person: str,
    claim_id: int | None = None,
) -> int:
    """Keep a note with its line in the history, and return its id."""
    row = {
        "run_id": run_id,
        "claim_id": claim_id,
        "created_at": now(),
        "person": person,
        "text": text,
    }
    note_id: int = connection.execute(
        insert(NOTE).values(row).returning(NOTE.c.id)
    ).scalar_one()
    _keep(connection, row | {"id": note_id}, "note", person=person, text=text)
    return note_id


def edit_note(engine: Engine, note_id: int, *, text: str, person: str) -> None:
    """Put another text in a note's place. The same text changes nothing.

    Raises:
        StorageError: If it is blank, or the note or its run is gone.
    """
    text, person = written(text, what=THE_NOTE), named(person)
    with writing(engine) as connection:
        note = _note(connection, note_id)
        if text == note.text:
            return
        connection.execute(update(NOTE).where(NOTE.c.id == note_id).values(text=text))
        _keep(connection, note._asdict(), "edit_note", person=person, text=text)


def delete_note(engine: Engine, note_id: int, *, person: str) -> None:
    """Take a note away.

    Raises:
        StorageError: If the note or its run is gone.
    """
    person = named(person)
    with writing(engine) as connection:
        note = _note(connection, note_id)
        connection.execute(delete(NOTE).where(NOTE.c.id == note_id))
        _keep(connection, note._asdict(), "delete_note", person=person, text=None)


def notes(engine: Engine, run_id: int) -> list[StoredNote]:
    """Return the notes on a run and on its claims, oldest first."""
    query = (
        select(NOTE)
        .where(NOTE.c.run_id == run_id)
        .order_by(NOTE.c.created_at, NOTE.c.id)
    )
    with reading(engine) as connection:
        return [
            StoredNote(row.id, row.claim_id, row.created_at, row.person, row.text)
            for row in connection.execute(query)
        ]


def _note(connection: Connection, note_id: int) -> Row[Any]:
    query = select(NOTE).where(NOTE.c.id == note_id)
    note = connection.execute(query).one_or_none()
    if note is not None:
        run_at_hand(connection, note.run_id)
        note = connection.execute(query).one_or_none()
    if note is None:
        raise StorageError("The note is not there any more.")
    return note


def _keep(
    connection: Connection,
    note: dict[str, Any],
    action: Action,
    *,
    person: str,
    text: str | None,
) -> None:
    """Add a line with the note's row as it was, and its text from now on."""
    kept = note | {"created_at": note["created_at"].isoformat()}
    keep_review(
        connection,
        note["run_id"],
        action,
        person=person,
        moment=now(),
        claim_id=note["claim_id"],
        details={"note": kept, "text": text},
    )
