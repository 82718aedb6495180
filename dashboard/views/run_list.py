"""The list that a run was opened from, so that one can go on to the next.

The list stays as it was when it was left: a run that a review takes out of a filter is
still the one before the next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

import streamlit as st
from sqlalchemy import Engine

from storage.runs import list_runs
from storage.values import RunDetails, RunFilter, Sort

KEY = "run_list"
AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class RunList:
    """Runs in the order of a list.

    Attributes:
        run_ids: Those looked at so far.
        filter: What the list let through.
        sort: How it was sorted.
        offset: Where in the list the first of ``run_ids`` stood.
    """

    run_ids: tuple[int, ...]
    filter: RunFilter
    sort: Sort
    offset: int


def remember(runs: RunList) -> None:
    """Keep the list that a run is opened from."""
    st.session_state[KEY] = runs


def neighbours(engine: Engine, run: RunDetails) -> tuple[int | None, int | None]:
    """Return the runs before and after one in its list; None where the list ends."""
    runs: RunList | None = st.session_state.get(KEY)
    run_id = run.summary.run_id
    if runs is None or run_id not in runs.run_ids:
        runs = _around(engine, run)
    at = runs.run_ids.index(run_id)
    if at == len(runs.run_ids) - 1:
        runs = _longer(engine, runs)
    if at == 0 and runs.offset:
        runs = _earlier(engine, runs)
        at = runs.run_ids.index(run_id)
    remember(runs)
    before = runs.run_ids[at - 1] if at else None
    after = runs.run_ids[at + 1] if at + 1 < len(runs.run_ids) else None
    return before, after


def _around(engine: Engine, run: RunDetails) -> RunList:
    """Return the newest list of all runs around one that no list led to."""
    moment, run_id = run.summary.created_at, run.summary.run_id
    newer = list_runs(engine, RunFilter(since=moment), sort="oldest", limit=AT_ONCE)
    until = RunFilter(until=moment + timedelta(microseconds=1))
    older = list_runs(engine, until, limit=AT_ONCE)
    ids = dict.fromkeys(each.run_id for each in [*newer[::-1], *older])
    return RunList(tuple(ids) if run_id in ids else (run_id,), until, "newest", 0)


def _longer(engine: Engine, runs: RunList) -> RunList:
    """Return the list with the runs that follow in it."""
    known = set(runs.run_ids)
    offset = runs.offset
    while True:
        page = list_runs(
            engine, runs.filter, sort=runs.sort, limit=AT_ONCE, offset=offset
        )
        fresh = tuple(run.run_id for run in page if run.run_id not in known)
        if fresh or len(page) < AT_ONCE:
            return replace(runs, run_ids=(*runs.run_ids, *fresh))
        offset += AT_ONCE


def _earlier(engine: Engine, runs: RunList) -> RunList:
    """Return the list with the page before it."""
    offset = max(runs.offset - AT_ONCE, 0)
    page = list_runs(
        engine,
        runs.filter,
        sort=runs.sort,
        limit=runs.offset - offset,
        offset=offset,
    )
    known = set(runs.run_ids)
    fresh = tuple(run.run_id for run in page if run.run_id not in known)
    return replace(runs, run_ids=(*fresh, *runs.run_ids), offset=offset)
