"""Lets the share from which a judge's runs are flagged be moved, kept and forgotten."""

from __future__ import annotations

import streamlit as st
from sqlalchemy import Engine

from dashboard import display
from storage.cut_offs import cut_off, keep_cut_off


def show(engine: Engine, judge: str) -> float:
    """Show the choice of a cut-off and return it: shares above it are flagged."""
    kept = cut_off(engine, judge=judge)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        chosen = st.slider(
            "Cut-off: shares above it are flagged",
            0.0,
            1.0,
            value=kept or 0.0,
            step=0.01,
            key=f"cut_off_{judge}",
            width=420,
        )
        if st.button("Keep for this judge", disabled=chosen == kept):
            _say(keep_cut_off(engine, judge=judge, share=chosen))
        if kept is not None and st.button("Forget"):
            _say(keep_cut_off(engine, judge=judge, share=None))
    st.caption(
        "Each run's own threshold decides what is flagged."
        if kept is None
        else f"Kept: runs of this judge are flagged above {display.share_text(kept)}."
    )
    return float(chosen)


def _say(flagged: int) -> None:
    st.toast(f"{display.count(flagged, 'run')} of this judge flagged now.")
    st.rerun()
