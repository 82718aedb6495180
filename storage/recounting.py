"""Works out again what counts on runs, after people have said something.

The judge's verdicts, share and counts are read and never written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Connection,
    Row,
    ScalarSelect,
    bindparam,
    func,
    select,
    update,
)

from storage.acting import AT_ONCE
from storage.errors import StorageError
from storage.flagging import reflag
from storage.rows import chunks
from storage.tables import CLAIM, RUN, VERDICT
from storage.tallies import changing
from storage.values import FINISHED

LABELS = ("supported", "contradicted", "unsupported", "unjudged")
NOTHING_JUDGED = (
    "Then no claim of run {run_id} would have a label, and no label at all is no score."
    " Give one of its claims a label first."
)


@contextmanager
def recounted(connection: Connection, run_ids: Collection[int]) -> Iterator[None]:
    """Recount runs after what is done meanwhile to their claims and verdicts."""
    with changing(connection, run_ids):
        yield
        recount(connection, run_ids)


def recount(connection: Connection, run_ids: Collection[int]) -> None:
    """Bring all that counts on these runs into line with what people said.

    These are the claims' labels, kinds and confidences, the runs' final share and
    counts, when they were reviewed, and whether they are flagged.

    Raises:
        StorageError: If a run that has a score would be left with claims of which none
            is judged.
    """
    for some in chunks(list(run_ids), AT_ONCE):
        _decide_claims(connection, some)
        reviewed = _reviewed(connection, some)
        counts = _counts(connection, some)
        runs = connection.execute(select(RUN).where(RUN.c.id.in_(some)))
        rows = [
            _as_judged(run)
            if run.id not in reviewed
            else _as_people_say(run, counts.get(run.id, {}), reviewed[run.id])
            for run in runs
        ]
        if rows:
            connection.execute(_FINAL, rows)
        reflag(connection, some)


def final_share(counts: Mapping[str, int]) -> float | None:
    """Return hallucinated over judged claims, by how many have each label.

    No claims at all give 0; claims that are all ``unjudged`` give None. Scoring has
    the same rule; a test compares them.
    """
    wrong = counts.get("contradicted", 0) + counts.get("unsupported", 0)
    judged = wrong + counts.get("supported", 0)
    if judged:
        return wrong / judged
    return None if counts.get("unjudged", 0) else 0.0


_FINAL = (
    update(RUN)
    .where(RUN.c.id == bindparam("run_id"))
    .values(
        {
            name: bindparam(f"new_{name}")
            for name in (
                "reviewed_at",
                "final_share",
                *(f"final_{label}" for label in LABELS),
            )
        }
    )
)


def _as_judged(run: Row[Any]) -> dict[str, Any]:
    found = {f"new_final_{label}": getattr(run, label) for label in LABELS}
    return found | {
        "run_id": run.id,
        "new_reviewed_at": None,
        "new_final_share": run.share,
    }


def _as_people_say(
    run: Row[Any], counts: Mapping[str, int], reviewed_at: datetime
) -> dict[str, Any]:
    share = final_share(counts) if run.status in FINISHED else None
    if share is None and run.status in FINISHED:
        raise StorageError(NOTHING_JUDGED.format(run_id=run.id))
    found = {f"new_final_{label}": counts.get(label, 0) for label in LABELS}
    return found | {
        "run_id": run.id,
        "new_reviewed_at": reviewed_at,
        "new_final_share": share,
    }


def _decide_claims(connection: Connection, run_ids: Collection[int]) -> None:
    names = ("label", "kind", "confidence")
    connection.execute(
        update(CLAIM)
        .where(CLAIM.c.run_id.in_(run_ids))
        .values({name: _of_deciding(name) for name in names})
    )


def _of_deciding(name: str) -> ScalarSelect[Any]:
    return (
        select(VERDICT.c[name])
        .where(VERDICT.c.claim_id == CLAIM.c.id, VERDICT.c.withdrawn_at.is_(None))
        .order_by(
            VERDICT.c.person.is_(None),
            VERDICT.c.created_at.desc(),
            VERDICT.c.id.desc(),
        )
        .limit(1)
        .correlate(CLAIM)
        .scalar_subquery()
    )


def _reviewed(connection: Connection, run_ids: Collection[int]) -> dict[int, datetime]:
    """Return when people last said something that stands, of runs where they did.

    That is a verdict on a claim that counts, or that a claim of the judge's is none.
    """
    said = (
        select(CLAIM.c.run_id, func.max(VERDICT.c.created_at).label("moment"))
        .join(VERDICT, VERDICT.c.claim_id == CLAIM.c.id)
        .where(CLAIM.c.run_id.in_(run_ids), CLAIM.c.removed_at.is_(None))
        .where(VERDICT.c.person.is_not(None), VERDICT.c.withdrawn_at.is_(None))
        .group_by(CLAIM.c.run_id)
    )
    removed = (
        select(CLAIM.c.run_id, func.max(CLAIM.c.removed_at).label("moment"))
        .where(CLAIM.c.run_id.in_(run_ids), CLAIM.c.added_by.is_(None))
        .where(CLAIM.c.removed_at.is_not(None))
        .group_by(CLAIM.c.run_id)
    )
    found: dict[int, datetime] = {}
    for query in (said, removed):
        for run_id, moment in connection.execute(query):
            found[run_id] = max(moment, found.get(run_id, moment))
    return found


def _counts(
    connection: Connection, run_ids: Collection[int]
) -> dict[int, dict[str, int]]:
    query = (
        select(CLAIM.c.run_id, CLAIM.c.label, func.count().label("claims"))
        .where(CLAIM.c.run_id.in_(run_ids), CLAIM.c.removed_at.is_(None))
        .group_by(CLAIM.c.run_id, CLAIM.c.label)
    )
    found: dict[int, dict[str, int]] = {}
    for run_id, label, claims in connection.execute(query):
        found.setdefault(run_id, {})[label] = claims
    return found
