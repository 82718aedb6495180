"""Run: one run with its texts, its claims and everything that was kept of it."""

import streamlit as st

from dashboard import nav, resources
from dashboard.views import details, draft, filters, frame, prompts, result
from storage.runs import flag_runs

if "run" not in st.query_params:
    frame.show_nothing(
        "No run was chosen. The list of runs leads to each of them.",
        button="Show all runs",
        page=nav.RUNS,
    )

run = result.wanted_run()
if run is None:
    result.show_missing()
    st.page_link(nav.RUNS, label="Show all runs", icon=":material/list:")
    st.stop()


run_id, flagged = run.summary.run_id, run.summary.flagged
with st.container(horizontal=True, vertical_alignment="center"):
    st.page_link(
        nav.RUNS,
        label="All runs",
        icon=":material/arrow_back:",
        query_params=filters.remembered(),
    )
    st.space("stretch")
    if st.button("Score again", icon=":material/replay:"):
        draft.fill(run.sample)
        st.switch_page(nav.SCORE)
    if st.button(
        "Unflag" if flagged else "Flag",
        key="flag",
        icon=":material/flag:",
        help="Flagged runs are what “Export flagged” takes along.",
    ):
        flag_runs(resources.engine(), [run_id], flagged=not flagged)
        st.rerun()
if result.show_head(run):
    result.show_body(run)
elif run.summary.status not in ("queued", "running"):
    result.show_texts(run)
prompts.show(run)
details.show(run)
