"""Run: one run, to be understood, corrected, taken away, and left for the next."""

import streamlit as st

from dashboard import alive, nav, resources
from dashboard.views import (
    beside,
    bin_notice,
    corrections,
    details,
    filters,
    frame,
    person,
    prompts,
    result,
    reviewing,
    run_list,
    run_notes,
    score_again,
    share_run,
)

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


def show_steps(before: int | None, after: int | None) -> None:
    """Show buttons for the runs before and after this one in its list."""
    if st.button("Previous", icon=":material/chevron_left:", disabled=not before):
        reviewing.go_to(before)
        st.rerun()
    if st.button("Next", icon=":material/chevron_right:", disabled=not after):
        reviewing.go_to(after)
        st.rerun()


engine = resources.engine()
run_id = run.summary.run_id
before, after = run_list.neighbours(engine, run)
who = person.name()
with st.container(horizontal=True, vertical_alignment="center", gap="small"):
    st.page_link(
        nav.RUNS,
        label="All runs",
        icon=":material/arrow_back:",
        query_params=filters.remembered(),
    )
    if run.summary.share is None:  # else the texts and cards have these buttons
        show_steps(before, after)
    st.space("stretch")
    score_again.show(engine, run)
    share_run.show(engine, run)
    if st.button("Delete", icon=":material/delete:", help="Into the bin, for a while."):
        bin_notice.put(engine, [run_id])
        st.switch_page(nav.RUNS, query_params=filters.remembered())

if result.show_head(run):
    reviewing.show_judges_own(run)
    action = alive.show(
        run,
        key="alive",
        review=True,
        flagged=run.summary.flagged,
        has_next=after is not None,
        has_previous=before is not None,
    )
    if action is not None:
        reviewing.act(engine, run, action, who=who, before=before, after=after)
    corrections.show(run)
    run_notes.show(engine, run)
elif run.summary.status not in ("queued", "running"):
    result.show_texts(run)
beside.show(engine, run)
prompts.show(run)
details.show(run)
