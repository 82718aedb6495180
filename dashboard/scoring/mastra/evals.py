"""Scores what a target answers to many inputs, each on its own."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import logging
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from dashboard.scoring.errors import InvalidSample
from dashboard.scoring.hooks import call_hook
from dashboard.scoring.mastra.eval_values import (
    EvalFailure,
    EvalItem,
    EvalResult,
    eval_result,
)
from dashboard.scoring.mastra.scorer import MastraScorer
from dashboard.scoring.mastra.values import ScorerResult

log = logging.getLogger(__name__)

RUN_KEYS = ("input", "context", "ground_truth", "request_context", "run_id")
"""What of an item goes to the scorers."""


async def run_evals(
    data: Iterable[Any],
    scorers: Sequence[MastraScorer | Mapping[str, Any]],
    target: Callable[..., Any] | None = None,
    *,
    concurrency: int = 1,
    on_item_complete: Callable[..., Any] | None = None,
    include_others: bool = False,
) -> EvalResult:
    """Return scores of what ``target`` answers to each item's ``input``.

    An item is an input, or a dict with ``input`` and, as wanted, ``context`` (for it
    alone), ``ground_truth``, ``request_context``, ``run_id``, and ``output`` where
    there is no target. A scorer stands alone or as ``{"scorer": …, "threshold": …}``;
    a threshold is the largest mean share that passes, also as ``{"max": …}``.
    ``on_item_complete`` gets any of ``item, target_result, scorer_results``.

    Unlike the published function, one failing item never stops the others, each item's
    results come back in order, two scorers of one id are refused, and a threshold is a
    limit: 0 is best.

    Raises:
        ValueError: If there is no data, no scorer, or an argument has no meaning.
    """
    given = list(data)
    limits = _limits(scorers)
    if not given:
        raise ValueError("data holds no items; give at least one")
    if concurrency < 1:
        raise ValueError(f"concurrency must be at least 1, got {concurrency!r}")
    free = asyncio.Semaphore(concurrency)
    with ThreadPoolExecutor(concurrency, thread_name_prefix="target") as threads:
        work = _Work(
            target, [scorer for scorer, _ in limits], on_item_complete, threads
        )

        async def one(index: int, item: object) -> EvalItem:
            async with free:
                return await work.evaluate(index, item)

        items = await asyncio.gather(*(one(at, item) for at, item in enumerate(given)))
    return eval_result(
        items,
        [(scorer.id, limit) for scorer, limit in limits],
        include_others=include_others,
    )


class _Work:
    """What is done with each item."""

    def __init__(
        self,
        target: Callable[..., Any] | None,
        scorers: Sequence[MastraScorer],
        on_item_complete: Callable[..., Any] | None,
        threads: ThreadPoolExecutor,
    ) -> None:
        self._target = target
        self._scorers = scorers
        self._on_item_complete = on_item_complete
        self._threads = threads

    async def evaluate(self, index: int, item: object) -> EvalItem:
        """Return what became of one item; it does not raise."""
        asked = item if isinstance(item, Mapping) else {"input": item}
        done = EvalItem(index=index, item=item)
        try:
            output = await self._answer(asked)
        except Exception as error:  # noqa: BLE001  a target may raise anything
            return done.model_copy(
                update={"failures": [_failure(index, "target", error)]}
            )
        known: dict[str, Any] = {key: asked[key] for key in RUN_KEYS if key in asked}
        results: dict[str, ScorerResult] = {}
        failures: list[EvalFailure] = []
        for scorer in self._scorers:
            try:
                results[scorer.id] = await scorer.run(output, **known)
            except Exception as error:  # noqa: BLE001  hooks may raise anything
                failures.append(_failure(index, scorer.id, error))
        try:
            await self._tell(item, output, results)
        except Exception as error:  # noqa: BLE001  a callback may raise anything
            failures.append(_failure(index, "on_item_complete", error))
        return done.model_copy(
            update={
                "target_result": output,
                "scorer_results": results,
                "failures": failures,
            }
        )

    async def _answer(self, item: Mapping[str, Any]) -> Any:
        if self._target is None:
            if "output" not in item:
                raise InvalidSample("without a target every item needs an output")
            return item["output"]
        if "input" not in item:
            raise InvalidSample("with a target every item needs an input")
        if inspect.iscoroutinefunction(self._target):
            return await self._target(item["input"])
        # a target that only waits must not hold up the other items
        context = contextvars.copy_context()
        answer = await asyncio.get_running_loop().run_in_executor(
            self._threads, context.run, self._target, item["input"]
        )
        return await answer if inspect.isawaitable(answer) else answer

    async def _tell(
        self, item: object, output: object, results: Mapping[str, ScorerResult]
    ) -> None:
        if self._on_item_complete is not None:
            await call_hook(
                self._on_item_complete,
                item=item,
                target_result=output,
                scorer_results=results,
            )


def _failure(index: int, where: str, error: Exception) -> EvalFailure:
    log.warning("item %d: %s failed: %s", index, where, type(error).__name__)
    return EvalFailure(
        index=index, where=where, error=str(error) or type(error).__name__
    )


def _limits(
    scorers: Sequence[MastraScorer | Mapping[str, Any]],
) -> list[tuple[MastraScorer, float | None]]:
    """Return each scorer with the largest mean share that passes."""
    pairs: list[tuple[MastraScorer, float | None]] = []
    for entry in scorers:
        if isinstance(entry, Mapping):
            pairs.append((entry["scorer"], _limit(entry.get("threshold"))))
        else:
            pairs.append((entry, None))
    if not pairs:
        raise ValueError("scorers holds none; give at least one")
    ids = Counter(scorer.id for scorer, _ in pairs)
    if twice := [id for id, times in ids.items() if times > 1]:
        raise ValueError(
            f"several scorers have the id {twice[0]!r}; give each its own, as in"
            " create_hallucination_scorer(id='strict')"
        )
    return pairs


def _limit(threshold: Any) -> float | None:
    if isinstance(threshold, Mapping):
        if set(threshold) != {"max"}:
            raise ValueError(
                f"a threshold is the largest share that passes, {{'max': 0.2}};"
                f" got {dict(threshold)!r}"
            )
        threshold = threshold["max"]
    if threshold is None:
        return None
    is_number = isinstance(threshold, int | float) and not isinstance(threshold, bool)
    if not (is_number and math.isfinite(threshold) and 0 <= threshold <= 1):
        raise ValueError(
            f"a threshold is a share from 0 (best) to 1, whatever the scale;"
            f" got {threshold!r}"
        )
    return float(threshold)
