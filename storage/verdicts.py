"""What a person says of a claim, and takes back."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, Row, insert, select, update

from storage.acting import claim_at_hand, keep_review, named, now, written
from storage.errors import StorageError
from storage.recounting import recounted
from storage.tables import VERDICT
from storage.transactions import writing
from storage.values import HALLUCINATED

CHOICES = ("supported", "contradicted", "unsupported")
"""The labels that a person can choose."""


def set_verdict(
    engine: Engine,
    claim_id: int,
    *,
    label: str,
    person: str,
    reason: str = "",
    created_at: datetime | None = None,
) -> None:
    """Keep a person's verdict on a claim, which counts until there is a newer one.

    What decides already, by the same person with the same reason, is not kept twice.
    ``created_at`` is now unless given.

    Raises:
        StorageError: If the claim is gone, or the database cannot be written.
        ValueError: If it is not a label that a person can choose.
    """
    with writing(engine) as connection:
        claim = claim_at_hand(connection, claim_id)
        with recounted(connection, [claim.run_id]):
            say(
                connection,
                claim,
                label=label,
                person=named(person),
                reason=reason,
                moment=created_at or now(),
            )


def withdraw_verdict(engine: Engine, claim_id: int, *, person: str) -> None:
    """Take back what a person said of a claim; other persons' verdicts stay.

    A claim that the person added keeps the label with which it was added. Where there
    is nothing to take back, nothing changes.

    Raises:
        StorageError: If that label is all there is, or the claim is gone.
    """
    person = named(person)
    with writing(engine) as connection:
        claim = claim_at_hand(connection, claim_id)
        said = [row for row in standing(connection, claim.id) if row.person == person]
        if claim.added_by == person:
            said.remove(min(said, key=lambda row: row.id))
            if not said:
                raise StorageError(
                    "A claim that you made cannot be without a label. Give it another"
                    " one, or remove it."
                )
        if said:
            with recounted(connection, [claim.run_id]):
                _withdraw(connection, claim, said, person)


def _withdraw(
    connection: Connection, claim: Row[Any], verdicts: list[Row[Any]], person: str
) -> None:
    moment = now()
    ids = [row.id for row in verdicts]
    set_withdrawn(connection, ids, moment)
    keep_review(
        connection,
        claim.run_id,
        "withdraw",
        person=person,
        moment=moment,
        claim_id=claim.id,
        details={"claim": claim.text, "before": claim.label, "verdict_ids": ids},
    )


def say(
    connection: Connection,
    claim: Row[Any],
    *,
    label: str,
    person: str,
    reason: str,
    moment: datetime,
) -> None:
    """Keep a person's verdict and its line in the history, unless it decides already.

    The kind of the judge's verdict stays where the person finds the claim hallucinated
    as well. The run has to be recounted afterwards.
    """
    if label not in CHOICES:
        raise ValueError(f"a person chooses one of {CHOICES}, not {label!r}")
    reason = written(reason, what="Your reason") if reason.strip() else ""
    verdicts = standing(connection, claim.id)
    newest = verdicts[-1]
    if (newest.person, newest.label, newest.reason) == (person, label, reason):
        return
    judged = next((row for row in verdicts if row.person is None), None)
    kept = judged is not None and {judged.label, label} <= set(HALLUCINATED)
    verdict_id = connection.scalar(
        insert(VERDICT)
        .values(
            claim_id=claim.id,
            created_at=moment,
            person=person,
            label=label,
            reason=reason,
            kind=judged.kind if judged is not None and kept else None,
        )
        .returning(VERDICT.c.id)
    )
    keep_review(
        connection,
        claim.run_id,
        "verdict",
        person=person,
        moment=moment,
        claim_id=claim.id,
        details={
            "claim": claim.text,
            "before": claim.label,
            "label": label,
            "reason": reason,
            "verdict_ids": [verdict_id],
        },
    )


def set_withdrawn(
    connection: Connection, verdict_ids: list[int], moment: datetime | None
) -> None:
    """Take verdicts back at a moment; None lets them stand again."""
    connection.execute(
        update(VERDICT)
        .where(VERDICT.c.id.in_(verdict_ids), VERDICT.c.person.is_not(None))
        .values(withdrawn_at=moment)
    )


def given_label(label: str) -> str:
    """Return the label.

    Raises:
        ValueError: If a person cannot choose it.
    """
    if label not in CHOICES:
        raise ValueError(f"a person chooses one of {CHOICES}, not {label!r}")
    return label


def given_reason(reason: str) -> str:
    """Return the reason, trimmed; blank is allowed.

    Raises:
        StorageError: If it holds a NUL character.
    """
    return written(reason, what="Your reason") if reason.strip() else ""


def deciding(connection: Connection, claim_id: int) -> Row[Any]:
    """Return the row of the verdict that decides on a claim."""
    return standing(connection, claim_id)[-1]


def standing(connection: Connection, claim_id: int) -> list[Row[Any]]:
    """Return the verdicts that are not withdrawn, the deciding one last."""
    query = (
        select(VERDICT)
        .where(VERDICT.c.claim_id == claim_id, VERDICT.c.withdrawn_at.is_(None))
        .order_by(VERDICT.c.person.is_not(None), VERDICT.c.created_at, VERDICT.c.id)
    )
    return list(connection.execute(query))
