"""Statistics in, Plotly figures out; every number is visible or in the hover text."""

from __future__ import annotations

import html
import itertools
from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from dashboard import display
from dashboard.scoring import formula
from storage.statistics import KindCount, LabelCounts, ShareHistogram

LONGEST_NAME = 28
"""Characters of a judge's name on an axis."""
QUARTERS = {0: "0", 0.25: "25 %", 0.5: "50 %", 0.75: "75 %", 1: "100 %"}
HALLUCINATED = ("contradicted", "unsupported")


def share_distribution(histogram: ShareHistogram) -> go.Figure:
    """Return how many runs have which share: 0 apart, then bins up to 1 inclusive.

    Bars are coloured and patterned by the band in which they begin.
    """
    bins = len(histogram.bins)
    counts = [histogram.zero, *histogram.bins]
    bands = [formula.band(0), *(formula.band(at / bins or 1e-9) for at in range(bins))]
    figure = go.Figure(
        go.Bar(
            x=[-1.5 / bins, *((at + 0.5) / bins for at in range(bins))],
            y=counts,
            width=0.92 / bins,
            text=[f"{number:,}" if number else "" for number in counts],
            textposition="outside",
            cliponaxis=False,
            marker=_marker(
                [display.BANDS[band].colour for band in bands],
                [BAND_PATTERNS[band] for band in bands],
            ),
            customdata=list(
                zip(
                    bin_names(bins),
                    [display.BANDS[band].word for band in bands],
                    strict=True,
                )
            ),
            hovertemplate="share %{customdata[0]}: %{y:,} runs<br>%{customdata[1]}"
            "<extra></extra>",
        )
    )
    figure.update_xaxes(
        title="Share of claims that are hallucinated (0 is best)",
        tickvals=[-1.5 / bins, *QUARTERS],
        ticktext=["none", *QUARTERS.values()],
        range=[-2.4 / bins, 1 + 0.4 / bins],
        zeroline=False,
        tickangle=0,
    )
    figure.update_yaxes(visible=False, rangemode="tozero")
    return _dressed(figure, height=280, top=20)


BAND_PATTERNS: dict[str, str] = {
    "none": "",
    "low": "-",
    "mixed": ".",
    "high": "/",
    "complete": "x",
}
"""So that a band is told without its colour; names of Plotly's fill patterns."""


def bin_names(bins: int) -> list[str]:
    """Return what the bars of a distribution stand for: ``0``, then ranges."""
    edges = [f"{100 * at / bins:g}" for at in range(bins + 1)]
    ranges = [f"{left}–{right} %" for left, right in itertools.pairwise(edges)]
    return ["0", *ranges]


def labels_by_judge(rows: Sequence[LabelCounts]) -> go.Figure:
    """Return each judge's claims by label, as shares of all its claims, worst first."""
    figure = go.Figure()
    totals = [
        sum(_counts(rows, label)[at] for label in display.LABELS)
        for at in range(len(rows))
    ]
    for label in display.LABELS:
        counts = _counts(rows, label)
        shares = [n / max(total, 1) for n, total in zip(counts, totals, strict=True)]
        figure.add_bar(
            x=shares,
            hovertemplate="%{y}<br>%{text} claims, %{x:.0%}<extra></extra>",
            **_stacked(label, [_name(row.judge) for row in rows], counts),
        )
    figure.update_xaxes(
        range=[0, 1],
        title="Share of claims",
        tickvals=[*QUARTERS],
        ticktext=[*QUARTERS.values()],
    )
    return _lying(figure, rows=len(rows), row_height=46)


def hallucinated_kinds(rows: Sequence[KindCount]) -> go.Figure:
    """Return hallucinated claims by kind, most first, contradicted and unsupported."""
    figure = go.Figure()
    names = [_name(display.KINDS.get(row.kind, row.kind)) for row in rows]
    for label in HALLUCINATED:
        counts = _counts(rows, label)
        figure.add_bar(
            x=counts,
            hovertemplate="%{y}<br>%{x:,} claims<extra></extra>",
            **_stacked(label, names, counts),
        )
    figure.update_xaxes(title="Claims", rangemode="tozero", tickformat=",d")
    return _lying(figure, rows=len(rows), row_height=36)


def _counts(rows: Sequence[LabelCounts] | Sequence[KindCount], label: str) -> list[int]:
    return [int(getattr(row, label)) for row in rows]


def _stacked(label: str, names: list[str], counts: list[int]) -> dict[str, Any]:
    """Return what a label's part of lying, stacked bars looks like."""
    look = display.LABELS[label]
    return {
        "name": label,
        "y": names,
        "orientation": "h",
        "text": [f"{number:,}" if number else "" for number in counts],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "textfont": {"color": look.ink, "size": 13},
        "marker": _marker(look.colour, look.pattern),
    }


def _lying(figure: go.Figure, *, rows: int, row_height: int) -> go.Figure:
    figure.update_layout(barmode="stack")
    figure.update_yaxes(autorange="reversed", type="category")
    return _dressed(figure, height=84 + row_height * rows, top=4)


def _marker(colour: str | list[str], shape: str | list[str]) -> dict[str, Any]:
    """Return a filled bar with a fine pattern over it, both given in full."""
    pattern = {
        "shape": shape,
        "fillmode": "overlay",
        "fgcolor": "#ffffff",
        "fgopacity": 0.4,
        "size": 7,
        "solidity": 0.2,
    }
    return {"color": colour, "pattern": pattern, "line": {"width": 0}}


def _name(text: str) -> str:
    """Return a name for an axis: Plotly reads tags, so none may be left in it."""
    return html.escape(display.cut(text, LONGEST_NAME) or "–", quote=False)


def _dressed(figure: go.Figure, *, height: int, top: int) -> go.Figure:
    """Return the figure without title, legend and grid; the page has those."""
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 24, "t": top, "b": 8},
        showlegend=False,
        bargap=0.3,
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        dragmode=False,
    )
    figure.update_xaxes(fixedrange=True, automargin=True, showgrid=False)
    figure.update_yaxes(fixedrange=True, automargin=True, showgrid=False)
    return figure
