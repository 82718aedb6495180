"""Flags runs: by what a person says, else by their share."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Row,
    false,
    func,
    select,
    update,
)

from storage.acting import AT_ONCE, keep_reviews, named, now, review_line, runs_at_hand
from storage.rows import chunks
from storage.tables import JUDGE_CUT_OFF, RUN
from storage.tallies import changing
from storage.transactions import writing


def flag(
    engine: Engine, run_ids: Collection[int], *, flagged: bool | None, person: str
) -> int:
    """Let a person's flag win over the share, and return how many runs have it now.

    True flags the runs, False clears them; None withdraws the person's word, so that
    the share decides again. Runs that are not there or in the bin are left out.
    """
    person = named(person)
    with writing(engine) as connection:
        count = 0
        for runs in runs_at_hand(connection, run_ids):
            count += len(runs)
            ids = [run.id for run in runs]
            with changing(connection, ids, claims_too=False):
                set_flags(connection, runs, flagged=flagged, person=person)
    return count


def set_flags(
    connection: Connection,
    runs: Sequence[Row[Any]],
    *,
    flagged: bool | None,
    person: str,
) -> None:
    """Keep a person's word on whether runs are flagged, where it is news."""
    changed = [run for run in runs if run.person_flag is not flagged]
    moment = now()
    keep_reviews(
        connection,
        (
            review_line(
                run.id,
                "flag",
                person=person,
                moment=moment,
                details={"before": run.person_flag, "after": flagged},
            )
            for run in changed
        ),
    )
    set_flag(connection, [run.id for run in changed], flagged)


def set_flag(
    connection: Connection, run_ids: Collection[int], flagged: bool | None
) -> None:
    """Let this be people's word on whether runs are flagged."""
    for some in chunks(list(run_ids), AT_ONCE):
        connection.execute(
            update(RUN).where(RUN.c.id.in_(some)).values(person_flag=flagged)
        )
    reflag(connection, run_ids)


def reflag(connection: Connection, run_ids: Collection[int]) -> None:
    """Let a person's word, or else the share, decide which of the runs are flagged."""
    flagged = flagged_now()
    for some in chunks(list(run_ids), AT_ONCE):
        other = RUN.c.id.in_(some) & (RUN.c.flagged != flagged)
        connection.execute(update(RUN).where(other).values(flagged=flagged))


def flagged_now() -> ColumnElement[bool]:
    """Return whether a run is flagged: a person's word wins over its share."""
    return func.coalesce(RUN.c.person_flag, by_share())


def by_share() -> ColumnElement[bool]:
    """Return whether a run's final share alone flags it; no share flags nothing.

    It does above the cut-off that is kept for the judge; without one, above the run's
    own threshold.
    """
    cut_off = (
        select(JUDGE_CUT_OFF.c.share)
        .where(JUDGE_CUT_OFF.c.judge == RUN.c.judge)
        .correlate(RUN)
        .scalar_subquery()
    )
    bar = func.coalesce(cut_off, RUN.c.flag_threshold)
    return func.coalesce(RUN.c.final_share > bar, false())
