"""What is contradicted over and over: claims, and the items of contexts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Row,
    Select,
    and_,
    func,
    literal_column,
    select,
    tuple_,
)

from storage.filters import conditions
from storage.plans import aside
from storage.rows import chunks
from storage.sources import counted
from storage.tables import CLAIM, CONTEXT, RUN
from storage.transactions import reading
from storage.values import RunFilter
from storage.ways import is_narrow


@dataclass(frozen=True, slots=True)
class RepeatedClaim:
    """A claim that runs make over and over, each time contradicted.

    Attributes:
        text: As the newest of the runs writes it.
        kind: What it gets wrong there; None where the judge did not say.
        claims: How often it is made.
        run_id: The newest run that makes it.
        text_key: The same for all claims of these words.
    """

    text: str
    kind: str | None
    claims: int
    runs: int
    run_id: int
    text_key: int


@dataclass(frozen=True, slots=True)
class ContradictedContext:
    """An item of a context that claims contradict.

    ``text`` is the item, ``position`` where it stands among the context's, from 0.
    """

    context_id: int
    position: int
    text: str
    claims: int
    runs: int
    run_id: int


CONTRADICTED = and_(
    CLAIM.c.label == literal_column("'contradicted'"), CLAIM.c.removed_at.is_(None)
)
"""As the indexes of such claims say it, which they must to be used."""
OF_RUNS = and_(
    aside(CLAIM.c.label) == "contradicted", aside(CLAIM.c.removed_at).is_(None)
)
"""The same for claims that are found by their runs."""
MOST_KEYS = 5_000
KEYS_AT_ONCE = 100


def contradicted_claims(
    engine: Engine,
    filter: RunFilter,
    *,
    limit: int = 20,
    include_others: bool = False,
) -> list[RepeatedClaim]:
    """Return the claims that are contradicted most often, ties newest run first.

    Claims of the same words count as one, whatever their case, spaces and punctuation.
    """
    with reading(engine) as connection:
        found = _most(connection, filter, (CLAIM.c.text_key,), limit, include_others)
        newest = _newest(connection, found)
    return [
        RepeatedClaim(
            text=newest[row.text_key].text,
            kind=newest[row.text_key].kind,
            claims=row.claims,
            runs=row.runs,
            run_id=row.run_id,
            text_key=row.text_key,
        )
        for row in found
    ]


def contradicted_contexts(
    engine: Engine,
    filter: RunFilter,
    *,
    limit: int = 20,
    include_others: bool = False,
) -> list[ContradictedContext]:
    """Return the items of contexts that claims contradict most often.

    An item counts for the claims that the judge contradicts with a quote from it; ties
    go newest run first.
    """
    keys = (CLAIM.c.context_id, CLAIM.c.context_index)
    with reading(engine) as connection:
        found = _most(connection, filter, keys, limit, include_others)
        ids = {row.context_id for row in found}
        contexts = connection.execute(select(CONTEXT).where(CONTEXT.c.id.in_(ids)))
        texts = {row.id: row.texts for row in contexts}
    return [
        ContradictedContext(
            context_id=row.context_id,
            position=row.context_index,
            text=texts[row.context_id][row.context_index],
            claims=row.claims,
            runs=row.runs,
            run_id=row.run_id,
        )
        for row in found
    ]


def runs_contradicted(
    engine: Engine,
    filter: RunFilter,
    *,
    text_key: int | None = None,
    context: tuple[int, int] | None = None,
    include_others: bool = False,
    limit: int = 1_000,
) -> list[int]:
    """Return the newest runs with such a claim, or one against such an item.

    ``context`` is the id of a context and the position of the item in it.
    """
    query = _claims(filter, include_others, CLAIM.c.run_id)
    if text_key is not None:
        query = query.where(CLAIM.c.text_key == text_key)
    if context is not None:
        query = query.where(
            CLAIM.c.context_id == context[0], CLAIM.c.context_index == context[1]
        )
    newest = query.distinct().order_by(CLAIM.c.run_id.desc()).limit(limit)
    with reading(engine) as connection:
        return list(connection.scalars(newest))


def _claims(
    filter: RunFilter,
    include_others: bool,
    *columns: ColumnElement[Any],
    of_runs: bool = False,
) -> Select[Any]:
    return (
        select(*columns)
        .select_from(CLAIM)
        .join(RUN, RUN.c.id == CLAIM.c.run_id)
        .where(OF_RUNS if of_runs else CONTRADICTED, *conditions(filter))
        .where(aside(RUN.c.status).in_(counted(include_others)))
    )


Keys = tuple[ColumnElement[Any], ...]


def _most(
    connection: Connection,
    filter: RunFilter,
    keys: Keys,
    limit: int,
    include_others: bool,
) -> list[Row[Any]]:
    """Return the keys of most claims, each with how many claims and runs it has.

    What all runs together have of a key is known from an index, and no filter leaves
    more of it. So keys are counted, those that may have most first, until no other can
    have as many as the least of those that are wanted. Only if that takes too long are
    the claims of all runs counted that the filter lets through.
    """
    if is_narrow(connection, filter):
        narrow = _sums(filter, include_others, keys, of_runs=True)
        return _first(connection.execute(narrow), limit)
    found: list[Row[Any]] = []
    bounds = _bounds(connection, keys)
    for some in chunks(bounds[:MOST_KEYS], KEYS_AT_ONCE):
        if len(found) == limit and found[-1].claims > some[0].claims:
            return found
        of_some = _among(keys, [tuple(row[:-1]) for row in some])
        query = _sums(filter, include_others, keys).where(of_some)
        found = _first([*found, *connection.execute(query)], limit)
    if len(bounds) <= MOST_KEYS or (
        len(found) == limit and found[-1].claims > bounds[-1].claims
    ):
        return found
    return _first(connection.execute(_sums(filter, include_others, keys)), limit)


def _bounds(connection: Connection, keys: Keys) -> list[Any]:
    """Return keys with how many claims of all runs each has, most first.

    One more than ``MOST_KEYS`` tells that there are others.
    """
    claims = func.count().label("claims")
    query = (
        select(*keys, claims)
        .where(CONTRADICTED, *(key.is_not(None) for key in keys))
        .group_by(*keys)
        .order_by(claims.desc())
        .limit(MOST_KEYS + 1)
    )
    return list(connection.execute(query))


def _sums(
    filter: RunFilter, include_others: bool, keys: Keys, *, of_runs: bool = False
) -> Select[Any]:
    """Count claims by key, found by their keys or, with ``of_runs``, by their runs."""
    sums = (
        func.count().label("claims"),
        func.count(CLAIM.c.run_id.distinct()).label("runs"),
        func.max(CLAIM.c.run_id).label("run_id"),
    )
    query = _claims(filter, include_others, *keys, *sums, of_runs=of_runs)
    return query.where(*(key.is_not(None) for key in keys)).group_by(*keys)


def _among(keys: Keys, values: Sequence[tuple[Any, ...]]) -> ColumnElement[bool]:
    if len(keys) == 1:
        return keys[0].in_([value for (value,) in values])
    return tuple_(*keys).in_(values)


def _first(rows: Iterable[Row[Any]], limit: int) -> list[Row[Any]]:
    """Return the rows of most claims, ties newest run first, then by key."""
    return sorted(rows, key=lambda row: (-row.claims, -row.run_id, tuple(row)))[:limit]


def _newest(connection: Connection, found: Sequence[Row[Any]]) -> dict[int, Any]:
    """Return for each repeated claim the one of its newest run."""
    runs = {row.run_id for row in found}
    keys = {(row.text_key, row.run_id) for row in found}
    query = (
        select(CLAIM.c.text_key, CLAIM.c.run_id, CLAIM.c.text, CLAIM.c.kind)
        .where(CLAIM.c.run_id.in_(runs), OF_RUNS)
        .order_by(CLAIM.c.position.desc())
    )
    rows = connection.execute(query)
    return {row.text_key: row for row in rows if (row.text_key, row.run_id) in keys}
