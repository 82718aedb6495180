"""Batches: a file in, what will happen, start; and every batch there is."""

from pathlib import Path

import streamlit as st

from dashboard import foreign
from dashboard.views import batch_list, upload_drop, upload_form

foreign.show_style(Path(__file__).parents[1] / "batches.css")
st.title("Batches", anchor=False)
upload = upload_drop.current()
if upload is not None:
    upload_form.show(upload)
    st.stop()

upload_drop.show()
batch_list.show()
