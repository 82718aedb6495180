"""Tells what people did to a run: who, when, what and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, Row, select

from storage.acting import WAITING, Action
from storage.tables import REVIEW
from storage.transactions import reading

LONGEST = 80
"""Characters of a text in a sentence of the history."""


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One act of a person.

    Attributes:
        claim_id: The claim that it was done to; None when it was none, or its run was
            scored again since.
        claim: The claim's text at the time.
        label: The label that was given.
        label_before: The one that counted before.
        reason: Why the label was given; often blank.
        texts: What was written: a claim's new words, its parts, a tag, a note.
        flagged: What a flag was set to; None also when the share was to decide.
        words: What was done, as part of a sentence that begins with the person.
        undone_at: When it was undone; None while it stands.
    """

    review_id: int
    created_at: datetime
    person: str
    action: Action
    claim_id: int | None
    claim: str | None
    label: str | None
    label_before: str | None
    reason: str
    texts: tuple[str, ...]
    flagged: bool | None
    words: str
    undone_at: datetime | None


def history(engine: Engine, run_id: int) -> list[HistoryEntry]:
    """Return what people did to a run, newest first, what was undone included."""
    query = (
        select(REVIEW)
        .where(REVIEW.c.run_id == run_id, REVIEW.c.action != WAITING)
        .order_by(REVIEW.c.created_at.desc(), REVIEW.c.id.desc())
    )
    with reading(engine) as connection:
        return [_entry(row) for row in connection.execute(query)]


def in_words(action: str, details: Mapping[str, Any]) -> str:
    """Return what was done, as part of a sentence that begins with the person."""
    claim = _quoted(details.get("claim"))
    match action:
        case "verdict":
            return f"labelled {claim} {details['label']}"
        case "withdraw":
            return f"withdrew the verdict on {claim}"
        case "add":
            return f"added the claim {claim} as {details['label']}"
        case "reword":
            return f"reworded {claim} to {_quoted(details['texts'][0])}"
        case "split":
            return f"split {claim} into {len(details['texts'])} claims"
        case "remove":
            return f"removed the claim {claim}"
        case "flag":
            return _FLAGS[details["after"]]
        case "tag":
            return f"added the tag {_quoted(details['text'])}"
        case "untag":
            return f"removed the tag {_quoted(details['text'])}"
    return _OTHERS[action]


_FLAGS = {
    True: "flagged the run",
    False: "cleared the flag",
    None: "left the flag to the share",
}
_OTHERS = {
    "note": "wrote a note",
    "edit_note": "changed a note",
    "delete_note": "deleted a note",
    "bin": "put the run into the bin",
    "restore": "took the run out of the bin",
}


def _quoted(text: str | None) -> str:
    text = " ".join((text or "").split())
    return f"“{text if len(text) <= LONGEST else text[: LONGEST - 1] + '…'}”"


def _entry(row: Row[Any]) -> HistoryEntry:
    details = row.details
    text = details.get("text")
    return HistoryEntry(
        review_id=row.id,
        created_at=row.created_at,
        person=row.person,
        action=row.action,
        claim_id=row.claim_id,
        claim=details.get("claim"),
        label=details.get("label"),
        label_before=details.get("before") if "claim" in details else None,
        reason=details.get("reason", ""),
        texts=tuple(details.get("texts", [text] if text else ())),
        flagged=details.get("after"),
        words=in_words(row.action, details),
        undone_at=row.undone_at,
    )
