"""What a judge said of runs whose samples a person labelled, one row a run.

All of it is the judge's own: what people made of its runs afterwards does not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Engine,
    FromClause,
    Select,
    case,
    false,
    func,
    select,
)

from storage.filters import conditions
from storage.tables import CLAIM, JUDGE_CUT_OFF, RUN, SAMPLE, VERDICT
from storage.transactions import reading
from storage.values import HALLUCINATED, RunFilter


@dataclass(frozen=True, slots=True)
class LabelledRun:
    """One run with the label of its sample.

    Attributes:
        run_id: The run's.
        hallucinated: What a person said of the sample.
        share: The judge's; None where there is none (yet).
        flagged: Whether that share is above what flags this judge's runs.
        doubt: How sure the judge is, 0 to 1, that the worst claim is hallucinated: its
            confidence, or what that lacks to 1 where it calls the claim supported.
            0 without claims.
        context_id: The same for samples with the same context.
    """

    run_id: int
    hallucinated: bool
    share: float | None
    flagged: bool
    doubt: float
    context_id: int


def labelled_runs(engine: Engine, filter: RunFilter) -> list[LabelledRun]:
    """Return the runs of labelled samples that the filter lets through, oldest first.

    Raises:
        StorageError: If the database cannot be read.
    """
    query = (
        select(
            RUN.c.id,
            SAMPLE.c.label,
            RUN.c.share,
            flagged_by_judge(),
            func.coalesce(_doubts().scalar_subquery(), 0.0),
            SAMPLE.c.context_id,
        )
        .join(SAMPLE, SAMPLE.c.id == RUN.c.sample_id)
        .where(*conditions(filter), SAMPLE.c.label.is_not(None))
        .order_by(RUN.c.id)
    )
    with reading(engine) as connection:
        return [
            LabelledRun(id, label == "hallucinated", share, bool(flag), doubt, context)
            for id, label, share, flag, doubt, context in connection.execute(query)
        ]


def flagged_by_judge(run: FromClause = RUN) -> ColumnElement[bool]:
    """Return whether a run's own share is above its judge's cut-off or threshold.

    ``run`` is the table of runs, by whatever name a query has it.
    """
    kept = (
        select(JUDGE_CUT_OFF.c.share)
        .where(JUDGE_CUT_OFF.c.judge == run.c.judge)
        .correlate(run)
        .scalar_subquery()
    )
    above = run.c.share > func.coalesce(kept, run.c.flag_threshold)
    return func.coalesce(above, false())


def _doubts() -> Select[Any]:
    sure = func.coalesce(VERDICT.c.confidence, 1.0)
    doubt = case(
        (VERDICT.c.label.in_(HALLUCINATED), sure),
        (VERDICT.c.label == "supported", 1.0 - sure),
    )
    return (
        select(func.max(doubt))
        .select_from(CLAIM)
        .join(VERDICT, VERDICT.c.claim_id == CLAIM.c.id)
        .where(CLAIM.c.run_id == RUN.c.id, VERDICT.c.person.is_(None))
        .correlate(RUN)
    )
