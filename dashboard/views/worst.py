"""The list of the worst claims, each with a link to its run."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from sqlalchemy import Engine

from dashboard import cards, display, foreign, nav
from dashboard.views.filters import IN_ADDRESS
from storage.statistics import worst_claims
from storage.values import RunFilter

MOST_SHOWN = 12


def show(engine: Engine, wanted: RunFilter, kinds: Sequence[str]) -> None:
    """Show the worst claims of a selection, of all kinds or of one."""
    st.subheader("Worst claims", anchor=False)
    kind = st.pills(
        "Kind",
        kinds,
        key="kind_of_claims",
        format_func=lambda k: display.KINDS.get(k, k),
        label_visibility="collapsed",
        **IN_ADDRESS,
    )
    found = worst_claims(engine, wanted, kind=kind, limit=MOST_SHOWN)
    if not found:
        st.caption("No hallucinated claim of this kind.")
    for claim in found:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            foreign.show(cards.worst_claim(claim))
            nav.link_to_run(claim.run_id, f"Run {claim.run_id}")
