"""What all figures share: bars, colours, names on axes, and no title or legend."""

from __future__ import annotations

import html
from typing import Any

import plotly.graph_objects as go

from dashboard import display

LONGEST_NAME = 28
"""Characters of a judge's name on an axis."""
QUARTERS = {0: "0", 0.25: "25 %", 0.5: "50 %", 0.75: "75 %", 1: "100 %"}


def stacked(label: str, names: list[str], counts: list[int]) -> dict[str, Any]:
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
        "marker": marker(look.colour, look.pattern),
    }


def lying(figure: go.Figure, *, rows: int, row_height: int) -> go.Figure:
    """Return lying, stacked bars, the first row on top."""
    figure.update_layout(barmode="stack")
    figure.update_yaxes(autorange="reversed", type="category")
    return dressed(figure, height=84 + row_height * rows, top=4)


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
