"""Numbers and charts in cards: a heading, what is counted, the picture, its data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from dashboard import cards, display, foreign
from storage.statistics import Overview


def show_numbers(overview: Overview) -> None:
    """Show the figures of a selection, each with the words that say what it means."""
    left_out = sum(overview.left_out.values())
    with st.grid(4, min_column_width=150):
        _number(
            "Scored runs",
            f"{overview.scored:,}",
            f"{left_out:,} left out{_reasons(overview)}"
            if left_out
            else "none left out",
        )
        _number(
            "Mean share hallucinated",
            display.percent(overview.mean_share),
            f"0 is best · median {display.percent(overview.median_share)}, "
            f"n = {overview.scored:,}",
        )
        _number(
            "Contradicted claims",
            f"{overview.contradicted:,}",
            _of_claims(overview.contradicted_share, overview),
        )
        _number(
            "Unsupported claims",
            f"{overview.unsupported:,}",
            _of_claims(overview.unsupported_share, overview),
        )


def _reasons(overview: Overview) -> str:
    words = [
        f"{number:,} {display.status_word(status)}"
        for status, number in overview.left_out.items()
        if number
    ]
    return f": {', '.join(words)}"


def _of_claims(share: float | None, overview: Overview) -> str:
    judged = overview.claims - overview.unjudged
    return f"{display.percent(share)} of {judged:,} judged claims"


def _number(name: str, value: str, meaning: str) -> None:
    with st.container(border=True, gap="xxsmall"):
        st.metric(name, value)
        st.caption(meaning)


def show(
    heading: str,
    counted: str,
    figure: go.Figure,
    *,
    rows: Sequence[dict[str, Any]],
    labels: Sequence[str] = (),
) -> None:
    """Show a chart in a card of its own, with a legend and its data to be opened."""
    with st.container(border=True, height="stretch", gap="xsmall"):
        st.subheader(heading, anchor=False)
        st.caption(counted)
        if labels:
            foreign.show(cards.legend(labels))
        st.plotly_chart(
            figure,
            key=f"chart_{heading}",
            config={"displayModeBar": False},
            alt=f"{heading}: {counted}. “Show data” has the numbers.",
        )
        if st.toggle("Show data", key=f"data_{heading}"):
            st.dataframe(list(rows), hide_index=True, alt=f"{heading}, as numbers")
