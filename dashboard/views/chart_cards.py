"""Numbers and charts in cards: a heading, what is counted, the picture, its data."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from dashboard import cards, display, foreign, nav
from dashboard.addresses import packed
from dashboard.analysis.card import Card
from storage.cells import cell
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


def show(card: Card) -> None:
    """Show a chart in a card of its own, with a legend and its data to be opened.

    A click on a mark, or on its line in the data, opens the runs it stands for.
    """
    with st.container(border=True, height="stretch", gap="xsmall"):
        st.subheader(card.heading, anchor=False)
        foreign.show(foreign.tag("p", card.counted, class_="hd hd-counted", dir="auto"))
        if card.labels:
            foreign.show(cards.legend(card.labels))
        clicked = st.plotly_chart(
            card.figure,
            key=f"chart_{card.heading}",
            config={"displayModeBar": False},
            alt=f"{card.heading}. “Show data” has the numbers.",
            on_select="rerun" if card.opens else "ignore",
            selection_mode="points",
        )
        if card.opens:
            _open(card, _numbers(clicked))
        if st.toggle("Show data", key=f"data_{card.heading}"):
            _show_data(card)


def _show_data(card: Card) -> None:
    rows = [dict(row) for row in card.rows]
    look: dict[str, Any] = {"hide_index": True, "alt": f"{card.heading}, as numbers"}
    key = f"rows_{card.heading}"
    if card.opens:
        st.caption("Tick a line to open its runs.")
        chosen = st.dataframe(
            rows, key=key, on_select="rerun", selection_mode="single-row", **look
        )
        _open(card, chosen["selection"]["rows"])
    else:
        st.dataframe(rows, key=key, **look)
    st.download_button(
        "CSV",
        data=lambda: csv_of(rows),
        file_name=f"{card.heading.lower().replace(' ', '-')}.csv",
        mime="text/csv",
        key=f"csv_{card.heading}",
        icon=":material/download:",
        on_click="ignore",
    )


def csv_of(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Return rows as CSV in UTF-8 with its mark; no cell is a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(rows[0] if rows else ())
    for row in rows:
        writer.writerow([cell(value) for value in row.values()])
    return text.getvalue().encode("utf-8-sig")


def _numbers(clicked: Any) -> list[int]:
    """Return the numbers of the marks that were clicked."""
    points = clicked["selection"]["points"] if clicked else []
    found = [point.get("customdata") for point in points]
    return [int(held[0]) for held in found if held]


def _open(card: Card, numbers: Sequence[int]) -> None:
    """Open the runs of the first of these marks, if there are any."""
    known = [number for number in numbers if 0 <= number < len(card.opens)]
    if known:
        st.switch_page(nav.RUNS, query_params=packed(card.opens[known[0]]))
