"""Scores a run's sample again: with another judge, mode or temperature."""

from __future__ import annotations

import streamlit as st
from sqlalchemy import Engine

from dashboard import actions, foreign, nav, resources
from dashboard.views import draft, judge_choice
from storage.errors import StorageError
from storage.values import RunDetails, RunSettings


def show(engine: Engine, run: RunDetails) -> None:
    """Show a button that opens the choice of how to score a sample again."""
    with st.popover("Score again with…", icon=":material/replay:"):
        judge = judge_choice.show_judge()
        settings = judge_choice.show_more(judge)
        if st.button("Score", type="primary", disabled=not judge):
            _score(engine, run, settings)
        st.caption("A new run of the same texts; this one stays.")
        if st.button("Change the texts first", icon=":material/edit:"):
            draft.fill(run.sample)
            st.switch_page(nav.SCORE)


def _score(engine: Engine, run: RunDetails, settings: RunSettings) -> None:
    try:
        queued = actions.score_again(
            engine, run_ids=[run.summary.run_id], settings=settings
        )
    except (StorageError, ValueError) as error:
        foreign.show_trouble("It could not be scored again.", str(error))
        return
    resources.worker().wake()
    [run_id] = queued.run_ids
    query = {"run": str(run_id), "beside": str(run.summary.run_id)}
    st.switch_page(nav.RUN, query_params=query)
