"""The pages of the dashboard: where they lie, what they are called, links to them."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.navigation.page import Page

VIEWS = Path(__file__).parent / "views"

SCORE = "views/score.py"
BATCHES = "views/batches.py"
BATCH = "views/batch.py"
RUNS = "views/runs.py"
RUN = "views/run.py"
ANALYSIS = "views/analysis.py"
COMPARE = "views/compare.py"
JUDGES = "views/judges.py"
BIN = "views/bin.py"
"""Paths as links within the page name them."""


def pages() -> list[Page]:
    """Return the pages in the order of the navigation, made anew for each rerun."""
    return [
        st.Page(
            VIEWS / "score.py", title="Score", icon=":material/rule:", default=True
        ),
        st.Page(VIEWS / "batches.py", title="Batches", icon=":material/stacks:"),
        st.Page(VIEWS / "runs.py", title="Runs", icon=":material/list:"),
        st.Page(VIEWS / "analysis.py", title="Analysis", icon=":material/bar_chart:"),
        st.Page(
            VIEWS / "compare.py", title="Compare", icon=":material/compare_arrows:"
        ),
        st.Page(VIEWS / "judges.py", title="Judges", icon=":material/balance:"),
        st.Page(VIEWS / "run.py", title="Run", visibility="hidden"),
        st.Page(VIEWS / "bin.py", title="Bin", visibility="hidden"),
        st.Page(VIEWS / "batch.py", title="Batch", visibility="hidden"),
    ]


def link_to_run(
    run_id: int, label: str = "Open run", *, beside: int | None = None
) -> None:
    """Show a link to a run; the label is ours, never a text under test.

    ``beside`` is another run of the same texts to be shown next to it.
    """
    query = {"run": str(run_id)} | ({"beside": str(beside)} if beside else {})
    st.page_link(
        RUN,
        label=label,
        icon=":material/open_in_full:",
        query_params=query,
    )
