"""Brings back what people said of runs that left as an export and came in again.

A run that waits for its score has no claims yet. Tags, note and flag are given to it at
once; verdicts lie beside it until it is scored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Row, delete, exists, insert, select, update

from storage.acting import (
    AT_ONCE,
    WAITING,
    named,
    now,
    review_line,
    run_at_hand,
    runs_at_hand,
)
from storage.brought import Review
from storage.claim_edits import put_claim
from storage.claim_matching import match_claims
from storage.flagging import set_flags
from storage.notes import write_note
from storage.places import in_output_order
from storage.recounting import recounted
from storage.rows import chunks
from storage.tables import CLAIM, NOTE, REVIEW, RUN, SAMPLE
from storage.tags import LONGEST, tag_runs
from storage.texts import storable
from storage.transactions import writing
from storage.values import FINISHED
from storage.verdicts import CHOICES, say

WHY = "Said before, of run {run_id} in an export."
TOGETHER = 100
"""Runs that get their words back in one transaction."""
NOT_THERE = "An export had verdicts on claims that are not here:"


@dataclass(frozen=True, slots=True)
class _Said:
    """A person's verdict from an export; ``added`` if the claim was a person's, too."""

    position: int
    text: str
    label: str
    added: bool


def bring_back(engine: Engine, run_id: int, review: Review, *, person: str) -> None:
    """Give a run what people said of it before, in the name of ``person``.

    Verdicts go to the claims of the same text, or of much the same at the same place.
    What a person had added is added; any other claim that is not there is kept in a
    note. A sample that was there before, with a label or metadata, is taken for the
    run's. What was brought back already is not brought twice.

    Raises:
        StorageError: If the run is gone, or the database cannot be written.
    """
    with writing(engine) as connection:
        run = run_at_hand(connection, run_id)
        _bring_back(connection, [run], {run_id: review}, named(person))


def bring_all_back(
    engine: Engine, reviews: Iterable[tuple[int, Review]], *, person: str
) -> None:
    """Do what ``bring_back`` does for many runs, some at a time.

    Runs that are gone, or lie in the bin, are left out.
    """
    person = named(person)
    of_runs = dict(reviews)
    for some in chunks(list(of_runs), TOGETHER):
        with writing(engine) as connection:
            for runs in runs_at_hand(connection, some):
                _bring_back(connection, runs, of_runs, person)


def bring_waiting(connection: Connection, run_ids: Collection[int]) -> None:
    """Give runs that have been scored the verdicts that were waiting for them."""
    for some in chunks(sorted(run_ids), AT_ONCE):
        query = (
            select(REVIEW)
            .join(RUN, RUN.c.id == REVIEW.c.run_id)
            .where(REVIEW.c.run_id.in_(some), REVIEW.c.action == WAITING)
            .where(RUN.c.status.in_(FINISHED))
            .order_by(REVIEW.c.id)
        )
        lines = connection.execute(query).all()
        if lines:
            done = REVIEW.c.id.in_([line.id for line in lines])
            connection.execute(delete(REVIEW).where(done))
            with recounted(connection, [line.run_id for line in lines]):
                for line in lines:
                    _apply(connection, line)


def _bring_back(
    connection: Connection,
    runs: Sequence[Row[Any]],
    reviews: Mapping[int, Review],
    person: str,
) -> None:
    run_ids = [run.id for run in runs]
    with recounted(connection, run_ids):
        for run in runs:
            _know_sample(connection, run, reviews[run.id])
            _keep_words(connection, run, reviews[run.id], person)
            _wait(connection, run.id, reviews[run.id], person)
    bring_waiting(connection, run_ids)


def _apply(connection: Connection, line: Row[Any]) -> None:
    said = [_Said(**claim) for claim in line.details["claims"]]
    reason = WHY.format(run_id=line.details["run_id"])
    claims = _counting(connection, line.run_id)
    places = match_claims(
        [(each.position, each.text) for each in said], [claim.text for claim in claims]
    )
    lost = []
    for each, place in zip(said, places, strict=True):
        if place is not None:
            say(
                connection,
                claims[place],
                label=each.label,
                person=line.person,
                reason=reason,
                moment=now(),
            )
        elif each.added:
            put_claim(
                connection,
                line.run_id,
                text=each.text,
                verdict={"label": each.label, "reason": reason},
                person=line.person,
            )
        else:
            lost.append(f"{each.label}: {each.text}")
    if lost:
        text = "\n".join([NOT_THERE, *lost])
        _note_once(connection, line.run_id, text, line.person)


def _counting(connection: Connection, run_id: int) -> list[Row[Any]]:
    rows = connection.execute(select(CLAIM).where(CLAIM.c.run_id == run_id))
    return [claim for claim in in_output_order(rows) if claim.removed_at is None]


def _wait(connection: Connection, run_id: int, review: Review, person: str) -> None:
    claims = [
        {
            "position": claim.position,
            "text": storable(claim.text).strip(),
            "label": claim.person_label,
            "added": claim.label is None,
        }
        for claim in review.by_person
        if claim.person_label in CHOICES and claim.text.strip()
    ]
    same = (REVIEW.c.run_id == run_id) & (REVIEW.c.action == WAITING)
    connection.execute(delete(REVIEW).where(same))
    if claims:
        details = {"claims": claims, "run_id": review.run_id}
        line = review_line(
            run_id, WAITING, person=person, moment=now(), details=details
        )
        connection.execute(insert(REVIEW), line)


def _keep_words(
    connection: Connection, run: Row[Any], review: Review, person: str
) -> None:
    """Give a run its tags, note and flag."""
    for tag in review.tags:
        name = storable(tag).strip()[:LONGEST].strip()
        if name:
            tag_runs(connection, [run.id], name=name, person=person)
    note = storable(review.note or "").strip()
    if note:
        _note_once(connection, run.id, note, person)
    if review.person_flag is not None:
        set_flags(connection, [run], flagged=review.person_flag, person=person)


def _note_once(connection: Connection, run_id: int, text: str, person: str) -> None:
    there = exists().where(NOTE.c.run_id == run_id, NOTE.c.text == text)
    if not connection.scalar(select(there)):
        write_note(connection, run_id, text=text, person=person)


def _know_sample(connection: Connection, run: Row[Any], review: Review) -> None:
    """Take the exported run's sample for the run's, if its texts are the same.

    The columns of an export hold neither label nor metadata. A sample that came in with
    some of its own stays.
    """
    query = select(SAMPLE.c.id, SAMPLE.c.content_hash, SAMPLE.c.label, SAMPLE.c.details)
    mine = connection.execute(query.where(SAMPLE.c.id == run.sample_id)).one()
    before = connection.execute(
        query.join(RUN, RUN.c.sample_id == SAMPLE.c.id).where(RUN.c.id == review.run_id)
    ).one_or_none()
    if before is None or before.content_hash != mine.content_hash:
        return
    if mine.label is None and not mine.details:
        connection.execute(
            update(RUN).where(RUN.c.id == run.id).values(sample_id=before.id)
        )
