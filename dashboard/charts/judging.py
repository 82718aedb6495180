"""Judges beside each other and beside people: scatter, ROC, precision, calibration."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import plotly.graph_objects as go

from dashboard import display
from dashboard.charts.dress import HUES, QUARTERS, dressed
from dashboard.scoring.measures import CutOff, ReliabilityBin
from storage.comparing import SharePair

LINE = HUES[0]
CHANCE = "#868e96"
CHOSEN = display.LABELS["contradicted"].colour
MOST_CELLS = 400
"""Cells of a scatter that are sent; rarer pairs of shares are rounded together."""
STEPS = 20


def shares_side_by_side(pairs: Sequence[SharePair]) -> go.Figure:
    """Return each pair of shares as a circle, its area by how many texts have it.

    Above the diagonal B hallucinates more. Shares are rounded to twentieths when there
    are too many different ones.
    """
    cells = cells_of(pairs)
    most = max((cell.texts for cell in cells), default=1)
    figure = go.Figure(
        go.Scatter(
            x=[cell.share_a for cell in cells],
            y=[cell.share_b for cell in cells],
            mode="markers",
            cliponaxis=False,
            marker={
                "size": [6 + 30 * sqrt(cell.texts / most) for cell in cells],
                "color": [
                    CHOSEN if cell.share_b > cell.share_a else LINE for cell in cells
                ],
                "symbol": [
                    "triangle-up"
                    if cell.share_b > cell.share_a
                    else "triangle-down"
                    if cell.share_b < cell.share_a
                    else "circle"
                    for cell in cells
                ],
                "opacity": 0.7,
                "line": {"width": 0},
            },
            customdata=[cell.texts for cell in cells],
            hovertemplate="A %{x:.2f}, B %{y:.2f}: %{customdata:,} texts"
            "<extra></extra>",
        )
    )
    _diagonal(figure)
    return _square(figure, "Share in A", "Share in B")


def cells_of(pairs: Sequence[SharePair]) -> list[SharePair]:
    """Return the pairs, rounded to twentieths and summed up if they are too many."""
    if len(pairs) <= MOST_CELLS:
        return list(pairs)
    summed: dict[tuple[float, float], int] = {}
    for pair in pairs:
        cell = tuple(
            round(share * STEPS) / STEPS for share in (pair.share_a, pair.share_b)
        )
        summed[cell[0], cell[1]] = summed.get((cell[0], cell[1]), 0) + pair.texts
    return [SharePair(*cell, texts) for cell, texts in sorted(summed.items())]


def roc(cut_offs: Sequence[CutOff], chosen: float) -> go.Figure:
    """Return found against false alarms at every cut-off, the chosen one marked."""
    return _curve(
        [
            (cut.above, 1 - specificity, recall)
            for cut in cut_offs
            if (specificity := cut.confusion.specificity) is not None
            and (recall := cut.confusion.recall) is not None
        ],
        chosen,
        "False alarms (share of faithful runs)",
        "Found (share of hallucinated runs)",
        chance=True,
    )


def precision_recall(cut_offs: Sequence[CutOff], chosen: float) -> go.Figure:
    """Return precision against recall at every cut-off, the chosen one marked.

    A cut-off that flags nothing has no precision, and is left out.
    """
    return _curve(
        [
            (cut.above, recall, precision)
            for cut in cut_offs
            if (recall := cut.confusion.recall) is not None
            and (precision := cut.confusion.precision) is not None
        ],
        chosen,
        "Recall (share of hallucinated runs found)",
        "Precision (share of flagged runs)",
        chance=False,
    )


def reliability(bins: Sequence[ReliabilityBin]) -> go.Figure:
    """Return how often the judge was right against how sure it was, with intervals.

    On the diagonal it is as right as it says.
    """
    shares = [each.bad for each in bins]
    figure = go.Figure(
        go.Scatter(
            x=[each.said for each in bins],
            y=[share.value for share in shares],
            error_y={
                "type": "data",
                "symmetric": False,
                "array": [(s.high or s.value) - s.value for s in shares],
                "arrayminus": [s.value - (s.low or 0.0) for s in shares],
                "thickness": 1.5,
                "width": 4,
            },
            mode="lines+markers",
            line={"color": LINE, "width": 2},
            marker={"size": 9, "color": LINE},
            customdata=[share.n for share in shares],
            hovertemplate="sure %{x:.0%}: right %{y:.0%} of %{customdata:,} claims"
            "<extra></extra>",
        )
    )
    _diagonal(figure)
    return _square(figure, "How sure the judge was", "How often it was right")


def _curve(
    points: Sequence[tuple[float | None, float, float]],
    chosen: float,
    across: str,
    up: str,
    *,
    chance: bool,
) -> go.Figure:
    figure = go.Figure(
        go.Scatter(
            x=[x for _, x, _ in points],
            y=[y for _, _, y in points],
            mode="lines+markers",
            line={"color": LINE, "width": 2},
            marker={"size": 5, "color": LINE},
            customdata=[
                "all" if above is None else f"above {above:.2f}"
                for above, _, _ in points
            ],
            hovertemplate="flagging %{customdata}<br>%{x:.0%} · %{y:.0%}"
            "<extra></extra>",
        )
    )
    marked = at_cut_off(points, chosen)
    if marked is not None:
        figure.add_scatter(
            x=[marked[0]],
            y=[marked[1]],
            mode="markers",
            marker={"size": 15, "color": CHOSEN, "symbol": "diamond"},
            hovertemplate=f"cut-off {chosen:.2f}<br>%{{x:.0%}} · %{{y:.0%}}"
            "<extra></extra>",
        )
    if chance:
        _diagonal(figure)
    return _square(figure, across, up)


def at_cut_off(
    points: Sequence[tuple[float | None, float, float]], chosen: float
) -> tuple[float, float] | None:
    """Return the point of a curve that a cut-off stands for; None when it has none.

    Points come from the highest cut-off down, each flagging what is above it; the first
    whose own is not above the chosen one flags the same rows.
    """
    for above, x, y in points:
        if above is not None and above <= chosen:
            return x, y
    return None


def _diagonal(figure: go.Figure) -> None:
    figure.add_scatter(
        x=[0, 1],
        y=[0, 1],
        mode="lines",
        line={"color": CHANCE, "width": 1, "dash": "dash"},
        hoverinfo="skip",
    )


def _square(figure: go.Figure, across: str, up: str) -> go.Figure:
    ticks = {"tickvals": [*QUARTERS], "ticktext": [*QUARTERS.values()]}
    figure.update_xaxes(title=across, range=[-0.04, 1.04], zeroline=False, **ticks)
    figure.update_yaxes(title=up, range=[-0.04, 1.04], zeroline=False, **ticks)
    return dressed(figure, height=340, top=8)
