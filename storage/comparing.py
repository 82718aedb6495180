"""Two groups of runs on the same texts, side by side: what differs, and where.

Of each group the newest scored run of a text counts. Labels and shares are the judges'
own: what people decided is the same on both sides. All sums are made by the database.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Engine,
    FromClause,
    Select,
    Subquery,
    and_,
    func,
    select,
)

from storage.filters import conditions
from storage.labelled import flagged_by_judge
from storage.listing import OUTPUT_START
from storage.tables import CLAIM, RUN, SAMPLE, VERDICT
from storage.transactions import reading
from storage.values import HALLUCINATED, RunFilter

Direction = Literal["worse", "better"]
"""``worse``: hallucinated more in B than in A."""


@dataclass(frozen=True, slots=True)
class SharePair:
    """How many texts have this share in A and that one in B."""

    share_a: float
    share_b: float
    texts: int


@dataclass(frozen=True, slots=True)
class FlagPair:
    """How many texts are flagged, by their share alone, so in A and so in B."""

    flagged_a: bool
    flagged_b: bool
    texts: int


@dataclass(frozen=True, slots=True)
class LabelPair:
    """How many claims, the same word for word, have these labels in A and in B."""

    label_a: str
    label_b: str
    claims: int


@dataclass(frozen=True, slots=True)
class Overlap:
    """How far two groups can be compared.

    Attributes:
        texts: Texts that both have scored.
        only_a: Texts that only A has scored.
        only_b: Texts that only B has scored.
    """

    texts: int
    only_a: int
    only_b: int


@dataclass(frozen=True, slots=True)
class ChangedRun:
    """A text with its run in A and in B; ``output_start`` is cut."""

    run_a: int
    run_b: int
    output_start: str
    share_a: float
    share_b: float


@dataclass(frozen=True, slots=True)
class ChangedClaim:
    """A claim that both runs of a text have, with other labels."""

    run_a: int
    run_b: int
    text: str
    label_a: str
    label_b: str
    reason_a: str
    reason_b: str


def list_prompt_versions(engine: Engine) -> list[str]:
    """Return the versions of the prompts that any run was asked with, sorted."""
    version = RUN.c.prompt_version
    query = select(version).where(version.is_not(None), RUN.c.deleted_at.is_(None))
    with reading(engine) as connection:
        return sorted(set(connection.scalars(query.distinct())))


def overlap(engine: Engine, a: RunFilter, b: RunFilter) -> Overlap:
    """Return how many texts two groups share."""
    of_a, of_b = _newest(a, "a"), _newest(b, "b")
    both = of_a.join(of_b, of_a.c.texts == of_b.c.texts)
    with reading(engine) as connection:
        counts = [
            connection.scalar(select(func.count()).select_from(of)) or 0
            for of in (both, of_a, of_b)
        ]
    return Overlap(counts[0], counts[1] - counts[0], counts[2] - counts[0])


def share_pairs(engine: Engine, a: RunFilter, b: RunFilter) -> list[SharePair]:
    """Return the pairs of shares that occur, ascending by A's, then B's."""
    of_a, of_b, pairs = _pairs(a, b)
    query = (
        select(of_a.c.share, of_b.c.share, func.count())
        .select_from(pairs)
        .group_by(of_a.c.share, of_b.c.share)
        .order_by(of_a.c.share, of_b.c.share)
    )
    with reading(engine) as connection:
        return [SharePair(*row) for row in connection.execute(query)]


def flag_pairs(engine: Engine, a: RunFilter, b: RunFilter) -> list[FlagPair]:
    """Return how many texts each side flags by its share; combinations that occur."""
    of_a, of_b, pairs = _pairs(a, b)
    in_a, in_b = flagged_by_judge(of_a), flagged_by_judge(of_b)
    query = select(in_a, in_b, func.count()).select_from(pairs).group_by(in_a, in_b)
    with reading(engine) as connection:
        found = [
            FlagPair(bool(of_a), bool(of_b), texts)
            for of_a, of_b, texts in connection.execute(query)
        ]
    return sorted(found, key=lambda pair: (pair.flagged_a, pair.flagged_b))


def changed_runs(
    engine: Engine,
    a: RunFilter,
    b: RunFilter,
    *,
    direction: Direction,
    limit: int = 20,
    offset: int = 0,
) -> list[ChangedRun]:
    """Return the texts whose share went up (``worse``) or down from A to B, most first.

    Ties go by A's run, newest first.
    """
    of_a, of_b, pairs = _pairs(a, b)
    change = of_b.c.share - of_a.c.share
    if direction == "better":
        change = -change
    query = (
        select(
            of_a.c.id,
            of_b.c.id,
            func.substr(SAMPLE.c.output, 1, OUTPUT_START),
            of_a.c.share,
            of_b.c.share,
        )
        .select_from(pairs.join(SAMPLE, SAMPLE.c.id == of_b.c.sample_id))
        .where(change > 0)
        .order_by(change.desc(), of_a.c.id.desc())
        .limit(limit)
        .offset(offset)
    )
    with reading(engine) as connection:
        return [ChangedRun(*row) for row in connection.execute(query)]


def count_changed(engine: Engine, a: RunFilter, b: RunFilter) -> tuple[int, int]:
    """Return how many texts are worse in B than in A, and how many better."""
    of_a, of_b, pairs = _pairs(a, b)
    query = select(
        func.count().filter(of_b.c.share > of_a.c.share),
        func.count().filter(of_b.c.share < of_a.c.share),
    ).select_from(pairs)
    with reading(engine) as connection:
        worse, better = connection.execute(query).one()
    return worse, better


def label_pairs(engine: Engine, a: RunFilter, b: RunFilter) -> list[LabelPair]:
    """Return how the two sides label the claims that both have word for word."""
    claims_a, claims_b, both = _claims(a, b)
    query = (
        select(claims_a.c.label, claims_b.c.label, func.count())
        .select_from(both)
        .group_by(claims_a.c.label, claims_b.c.label)
        .order_by(claims_a.c.label, claims_b.c.label)
    )
    with reading(engine) as connection:
        return [LabelPair(*row) for row in connection.execute(query)]


def changed_claims(
    engine: Engine,
    a: RunFilter,
    b: RunFilter,
    *,
    direction: Direction | None = None,
    limit: int = 50,
    offset: int = 0,
) -> list[ChangedClaim]:
    """Return claims that the two sides label otherwise, newest runs of A first.

    With a direction only those that are hallucinated in B alone (``worse``), or in A
    alone (``better``).
    """
    claims_a, claims_b, both = _claims(a, b)
    bad_a, bad_b = (of.c.label.in_(HALLUCINATED) for of in (claims_a, claims_b))
    differ: ColumnElement[bool] = claims_a.c.label != claims_b.c.label
    if direction is not None:
        differ = and_(~bad_a, bad_b) if direction == "worse" else and_(bad_a, ~bad_b)
    query = (
        select(
            claims_a.c.run_id,
            claims_b.c.run_id,
            claims_a.c.text,
            claims_a.c.label,
            claims_b.c.label,
            claims_a.c.reason,
            claims_b.c.reason,
        )
        .select_from(both)
        .where(differ)
        .order_by(claims_a.c.run_id.desc(), claims_a.c.position)
        .limit(limit)
        .offset(offset)
    )
    with reading(engine) as connection:
        return [ChangedClaim(*row) for row in connection.execute(query)]


def _newest(filter: RunFilter, name: str) -> Subquery:
    """Return the newest scored run of each text that the filter lets through."""
    return (
        select(SAMPLE.c.content_hash.label("texts"), func.max(RUN.c.id).label("id"))
        .join(SAMPLE, SAMPLE.c.id == RUN.c.sample_id)
        .where(*conditions(filter), RUN.c.status == "scored")
        .group_by(SAMPLE.c.content_hash)
        .subquery(f"newest_{name}")
    )


def _pairs(a: RunFilter, b: RunFilter) -> tuple[Any, Any, Any]:
    """Return the runs of A, those of B, and the two joined on their texts."""
    newest_a, newest_b = _newest(a, "a"), _newest(b, "b")
    of_a, of_b = RUN.alias("run_a"), RUN.alias("run_b")
    pairs = (
        newest_a.join(newest_b, newest_a.c.texts == newest_b.c.texts)
        .join(of_a, of_a.c.id == newest_a.c.id)
        .join(of_b, and_(of_b.c.id == newest_b.c.id, of_b.c.id != of_a.c.id))
    )
    return of_a, of_b, pairs


def _claims(a: RunFilter, b: RunFilter) -> tuple[Subquery, Subquery, FromClause]:
    """Return the judged claims of A's runs, those of B's, and the two joined."""
    of_a, of_b, pairs = _pairs(a, b)
    runs = select(of_a.c.id.label("a"), of_b.c.id.label("b")).select_from(pairs)
    pair = runs.subquery("pair")
    claims_a, claims_b = _of_judge("claims_a"), _of_judge("claims_b")
    both = pair.join(claims_a, claims_a.c.run_id == pair.c.a).join(
        claims_b,
        and_(claims_b.c.run_id == pair.c.b, claims_b.c.text == claims_a.c.text),
    )
    return claims_a, claims_b, both


def _of_judge(name: str) -> Subquery:
    query: Select[Any] = (
        select(
            CLAIM.c.run_id,
            CLAIM.c.position,
            CLAIM.c.text,
            VERDICT.c.label,
            VERDICT.c.reason,
        )
        .join(VERDICT, VERDICT.c.claim_id == CLAIM.c.id)
        .where(VERDICT.c.person.is_(None))
    )
    return query.subquery(name)
