"""Sums of runs, kept with each write, so that pages need not read every run.

Whoever changes what is summed up (a run's status, what counts of it, its flag, whether
it lies in the bin, its judge or batch) does it inside ``changing``. The rows are then
read before and after, and the differences are added to the sums when the transaction
ends: in one go and in order of their keys, so that two writers never wait for each
other in a circle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, case, func, select
from sqlalchemy.dialects import postgresql, sqlite

from storage import kinds, search_index, spreads, text_keys
from storage.days import day_of
from storage.length_ranges import range_of
from storage.rows import chunks
from storage.tables import DAILY_TALLY, KIND_TALLY, LENGTH_TALLY, RUN, TALLY

AT_ONCE = 5_000
"""Ids asked for in one query; SQLite takes at most 32,766."""
PENDING = "tallies"
"""Under which name a connection keeps what is to be added to the sums."""

LABELS = ("supported", "contradicted", "unsupported", "unjudged")
CELL = (
    "judge",  # the first three are those of a kind's sums, too
    "batch_id",
    "status",
    "flagged",
    "suspicious",
    "reviewed",
    "labels",
    "share",
)
"""What runs of one cell have in common."""
NO_SHARE = -1.0
NO_BATCH = 0

Sums = dict[tuple[Any, ...], list[int]]


def label_bits(labels: Collection[str]) -> int:
    """Return the bits that stand for these labels in a cell."""
    return sum(1 << at for at, label in enumerate(LABELS) if label in labels)


FACTS = {
    "judge": RUN.c.judge,
    "batch_id": func.coalesce(RUN.c.batch_id, NO_BATCH),
    "status": RUN.c.status,
    "flagged": RUN.c.flagged,
    "suspicious": RUN.c.suspicious,
    "reviewed": RUN.c.reviewed_at.is_not(None),
    "labels": sum(
        (
            case((RUN.c[f"final_{label}"] > 0, label_bits([label])), else_=0)
            for label in LABELS[1:]
        ),
        start=case((RUN.c.final_supported > 0, label_bits(LABELS[:1])), else_=0),
    ),
    "share": func.coalesce(RUN.c.final_share, NO_SHARE),
}
"""How a run's row says what a cell says."""


@contextmanager
def changing(
    connection: Connection,
    runs: Collection[int] | ColumnElement[bool],
    *,
    claims_too: bool = True,
) -> Iterator[None]:
    """Let the sums follow what is done to these runs meanwhile.

    ``runs`` are their ids, or what they meet at the beginning. ``claims_too`` is
    whether claims, or what counts of them, may change as well; then what the runs keep
    of their claims follows too. Runs that do not exist before or after count for
    nothing there.

    Raises:
        RuntimeError: If the connection is not one of ``writing``.
    """
    if PENDING not in connection.info:
        raise RuntimeError("sums are kept only inside writing()")
    if isinstance(runs, ColumnElement):
        ids = list(connection.scalars(select(RUN.c.id).where(runs).order_by(RUN.c.id)))
    else:
        ids = sorted(set(runs))
    before = _count(connection, ids, -1)
    yield
    if claims_too:
        kinds.keep(connection, ids)
        text_keys.keep(connection, ids)
        search_index.keep_runs(connection, ids, by_people=True)
    after = _count(connection, ids, 1)
    spreads.keep(connection, sorted({run_id for run_id, _ in before ^ after}))


@contextmanager
def kept_at_the_end(connection: Connection) -> Iterator[None]:
    """Collect what ``changing`` finds out and add it to the sums at the end."""
    changes = connection.info[PENDING] = Changes()
    try:
        yield
        for table, sums in changes.by_table().items():
            _upsert(connection, table, sums)
    finally:
        del connection.info[PENDING]


@dataclass(frozen=True, slots=True)
class Changes:
    """What is to be added to the sums, by what runs have in common."""

    daily: Sums = field(default_factory=dict)
    kinds: Sums = field(default_factory=dict)
    lengths: Sums = field(default_factory=dict)

    def by_table(self) -> dict[Table, Sums]:
        """Return what is to be added to which table, by the key of its rows."""
        ever: Sums = {}
        for (_, *cell), numbers in self.daily.items():
            _sum_up(ever, tuple(cell), numbers, 1)
        return {
            TALLY: ever,
            DAILY_TALLY: self.daily,
            KIND_TALLY: self.kinds,
            LENGTH_TALLY: self.lengths,
        }


_RUNS = (
    select(
        RUN.c.id,
        RUN.c.share.label("judged_share"),
        RUN.c.kinds,
        day_of(RUN.c.created_at).label("day"),
        *(fact.label(name) for name, fact in FACTS.items()),
        *(RUN.c[f"final_{label}"].label(label) for label in LABELS),
        RUN.c.output_chars,
        RUN.c.context_chars,
    )
    .where(RUN.c.deleted_at.is_(None))
    .order_by(RUN.c.id)
    .with_for_update()
)


def _count(
    connection: Connection, run_ids: Sequence[int], sign: int
) -> set[tuple[int, float]]:
    """Note what these runs add up to, and return those with a judge's share."""
    changes: Changes = connection.info[PENDING]
    judged: set[tuple[int, float]] = set()
    for some in chunks(run_ids, AT_ONCE):
        rows = connection.execute(_RUNS.where(RUN.c.id.in_(some))).all()
        judged.update((row.id, row[1]) for row in rows if row[1] is not None)
        for alike, number in Counter(tuple(row[3:-2]) for row in rows).items():
            key, claims = alike[: 1 + len(CELL)], alike[1 + len(CELL) :]
            _sum_up(changes.daily, key, (1, *claims), sign * number)
        _count_kinds(connection, changes.kinds, rows, sign)
        _count_lengths(changes.lengths, rows, sign)
    return judged


def _count_lengths(sums: Sums, rows: Sequence[Row[Any]], sign: int) -> None:
    for row in rows:
        of_run = (row.judge, row.batch_id, row.status)
        for of, chars in (("output", row.output_chars), ("context", row.context_chars)):
            _sum_up(sums, (*of_run, of, range_of(chars), row.share), (sign,), 1)


def _count_kinds(
    connection: Connection, sums: Sums, rows: Sequence[Row[Any]], sign: int
) -> None:
    full = {row.id for row in rows if kinds.overflows(row.kinds)}
    packed: Counter[tuple[Any, ...]] = Counter(
        tuple(row[2:7]) for row in rows if row.id not in full
    )
    for (number, *run), runs in packed.items():
        for pair, claims in kinds.unpacked(number).items():
            _sum_up_kind(sums, run, pair, sign * runs * claims)
    runs_of = {row.id: row[3:7] for row in rows if row.id in full}
    for (id, kind, label), claims in kinds.counted(connection, full).items():
        _sum_up_kind(sums, runs_of[id], (kind, label), sign * claims)


def _sum_up_kind(
    sums: Sums, run: Sequence[Any], pair: Sequence[str], claims: int
) -> None:
    kind, label = pair
    both = (claims, 0) if label == "contradicted" else (0, claims)
    _sum_up(sums, (*run, kind), both, 1)


def _sum_up(
    sums: Sums, key: tuple[Any, ...], numbers: Sequence[int], times: int
) -> None:
    kept = sums.setdefault(key, [0] * len(numbers))
    for at, number in enumerate(numbers):
        kept[at] += times * number


def _upsert(connection: Connection, table: Table, sums: Sums) -> None:
    names = [column.name for column in table.c]
    rows = [
        dict(zip(names, (*key, *numbers), strict=True))
        for key, numbers in sorted(sums.items())
        if any(numbers)
    ]
    if not rows:
        return
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    insert = dialect.insert(table)
    keys = [column.name for column in table.primary_key]
    added = {
        name: table.c[name] + insert.excluded[name]
        for name in names
        if name not in keys
    }
    connection.execute(
        insert.on_conflict_do_update(index_elements=keys, set_=added), rows
    )
