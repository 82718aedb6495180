"""Finds runs by a text in them.

SQLite has an index of the three-letter sequences of outputs and inputs, and one of
those of claims and reasons. They tell which rows may hold a text; whether a row does,
its text tells. So nothing is taken out of them: what does not hold any more is passed
over. PostgreSQL has the same from its extension ``pg_trgm``, where there is one.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    column,
    func,
    literal,
    literal_column,
    or_,
    select,
    table,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import Boolean, NullType

from storage.plans import aside
from storage.tables import CLAIM, RUN, SAMPLE

SEQUENCE = 3
MOST_SEQUENCES = 60
"""Sequences of a sought text that are looked up; more hardly rule out more."""
FROM_CHINESE_ON = "\u2e80"
"""Writing in which two letters, or one, are enough to find something by."""
NOTHING = '"\x02\x02\x02"'
LAST = "\U0010ffff"
INDEXES = ("sample_text", "run_text")


def holding(sought: str) -> ColumnElement[bool]:
    """Return what runs must meet that hold the text, whatever its case.

    It is looked for as it is: no character of it stands for any other.
    """
    in_sample = select(SAMPLE.c.id).where(
        *_may_hold(SAMPLE.c.id, "sample_text", sought),
        or_(holds(SAMPLE.c.output, sought), holds(SAMPLE.c.input, sought)),
    )
    in_claim = select(CLAIM.c.run_id).where(
        *_may_hold(CLAIM.c.run_id, "run_text", sought),
        CLAIM.c.removed_at.is_(None),
        holds(CLAIM.c.text, sought),
    )
    # named anew: with an index of its own, apart from the run that is asked about
    run = RUN.alias("run_with_reason")
    in_reason = select(run.c.id).where(
        *_may_hold(run.c.id, "run_text", sought), holds(run.c.reason, sought)
    )
    return or_(
        RUN.c.sample_id.in_(in_sample),
        RUN.c.id.in_(in_claim),
        RUN.c.id.in_(in_reason),
    )


def holding_one_by_one(sought: str, *, narrowed: bool = True) -> ColumnElement[bool]:
    """Return the same for runs that are looked at in turn, until enough are found.

    ``narrowed`` is whether only those are looked at that the indexes name: not worth
    while for a text that a good part of all runs hold.
    """
    of_sample = select(SAMPLE.c.id).where(
        SAMPLE.c.id == RUN.c.sample_id,
        or_(holds(SAMPLE.c.output, sought), holds(SAMPLE.c.input, sought)),
    )
    of_claim = select(CLAIM.c.id).where(
        CLAIM.c.run_id == RUN.c.id,
        CLAIM.c.removed_at.is_(None),
        holds(CLAIM.c.text, sought),
    )
    sample_id, run_id = aside(RUN.c.sample_id), aside(RUN.c.id)
    return or_(
        and_(
            *(_may_hold(sample_id, "sample_text", sought) if narrowed else ()),
            of_sample.correlate(RUN).exists(),
        ),
        and_(
            *(_may_hold(run_id, "run_text", sought) if narrowed else ()),
            or_(holds(RUN.c.reason, sought), of_claim.correlate(RUN).exists()),
        ),
    )


def candidates(connection: Connection, sought: str, *, most: int) -> int | None:
    """Return how many rows may hold a text, at most ``most``; None if nobody knows."""
    if connection.dialect.name != "sqlite":
        return None
    found = 0
    for index in INDEXES:
        pattern = _pattern(sought, index)
        if pattern is None:
            return None
        rows = _candidates(index, pattern).limit(most).subquery()
        found += connection.scalar(select(func.count()).select_from(rows)) or 0
    return min(found, most)


def holds(column: ColumnElement[Any], sought: str) -> ColumnElement[bool]:
    """Return whether a text holds another, whatever their case.

    On SQLite ``lower`` and ``strpos`` are those of ``database.py``, which know the case
    of all letters.
    """
    like = sought
    for special in ("\\", "%", "_"):
        like = like.replace(special, f"\\{special}")
    return Holds(func.lower(column), func.lower(sought), func.lower(f"%{like}%"))


class Holds(FunctionElement[bool]):
    """Whether a text holds another; the third part is a pattern for the same."""

    type = Boolean()
    inherit_cache = True


@compiles(Holds)
def _by_position(element: Holds, compiler: SQLCompiler, **options: Any) -> str:
    column, sought, _ = (compiler.process(each, **options) for each in element.clauses)
    return f"strpos({column}, {sought}) > 0"


@compiles(Holds, "postgresql")
def _by_pattern(element: Holds, compiler: SQLCompiler, **options: Any) -> str:
    """Ask in the one way that an index of sequences answers."""
    column, _, like = (compiler.process(each, **options) for each in element.clauses)
    return f"{column} LIKE {like}"


class OnSqlite(FunctionElement[Any]):
    """What a row must meet on SQLite; elsewhere it always does.

    It has no type: of a boolean one, SQLite would be asked whether it equals 1, and
    then look no row up by it.
    """

    type = NullType()
    inherit_cache = True


@compiles(OnSqlite)
def _always(_element: OnSqlite, _compiler: SQLCompiler, **_options: Any) -> str:
    return "true"


@compiles(OnSqlite, "sqlite")
def _there(element: OnSqlite, compiler: SQLCompiler, **options: Any) -> str:
    return compiler.process(element.clauses, **options)


def _may_hold(
    id: ColumnElement[int], index: str, sought: str
) -> list[ColumnElement[bool]]:
    """Return what the index says of rows by their ids; nothing if it cannot tell."""
    pattern = _pattern(sought, index)
    return [] if pattern is None else [OnSqlite(id.in_(_candidates(index, pattern)))]


def _candidates(index: str, pattern: ColumnElement[str]) -> Select[Any]:
    rowid: ColumnElement[int] = column("rowid")
    matches = literal_column(index).op("MATCH")(pattern)
    return select(rowid).select_from(table(index)).where(matches)


def _pattern(sought: str, index: str) -> ColumnElement[str] | None:
    """Return how an index is asked for a text; None if that is too short for it.

    Of a text that is shorter than a sequence, those are looked for that begin with it.
    """
    folded = sought.casefold()
    if len(folded) >= SEQUENCE:
        starts = range(len(folded) - SEQUENCE + 1)
        found = dict.fromkeys(folded[at : at + SEQUENCE] for at in starts)
        some = [each for each in found if "\0" not in each][:MOST_SEQUENCES]
        return literal(" AND ".join(map(_quoted, some)) or NOTHING)
    if not folded or min(folded) < FROM_CHINESE_ON:
        return None
    term: ColumnElement[str] = column("term")
    quoted = literal('"') + func.replace(term, '"', '""') + '"'
    beginning = (
        select(func.group_concat(quoted, " OR "))
        .select_from(table(f"{index}_terms"))
        .where(term >= folded, term < folded + LAST)
    )
    return func.coalesce(beginning.scalar_subquery(), NOTHING)


def _quoted(sequence: str) -> str:
    doubled = sequence.replace('"', '""')
    return f'"{doubled}"'
