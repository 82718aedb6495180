"""What is contradicted over and over: claims, and items of contexts."""

from __future__ import annotations

import streamlit as st
from sqlalchemy import Engine

from dashboard import display, nav
from dashboard.addresses import address_of
from dashboard.analysis.card import with_statuses
from dashboard.analysis.selection import Selection
from dashboard.views import lines
from storage import statistics


def show(engine: Engine, chosen: Selection) -> None:
    """Show the claims and the items of contexts that are contradicted most often."""
    shown = lines.shown("often")
    claims = statistics.contradicted_claims(
        engine,
        chosen.filter,
        limit=shown + 1,
        include_others=chosen.include_others,
    )
    items = statistics.contradicted_contexts(
        engine,
        chosen.filter,
        limit=shown + 1,
        include_others=chosen.include_others,
    )
    base = address_of(with_statuses(chosen.filter, chosen.statuses))
    left, right = st.columns(2)
    with left, st.container(border=True, height="stretch", gap="small"):
        st.subheader("Claims contradicted most often", anchor=False)
        st.caption("The same words count as one, whatever their case and punctuation.")
        for claim in claims[:shown]:
            kind = display.KINDS.get(claim.kind or "", "")
            _line(
                claim.text,
                f"{_times(claim.claims, claim.runs)}{f' · {kind}' if kind else ''}",
                base | {"claim": str(claim.text_key)},
            )
    with right, st.container(border=True, height="stretch", gap="small"):
        st.subheader("Context contradicted most often", anchor=False)
        st.caption("Items of contexts that claims were found to contradict.")
        for item in items[:shown]:
            _line(
                item.text,
                f"{_times(item.claims, item.runs)} · item {item.position + 1}",
                base | {"against": f"{item.context_id}.{item.position}"},
            )
        if not items:
            st.caption("None with a quote.")
    if max(len(claims), len(items)) > shown:
        lines.show_more("often")


def _times(claims: int, runs: int) -> str:
    return f"{display.count(claims, 'time')} in {display.count(runs, 'run')}"


def _line(text: str, said: str, address: dict[str, str | list[str]]) -> None:
    with st.container(horizontal=True, wrap=False, gap="small"):
        lines.show(text, said)
        st.page_link(
            nav.RUNS,
            label="Open runs",
            icon=":material/list:",
            query_params=address,
        )
