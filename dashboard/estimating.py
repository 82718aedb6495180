"""An estimate with all that this machine knows: prices, kept replies, its own speed."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import cast

from sqlalchemy import Engine

from dashboard import actions
from dashboard.drawn import Drawn
from dashboard.estimate import Estimate, ModelFacts, estimate_drawn
from dashboard.kept_estimates import replies_are_kept
from dashboard.kept_replies import KeptReplies
from dashboard.scoring import Sample
from dashboard.scoring.judges import OFFLINE, on_this_machine
from dashboard.scoring.types import Mode, ReasonBy
from storage.call_times import recent_call_s
from storage.values import RunSettings

TRIED, TRIED_S = 8, 1.0
"""Samples judged offline to see how fast that goes here, and seconds spent on them."""


def cores() -> int:
    """Return how many processes judge offline."""
    return os.cpu_count() or 1


def estimate_upload(
    engine: Engine, drawn: Drawn, settings: RunSettings, *, concurrency: int
) -> Estimate:
    """Return what judging these samples so is going to take.

    It takes seconds itself, at first: a judge may have to be loaded.

    Raises:
        StorageError: If the database cannot be read.
    """
    if settings.judge == OFFLINE:
        return estimate_drawn(
            drawn,
            judge=OFFLINE,
            concurrency=cores(),
            offline_s=_seconds_a_claim(drawn.read),
        )
    if on_this_machine(settings.judge):
        return estimate_drawn(drawn, judge=settings.judge, concurrency=1)
    facts = _facts(engine, settings)
    kept = KeptReplies(engine).of(settings.judge)

    def is_cached(sample: Sample) -> bool:
        return settings.use_cache and replies_are_kept(
            sample,
            kept,
            judge=settings.judge,
            facts=facts,
            mode=cast(Mode, settings.mode),
            temperature=settings.temperature,
            seed=settings.seed,
            api_base=settings.api_base,
        )

    return estimate_drawn(
        drawn,
        judge=settings.judge,
        mode=cast(Mode, settings.mode),
        reason=cast(ReasonBy, settings.reason),
        repeat=settings.repeat,
        concurrency=concurrency,
        facts=facts,
        is_cached=is_cached,
    )


def _facts(engine: Engine, settings: RunSettings) -> ModelFacts:
    from dashboard.scoring.llm.judge import model_facts  # here: not for offline batches

    facts = model_facts(settings.judge, api_base=settings.api_base)
    return replace(facts, call_s=recent_call_s(engine, settings.judge))


def _seconds_a_claim(samples: tuple[Sample, ...]) -> float | None:
    """Return how long the offline judge takes for a claim on one core of this machine.

    None where the samples tried make no claims.
    """
    actions.warm_offline()
    scorer = actions.scorer_for(RunSettings())
    started = time.perf_counter()
    claims = 0
    for sample in samples[:TRIED]:
        claims += len(scorer.score(sample).claims)
        if time.perf_counter() - started > TRIED_S:
            break
    return (time.perf_counter() - started) / claims if claims else None
