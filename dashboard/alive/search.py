"""Lets the key ``/`` lead to a text field of the page."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_component = st.components.v2.component(
    "hallucination_dashboard_search",
    html='<span hidden class="search-key"></span>',
    js=Path(__file__).with_name("search.js").read_text(encoding="utf-8"),
)


def listen(field: str, *, now: bool) -> None:
    """Let ``/`` put the cursor into the text field of this label; ``now`` at once."""
    _component(key="search_key", data={"field": field, "now": now})
