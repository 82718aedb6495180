"""Takes a run away: as a report to read, as JSON to bring back, as a link."""

from __future__ import annotations

import streamlit as st
from sqlalchemy import Engine

from dashboard import foreign
from dashboard.run_json import run_json
from dashboard.run_report import report_html
from storage import reviews
from storage.values import RunDetails


def show(engine: Engine, run: RunDetails) -> None:
    """Show a button that opens the ways to hand a run on."""
    run_id = run.summary.run_id
    with st.popover("Share", icon=":material/share:"):
        st.download_button(
            "Report (HTML)",
            data=lambda: report_html(run, history=reviews.history(engine, run_id)),
            file_name=f"run-{run_id}.html",
            mime="text/html",
            icon=":material/description:",
            on_click="ignore",
            help="One file without scripts that asks no server for anything.",
        )
        st.download_button(
            "Run (JSON)",
            data=lambda: run_json(run, reviews.history(engine, run_id)),
            file_name=f"run-{run_id}.json",
            mime="application/json",
            icon=":material/data_object:",
            on_click="ignore",
            help="Everything about the run; the page Batches takes it in again.",
        )
        st.caption("Link to this run, for whoever reaches this server:")
        foreign.show_block(f"{(st.context.url or '').split('?')[0]}?run={run_id}")
