"""Lets people correct which claims an output makes, apart from what the judge found.

What a judge found is never changed: a claim that is removed, reworded or split stays,
marked as removed, and what stands for it is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, Row, func, insert, select, update

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
from storage.recounting import recounted
from storage.tables import CLAIM, SAMPLE, VERDICT
from storage.text_keys import text_key
from storage.transactions import writing
from storage.values import FINISHED
from storage.verdicts import deciding, given_label, given_reason

Span = tuple[int | None, int | None]
NOWHERE: Span = (None, None)


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
    claim_id = _insert(
        connection,
        run_id,
        text=text,
        span=_find(output, text) if span is None else _checked(output, *span),
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
            _insert(
                connection,
                run_id,
                text=text,
                span=_within(output, claim, text),
                verdict=_grounds(deciding(connection, claim.id)),
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


def _insert(
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


def _grounds(verdict: Row[Any]) -> dict[str, Any]:
    return {name: getattr(verdict, name) for name in _GROUNDS}


def _checked(output: str, start: int | None, end: int | None) -> Span:
    if start is None or end is None or not 0 <= start < end <= len(output):
        raise ValueError(f"no span of {len(output)} characters: {start} to {end}")
    return start, end


def _find(output: str, text: str, start: int = 0, end: int | None = None) -> Span:
    """Return where a text stands in a part of the output; None twice if nowhere."""
    at = output.find(text, start, end)
    return NOWHERE if at < 0 else (at, at + len(text))


def _within(output: str, claim: Row[Any], text: str) -> Span:
    """Return where a text stands within a claim's span; else the whole span."""
    whole = (claim.output_start, claim.output_end)
    if whole == NOWHERE:
        return _find(output, text)
    found = _find(output, text, *whole)
    return whole if found == NOWHERE else found
