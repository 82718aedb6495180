"""Cards over time and by the length of texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

from dashboard import display
from dashboard.analysis.card import Card, with_shares, with_statuses
from dashboard.analysis.selection import Selection
from dashboard.charts import trends
from storage.figures import Period
from storage.lengths import LengthCell, LengthOf
from storage.over_time import Step, end_of
from storage.values import RunFilter


def over_time(chosen: Selection, periods: Sequence[Period], step: Step) -> Card:
    """Return the mean share of each day, week or month."""
    runs = sum(period.n for period in periods)
    counting = with_statuses(chosen.filter, chosen.statuses)
    ends = [trends.interval_of(period) for period in periods]
    return Card(
        "Over time",
        f"{display.count(runs, 'run')} in {display.count(len(periods), step)}, each "
        "with the 95 % interval of its mean (1.96 standard errors; none for one run)",
        trends.over_time(periods),
        [
            {
                step.capitalize(): period.start.isoformat(),
                "Runs": period.n,
                "Mean share": period.mean,
                "From": both[0] if both else None,
                "To": both[1] if both else None,
            }
            for period, both in zip(periods, ends, strict=True)
        ],
        opens=tuple(_within(counting, period.start, step) for period in periods),
    )


def lengths(chosen: Selection, cells: Sequence[LengthCell], of: LengthOf) -> Card:
    """Return how many runs have which length and share."""
    counting = with_statuses(chosen.filter, chosen.statuses)
    opens = []
    for cell in cells:
        ends = (cell.length_from, cell.length_to)
        ranged = (
            replace(counting, output_chars=ends)
            if of == "output"
            else replace(counting, context_chars=ends)
        )
        opens.append(with_shares(ranged, cell.share_from, cell.share_to))
    runs = sum(cell.runs for cell in cells)
    return Card(
        f"Length of the {of} and share",
        f"{display.count(runs, 'run')}, darker for more",
        trends.lengths(cells, of),
        [
            {
                "Characters, from": cell.length_from,
                "under": cell.length_to,
                "Share": trends.share_name(cell.share_from, cell.share_to),
                "Runs": cell.runs,
            }
            for cell in cells
        ],
        opens=tuple(opens),
    )


def _within(filter: RunFilter, start: date, step: Step) -> RunFilter:
    since, until = _midnight(start), _midnight(end_of(start, step))
    return replace(
        filter,
        since=max(since, filter.since or since),
        until=min(until, filter.until or until),
    )


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
