"""Cards of shares: their distribution, cumulative curves, bands and means."""

from __future__ import annotations

import math
from dataclasses import replace

from dashboard import display
from dashboard.analysis.card import Card, with_band, with_shares, with_statuses
from dashboard.analysis.selection import Selection
from dashboard.charts import labels, shares
from dashboard.scoring import measures
from storage.figures import Groups, ShareHistogram


def distribution(chosen: Selection, histogram: ShareHistogram) -> Card:
    """Return how many runs have which share."""
    bins = len(histogram.bins)
    counts = [histogram.zero, *histogram.bins]
    counting = with_statuses(chosen.filter, chosen.statuses)
    edges = [(0.0, 0.0), *((at / bins, (at + 1) / bins) for at in range(bins))]
    return Card(
        "How much is hallucinated",
        f"{display.count(histogram.n, 'run')} by their share of hallucinated claims",
        shares.share_distribution(histogram),
        [
            {"Share": name, "Runs": number}
            for name, number in zip(shares.bin_names(bins), counts, strict=True)
        ],
        opens=tuple(with_shares(counting, low, high) for low, high in edges),
    )


def cumulative(chosen: Selection, groups: Groups) -> Card:
    """Return which part of each group's runs has at most which share."""
    curves = shares.cumulative_points(groups.shown)
    points = [
        (group, share, part)
        for group, curve in zip(groups.shown, curves, strict=True)
        for share, part in curve
    ]
    return Card(
        "Runs up to a share",
        chosen.in_words(groups),
        shares.cumulative(groups.shown),
        [
            {"Group": group.name, "Share, at most": share, "Part of runs": part}
            for group, share, part in points
        ],
        opens=tuple(
            replace(
                with_statuses(chosen.of_group(group), chosen.statuses),
                share_from=chosen.filter.share_from or 0.0,
                share_to=1.0 if share >= 1 else math.nextafter(share, 2),
            )
            for group, share, _ in points
        ),
    )


def bands(chosen: Selection, groups: Groups) -> Card:
    """Return each group's runs by band."""
    names = list(display.BANDS)
    counting = [
        with_statuses(chosen.of_group(group), chosen.statuses) for group in groups.shown
    ]
    return Card(
        "Bands",
        chosen.in_words(groups),
        labels.bands_by_group(groups.shown),
        [
            {"Group": group.name, "Runs": group.runs}
            | {name: group.bands().get(name, 0) for name in names}
            for group in groups.shown
        ],
        opens=tuple(with_band(each, name) for each in counting for name in names),
    )


def means(chosen: Selection, groups: Groups) -> Card:
    """Return each group's mean share with its 95 % interval."""
    estimates = [
        measures.mean_of(
            [share for share, _ in group.shares],
            counts=[runs for _, runs in group.shares],
        )
        for group in groups.shown
    ]
    return Card(
        "Mean share",
        f"{chosen.in_words(groups)}; 95 % intervals by drawing runs "
        f"{measures.RESAMPLINGS:,} times (bootstrap), normal from 5,000 runs on",
        shares.means(groups.shown, estimates),
        [
            {
                "Group": group.name,
                "Runs": group.runs,
                "Mean share": group.mean,
                "From": estimate.low if estimate else None,
                "To": estimate.high if estimate else None,
            }
            for group, estimate in zip(groups.shown, estimates, strict=True)
        ],
        opens=tuple(
            with_statuses(chosen.of_group(group), chosen.statuses)
            for group in groups.shown
        ),
    )
