"""How many runs have which share: all together, by group, and their means."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import plotly.graph_objects as go

from dashboard import display
from dashboard.charts.dress import (
    DASHES,
    HUES,
    QUARTERS,
    axis_name,
    dressed,
    marker,
    names_up,
    of_shares,
)
from dashboard.scoring import formula
from dashboard.scoring.measures import Estimate
from storage.figures import ShareGroup, ShareHistogram

POINTS = 480
"""Points of all curves together."""


def share_distribution(histogram: ShareHistogram) -> go.Figure:
    """Return how many runs have which share: 0 apart, then bins up to 1 inclusive.

    Bars are coloured and patterned by the band in which they begin, and numbered in
    their custom data.
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
            customdata=[
                [at, name, display.BANDS[band].word]
                for at, (name, band) in enumerate(
                    zip(bin_names(bins), bands, strict=True)
                )
            ],
            hovertemplate="share %{customdata[1]}: %{y:,} runs<br>%{customdata[2]}"
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


def cumulative_points(groups: Sequence[ShareGroup]) -> list[list[tuple[float, float]]]:
    """Return each group's curve: which part of its runs has at most which share."""
    most = max(POINTS // max(len(groups), 1), 2)
    return [group.cumulative(most) for group in groups]


def cumulative(groups: Sequence[ShareGroup]) -> go.Figure:
    """Return which part of each group's runs has at most which share.

    The higher a curve, the better. Points are numbered through all curves.
    """
    figure = go.Figure()
    number = itertools.count()
    curves = zip(groups, cumulative_points(groups), strict=True)
    for at, (group, points) in enumerate(curves):
        name = axis_name(group.name) if group.key else "all"
        figure.add_scatter(
            x=[share for share, _ in points],
            y=[part for _, part in points],
            name=name,
            mode="lines+markers",
            line={
                "shape": "hv",
                "width": 2,
                "color": HUES[at % len(HUES)],
                "dash": DASHES[at % len(DASHES)],
            },
            marker={"size": 5},
            customdata=[[next(number)] for _ in points],
            hovertemplate="%{y:.0%} of the runs have a share of %{x:.2f} or less"
            f"<extra>{name}</extra>",
        )
    of_shares(figure.update_xaxes, "Share of claims that are hallucinated")
    of_shares(figure.update_yaxes, "Part of the runs")
    dressed(figure, height=300, top=8)
    if len(groups) > 1:
        figure.update_layout(showlegend=True, legend={"orientation": "h", "y": -0.3})
    return figure


def means(
    groups: Sequence[ShareGroup], estimates: Sequence[Estimate | None]
) -> go.Figure:
    """Return each group's mean share with its 95 % interval, one to a line."""
    both = [
        (at, estimate) for at, estimate in enumerate(estimates) if estimate is not None
    ]
    figure = go.Figure(
        go.Scatter(
            x=[estimate.value for _, estimate in both],
            y=[at for at, _ in both],
            mode="markers",
            cliponaxis=False,
            marker={"size": 11, "color": HUES[0]},
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [(e.high or e.value) - e.value for _, e in both],
                "arrayminus": [
                    e.value - (e.value if e.low is None else e.low) for _, e in both
                ],
                "thickness": 2,
                "width": 5,
            },
            customdata=[[at, e.n] for at, e in both],
            hovertemplate="mean share %{x:.3f}, n = %{customdata[1]:,}<extra></extra>",
        )
    )
    of_shares(figure.update_xaxes, "Mean share, 95 % interval (0 is best)")
    names = [group.name if group.key else "all" for group in groups]
    return names_up(figure, names, row_height=40)
