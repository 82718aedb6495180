"""Finds in two batches the runs that speak of the same thing.

The same texts pair first. What is left pairs by question and context alone, where each
batch has just one run of them: so a new version of a model, which says other things,
can be held against the former one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, Row, func, select

from storage.labelled import flagged_by_judge
from storage.listing import OUTPUT_START
from storage.tables import RUN, SAMPLE
from storage.transactions import reading

Key = Callable[[Row[Any]], Hashable]


@dataclass(frozen=True, slots=True)
class PairedRun:
    """Two runs of the same thing; shares and flags are the judges' own.

    Attributes:
        before: Id of the run in the former batch.
        after: Id of the run in the latter.
        share_before: The former's share.
        share_after: The latter's share.
        flagged_before: Whether the former's share flags it.
        flagged_after: Whether the latter's does.
        same_output: Whether both judge the same output.
        output_start: How the latter's output begins.
    """

    before: int
    after: int
    share_before: float
    share_after: float
    flagged_before: bool
    flagged_after: bool
    same_output: bool
    output_start: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """The pairs, in the order of the latter batch, and how many runs have no partner.

    Runs that are not ``scored`` are in neither: their numbers mean something else.
    """

    pairs: tuple[PairedRun, ...]
    only_before: int
    only_after: int


def pair_runs(engine: Engine, *, before: int, after: int) -> Pairing:
    """Return which runs of two batches belong together; of equal ones the newest.

    Raises:
        StorageError: If the database cannot be read.
    """
    former, latter = _scored(engine, before), _scored(engine, after)
    same = _joined(former, latter, _texts)
    rest = [
        [row for row in rows if row.id not in taken]
        for rows, taken in (
            (former, {pair[0].id for pair in same}),
            (latter, {pair[1].id for pair in same}),
        )
    ]
    asked = _joined(_alone(rest[0]), _alone(rest[1]), _asked)
    found = sorted([*same, *asked], key=lambda pair: int(pair[1].id))
    return Pairing(
        pairs=tuple(_paired(was, now) for was, now in found),
        only_before=len(former) - len(found),
        only_after=len(latter) - len(found),
    )


def _scored(engine: Engine, batch_id: int) -> list[Row[Any]]:
    """Return the scored runs of a batch, oldest first; of the same texts the newest."""
    query = (
        select(
            RUN.c.id,
            RUN.c.share,
            flagged_by_judge().label("flagged"),
            SAMPLE.c.content_hash,
            SAMPLE.c.input,
            SAMPLE.c.context_id,
            func.substr(SAMPLE.c.output, 1, OUTPUT_START).label("output_start"),
        )
        .join(SAMPLE, SAMPLE.c.id == RUN.c.sample_id)
        .where(RUN.c.batch_id == batch_id, RUN.c.status == "scored")
        .where(RUN.c.deleted_at.is_(None))
        .order_by(RUN.c.id)
    )
    with reading(engine) as connection:
        newest = {_texts(row): row for row in connection.execute(query)}
    return sorted(newest.values(), key=lambda row: int(row.id))


def _texts(row: Row[Any]) -> Hashable:
    return bytes(row.content_hash)


def _asked(row: Row[Any]) -> Hashable:
    return row.input, row.context_id


def _alone(rows: Sequence[Row[Any]]) -> list[Row[Any]]:
    """Return the rows whose question and context no other row has."""
    many = Counter(map(_asked, rows))
    return [row for row in rows if many[_asked(row)] == 1]


def _joined(
    former: Sequence[Row[Any]], latter: Sequence[Row[Any]], key: Key
) -> list[tuple[Row[Any], Row[Any]]]:
    by_key = {key(row): row for row in former}
    return [(by_key[key(row)], row) for row in latter if key(row) in by_key]


def _paired(was: Row[Any], now: Row[Any]) -> PairedRun:
    return PairedRun(
        before=was.id,
        after=now.id,
        share_before=was.share,
        share_after=now.share,
        flagged_before=bool(was.flagged),
        flagged_after=bool(now.flagged),
        same_output=_texts(was) == _texts(now),
        output_start=now.output_start,
    )
