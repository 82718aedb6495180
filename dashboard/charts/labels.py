"""How many claims have which label, by judge and by kind."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from dashboard import display
from dashboard.charts.dress import QUARTERS, axis_name, lying, stacked
from storage.statistics import KindCount, LabelCounts

HALLUCINATED = ("contradicted", "unsupported")


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
            **stacked(label, [axis_name(row.judge) for row in rows], counts),
        )
    figure.update_xaxes(
        range=[0, 1],
        title="Share of claims",
        tickvals=[*QUARTERS],
        ticktext=[*QUARTERS.values()],
    )
    return lying(figure, rows=len(rows), row_height=46)


def hallucinated_kinds(rows: Sequence[KindCount]) -> go.Figure:
    """Return hallucinated claims by kind, most first, contradicted and unsupported."""
    figure = go.Figure()
    names = [axis_name(display.KINDS.get(row.kind, row.kind)) for row in rows]
    for label in HALLUCINATED:
        counts = _counts(rows, label)
        figure.add_bar(
            x=counts,
            hovertemplate="%{y}<br>%{x:,} claims<extra></extra>",
            **stacked(label, names, counts),
        )
    figure.update_xaxes(title="Claims", rangemode="tozero", tickformat=",d")
    return lying(figure, rows=len(rows), row_height=36)


def _counts(rows: Sequence[LabelCounts] | Sequence[KindCount], label: str) -> list[int]:
    return [int(getattr(row, label)) for row in rows]
