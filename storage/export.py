"""Takes claims away: one row per claim, as CSV, JSONL or Parquet, in flat memory."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import IO, Any

from sqlalchemy import Connection, Engine, Row, Select, and_, select

from storage.bands import band
from storage.cells import JSON, cell
from storage.filters import conditions
from storage.orders import order
from storage.places import in_output_order
from storage.tables import BATCH, CLAIM, CONTEXT, NOTE, RUN, SAMPLE, TAG, VERDICT
from storage.transactions import reading
from storage.values import RunFilter

RUNS_AT_ONCE = 100
"""Runs whose texts are in memory at a time."""


@dataclass(frozen=True, slots=True)
class ExportRow:
    """One claim with its run; a run without claims has one row without a claim.

    Attributes:
        claim_index: From 0, of the claims that count in the order of the output, like
            ``evidence_context_index`` in that of the context.
        label: The judge's; None also for a claim that a person added.
        person_label: That of the newest verdict of a person; None when there is none.
        reason: Why the judge gave the label.
        note: All notes on the run, oldest first, with a blank line between.
    """

    run_id: int
    created_at: datetime
    batch: str | None
    judge: str
    status: str
    score: float | None
    share: float | None
    band: str | None
    flagged: bool
    claim_index: int | None
    claim: str | None
    label: str | None
    person_label: str | None
    reason: str | None
    evidence: str | None
    evidence_context_index: int | None
    input: str | None
    output: str
    context: tuple[str, ...]
    tags: tuple[str, ...]
    note: str | None


COLUMNS = tuple(field.name for field in fields(ExportRow))


def export_claims(engine: Engine, filter: RunFilter) -> Iterator[ExportRow]:
    """Give the claims of the runs that the filter lets through, newest run first.

    All rows show the database as it was at the first.

    Raises:
        StorageError: If the database cannot be read.
    """
    query = _RUNS.where(*conditions(filter)).order_by(*order("newest"))
    with reading(engine) as connection:
        runs = connection.execute(query, execution_options={"yield_per": RUNS_AT_ONCE})
        for part in runs.partitions():
            ids = [run.id for run in part]
            claims, tags, notes = (
                _by_run(connection, wanted, ids) for wanted in (_CLAIMS, _TAGS, _NOTES)
            )
            for run in part:
                of_run = _of_run(run, tags.get(run.id, []), notes.get(run.id, []))
                counting = [
                    claim
                    for claim in in_output_order(claims.get(run.id, []))
                    if claim.removed_at is None
                ]
                for index, claim in enumerate(counting):
                    yield ExportRow(**of_run, **_of_claim(index, claim))
                if not counting:
                    yield ExportRow(**of_run, **_NO_CLAIM)


def write_csv(engine: Engine, filter: RunFilter, stream: IO[Any]) -> int:
    """Write the claims as CSV and return the number of rows below the header.

    A cell that a spreadsheet would take for a formula, or that begins with an
    apostrophe, gets an apostrophe before it; without that one it is the very text.
    Context and tags are JSON lists. A binary stream gets UTF-8 with a byte order mark.
    """
    with _as_text(stream, mark="\ufeff") as text:
        writer = csv.writer(text)
        writer.writerow(COLUMNS)
        count = 0
        for cells in _cells(export_claims(engine, filter)):
            writer.writerow(cells)
            count += 1
    return count


def write_jsonl(engine: Engine, filter: RunFilter, stream: IO[Any]) -> int:
    """Write the claims as one JSON object a line and return the number of lines."""
    with _as_text(stream) as text:
        count = 0
        for row in export_claims(engine, filter):
            values = {name: getattr(row, name) for name in COLUMNS}
            values["created_at"] = row.created_at.isoformat()
            text.write(JSON.encode(values) + "\n")
            count += 1
    return count


def write_parquet(engine: Engine, filter: RunFilter, stream: IO[bytes]) -> int:
    """Write the claims as Parquet, typed, and return the number of rows."""
    from storage.parquet import write_rows  # here, not above: it needs pyarrow

    return write_rows(export_claims(engine, filter), stream)


_RUNS: Select[Any] = (
    select(
        *(RUN.c[name] for name in ("id", "created_at", "judge", "status")),
        RUN.c.final_share.label("share"),
        RUN.c.scale,
        RUN.c.flagged,
        BATCH.c.name.label("batch"),
        SAMPLE.c.input,
        SAMPLE.c.output,
        CONTEXT.c.texts,
    )
    .join(SAMPLE, SAMPLE.c.id == RUN.c.sample_id)
    .join(CONTEXT, CONTEXT.c.id == SAMPLE.c.context_id)
    .outerjoin(BATCH, BATCH.c.id == RUN.c.batch_id)
)
_BY_PERSON = VERDICT.alias()
_CLAIMS: Select[Any] = select(
    *(CLAIM.c[name] for name in ("run_id", "id", "position", "text")),
    *(CLAIM.c[name] for name in ("output_start", "added_by", "replaces_id")),
    CLAIM.c.removed_at,
    VERDICT.c.label,
    VERDICT.c.reason,
    VERDICT.c.quote,
    VERDICT.c.context_index,
    select(_BY_PERSON.c.label)
    .where(_BY_PERSON.c.claim_id == CLAIM.c.id, _BY_PERSON.c.person.is_not(None))
    .where(_BY_PERSON.c.withdrawn_at.is_(None))
    .order_by(_BY_PERSON.c.created_at.desc(), _BY_PERSON.c.id.desc())
    .limit(1)
    .scalar_subquery()
    .label("person_label"),
).outerjoin(VERDICT, and_(VERDICT.c.claim_id == CLAIM.c.id, VERDICT.c.person.is_(None)))
_TAGS = select(TAG.c.run_id, TAG.c.name).order_by(TAG.c.name)
_NOTES = select(NOTE.c.run_id, NOTE.c.text).order_by(NOTE.c.id)
_NO_CLAIM: dict[str, Any] = dict.fromkeys(
    (
        "claim_index",
        "claim",
        "label",
        "person_label",
        "reason",
        "evidence",
        "evidence_context_index",
    )
)


def _by_run(
    connection: Connection, query: Select[Any], run_ids: Sequence[int]
) -> dict[int, list[Row[Any]]]:
    run_id = query.selected_columns[0]
    found: dict[int, list[Row[Any]]] = {}
    for row in connection.execute(query.where(run_id.in_(run_ids))):
        found.setdefault(row.run_id, []).append(row)
    return found


def _of_run(
    run: Row[Any], tags: Sequence[Row[Any]], notes: Sequence[Row[Any]]
) -> dict[str, Any]:
    return {
        "run_id": run.id,
        "created_at": run.created_at,
        "batch": run.batch,
        "judge": run.judge,
        "status": run.status,
        "score": None if run.share is None else run.share * run.scale,
        "share": run.share,
        "band": None if run.share is None else band(run.share),
        "flagged": run.flagged,
        "input": run.input,
        "output": run.output,
        "context": tuple(run.texts),
        "tags": tuple(tag.name for tag in tags),
        "note": "\n\n".join(note.text for note in notes) or None,
    }


def _of_claim(index: int, claim: Row[Any]) -> dict[str, Any]:
    return {
        "claim_index": index,
        "claim": claim.text,
        "label": claim.label,
        "person_label": claim.person_label,
        "reason": claim.reason,
        "evidence": claim.quote,
        "evidence_context_index": claim.context_index,
    }


def _cells(rows: Iterable[ExportRow]) -> Iterator[list[object]]:
    """Give the cells of each row; those of a run are made once for all its claims."""
    for _, of_run in groupby(rows, key=attrgetter("run_id")):
        cells: dict[str, object] = {}
        for row in of_run:
            made = _NO_CLAIM if cells else COLUMNS
            cells.update((name, cell(getattr(row, name))) for name in made)
            yield list(cells.values())


@contextmanager
def _as_text(stream: IO[Any], *, mark: str = "") -> Iterator[IO[str]]:
    """Give a text stream onto a binary one, which stays open; a text stream as is.

    The mark is written by hand: the codec that writes it is slow for all that follows.
    """
    if isinstance(stream, io.TextIOBase):
        yield stream
        return
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
    try:
        text.write(mark)
        yield text
        text.flush()
    finally:
        text.detach()
