"""Figures over many runs, summed up by the database.

Only runs that are ``scored`` count, since the others' numbers mean something else;
``include_others`` adds those that are ``partial``, ``no_claims`` or ``no_context``.
Shares and labels are those that count: the judge's, or what people made of them.

What the pages of figures are made of, all after ``engine, filter, *`` and each with
``include_others=False``:

- ``overview() -> Overview`` and ``share_histogram(bins=20) -> ShareHistogram``;
- ``share_groups(by=Grouping("judge" | "batch" | "tag" | "metadata", column), most=12)
  -> Groups`` of ``ShareGroup``: ``shares`` (pairs of a share and a number, which a
  bootstrap draws from), ``mean``, ``bands()``, ``histogram()``, ``cumulative()``, and
  a number for each label; ``narrowed(filter, by, key)`` is one group's own filter;
- ``kinds_by_group(by=None) -> list[KindCell]``;
- ``over_time(step="day" | "week" | "month") -> list[Period]``;
- ``contradicted_claims(limit=20) -> list[RepeatedClaim]`` and
  ``contradicted_contexts(limit=20) -> list[ContradictedContext]``, whose runs are
  ``runs_contradicted(text_key=..., context=...)``, to be opened by ``run_ids``;
- ``lengths(of="output" | "context", bins=10) -> list[LengthCell]``;
- ``metadata_columns(engine) -> list[MetadataColumn]`` and ``metadata_values``.

The worst runs are ``runs.list_runs(sort="worst")``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from math import fsum

from sqlalchemy import Engine, case, func, select

from storage.contradicted import (
    ContradictedContext,
    RepeatedClaim,
    contradicted_claims,
    contradicted_contexts,
    runs_contradicted,
)
from storage.figures import (
    Groups,
    KindCell,
    KindCount,
    LabelCounts,
    Overview,
    Period,
    ShareGroup,
    ShareHistogram,
    WorstClaim,
    histogram_of,
)
from storage.kind_figures import hallucinated_kinds, kinds_by_group
from storage.lengths import LengthCell, lengths
from storage.metadata import MetadataColumn, metadata_columns, metadata_values
from storage.over_time import end_of, over_time
from storage.share_groups import narrowed, share_groups
from storage.sources import Grouping, counted, label_sums, source
from storage.tallies import LABELS
from storage.transactions import reading
from storage.values import RunFilter
from storage.worst_claims import worst_claims

__all__ = [
    "ContradictedContext",
    "Grouping",
    "Groups",
    "KindCell",
    "KindCount",
    "LabelCounts",
    "LengthCell",
    "MetadataColumn",
    "Overview",
    "Period",
    "RepeatedClaim",
    "ShareGroup",
    "ShareHistogram",
    "WorstClaim",
    "contradicted_claims",
    "contradicted_contexts",
    "end_of",
    "hallucinated_kinds",
    "kinds_by_group",
    "labels_by_judge",
    "lengths",
    "metadata_columns",
    "metadata_values",
    "narrowed",
    "over_time",
    "overview",
    "runs_contradicted",
    "share_groups",
    "share_histogram",
    "worst_claims",
]

MOST_JUDGES = 1_000
"""Judges whose labels are counted apart."""


def overview(
    engine: Engine, filter: RunFilter, *, include_others: bool = False
) -> Overview:
    """Return the figures of the runs that the filter lets through."""
    found = source(filter)
    status, flagged = found.columns["status"], found.columns["flagged"]
    share, runs = found.columns["share"], found.columns["runs"]
    query = (
        select(
            status.label("status"),
            share.label("share"),
            func.sum(runs).label("runs"),
            func.sum(case((flagged, runs), else_=0)).label("flagged"),
            *label_sums(found),
        )
        .select_from(found.rows)
        .where(*found.where)
        .group_by(status, share)
        .order_by(share)
    )
    with reading(engine) as connection:
        rows = list(connection.execute(query))
    statuses = counted(include_others)
    counting = [row for row in rows if row.status in statuses]
    shares = [(row.share, row.runs) for row in counting]
    n = sum(row.runs for row in counting)
    labels = {name: sum(getattr(row, name) for row in counting) for name in LABELS}
    left_out = Counter[str]()
    for row in rows:
        if row.status not in statuses:
            left_out[row.status] += row.runs
    return Overview(
        runs=sum(row.runs for row in rows),
        scored=n,
        left_out=dict(sorted(left_out.items())),
        flagged=sum(row.flagged for row in rows),
        claims=sum(labels.values()),
        **labels,
        mean_share=fsum(share * runs for share, runs in shares) / n if n else None,
        median_share=_median(shares),
    )


def share_histogram(
    engine: Engine, filter: RunFilter, *, bins: int = 20, include_others: bool = False
) -> ShareHistogram:
    """Return how many runs have which share, in ``bins`` ranges of equal width."""
    groups = share_groups(engine, filter, include_others=include_others)
    shares = [pair for group in groups.shown for pair in group.shares]
    return histogram_of(shares, bins)


def labels_by_judge(
    engine: Engine, filter: RunFilter, *, include_others: bool = False
) -> list[LabelCounts]:
    """Return how many claims have each label, judges by name."""
    groups = share_groups(
        engine,
        filter,
        by=Grouping("judge"),
        most=MOST_JUDGES,
        include_others=include_others,
    )
    return [
        LabelCounts(
            judge=group.key,
            supported=group.supported,
            contradicted=group.contradicted,
            unsupported=group.unsupported,
            unjudged=group.unjudged,
            runs=group.runs,
        )
        for group in sorted(groups.shown, key=lambda group: group.key)
    ]


def _median(shares: Sequence[tuple[float, int]]) -> float | None:
    n = sum(runs for _, runs in shares)
    if not n:
        return None
    ends = list(accumulate(runs for _, runs in shares))
    low = shares[bisect_right(ends, (n - 1) // 2)][0]
    high = shares[bisect_right(ends, n // 2)][0]
    return (low + high) / 2
