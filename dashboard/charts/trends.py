"""How shares go over time, and with the length of texts."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import plotly.graph_objects as go

from dashboard.charts.dress import HUES, dressed, grid, of_shares
from dashboard.scoring.measures.estimate import Z_95
from storage.figures import Period
from storage.lengths import LengthCell


def interval_of(period: Period) -> tuple[float, float] | None:
    """Return the 95 % interval of a period's mean share; None for a single run.

    Mean ± 1.96 standard errors, cut at 0 and 1.
    """
    if period.n < 2:
        return None
    half = Z_95 * sqrt(period.squares / (period.n - 1) / period.n)
    return max(period.mean - half, 0.0), min(period.mean + half, 1.0)


def over_time(periods: Sequence[Period]) -> go.Figure:
    """Return the mean share of each period with its interval, oldest first."""
    ends = [interval_of(each) or (each.mean, each.mean) for each in periods]
    figure = go.Figure(
        go.Scatter(
            x=[each.start.isoformat() for each in periods],
            y=[each.mean for each in periods],
            mode="lines+markers",
            line={"color": HUES[0], "width": 2},
            marker={"size": 8, "color": HUES[0]},
            error_y={
                "type": "data",
                "symmetric": False,
                "array": [
                    high - each.mean
                    for each, (_, high) in zip(periods, ends, strict=True)
                ],
                "arrayminus": [
                    each.mean - low
                    for each, (low, _) in zip(periods, ends, strict=True)
                ],
                "thickness": 1.5,
                "width": 4,
            },
            customdata=[[at, each.n] for at, each in enumerate(periods)],
            hovertemplate="%{x}: mean share %{y:.3f}, n = %{customdata[1]:,}"
            "<extra></extra>",
        )
    )
    figure.update_xaxes(type="date")
    of_shares(figure.update_yaxes, "Mean share")
    return dressed(figure, height=280, top=8)


def length_names(cells: Sequence[LengthCell]) -> list[str]:
    """Return the ranges of lengths that occur, shortest first."""
    ends = {cell.length_from: cell.length_to for cell in cells}
    return [
        f"{start:,}+" if end is None else f"{start:,}–{end - 1:,}"
        for start, end in sorted(ends.items())
    ]


def lengths(cells: Sequence[LengthCell], unit: str) -> go.Figure:
    """Return how many runs have which length and share, darker for more."""
    starts = sorted({cell.length_from for cell in cells})
    shares = sorted({(cell.share_from, cell.share_to) for cell in cells})
    place = {
        (cell.length_from, (cell.share_from, cell.share_to)): at
        for at, cell in enumerate(cells)
    }
    figure = go.Figure()
    grid(
        figure,
        [
            [cells[place[s, p]].runs if (s, p) in place else 0 for s in starts]
            for p in shares
        ],
        [[place.get((s, p), -1) for s in starts] for p in shares],
        colour=HUES[0],
        unit="runs",
    )
    figure.update_xaxes(
        title=f"Characters of the {unit}",
        tickvals=list(range(len(starts))),
        ticktext=length_names(cells),
        range=[-0.6, len(starts) - 0.4],
        zeroline=False,
    )
    figure.update_yaxes(
        title="Share",
        tickvals=list(range(len(shares))),
        ticktext=[share_name(low, high) for low, high in shares],
        range=[-0.6, len(shares) - 0.4],
        zeroline=False,
    )
    return dressed(figure, height=110 + 36 * len(shares), top=8)


def share_name(low: float, high: float) -> str:
    """Return a range of shares in words; 0 stands for itself."""
    return "0" if high == 0 else f"{100 * low:g}–{100 * high:g} %"
