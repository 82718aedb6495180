"""Takes an analysis away: as one page, or as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import streamlit as st

from dashboard import addresses, foreign
from dashboard.analysis.card import Card
from dashboard.analysis.report import Picture, PicturesMissing, pictures, report_html
from storage.statistics import Overview
from storage.values import RunFilter


def show(cards: Sequence[Card], overview: Overview, wanted: RunFilter) -> None:
    """Show a button that opens the ways to hand an analysis on."""
    with st.popover("Take away", icon=":material/download:"):
        said = "; ".join(
            f"{key}: {value}"
            for key, value in addresses.flat(addresses.address_of(wanted))
        )
        st.download_button(
            "Report (HTML)",
            data=lambda: report_html(
                cards, overview, filtered=said, made_at=datetime.now(UTC)
            ),
            file_name="hallucination-analysis.html",
            mime="text/html",
            icon=":material/description:",
            on_click="ignore",
            help="One file with all charts and their numbers; it asks no server.",
        )
        kinds: tuple[Picture, ...] = ("png", "svg")
        for kind in kinds:
            if st.button(f"Draw the charts as {kind.upper()}", key=f"draw_{kind}"):
                _draw(cards, kind)


def _draw(cards: Sequence[Card], kind: Picture) -> None:
    try:
        drawn = pictures(cards, kind)
    except PicturesMissing as error:
        foreign.show_trouble("The charts could not be drawn.", str(error), mild=True)
        return
    st.download_button(
        f"Download {len(cards)} pictures",
        data=drawn,
        file_name=f"hallucination-analysis-{kind}.zip",
        mime="application/zip",
        icon=":material/download:",
        on_click="ignore",
    )
