"""Bands of runs and labels of claims by group, kinds of hallucination by group."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from dashboard import display
from dashboard.charts.dress import (
    axis_name,
    dressed,
    grid,
    marker,
    names_up,
    of_shares,
    stacked,
)
from dashboard.charts.shares import BAND_PATTERNS
from storage.figures import KindCell, ShareGroup

HALLUCINATED = ("contradicted", "unsupported")


def labels_by_group(groups: Sequence[ShareGroup]) -> go.Figure:
    """Return each group's claims by label, as shares of all its claims, worst first.

    Bars are numbered group by group, within a group label by label.
    """
    totals = [
        sum(getattr(group, label) for label in display.LABELS) for group in groups
    ]
    figure = go.Figure()
    for number, label in enumerate(display.LABELS):
        counts = [int(getattr(group, label)) for group in groups]
        figure.add_bar(
            x=[n / max(total, 1) for n, total in zip(counts, totals, strict=True)],
            customdata=[
                [at * len(display.LABELS) + number] for at in range(len(groups))
            ],
            hovertemplate="%{text} claims, %{x:.0%}<extra>" + label + "</extra>",
            **stacked(label, counts),
        )
    of_shares(figure.update_xaxes, "Share of claims")
    return names_up(figure, _names(groups), row_height=46)


def bands_by_group(groups: Sequence[ShareGroup]) -> go.Figure:
    """Return each group's runs by band, as shares of all its runs, best first."""
    figure = go.Figure()
    for number, (band, look) in enumerate(display.BANDS.items()):
        counts = [group.bands().get(band, 0) for group in groups]
        figure.add_bar(
            name=band,
            x=[n / group.runs for n, group in zip(counts, groups, strict=True)],
            y=list(range(len(groups))),
            orientation="h",
            text=[f"{n:,}" if n else "" for n in counts],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            textfont={"color": "#000000" if band == "mixed" else "#ffffff"},
            marker=marker(look.colour, BAND_PATTERNS[band]),
            customdata=[
                [at * len(display.BANDS) + number] for at in range(len(groups))
            ],
            hovertemplate="%{text} runs, %{x:.0%}<extra>" + look.word + "</extra>",
        )
    of_shares(figure.update_xaxes, "Share of runs")
    return names_up(figure, _names(groups), row_height=46)


def kinds(cells: Sequence[KindCell]) -> go.Figure:
    """Return hallucinated claims by kind, most first, contradicted and unsupported."""
    names = list(dict.fromkeys(cell.kind for cell in cells))
    figure = go.Figure()
    for label in HALLUCINATED:
        counts = [
            sum(getattr(cell, label) for cell in cells if cell.kind == kind)
            for kind in names
        ]
        figure.add_bar(
            x=counts,
            customdata=[[at] for at in range(len(names))],
            hovertemplate="%{x:,} claims<extra>" + label + "</extra>",
            **stacked(label, counts),
        )
    figure.update_xaxes(title="Claims", rangemode="tozero", tickformat=",d")
    words = [display.KINDS.get(kind, kind) for kind in names]
    return names_up(figure, words, row_height=36)


def kind_matrix(cells: Sequence[KindCell]) -> go.Figure:
    """Return how many claims of each group are hallucinated in which way.

    Cells are numbered in their custom data as they were given.
    """
    kinds_ = list(dict.fromkeys(cell.kind for cell in cells))
    keys = list(dict.fromkeys(cell.key for cell in cells))
    names = {cell.key: cell.name for cell in cells}
    place = {(cell.kind, cell.key): at for at, cell in enumerate(cells)}
    figure = go.Figure()
    grid(
        figure,
        [[_claims(cells, place.get((k, g))) for g in keys] for k in kinds_],
        [[place.get((k, g), -1) for g in keys] for k in kinds_],
        colour=display.LABELS["contradicted"].colour,
        unit="claims",
    )
    names_up(figure, [display.KINDS.get(k, k) for k in kinds_], row_height=34)
    figure.update_xaxes(
        tickvals=list(range(len(keys))),
        ticktext=[axis_name(names[key]) for key in keys],
        range=[-0.6, len(keys) - 0.4],
        zeroline=False,
    )
    return dressed(figure, height=110 + 34 * len(kinds_), top=4)


def _claims(cells: Sequence[KindCell], at: int | None) -> int:
    return 0 if at is None else cells[at].contradicted + cells[at].unsupported


def _names(groups: Sequence[ShareGroup]) -> list[str]:
    return [group.name if group.key else "all" for group in groups]
