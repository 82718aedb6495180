"""Runs: every run there is, to be found, opened, flagged and taken away."""

from dataclasses import replace

import streamlit as st

from dashboard import display, nav, resources
from dashboard.views import exports, filters, frame, table
from storage.runs import count_runs, flag_runs, list_runs
from storage.values import RunFilter

A_PAGE = 50

engine = resources.engine()
if not count_runs(engine, RunFilter()):
    frame.show_nothing(
        "No runs yet. Score an output and it will be kept here.",
        button="Score your first output",
        page=nav.SCORE,
    )

with st.container(horizontal=True, vertical_alignment="center"):
    st.title("Runs", anchor=False, width="content")
    st.space("stretch")
    actions_bar = st.container(
        horizontal=True, width="content", vertical_alignment="center"
    )
wanted = filters.show_for_runs(engine)
number = count_runs(engine, wanted)
flagged = count_runs(engine, replace(wanted, flagged=True))
with actions_bar:
    exports.show(engine, replace(wanted, flagged=True), runs=flagged)

with st.container(horizontal=True, vertical_alignment="center"):
    st.caption(f"{display.count(number, 'run')}, {flagged:,} flagged", width="content")
    st.space("stretch")
    bulk = st.container(horizontal=True, width="content", vertical_alignment="center")
    sort = filters.show_sort()

if not number:
    st.info("No run fits these filters.", icon=":material/filter_alt_off:")
    st.button("Clear the filters", on_click=filters.clear)
    st.stop()

pages = -(-number // A_PAGE)
page = filters.page_in_address(pages)
runs = list_runs(engine, wanted, sort=sort, limit=A_PAGE, offset=A_PAGE * (page - 1))
picked = table.show(runs)
if picked.opened is not None:
    filters.remember()
    st.switch_page(nav.RUN, query_params={"run": str(picked.opened)})
if pages > 1:
    filters.show_pages(pages)


with bulk:
    if picked.ticked:
        these = display.count(len(picked.ticked), "run")
        flag, unflag = st.button(f"Flag {these}"), st.button(f"Unflag {these}")
        if flag or unflag:
            flag_runs(engine, picked.ticked, flagged=flag)
            st.rerun()
    else:
        st.caption("Click a line to open it, tick lines to flag them", width="content")
