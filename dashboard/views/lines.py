"""Lists of texts with something said of each, a few at first and more on demand."""

from __future__ import annotations

import streamlit as st

from dashboard import display, foreign
from dashboard.foreign import tag

LONGEST = 240
"""Characters of a text that a line shows."""
AT_FIRST = 6
MORE = 12


def show(text: str, *said: str) -> None:
    """Show a text, cut, and under it what is said of it; blank words are left out."""
    words = [
        tag("p", display.cut(each, LONGEST), class_="hd-why", dir="auto")
        for each in said
        if each
    ]
    head = tag("p", display.cut(text, LONGEST), class_="hd-claim", dir="auto")
    foreign.show(tag("div", head, *words, class_="hd hd-pair"))


def shown(key: str) -> int:
    """Return how many lines of a list are shown so far."""
    return int(st.session_state.setdefault(f"shown_{key}", AT_FIRST))


def show_more(key: str) -> None:
    """Show a button for more lines of a list."""
    st.button(
        "Show more",
        key=f"more_{key}",
        icon=":material/expand_more:",
        on_click=_more,
        args=[key],
    )


def _more(key: str) -> None:
    st.session_state[f"shown_{key}"] += MORE
