"""Batch: how far it is and what came of it, all of it out of the database."""

from pathlib import Path

import streamlit as st

from dashboard import addresses, display, foreign, nav, resources
from dashboard.views import (
    against_baseline,
    batch_acts,
    batch_progress,
    batch_results,
    frame,
)
from storage.batches import get_batch

if "batch" not in st.query_params:
    frame.show_nothing(
        "No batch was chosen. The list of batches leads to each of them.",
        button="Show all batches",
        page=nav.BATCHES,
    )

foreign.show_style(Path(__file__).parents[1] / "batches.css")
asked = st.query_params["batch"]
number = addresses.number_in(asked)
batch = None if number is None else get_batch(resources.engine(), number)
st.page_link(nav.BATCHES, label="All batches", icon=":material/arrow_back:")
if batch is None:
    foreign.show_trouble(
        f"There is no batch “{display.cut(asked, 40)}” in this database.",
        "The link may belong to another database. The page Batches lists all.",
        mild=True,
    )
    st.stop()

batch_results.show_title(batch)
batch_progress.show(batch)
batch_results.show_ways_on(batch)
batch_acts.show(batch)
against_baseline.show(resources.engine(), batch)
