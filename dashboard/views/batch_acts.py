"""What can be done with a batch as a whole: again, another name, a baseline."""

from __future__ import annotations

import streamlit as st

from dashboard import actions, nav, resources
from dashboard.views import judge_choice
from storage.batches import BatchSummary, rename_batch, set_baseline


def show(batch: BatchSummary) -> None:
    """Show what can be done with a batch, out of the way."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        with st.popover("Score again", icon=":material/replay:"):
            _show_again(batch)
        with st.popover("Rename", icon=":material/edit:"):
            _show_rename(batch)
        st.toggle(
            "Baseline",
            value=batch.baseline,
            key=f"baseline_{batch.batch_id}",
            on_change=_mark,
            args=(batch.batch_id,),
            help="What other batches are compared with; one batch at the most.",
        )


def _show_again(batch: BatchSummary) -> None:
    st.caption("The same samples once more, as a batch of its own, by this judge:")
    judge = judge_choice.show_judge()
    settings = judge_choice.show_more(judge)
    filling = resources.feeder().filling(batch.batch_id) is not None
    if filling:
        st.caption("Wait until all samples are in the queue.")
    if st.button(
        "Score again",
        key="again",
        type="primary",
        disabled=not judge or filling or not batch.runs,
    ):
        queued = actions.score_again(
            resources.engine(), batch_id=batch.batch_id, settings=settings
        )
        resources.worker().wake()
        st.switch_page(nav.BATCH, query_params={"batch": str(queued.batch_id)})


def _show_rename(batch: BatchSummary) -> None:
    name = st.text_input(
        "Name", value=batch.name, key=f"rename_{batch.batch_id}", max_chars=200
    )
    if st.button("Rename", key="rename", type="primary", disabled=not name.strip()):
        rename_batch(resources.engine(), batch.batch_id, name.strip())
        st.rerun()


def _mark(batch_id: int) -> None:
    wanted = st.session_state[f"baseline_{batch_id}"]
    set_baseline(resources.engine(), batch_id if wanted else None)
