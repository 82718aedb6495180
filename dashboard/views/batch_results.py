"""What a batch is called, and the ways from it: to its runs, analysis and export."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from dashboard import display, foreign, nav, resources
from dashboard.foreign import tag
from dashboard.scoring.judges import OFFLINE, on_this_machine
from dashboard.views import exports
from storage.batches import BatchSummary


def show_title(batch: BatchSummary) -> None:
    """Show a batch's name and where it comes from."""
    settings = batch.settings
    facts = [
        "offline judge" if settings.judge == OFFLINE else settings.judge,
        None if on_this_machine(settings.judge) else settings.mode,
        batch.file_name,
        f"started {display.ago(batch.created_at, now=datetime.now(UTC))}",
        "baseline" if batch.baseline else None,
    ]
    foreign.show(
        tag("h1", batch.name, class_="hd hd-title", dir="auto"),
        tag("p", " · ".join(f for f in facts if f), class_="hd hd-facts", dir="auto"),
    )


def show_ways_on(batch: BatchSummary) -> None:
    """Show links to what came of the batch, and its export."""
    here = {"batch": str(batch.batch_id)}
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.page_link(nav.RUNS, label="Runs", icon=":material/list:", query_params=here)
        st.page_link(
            nav.ANALYSIS,
            label="Analysis",
            icon=":material/bar_chart:",
            query_params=here,
        )
        st.space("stretch")
        exports.show_batch(resources.engine(), batch.batch_id, runs=batch.runs)
