"""Runs: every run there is, to be found, opened, flagged and taken away."""

from dataclasses import replace

import streamlit as st

from dashboard import display, nav, resources
from dashboard.alive import search
from dashboard.views import (
    bin_notice,
    bulk,
    exports,
    filters,
    frame,
    run_list,
    table,
)
from storage import reviews
from storage.runs import count_flagged, count_runs, list_runs
from storage.values import RunFilter

A_PAGE = 50
MOST_COUNTED = 1_000
"""Runs that hold a text, counted at most where very many do."""

engine = resources.engine()
bin_notice.show(engine)
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
wanted = filters.show(engine)
search.listen("Search", now=st.session_state.pop("search_now", False))
number, flagged = count_flagged(engine, wanted, at_most=MOST_COUNTED)
counted_all = not wanted.text or number < MOST_COUNTED
with actions_bar:
    exports.show(engine, replace(wanted, flagged=True), runs=flagged)

with st.container(horizontal=True, vertical_alignment="center"):
    words = display.count(number, "run")
    st.caption(
        f"{words}, {flagged:,} flagged" if counted_all else f"At least {words}",
        width="content",
    )
    st.space("stretch")
    ticked_bar = st.container(
        horizontal=True, width="content", vertical_alignment="center"
    )
    filters.show_queue()
    sort = filters.show_sort()

if not number:
    st.info("No run fits these filters.", icon=":material/filter_alt_off:")
    st.button("Clear the filters", on_click=filters.clear)
    st.stop()

pages = -(-number // A_PAGE)
page = filters.page_in_address(pages)
runs = list_runs(
    engine,
    wanted,
    sort=sort,
    limit=A_PAGE,
    offset=A_PAGE * (page - 1),
    expected=number,
)
picked = table.show(runs)
if picked.opened is not None:
    filters.remember()
    shown = tuple(run.run_id for run in runs)
    run_list.remember(run_list.RunList(shown, wanted, sort, A_PAGE * (page - 1)))
    st.switch_page(nav.RUN, query_params={"run": str(picked.opened)})
if pages > 1:
    filters.show_pages(pages)


with ticked_bar:
    bulk.show(engine, picked.ticked)
if binned := reviews.count_binned(engine):
    words = f"Bin ({binned:,})"
    st.page_link(nav.BIN, label=words, icon=":material/delete:")
