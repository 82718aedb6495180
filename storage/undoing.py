"""Takes back what a person did last to a run."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Row,
    delete,
    insert,
    select,
    update,
)

from storage.acting import named, now, run_at_hand
from storage.claim_writing import set_removed
from storage.errors import StorageError
from storage.flagging import set_flag
from storage.recounting import recounted
from storage.review_history import in_words
from storage.tables import CLAIM, NOTE, REVIEW
from storage.tags import set_tag
from storage.transactions import writing
from storage.verdicts import set_withdrawn

CHANGED_SINCE = (
    "{who} has changed since what you did here, so that it cannot be undone any more."
)


def undo(engine: Engine, run_id: int, *, person: str) -> str | None:
    """Take back what this person did last to a run, and return it in words.

    Called again, it goes back one more step. None means that there is nothing left.
    What was done to claims that are gone, since the run was scored again, is passed
    over.

    Raises:
        StorageError: If somebody else built on it, or the run is gone.
    """
    person = named(person)
    with writing(engine) as connection:
        run_at_hand(connection, run_id)
        done = _newest(connection, run_id, person)
        if done is None:
            return None
        with recounted(connection, [run_id]):
            connection.execute(
                update(REVIEW).where(REVIEW.c.id == done.id).values(undone_at=now())
            )
            _REVERSE[done.action](connection, done)
        return in_words(done.action, done.details)


def _newest(connection: Connection, run_id: int, person: str) -> Row[Any] | None:
    query = (
        select(REVIEW)
        .where(REVIEW.c.run_id == run_id, REVIEW.c.person == person)
        .where(REVIEW.c.undone_at.is_(None), REVIEW.c.action.in_(_REVERSE))
        .order_by(REVIEW.c.id.desc())
    )
    return next((row for row in connection.execute(query) if _is_there(row)), None)


def _is_there(done: Row[Any]) -> bool:
    """Return whether what was done was done to something that is still there."""
    on_claim = "claim" in done.details or done.details.get("note", {}).get("claim_id")
    return not on_claim or done.claim_id is not None


def _unsay(connection: Connection, done: Row[Any]) -> None:
    set_withdrawn(connection, done.details["verdict_ids"], now())


def _say_again(connection: Connection, done: Row[Any]) -> None:
    set_withdrawn(connection, done.details["verdict_ids"], None)


def _bring_back(connection: Connection, done: Row[Any]) -> None:
    """Take away the claims that were made, and bring back those that were removed."""
    made = done.details.get("made", [])
    query = select(CLAIM.c.removed_by).where(CLAIM.c.id.in_(made))
    others = [who for who in connection.scalars(query) if who is not None]
    if others:
        raise StorageError(CHANGED_SINCE.format(who=others[0]))
    set_removed(connection, made, done.person, now())
    set_removed(connection, done.details.get("gone", []), None, None)


def _unflag(connection: Connection, done: Row[Any]) -> None:
    """Let the newest flag that was not undone count, or what was before the first."""
    query = (
        select(REVIEW)
        .where(REVIEW.c.run_id == done.run_id, REVIEW.c.action == "flag")
        .order_by(REVIEW.c.id)
    )
    flags = connection.execute(query).all()
    standing = [row.details["after"] for row in flags if row.undone_at is None]
    before = flags[0].details["before"]
    set_flag(connection, [done.run_id], standing[-1] if standing else before)


def _untag(connection: Connection, done: Row[Any]) -> None:
    set_tag(connection, [done.run_id], done.details["text"], on=False)


def _tag(connection: Connection, done: Row[Any]) -> None:
    set_tag(connection, [done.run_id], done.details["text"], on=True)


def _drop_note(connection: Connection, done: Row[Any]) -> None:
    same = _unchanged(connection, done, done.details["text"])
    connection.execute(delete(NOTE).where(same))


def _rewrite_note(connection: Connection, done: Row[Any]) -> None:
    same = _unchanged(connection, done, done.details["text"])
    text = done.details["note"]["text"]
    connection.execute(update(NOTE).where(same).values(text=text))


def _write_note(connection: Connection, done: Row[Any]) -> None:
    _unchanged(connection, done, None)
    note = done.details["note"]
    kept = {name: note[name] for name in ("run_id", "claim_id", "person", "text")}
    moment = datetime.fromisoformat(note["created_at"])
    connection.execute(insert(NOTE).values(kept | {"created_at": moment}))


def _unchanged(
    connection: Connection, done: Row[Any], text: str | None
) -> ColumnElement[bool]:
    """Return what the row of a note meets if it still has this text; None for no note.

    A note that is deleted and written again has another id, so its id does not tell.

    Raises:
        StorageError: If somebody else has changed it.
    """
    note = done.details["note"]
    same: ColumnElement[bool] = (
        (NOTE.c.run_id == done.run_id)
        & (NOTE.c.created_at == datetime.fromisoformat(note["created_at"]))
        & NOTE.c.person.is_not_distinct_from(note["person"])
    )
    if connection.scalar(select(NOTE.c.text).where(same)) != text:
        raise StorageError(CHANGED_SINCE.format(who="Somebody"))
    return same


_REVERSE: dict[str, Callable[[Connection, Row[Any]], None]] = {
    "verdict": _unsay,
    "withdraw": _say_again,
    "add": _bring_back,
    "reword": _bring_back,
    "split": _bring_back,
    "remove": _bring_back,
    "flag": _unflag,
    "tag": _untag,
    "untag": _tag,
    "note": _drop_note,
    "edit_note": _rewrite_note,
    "delete_note": _write_note,
}
