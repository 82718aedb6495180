"""Lets people correct which claims an output makes, apart from what the judge found.

What a judge found is never changed: a claim that is removed, reworded or split stays,
marked as removed, and what stands for it is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Engine, Row, select

from storage.acting import (
    Action,
    claim_at_hand,
    keep_review,
    named,
    now,
    run_at_hand,
    written,
)
from storage.claim_writing import (
    Span,
    checked,
    found_in,
    grounds,
    insert_claim,
    set_removed,
    within,
)
from storage.errors import StorageError
from storage.recounting import recounted
from storage.tables import SAMPLE
from storage.transactions import writing
from storage.values import FINISHED
from storage.verdicts import deciding, given_label, given_reason


def add_claim(
    engine: Engine,
    run_id: int,
    *,
    text: str,
    label: str,
    person: str,
    start: int | None = None,
    end: int | None = None,
    reason: str = "",
) -> int:
    """Add a claim that the judge did not find, and return its id.

    Without ``start`` and ``end`` it is tied to where its text stands in the output, if
    it does.

    Raises:
        StorageError: If the text is blank, or the run is gone or has no score.
        ValueError: If a person cannot choose the label, or the span is not in the
            output.
    """
    person = named(person)
    with writing(engine) as connection, recounted(connection, [run_id]):
        return put_claim(
            connection,
            run_id,
            text=text,
            verdict={"label": given_label(label), "reason": given_reason(reason)},
            person=person,
            span=None if start is None else (start, end),
        )


def put_claim(
    connection: Connection,
    run_id: int,
    *,
    text: str,
    verdict: dict[str, Any],
    person: str,
    span: Span | None = None,
) -> int:
    """Add a claim with its line in the history; the run has to be recounted then."""
    text = written(text, what="The claim")
    output = correctable(connection, run_at_hand(connection, run_id))
    moment = now()
    claim_id = insert_claim(
        connection,
        run_id,
        text=text,
        span=found_in(output, text) if span is None else checked(output, *span),
        verdict=verdict,
        person=person,
        moment=moment,
    )
    keep_review(
        connection,
        run_id,
        "add",
        person=person,
        moment=moment,
        claim_id=claim_id,
        details={"claim": text, "made": [claim_id], **verdict},
    )
    return claim_id


def reword_claim(engine: Engine, claim_id: int, *, text: str, person: str) -> int:
    """Put better words in a claim's place, and return the id of the claim with them.

    It keeps place, label, reason and evidence. The same words change nothing.

    Raises:
        StorageError: If the text is blank, or the claim is gone.
    """
    text, person = written(text, what="The claim"), named(person)
    with writing(engine) as connection:
        claim = claim_at_hand(connection, claim_id)
        if text == claim.text:
            return claim_id
        return _replace(connection, claim, [text], person=person, action="reword")[0]


def split_claim(
    engine: Engine, claim_id: int, *, texts: Sequence[str], person: str
) -> list[int]:
    """Put several claims in the place of one, and return their ids in order.

    Each begins with the label, reason and evidence of the one.

    Raises:
        StorageError: If there are fewer than two texts, one is blank, or the claim is
            gone.
    """
    person = named(person)
    parts = [written(text, what="A part of the claim") for text in texts]
    if len(parts) < 2:
        raise StorageError("A claim is split into two or more parts. Write each down.")
    with writing(engine) as connection:
        claim = claim_at_hand(connection, claim_id)
        return _replace(connection, claim, parts, person=person, action="split")


def remove_claim(engine: Engine, claim_id: int, *, person: str) -> None:
    """Take a claim away, so that it does not count any more.

    Raises:
        StorageError: If the claim is gone, or no other has a label but some have none.
    """
    person = named(person)
    with writing(engine) as connection:
        claim = claim_at_hand(connection, claim_id)
        correctable(connection, run_at_hand(connection, claim.run_id))
        moment = now()
        with recounted(connection, [claim.run_id]):
            set_removed(connection, [claim.id], person, moment)
            keep_review(
                connection,
                claim.run_id,
                "remove",
                person=person,
                moment=moment,
                claim_id=claim.id,
                details={
                    "claim": claim.text,
                    "before": claim.label,
                    "gone": [claim.id],
                },
            )


def correctable(connection: Connection, run: Row[Any]) -> str:
    """Return a run's output if its claims can be corrected.

    Raises:
        StorageError: If the run has no score.
    """
    if run.status not in FINISHED:
        raise StorageError(
            f"Run {run.id} has no score ({run.status}), so its claims cannot be"
            " corrected. Score it first."
        )
    query = select(SAMPLE.c.output).where(SAMPLE.c.id == run.sample_id)
    output: str = connection.execute(query).scalar_one()
    return output


def _replace(
    connection: Connection,
    claim: Row[Any],
    texts: Sequence[str],
    *,
    person: str,
    action: Action,
) -> list[int]:
    run_id, moment = claim.run_id, now()
    output = correctable(connection, run_at_hand(connection, run_id))
    with recounted(connection, [run_id]):
        made = [
            insert_claim(
                connection,
                run_id,
                text=text,
                span=within(output, claim, text),
                verdict=grounds(deciding(connection, claim.id)),
                person=person,
                moment=moment,
                replaces=claim,
            )
            for text in texts
        ]
        set_removed(connection, [claim.id], person, moment)
        keep_review(
            connection,
            run_id,
            action,
            person=person,
            moment=moment,
            claim_id=claim.id,
            details={
                "claim": claim.text,
                "texts": list(texts),
                "made": made,
                "gone": [claim.id],
            },
        )
    return made
