"""How many claims of a run are hallucinated in which way, packed into one number.

Each pair of a kind and a label has three bits, so that a run's kinds can be filtered
and summed up without its claims. Seven means seven or more: who needs to know how many
looks at the claims.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import get_args

from sqlalchemy import Connection, bindparam, func, select, update

from storage.rows import chunks
from storage.tables import CLAIM, RUN
from storage.values import HALLUCINATED, Kind

AT_ONCE = 5_000
"""Ids asked for in one query; SQLite takes at most 32,766."""

BITS = 3
FULL = 2**BITS - 1
"""What stands for this many and more."""
PAIRS: tuple[tuple[str, str], ...] = tuple(
    (kind, label) for kind in get_args(Kind) for label in HALLUCINATED
)
SHIFTS = {pair: at * BITS for at, pair in enumerate(PAIRS)}


def packed(claims: Iterable[tuple[str | None, str]]) -> int:
    """Return the number for claims, each a kind and a label.

    Claims that are not hallucinated leave no trace; those without a kind are ``other``.
    """
    counts = Counter((kind or "other", label) for kind, label in claims)
    return sum(
        min(number, FULL) << SHIFTS[pair]
        for pair, number in counts.items()
        if pair in SHIFTS
    )


def unpacked(number: int) -> dict[tuple[str, str], int]:
    """Return how many claims of which kind and label a packed number holds."""
    found = {pair: number >> shift & FULL for pair, shift in SHIFTS.items()}
    return {pair: count for pair, count in found.items() if count}


def overflows(number: int) -> bool:
    """Return whether there may be more claims of a pair than the number tells."""
    return FULL in unpacked(number).values()


def mask(kinds: Iterable[str]) -> int:
    """Return the bits of these kinds; words that are no kind have none."""
    wanted = set(kinds)
    return sum(FULL << shift for (kind, _), shift in SHIFTS.items() if kind in wanted)


def keep(connection: Connection, run_ids: Sequence[int]) -> None:
    """Let runs keep the kinds of the claims that they have now."""
    for some in chunks(run_ids, AT_ONCE):
        found: dict[int, list[tuple[str | None, str]]] = {}
        for (run_id, kind, label), number in counted(connection, some).items():
            found.setdefault(run_id, []).extend([(kind, label)] * number)
        query = select(RUN.c.id, RUN.c.kinds).where(RUN.c.id.in_(some))
        new = {
            row.id: number
            for row in connection.execute(query)
            if (number := packed(found.get(row.id, ()))) != row.kinds
        }
        if new:
            connection.execute(
                _KEEP, [{"run_id": id, "number": number} for id, number in new.items()]
            )


_KEEP = (
    update(RUN).where(RUN.c.id == bindparam("run_id")).values(kinds=bindparam("number"))
)


def counted(
    connection: Connection, run_ids: Collection[int]
) -> dict[tuple[int, str, str], int]:
    """Return how many claims are hallucinated, by run, kind and label."""
    kind = func.coalesce(CLAIM.c.kind, "other")
    query = (
        select(CLAIM.c.run_id, kind, CLAIM.c.label, func.count())
        .where(CLAIM.c.run_id.in_(run_ids), CLAIM.c.removed_at.is_(None))
        .where(CLAIM.c.label.in_(HALLUCINATED))
        .group_by(CLAIM.c.run_id, kind, CLAIM.c.label)
    )
    return {
        (run_id, kind, label): number
        for run_id, kind, label, number in connection.execute(query)
    }
