"""Scores samples: claims, verdicts, share, reason."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from dashboard.scoring import formula
from dashboard.scoring.errors import JudgeFailed, ScoringError
from dashboard.scoring.judge import Judge
from dashboard.scoring.judges import make_judge
from dashboard.scoring.progress import Progress
from dashboard.scoring.reasons import run_reason
from dashboard.scoring.suspicion import is_suspicious
from dashboard.scoring.types import (
    Claim,
    Mode,
    ReasonBy,
    Result,
    Sample,
    Status,
    Verdict,
)

if TYPE_CHECKING:
    from dashboard.scoring.llm.cache import ReplyCache

log = logging.getLogger(__name__)

ROUNDS = 3
"""How often verdicts are asked for: once for all, then twice for what is missing."""


class HallucinationScorer:
    """Scores outputs against their contexts with one judge and one setting.

    Source of the steps: published hallucination scorer, "Scoring process".

    Attributes:
        judge: Whatever decides.
        mode: ``thorough`` asks a model for claims, then for verdicts; ``fast`` at once.
        reason: Who writes why a run got its score.
        scale: What a share is multiplied with for the score.
        temperature: As a model is asked with; None leaves it to the model.
        timeout_s: Seconds that one request to a model may take.
        api_base: Where an OpenAI-compatible server answers; None for the model's own.
        seed: Sent to a model that takes one; None sends none.
        repeat: How often a model judges each claim; the most frequent label counts.
    """

    def __init__(
        self,
        judge: str | Judge = "offline",
        *,
        mode: Mode = "thorough",
        reason: ReasonBy = "template",
        scale: float = 1.0,
        temperature: float | None = 0.0,
        timeout_s: float = 60.0,
        api_base: str | None = None,
        seed: int | None = None,
        repeat: int = 1,
        at_once: int = 32,
        cache: ReplyCache | None = None,
    ) -> None:
        """Make a scorer; a judge's name is ``offline`` or any LiteLLM model.

        The options from ``temperature`` on are those of ``LiteLLMJudge``.

        Raises:
            ValueError: If an option has no meaning, such as a scale of 0.
        """
        if mode not in ("thorough", "fast"):
            raise ValueError(f"mode must be 'thorough' or 'fast', got {mode!r}")
        if reason not in ("template", "judge"):
            raise ValueError(f"reason must be 'template' or 'judge', got {reason!r}")
        self.scale = formula.checked_scale(scale)
        self.mode = mode
        self.reason = reason
        self.temperature = temperature
        self.timeout_s = timeout_s
        self.api_base = api_base
        self.seed = seed
        self.repeat = repeat
        self.judge = (
            make_judge(
                judge,
                mode=mode,
                temperature=temperature,
                timeout_s=timeout_s,
                api_base=api_base,
                seed=seed,
                repeat=repeat,
                at_once=at_once,
                cache=cache,
            )
            if isinstance(judge, str)
            else judge
        )

    def score(self, sample: Sample) -> Result:
        """Return the result of one sample; see ``ascore``.

        Works where an event loop runs already (a notebook), too.
        """
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run(self.ascore(sample))
        with ThreadPoolExecutor(max_workers=1) as beside_the_loop:
            return beside_the_loop.submit(asyncio.run, self.ascore(sample)).result()

    async def ascore(self, sample: Sample) -> Result:
        """Return the result of one sample.

        A judge that fails gives a result with status ``failed``, without a share and
        with the error; it does not raise.
        """
        started = time.perf_counter()
        progress = Progress()
        try:
            result = await self._scored(sample, progress)
        except ScoringError as error:
            if isinstance(error, JudgeFailed):
                progress.calls.extend(error.calls)
            result = self._result(sample, progress, "failed", error=str(error))
        seconds = time.perf_counter() - started
        log.info(
            "scored by %s: %s, %d claims, %.3f s",
            self.judge.name,
            result.status,
            len(result.claims),
            seconds,
        )
        return replace(result, duration_s=seconds)

    async def score_many(
        self, samples: Iterable[Sample], *, concurrency: int = 32
    ) -> AsyncIterator[Result]:
        """Yield one result a sample, as they finish, at most ``concurrency`` at a time.

        Each carries its sample. One that goes wrong, whatever the cause, is a failed
        result and never stops the rest.

        Raises:
            ValueError: If ``concurrency`` is below 1.
        """
        if concurrency < 1:
            raise ValueError(f"concurrency must be at least 1, got {concurrency!r}")
        waiting = iter(samples)
        running: set[asyncio.Task[Result]] = set()
        try:
            while True:
                while len(running) < concurrency:
                    sample = next(waiting, None)
                    if sample is None:
                        break
                    running.add(asyncio.create_task(self.attempt(sample)))
                if not running:
                    return
                done, running = await asyncio.wait(
                    running, return_when=asyncio.FIRST_COMPLETED
                )
                for task in done:
                    yield task.result()
        finally:
            for task in running:
                task.cancel()

    async def attempt(self, sample: Sample) -> Result:
        """Return the result of one sample, also where something unforeseen goes wrong.

        Like ``ascore``, but an unexpected error is logged and is a failed result, too.
        """
        try:
            return await self.ascore(sample)
        except Exception as error:
            log.exception("scoring failed unexpectedly")
            return self._result(
                sample, Progress(), "failed", error=f"unexpected: {error!r}"
            )

    async def _scored(self, sample: Sample, progress: Progress) -> Result:
        if not sample.output.strip():
            return self._result(sample, progress, "no_claims")
        extraction = await self.judge.extract(sample)
        progress.take_extraction(extraction.claims, extraction.calls)
        progress.add_detail(extraction.detail)
        progress.context_seen = extraction.context_seen
        if not progress.claims:
            return self._result(sample, progress, "no_claims")
        if not any(text.strip() for text in sample.context):
            progress.claims = [_without_context(c) for c in progress.claims]
            return self._result(sample, progress, "no_context")
        await self._decide(sample, progress)
        labels = progress.labels()
        if formula.hallucinated_share(labels) is None:
            raise JudgeFailed(
                f"{self.judge.name} gave no usable verdict on any of "
                f"{len(labels)} claims; try again or choose another judge"
            )
        status: Status = "partial" if "unjudged" in labels else "scored"
        result = self._result(sample, progress, status)
        if self.reason == "judge":
            return await self._explained(result, progress)
        return result

    async def _decide(self, sample: Sample, progress: Progress) -> None:
        """Ask until every claim has its verdict, at most ``ROUNDS`` times."""
        for attempt in range(ROUNDS):
            pending = progress.pending()
            if not pending:
                return
            try:
                decision = await self.judge.decide(sample, pending)
            except JudgeFailed as error:
                if attempt == 0 and len(pending) == len(progress.claims):
                    raise
                progress.calls.extend(error.calls)
                return
            progress.take_verdicts(decision.verdicts)
            progress.calls.extend(decision.calls)
            progress.add_detail(decision.detail)
            progress.context_seen = min(progress.context_seen, decision.context_seen)

    async def _explained(self, result: Result, progress: Progress) -> Result:
        """Return the result with the judge's reason, or the template's without one."""
        assert result.score is not None
        try:
            explanation = await self.judge.explain(
                result.sample, result.claims, score=result.score, scale=self.scale
            )
        except JudgeFailed as error:
            log.warning("%s gave no reason: %s", self.judge.name, error)
            return replace(result, calls=(*progress.calls, *error.calls))
        return replace(
            result,
            reason=explanation.text.strip() or result.reason,
            calls=(*progress.calls, *explanation.calls),
        )

    def _result(
        self,
        sample: Sample,
        progress: Progress,
        status: Status,
        *,
        error: str | None = None,
    ) -> Result:
        labels = progress.labels()
        share = None if status == "failed" else formula.hallucinated_share(labels)
        score = None if share is None else share * self.scale
        return Result(
            sample=sample,
            judge=self.judge.name,
            status=status,
            share=share,
            coverage=formula.coverage(labels),
            context_seen=progress.context_seen,
            suspicious=is_suspicious((sample.output, *sample.context)),
            claims=tuple(progress.claims),
            reason=run_reason(
                progress.claims, status=status, score=score, scale=self.scale
            ),
            scale=self.scale,
            mode=self.mode,
            calls=tuple(progress.calls),
            error=error,
            judge_detail=progress.detail,
            prompt_version=self.judge.prompt_version,
        )


def _without_context(claim: Claim) -> Claim:
    verdict = Verdict(
        label="unsupported",
        reason="There is no context that could support this.",
        confidence=1.0,
        kind="missing",
    )
    return replace(claim, verdict=verdict)
