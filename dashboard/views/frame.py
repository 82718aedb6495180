"""What all pages share: the frame around them, polling, empty pages, trouble."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import streamlit as st

from dashboard import foreign, nav, resources
from storage.errors import StorageError
from storage.runs import unfinished

STYLESHEETS = ("look.css", "look_tables.css")


def run_page() -> None:
    """Run the page that the address names, inside the navigation."""
    st.set_page_config(
        page_title="Hallucination dashboard", page_icon="🔎", layout="wide"
    )
    for name in STYLESHEETS:
        foreign.show_style(Path(__file__).parents[1] / name)
    page = st.navigation(nav.pages(), position="top")
    try:
        page.run()
    except StorageError as error:
        foreign.show_trouble("The database cannot be used just now.", str(error))
        st.button("Try again", icon=":material/refresh:")


def watch(run_ids: Collection[int]) -> None:
    """Say that runs are being judged, and run the page again once they have ended."""
    resources.worker().wake()
    _watch(tuple(run_ids))


@st.fragment(run_every=1.0)
def _watch(run_ids: tuple[int, ...]) -> None:
    if not unfinished(resources.engine(), run_ids):
        st.rerun()
    sentence = "The judge is at work. You may close the page: the run goes on."
    foreign.show(foreign.tag("p", sentence, class_="hd hd-wait", role="status"))


def show_part(name: str) -> None:
    """Begin a part of a page, for screen readers: headings of cards stand below it."""
    foreign.show(foreign.tag("h2", name, class_="hd-sr"))


def show_nothing(sentence: str, *, button: str, page: str) -> None:
    """Show an empty page: one sentence of ours and one button, then stop."""
    foreign.show(foreign.tag("p", sentence, class_="hd hd-nothing"))
    with st.container(horizontal_alignment="center"):
        if st.button(button, type="primary"):
            st.switch_page(page)
    st.stop()
