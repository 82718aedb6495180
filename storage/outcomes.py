"""Every run of a batch with what is wrong in it, one by one, in flat memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Row, Select, func, select

from storage.filters import conditions
from storage.listing import OUTPUT_START
from storage.tables import CLAIM, RUN, SAMPLE, VERDICT
from storage.transactions import reading
from storage.values import HALLUCINATED, RunFilter

RUNS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class BadClaim:
    """A claim that counts as hallucinated, with what the judge said of it."""

    text: str
    label: str
    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one run; ``share`` and ``flagged`` are those that count."""

    run_id: int
    output_start: str
    status: str
    share: float | None
    flagged: bool
    claims: int
    reason: str
    error: str | None
    duration_s: float | None
    bad_claims: tuple[BadClaim, ...]


def outcomes(engine: Engine, filter: RunFilter) -> Iterator[Outcome]:
    """Give what came of the runs that the filter lets through, oldest first.

    Raises:
        StorageError: If the database cannot be read.
    """
    query: Select[Any] = (
        select(
            *(RUN.c[name] for name in _KEPT),
            RUN.c.final_share,
            func.substr(SAMPLE.c.output, 1, OUTPUT_START).label("output_start"),
        )
        .join(SAMPLE, SAMPLE.c.id == RUN.c.sample_id)
        .where(*conditions(filter))
        .order_by(RUN.c.id)
    )
    with reading(engine) as connection:
        runs = connection.execute(query, execution_options={"yield_per": RUNS_AT_ONCE})
        for part in runs.partitions():
            bad = _bad_claims(connection, [run.id for run in part])
            for run in part:
                yield _outcome(run, bad.get(run.id, []))


_KEPT = (
    "id",
    "status",
    "flagged",
    "claims",
    "reason",
    "error",
    "duration_s",
)


def _outcome(run: Row[Any], bad: Sequence[BadClaim]) -> Outcome:
    return Outcome(
        run_id=run.id,
        output_start=run.output_start,
        status=run.status,
        share=run.final_share,
        flagged=run.flagged,
        claims=run.claims,
        reason=run.reason,
        error=run.error,
        duration_s=run.duration_s,
        bad_claims=tuple(bad),
    )


def _bad_claims(
    connection: Connection, run_ids: Sequence[int]
) -> dict[int, list[BadClaim]]:
    """Return the hallucinated claims by run, in the order of the output."""
    query = (
        select(CLAIM.c.run_id, CLAIM.c.text, CLAIM.c.label, VERDICT.c.reason)
        .outerjoin(
            VERDICT,
            (VERDICT.c.claim_id == CLAIM.c.id) & VERDICT.c.person.is_(None),
        )
        .where(CLAIM.c.run_id.in_(run_ids), CLAIM.c.label.in_(HALLUCINATED))
        .where(CLAIM.c.removed_at.is_(None))
        .order_by(CLAIM.c.run_id, CLAIM.c.position)
    )
    found: dict[int, list[BadClaim]] = {}
    for row in connection.execute(query):
        claim = BadClaim(row.text, row.label, row.reason or "")
        found.setdefault(row.run_id, []).append(claim)
    return found
