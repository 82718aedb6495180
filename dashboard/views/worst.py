"""The list of the worst claims, each with a link to its run."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from sqlalchemy import Engine

from dashboard import cards, foreign, nav
from dashboard.views import lines
from dashboard.views.filters import IN_ADDRESS
from storage.statistics import worst_claims
from storage.values import RunFilter


def show(engine: Engine, wanted: RunFilter, kinds: Sequence[str]) -> None:
    """Show the worst claims of a selection, of all kinds or of one."""
    with st.container(border=True, height="stretch", gap="small"):
        st.subheader("Worst claims", anchor=False)
        kind = st.pills(
            "Kind",
            kinds,
            key="kind_of_claims",
            label_visibility="collapsed",
            **IN_ADDRESS,
        )
        shown = lines.shown("worst")
        found = worst_claims(engine, wanted, kind=kind, limit=shown + 1)
        for claim in found[:shown]:
            with st.container(horizontal=True, wrap=False, gap="small"):
                foreign.show(cards.worst_claim(claim))
                nav.link_to_run(claim.run_id, f"Run {claim.run_id}")
        if len(found) > shown:
            lines.show_more("worst")
