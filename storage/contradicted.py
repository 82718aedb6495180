"""What is contradicted over and over: claims, and the items of contexts."""

from __future__ import annotations

from collections.abc import Sequence
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

from storage.figures import ContradictedContext, RepeatedClaim
from storage.filters import conditions
from storage.plans import aside
from storage.sources import counted
from storage.tables import CLAIM, CONTEXT, RUN
from storage.transactions import reading
from storage.values import RunFilter

CONTRADICTED = and_(
    CLAIM.c.label == literal_column("'contradicted'"), CLAIM.c.removed_at.is_(None)
)
"""As the indexes of such claims say it, which they must to be used."""


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
    key = CLAIM.c.text_key
    query = _most(filter, include_others, key).limit(limit)
    with reading(engine) as connection:
        found = list(connection.execute(query))
        newest = _newest(connection, tuple_(key, CLAIM.c.run_id), found)
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
    query = (
        _most(filter, include_others, CLAIM.c.context_id, CLAIM.c.context_index)
        .where(CLAIM.c.context_id.is_not(None))
        .limit(limit)
    )
    with reading(engine) as connection:
        found = list(connection.execute(query))
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
    filter: RunFilter, include_others: bool, *columns: ColumnElement[Any]
) -> Select[Any]:
    return (
        select(*columns)
        .select_from(CLAIM)
        .join(RUN, RUN.c.id == CLAIM.c.run_id)
        .where(CONTRADICTED, *conditions(filter))
        .where(aside(RUN.c.status).in_(counted(include_others)))
    )


def _most(
    filter: RunFilter, include_others: bool, *keys: ColumnElement[Any]
) -> Select[Any]:
    newest = func.max(CLAIM.c.run_id)
    sums = (
        func.count().label("claims"),
        func.count(CLAIM.c.run_id.distinct()).label("runs"),
        newest.label("run_id"),
    )
    return (
        _claims(filter, include_others, *keys, *sums)
        .group_by(*keys)
        .order_by(func.count().desc(), newest.desc(), *keys)
    )


def _newest(
    connection: Connection, key: ColumnElement[Any], found: Sequence[Row[Any]]
) -> dict[int, Any]:
    """Return for each repeated claim the one of its newest run."""
    pairs = [(row.text_key, row.run_id) for row in found]
    query = (
        select(CLAIM.c.text_key, CLAIM.c.text, CLAIM.c.kind)
        .where(key.in_(pairs), CONTRADICTED)
        .order_by(CLAIM.c.position.desc())
    )
    return {row.text_key: row for row in connection.execute(query)}
