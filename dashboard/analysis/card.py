"""A chart with what it counts, its data, and the runs behind each mark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import plotly.graph_objects as go

from dashboard import display
from storage.values import RunFilter


@dataclass(frozen=True, slots=True)
class Card:
    """One chart of an analysis.

    Attributes:
        heading: What it shows.
        counted: What was counted, how many, and what is left out.
        figure: The chart. A mark's custom data begins with its number.
        rows: All its numbers, one row for each mark.
        labels: Labels whose colours it uses, for a legend.
        opens: By the number of a mark, the filter of the runs it stands for.
    """

    heading: str
    counted: str
    figure: go.Figure
    rows: Sequence[Mapping[str, Any]]
    labels: tuple[str, ...] = ()
    opens: tuple[RunFilter, ...] = ()


def with_statuses(filter: RunFilter, statuses: Sequence[str]) -> RunFilter:
    """Return the filter of those of its runs that have one of these statuses."""
    if filter.statuses:
        statuses = [status for status in filter.statuses if status in statuses]
    return replace(filter, statuses=tuple(statuses))


def with_band(filter: RunFilter, band: str) -> RunFilter:
    """Return the filter of those of its runs that are in a band."""
    if filter.bands and band not in filter.bands:
        return replace(filter, run_ids=())
    return replace(filter, bands=(band,))


def with_shares(filter: RunFilter, low: float, high: float) -> RunFilter:
    """Return the filter of those of its runs in a range of shares.

    0 to 0 means a share of exactly 0; a range from 0 leaves that out, as a histogram
    does. Its end does not belong to it unless it is 1.
    """
    if high == 0:
        return with_band(filter, "none")
    start = max(low, filter.share_from or 0.0)
    end = min(high, 1.0 if filter.share_to is None else filter.share_to)
    narrowed = replace(filter, share_from=start, share_to=end)
    if low > 0:
        return narrowed
    kept = [band for band in filter.bands or display.BANDS if band != "none"]
    return replace(narrowed, bands=tuple(kept))
