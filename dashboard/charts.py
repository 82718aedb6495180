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
            marker={
                "color": [display.BANDS[band].colour for band in bands],
                "pattern": {
                    "shape": [BAND_PATTERNS[band] for band in bands],
                    "fgopacity": 0.5,
                    "size": 6,
                },
            },
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
    ticks = [0, 0.25, 0.5, 0.75, 1]
    figure.update_xaxes(
        title="Share of claims that are hallucinated (0 is best)",
        tickvals=[-1.5 / bins, *ticks],
        ticktext=["none", *(f"{100 * tick:g} %" for tick in ticks)],
        range=[-2.4 / bins, 1 + 0.4 / bins],
        zeroline=False,
    )
    figure.update_yaxes(visible=False, rangemode="tozero")
    return _dressed(figure, height=280)


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
    names = [_name(row.judge) for row in rows]
    figure = go.Figure()
    for label, look in display.LABELS.items():
        counts = [int(getattr(row, label)) for row in rows]
        if not any(counts):
            continue
        figure.add_bar(
            name=display.signed(label),
            y=names,
            x=[n / max(_claims(row), 1) for n, row in zip(counts, rows, strict=True)],
            orientation="h",
            text=[f"{number:,}" if number else "" for number in counts],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            customdata=counts,
            hovertemplate="%{y}<br>%{customdata:,} claims, %{x:.0%}<extra>"
            f"{display.signed(label)}</extra>",
            **_bar_look(look),
        )
    figure.update_layout(barmode="stack")
    figure.update_xaxes(tickformat=".0%", range=[0, 1], title="Share of claims")
    figure.update_yaxes(autorange="reversed", type="category")
    return _dressed(figure, height=110 + 46 * len(rows), legend=True)


def _claims(row: LabelCounts) -> int:
    return sum(int(getattr(row, label)) for label in display.LABELS)


def hallucinated_kinds(rows: Sequence[KindCount]) -> go.Figure:
    """Return hallucinated claims by kind, most first, contradicted and unsupported."""
    names = [_name(display.KINDS.get(row.kind, row.kind)) for row in rows]
    figure = go.Figure()
    for label in HALLUCINATED:
        counts = [int(getattr(row, label)) for row in rows]
        figure.add_bar(
            name=display.signed(label),
            y=names,
            x=counts,
            orientation="h",
            text=[f"{number:,}" if number else "" for number in counts],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            hovertemplate="%{y}<br>%{x:,} claims<extra>"
            f"{display.signed(label)}</extra>",
            **_bar_look(display.LABELS[label]),
        )
    figure.update_layout(barmode="stack")
    figure.update_xaxes(title="Claims", rangemode="tozero", tickformat=",d")
    figure.update_yaxes(autorange="reversed", type="category")
    return _dressed(figure, height=110 + 34 * len(rows), legend=True)


def _bar_look(look: display.LabelLook) -> dict[str, Any]:
    return {
        "marker": {
            "color": look.colour,
            "pattern": {"shape": look.pattern, "fgopacity": 0.55, "size": 6},
        }
    }


def _name(text: str) -> str:
    """Return a name for an axis: Plotly reads tags, so none may be left in it."""
    return html.escape(display.cut(text, LONGEST_NAME) or "–", quote=False)


def _dressed(figure: go.Figure, *, height: int, legend: bool = False) -> go.Figure:
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 40 if legend else 24, "b": 8},
        showlegend=legend,
        legend={"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0},
        bargap=0.12 if not legend else 0.3,
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        dragmode=False,
    )
    figure.update_xaxes(fixedrange=True, automargin=True, showgrid=False)
    figure.update_yaxes(fixedrange=True, automargin=True, showgrid=False)
    return figure
