"""How many runs have which share."""

from __future__ import annotations

import itertools

import plotly.graph_objects as go

from dashboard import display
from dashboard.charts.dress import QUARTERS, dressed, marker
from dashboard.scoring import formula
from storage.statistics import ShareHistogram


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
            marker=marker(
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
    return dressed(figure, height=280, top=20)


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
