"""Puts runs into the bin and offers, on the page that follows, to take them out."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from sqlalchemy import Engine

from dashboard import display, nav
from dashboard.views import person
from storage import reviews
from storage.bin import KEPT_FOR

KEY = "just_binned"


def put(engine: Engine, run_ids: Sequence[int]) -> None:
    """Put runs into the bin; the list of runs then says so."""
    reviews.bin_runs(engine, run_ids, person=person.name())
    st.session_state[KEY] = list(run_ids)


def show(engine: Engine) -> None:
    """Say what was just put into the bin, with a way back, and where the bin is."""
    just: list[int] = st.session_state.get(KEY, [])
    if not just:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            f"{display.count(len(just), 'run')} put into the bin, which keeps them for "
            f"{KEPT_FOR.days} days.",
            width="content",
        )
        if st.button("Take out again", icon=":material/undo:"):
            reviews.restore_runs(engine, just, person=person.name())
            st.session_state.pop(KEY)
            st.rerun()
        st.page_link(nav.BIN, label="Open the bin", icon=":material/delete:")
