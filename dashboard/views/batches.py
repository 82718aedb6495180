"""Batches: a file in, what will happen, start; and every batch there is."""

from pathlib import Path

import streamlit as st

from dashboard import foreign, nav
from dashboard.views import batch_list, upload_drop, upload_form

foreign.show_style(Path(__file__).parents[1] / "batches.css")
st.title("Batches", anchor=False)
upload = upload_drop.current()
if upload is not None:
    upload_form.show(upload)
    st.stop()

upload_drop.show()
picked = batch_list.show()
if picked is not None:
    st.switch_page(nav.BATCH, query_params={"batch": str(picked)})
