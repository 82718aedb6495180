"""What all figures share: bars, colours, names on axes, and no title or legend."""

from __future__ import annotations

import html
import importlib
from collections.abc import Callable, Sequence
from typing import Any

import plotly.graph_objects as go

from dashboard import display

importlib.import_module("pandas")
# Plotly looks whether pandas is there, and breaks when another thread is just importing
# it; from here on it is there as a whole

LONGEST_NAME = 28
"""Characters of a judge's name on an axis."""
QUARTERS = {0: "0", 0.25: "25 %", 0.5: "50 %", 0.75: "75 %", 1: "100 %"}
HUES = ("#4c6ef5", "#0ca678", "#f76707", "#9c36b5", "#1098ad", "#e03131")
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
"""Five beside six hues: no two of thirty curves look the same."""


def stacked(label: str, counts: list[int]) -> dict[str, Any]:
    """Return what a label's part of lying, stacked bars looks like.

    Bars stand at the numbers of their rows; ``names_up`` writes the names beside them.
    """
    look = display.LABELS[label]
    return {
        "name": label,
        "y": list(range(len(counts))),
        "orientation": "h",
        "text": [f"{number:,}" if number else "" for number in counts],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "textfont": {"color": look.ink, "size": 13},
        "marker": marker(look.colour, look.pattern),
    }


def names_up(figure: go.Figure, names: Sequence[str], *, row_height: int) -> go.Figure:
    """Return the figure with a name beside each row, the first row on top.

    Rows are told by number, so that two names that look the same when cut stay two.
    """
    figure.update_layout(barmode="stack")
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=[axis_name(name) for name in names],
        range=[len(names) - 0.5, -0.5],
        zeroline=False,
    )
    return dressed(figure, height=84 + row_height * len(names), top=4)


def grid(
    figure: go.Figure,
    counts: Sequence[Sequence[int]],
    numbers: Sequence[Sequence[int]],
    *,
    colour: str,
    unit: str,
) -> None:
    """Add a square for each count above 0, the darker the more; rows from below.

    Squares are points rather than a heatmap, since only points can be clicked.
    """
    most = max((n for row in counts for n in row), default=1) or 1
    cells = [
        (x, y, n, number)
        for y, (row, of_row) in enumerate(zip(counts, numbers, strict=True))
        for x, (n, number) in enumerate(zip(row, of_row, strict=True))
        if n
    ]
    figure.add_scatter(
        x=[x for x, *_ in cells],
        y=[y for _, y, *_ in cells],
        mode="markers+text",
        cliponaxis=False,
        text=[f"{n:,}" for *_, n, _ in cells],
        textfont={"size": 13},
        marker={
            "symbol": "square",
            "size": 30,
            "color": colour,
            "opacity": [0.1 + 0.4 * n / most for *_, n, _ in cells],
            "line": {"width": 0},
        },
        customdata=[[number, n] for *_, n, number in cells],
        hovertemplate="%{customdata[1]:,} " + unit + "<extra></extra>",
    )


def of_shares(update: Callable[..., Any], title: str) -> None:
    """Let an axis go from 0 to 1, in percent."""
    update(
        title=title,
        range=[-0.02, 1.02],
        tickvals=[*QUARTERS],
        ticktext=[*QUARTERS.values()],
        zeroline=False,
    )


def marker(colour: str | list[str], shape: str | list[str]) -> dict[str, Any]:
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


def axis_name(text: str) -> str:
    """Return a name for an axis: Plotly reads tags, so none may be left in it."""
    return html.escape(display.cut(text, LONGEST_NAME) or "–", quote=False)


def dressed(figure: go.Figure, *, height: int, top: int) -> go.Figure:
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
