"""What a user can do: the only place where scoring meets storage."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from sqlalchemy import Engine

from dashboard.results import failed, finished, sample_of
from dashboard.scoring import HallucinationScorer, Sample
from dashboard.scoring.judges import on_this_machine
from dashboard.scoring.llm.environment import PROVIDERS, without_login
from dashboard.scoring.types import Mode, ReasonBy
from storage.batches import BatchSummary, create_batch, get_batch
from storage.repeating import queue_again
from storage.runs import queue_runs
from storage.values import (
    FinishedRun,
    NewSample,
    QueuedRun,
    RunSettings,
    Source,
)

if TYPE_CHECKING:
    from dashboard.scoring.llm.cache import ReplyCache


@dataclass(frozen=True, slots=True)
class Queued:
    """What was queued; ``run_ids`` are in the order of the samples."""

    batch_id: int | None
    run_ids: list[int]


def queue(
    engine: Engine,
    samples: Sequence[Sample],
    settings: RunSettings,
    *,
    source: Source,
    batch_name: str | None = None,
    file_name: str | None = None,
    concurrency: int | None = None,
) -> Queued:
    """Store samples with one queued run each; both are kept before a judge is asked.

    With ``batch_name`` the runs form a batch of that name, of which at most
    ``concurrency`` are under way at once. Who logs in at the server is not stored.

    Raises:
        StorageError: If the database cannot take them; then none is stored.
    """
    settings = replace(settings, api_base=without_login(settings.api_base))
    batch_id = None
    if batch_name is not None:
        batch_id = create_batch(
            engine,
            name=batch_name,
            settings=settings,
            file_name=file_name,
            concurrency=concurrency,
        )
    run_ids = queue_runs(
        engine,
        [_new_sample(sample) for sample in samples],
        settings,
        source=source,
        batch_id=batch_id,
    )
    return Queued(batch_id, run_ids)


def queue_more(
    engine: Engine,
    batch_id: int,
    samples: Sequence[Sample],
    settings: RunSettings,
    *,
    source: Source,
) -> list[int]:
    """Store further samples of a batch with a queued run each; return the runs' ids.

    All of them are kept, or none: a file may be queued part by part.

    Raises:
        StorageError: If the database cannot take them.
    """
    return queue_runs(
        engine,
        [_new_sample(sample) for sample in samples],
        settings,
        source=source,
        batch_id=batch_id,
    )


def score_again(
    engine: Engine,
    *,
    settings: RunSettings,
    run_ids: Sequence[int] | None = None,
    batch_id: int | None = None,
    batch_name: str | None = None,
    source: Source = "page",
) -> Queued:
    """Queue the samples of some runs, or of a batch, again; the old runs stay.

    The new runs form a batch of their own, named after the judge where ``batch_name``
    is None; a single run without a name forms none. A sample is stored once, and
    queued once, however many of the runs share it.

    Raises:
        StorageError: If the database cannot take them.
        ValueError: If there is no such batch, or not one of the two is given.
    """
    if (run_ids is None) == (batch_id is None):
        raise ValueError("score_again needs either run_ids or batch_id")
    settings = replace(settings, api_base=without_login(settings.api_base))
    former = None if batch_id is None else get_batch(engine, batch_id)
    if batch_id is not None and former is None:
        raise ValueError(f"there is no batch {batch_id}")
    new_batch = None
    if former is not None or batch_name is not None or len(set(run_ids or ())) > 1:
        new_batch = create_batch(
            engine,
            name=batch_name or _name_of_repetition(former, settings.judge),
            settings=settings,
            file_name=former.file_name if former else None,
            concurrency=former.concurrency if former else None,
        )
    again = queue_again(
        engine,
        settings,
        source=source,
        batch_id=new_batch,
        of_runs=run_ids,
        of_batch=batch_id,
    )
    return Queued(new_batch, again)


def _name_of_repetition(former: BatchSummary | None, judge: str) -> str:
    return f"{former.name if former else 'Selected runs'} · {judge}"


def server_of(judge: str, api_base: str | None) -> str | None:
    """Return where a judge is asked; None at its provider's own address.

    Models of other providers than OpenAI stay theirs: nobody's key goes to a server
    that it is not meant for.
    """
    at_home = {"ollama", "ollama_chat", *(provider.prefix for provider in PROVIDERS)}
    elsewhere = judge.partition("/")[0].lower() in at_home - {"openai"}
    return None if on_this_machine(judge) or elsewhere else api_base


def scorer_for(
    settings: RunSettings,
    *,
    at_once: int = 32,
    cache: ReplyCache | None = None,
) -> HallucinationScorer:
    """Return a scorer that works as a run was asked to.

    ``at_once`` is how many requests to a model may be on their way; ``cache`` is used
    if the run allows it.

    Raises:
        ValueError: If a setting has no meaning.
    """
    return HallucinationScorer(
        judge=settings.judge,
        mode=cast(Mode, settings.mode),
        reason=cast(ReasonBy, settings.reason),
        scale=settings.scale,
        temperature=settings.temperature,
        timeout_s=settings.timeout_s,
        api_base=settings.api_base,
        seed=settings.seed,
        repeat=settings.repeat,
        at_once=at_once,
        cache=cache if settings.use_cache else None,
    )


def score_offline(runs: Sequence[QueuedRun]) -> list[FinishedRun]:
    """Return what the offline judge makes of runs; made to run in a process, too.

    Each has its result; one that cannot be tried has failed.
    """
    return [_scored_offline(run) for run in runs]


def _scored_offline(run: QueuedRun) -> FinishedRun:
    try:
        attempt = _offline_scorer(run.settings).attempt(sample_of(run))
    except ValueError as error:
        return failed(run.run_id, str(error))
    return finished(run.run_id, asyncio.run(attempt))


def warm_offline() -> None:
    """Load what the offline judge loads on first use, so that nobody waits for it."""
    _offline_scorer(RunSettings()).score(Sample(output="It is 4.", context="It is 5."))


@lru_cache(maxsize=8)
def _offline_scorer(settings: RunSettings) -> HallucinationScorer:
    return scorer_for(settings)


def _new_sample(sample: Sample) -> NewSample:
    return NewSample(
        output=sample.output,
        context=sample.context,
        input=sample.input,
        label=sample.label,
        metadata=dict(sample.metadata),
    )
