"""What comes out of a batch, and how it is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, median
from typing import Any, Literal

from pydantic import Field, InstanceOf

from dashboard.scoring.mastra.values import Published, ScorerResult


class EvalFailure(Published):
    """What went wrong with one item: with the target, a scorer or the callback."""

    index: int
    where: str
    error: str


class EvalItem(Published):
    """One item with what became of it.

    Attributes:
        index: Its place in the data, from 0.
        item: As it was given.
        target_result: What the target returned; None when it failed.
        scorer_results: By scorer id; a scorer that failed is missing.
        failures: What went wrong with it.
    """

    index: int
    item: Any
    target_result: Any = None
    scorer_results: dict[str, InstanceOf[ScorerResult]] = Field(default_factory=dict)
    failures: list[EvalFailure] = Field(default_factory=list)


class ScorerStatistics(Published):
    """What one scorer found over all items.

    Attributes:
        n: How many items the mean and the median are over: those with status
            ``scored``, or all with a score where others were to be included.
        left_out: How many have a score but were left out, by status.
        mean: Mean score; None over nothing.
        median: Median score; None over nothing.
        mean_share: Mean of the exact shares, whatever the scale; None over nothing.
    """

    n: int
    left_out: dict[str, int]
    mean: float | None
    median: float | None
    mean_share: float | None


class ThresholdResult(Published):
    """Whether a scorer's mean share keeps within its limit.

    The mean is over every item with a score, whatever its status, so that leaving out
    never passes; without any it is not passed.
    """

    limit: float
    mean_share: float | None
    passed: bool


class EvalSummary(Published):
    """How many items there were, and how many of them something went wrong with."""

    total_items: int
    failed_items: int


class EvalResult(Published):
    """What came out of a batch. 0 is the best score.

    Attributes:
        scores: Mean score by scorer id, of scores as rounded; None over nothing.
        verdict: ``failed`` when an item failed, ``scored`` when a limit was exceeded,
            else ``passed``; None without thresholds.
        items: In the order of the data.
    """

    scores: dict[str, float | None]
    summary: EvalSummary
    statistics: dict[str, ScorerStatistics]
    threshold_results: dict[str, ThresholdResult]
    verdict: Literal["passed", "scored", "failed"] | None
    items: list[EvalItem]
    failures: list[EvalFailure]


def eval_result(
    items: Sequence[EvalItem],
    limits: Sequence[tuple[str, float | None]],
    *,
    include_others: bool,
) -> EvalResult:
    """Return the figures over all items, for each scorer's id and its limit."""
    statistics: dict[str, ScorerStatistics] = {}
    thresholds: dict[str, ThresholdResult] = {}
    for id, limit in limits:
        results = [
            item.scorer_results[id] for item in items if id in item.scorer_results
        ]
        counted = [r for r in results if include_others or r.result.status == "scored"]
        statistics[id] = _statistics(results, counted)
        if limit is not None:
            share = _mean_share(results)
            passed = share is not None and share <= limit
            thresholds[id] = ThresholdResult(
                limit=limit, mean_share=share, passed=passed
            )
    failures = [failure for item in items for failure in item.failures]
    verdict: Literal["passed", "scored", "failed"] | None = None
    if thresholds:
        passed = all(result.passed for result in thresholds.values())
        verdict = "failed" if failures else "passed" if passed else "scored"
    return EvalResult(
        scores={id: found.mean for id, found in statistics.items()},
        summary=EvalSummary(
            total_items=len(items),
            failed_items=sum(bool(item.failures) for item in items),
        ),
        statistics=statistics,
        threshold_results=thresholds,
        verdict=verdict,
        items=list(items),
        failures=failures,
    )


def _statistics(
    results: Sequence[ScorerResult], counted: Sequence[ScorerResult]
) -> ScorerStatistics:
    scores = [result.score for result in counted]
    every = Counter(result.result.status for result in results)
    kept = Counter(result.result.status for result in counted)
    return ScorerStatistics(
        n=len(counted),
        left_out={str(status): number for status, number in (every - kept).items()},
        mean=fmean(scores) if scores else None,
        median=median(scores) if scores else None,
        mean_share=_mean_share(counted),
    )


def _mean_share(results: Sequence[ScorerResult]) -> float | None:
    shares = [r.result.share for r in results if r.result.share is not None]
    return fmean(shares) if shares else None
