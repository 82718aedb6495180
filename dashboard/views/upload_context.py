"""Context that every sample of a batch gets: typed, or out of documents."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard import display
from dashboard.documents import Document
from dashboard.views import upload_documents

MOST_LETTERS = 2_000_000_000
"""Characters that a batch-wide context may come to when all samples have it."""


def show() -> tuple[str, ...]:
    """Show the boxes and where documents are dropped; return the texts in them."""
    boxes: int = st.session_state.setdefault("wide_boxes", 1)
    used = sum(bool(st.session_state.get(f"wide_{at}")) for at in range(boxes))
    title = "Context for all samples" + (f" ({used})" if used else "")
    with st.expander(title, icon=":material/description:", key="wide"):
        st.caption("Added behind each sample's own context, in every run.")
        texts = [
            st.text_area(
                "Text" if boxes == 1 else f"Text {at + 1}",
                key=f"wide_{at}",
                height=110,
                persist_state="session",
                placeholder="What every output must agree with",
            )
            for at in range(boxes)
        ]
        upload_documents.show_drop("wide", _take)
        upload_documents.show_unread("wide")
    return tuple(text for text in texts if text and text.strip())


def refusal(texts: Sequence[str], samples: int) -> str | None:
    """Return why these texts are too long for so many samples; None when they fit."""
    letters = sum(map(len, texts)) * samples
    if letters <= MOST_LETTERS:
        return None
    each = MOST_LETTERS // samples
    return (
        f"The context for all samples has {sum(map(len, texts)):,} characters; with "
        f"{display.count(samples, 'sample')} it may have {each:,}. Shorten it."
    )


def _take(documents: Sequence[Document]) -> None:
    """Put the texts into boxes: blank ones at the end are used first."""
    state = st.session_state
    at: int = state["wide_boxes"]
    while at and not (state.get(f"wide_{at - 1}") or "").strip():
        at -= 1
    for document in documents:
        state[f"wide_{at}"] = document.text
        at += 1
    state["wide_boxes"] = max(state["wide_boxes"], at)


def clear() -> None:
    """Empty the boxes, once a batch has been started with them."""
    for at in range(st.session_state.get("wide_boxes", 1)):
        st.session_state.pop(f"wide_{at}", None)
    st.session_state["wide_boxes"] = 1
