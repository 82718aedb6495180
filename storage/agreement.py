"""How judges agree with people: with labels of samples, and with verdicts on claims.

A judge's own labels and shares are held against what people said; runs and claims that
nobody spoke about are not counted at all. All sums are made by the database.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, Select, Subquery, and_, case, func, select

from storage.filters import conditions
from storage.listing import OUTPUT_START
from storage.tables import CLAIM, RUN, SAMPLE, VERDICT
from storage.transactions import reading
from storage.values import RunFilter


@dataclass(frozen=True, slots=True)
class Truth:
    """How much people said about a judge's scored runs.

    Attributes:
        labelled_runs: Runs whose sample has a label.
        reviewed_claims: Claims with the judge's verdict and a person's.
    """

    judge: str
    labelled_runs: int
    reviewed_claims: int


@dataclass(frozen=True, slots=True)
class LabelledShare:
    """How many runs have this share and this label of their sample."""

    share: float
    hallucinated: bool
    runs: int


@dataclass(frozen=True, slots=True)
class VerdictPair:
    """How many claims have this label of the judge and that of a person."""

    judge_label: str
    person_label: str
    claims: int


@dataclass(frozen=True, slots=True)
class Confidence:
    """How many claims the judge was so sure of, and how many of them it got right.

    ``confidence`` is rounded to hundredths; right is what a person labelled the same.
    """

    confidence: float
    claims: int
    right: int


@dataclass(frozen=True, slots=True)
class ClaimDisagreement:
    """A claim that a person labelled otherwise than the judge."""

    run_id: int
    claim_id: int
    text: str
    judge_label: str
    person_label: str
    confidence: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class RunDisagreement:
    """A run that the judge and its sample's label see otherwise."""

    run_id: int
    output_start: str
    share: float
    hallucinated: bool


def judges_with_truth(engine: Engine, filter: RunFilter) -> list[Truth]:
    """Return the judges about whose runs people said anything, by name."""
    labelled = (
        select(RUN.c.judge, func.count())
        .join(SAMPLE, SAMPLE.c.id == RUN.c.sample_id)
        .where(*conditions(filter), *_LABELLED)
        .group_by(RUN.c.judge)
    )
    of_claims = _reviewed(filter)
    reviewed = select(of_claims.c.judge, func.count()).group_by(of_claims.c.judge)
    with reading(engine) as connection:
        runs: dict[str, int] = dict(connection.execute(labelled).all())
        claims: dict[str, int] = dict(connection.execute(reviewed).all())
    return [
        Truth(judge, runs.get(judge, 0), claims.get(judge, 0))
        for judge in sorted({*runs, *claims})
    ]


def labelled_shares(
    engine: Engine, filter: RunFilter, *, judge: str
) -> list[LabelledShare]:
    """Return the judge's shares beside the samples' labels, by share and label."""
    hallucinated = SAMPLE.c.label == "hallucinated"
    query = (
        select(RUN.c.share, hallucinated, func.count())
        .join(SAMPLE, SAMPLE.c.id == RUN.c.sample_id)
        .where(*conditions(filter), *_LABELLED, RUN.c.judge == judge)
        .group_by(RUN.c.share, hallucinated)
        .order_by(RUN.c.share, hallucinated)
    )
    with reading(engine) as connection:
        return [
            LabelledShare(share, bool(bad), runs)
            for share, bad, runs in connection.execute(query)
        ]


def verdict_pairs(
    engine: Engine, filter: RunFilter, *, judge: str
) -> list[VerdictPair]:
    """Return how the judge and people label the claims that both spoke about."""
    of = _reviewed(filter, judge)
    labels = (of.c.judge_label, of.c.person_label)
    query = select(*labels, func.count()).group_by(*labels).order_by(*labels)
    with reading(engine) as connection:
        return [VerdictPair(*row) for row in connection.execute(query)]


def confidences(engine: Engine, filter: RunFilter, *, judge: str) -> list[Confidence]:
    """Return how often the judge was right at each confidence, ascending.

    Claims without a confidence, and those that it left unjudged, are left out.
    """
    of = _reviewed(filter, judge)
    hundredths = func.round(of.c.confidence * 100)
    right = func.sum(case((of.c.judge_label == of.c.person_label, 1), else_=0))
    query = (
        select(hundredths, func.count(), right)
        .where(of.c.confidence.is_not(None), of.c.judge_label != "unjudged")
        .group_by(hundredths)
        .order_by(hundredths)
    )
    with reading(engine) as connection:
        return [
            Confidence(float(at) / 100, claims, int(so_many))
            for at, claims, so_many in connection.execute(query)
        ]


def claim_disagreements(
    engine: Engine, filter: RunFilter, *, judge: str, limit: int = 50, offset: int = 0
) -> list[ClaimDisagreement]:
    """Return claims that people label otherwise, those the judge was surest of first.

    Ties, and claims without a confidence at the end, come newest run first.
    """
    of = _reviewed(filter, judge)
    query = (
        select(
            of.c.run_id,
            of.c.claim_id,
            of.c.text,
            of.c.judge_label,
            of.c.person_label,
            of.c.confidence,
            of.c.reason,
        )
        .where(of.c.judge_label != of.c.person_label)
        .order_by(of.c.confidence.desc().nulls_last(), of.c.claim_id.desc())
        .limit(limit)
        .offset(offset)
    )
    with reading(engine) as connection:
        return [ClaimDisagreement(*row) for row in connection.execute(query)]


def run_disagreements(
    engine: Engine,
    filter: RunFilter,
    *,
    judge: str,
    cut_off: float,
    limit: int = 50,
    offset: int = 0,
) -> list[RunDisagreement]:
    """Return runs whose share lies on the wrong side of the cut-off, farthest first.

    A share above the cut-off says hallucinated. Ties come newest first.
    """
    hallucinated = SAMPLE.c.label == "hallucinated"
    wrong = (RUN.c.share > cut_off) != hallucinated
    query = (
        select(
            RUN.c.id,
            func.substr(SAMPLE.c.output, 1, OUTPUT_START),
            RUN.c.share,
            hallucinated,
        )
        .join(SAMPLE, SAMPLE.c.id == RUN.c.sample_id)
        .where(*conditions(filter), *_LABELLED, RUN.c.judge == judge, wrong)
        .order_by(func.abs(RUN.c.share - cut_off).desc(), RUN.c.id.desc())
        .limit(limit)
        .offset(offset)
    )
    with reading(engine) as connection:
        return [
            RunDisagreement(run_id, start, share, bool(bad))
            for run_id, start, share, bad in connection.execute(query)
        ]


_LABELLED = (RUN.c.status == "scored", SAMPLE.c.label.is_not(None))


def _reviewed(filter: RunFilter, judge: str | None = None) -> Subquery:
    """Return the claims with a judge's verdict and a person's that still stands.

    ``claim.label`` is then the person's.
    """
    own, persons = VERDICT.alias("own"), VERDICT.alias("persons")
    spoken = (
        select(persons.c.id)
        .where(persons.c.claim_id == CLAIM.c.id, persons.c.person.is_not(None))
        .where(persons.c.withdrawn_at.is_(None))
        .exists()
    )
    query: Select[Any] = (
        select(
            RUN.c.judge,
            CLAIM.c.run_id,
            CLAIM.c.id.label("claim_id"),
            CLAIM.c.text,
            own.c.label.label("judge_label"),
            CLAIM.c.label.label("person_label"),
            own.c.confidence,
            own.c.reason,
        )
        .join(RUN, RUN.c.id == CLAIM.c.run_id)
        .join(own, and_(own.c.claim_id == CLAIM.c.id, own.c.person.is_(None)))
        .where(*conditions(filter), RUN.c.reviewed_at.is_not(None))
        .where(CLAIM.c.removed_at.is_(None), spoken)
    )
    if judge is not None:
        query = query.where(RUN.c.judge == judge)
    return query.subquery("reviewed")
