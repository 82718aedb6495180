"""Bin: runs that were deleted, to be taken out again or to be gone for good."""

from datetime import UTC, datetime

import streamlit as st

from dashboard import display, nav, resources
from dashboard.views import frame, lines, person
from storage import reviews
from storage.bin import KEPT_FOR

A_PAGE = 50

engine = resources.engine()
number = reviews.count_binned(engine)
if not number:
    frame.show_nothing(
        f"The bin is empty. What is deleted lies here for {KEPT_FOR.days} days.",
        button="Show all runs",
        page=nav.RUNS,
    )

st.title("Bin", anchor=False)
st.caption(
    f"{display.count(number, 'deleted run')}. Each is gone for good "
    f"{KEPT_FOR.days} days after it was deleted."
)
with st.popover("Empty the bin", icon=":material/delete_forever:"):
    st.caption("Runs, verdicts, notes and prompts in it cannot be brought back then.")
    if st.button("Delete all for good", type="primary"):
        reviews.empty_bin(engine, older_than=None)
        st.rerun()

pages = -(-number // A_PAGE)
page = min(int(st.session_state.get("bin_page", 1)), pages)
for run in reviews.binned(engine, limit=A_PAGE, offset=A_PAGE * (page - 1)):
    with st.container(horizontal=True, wrap=False, gap="small"):
        by = f" by {run.deleted_by}" if run.deleted_by else ""
        when = display.ago(run.deleted_at, now=datetime.now(UTC))
        said = f"Score {display.score_text(run.score)} · judge {run.judge}"
        lines.show(display.run_title(run.output_start), f"{said} · deleted{by} {when}")
        if st.button("Take out", key=f"restore_{run.run_id}", icon=":material/undo:"):
            reviews.restore_runs(engine, [run.run_id], person=person.name())
            st.rerun()
if pages > 1:
    st.pagination(pages, key="bin_page")
