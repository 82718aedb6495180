"""The published scorer: context from a list or a hook, the four published steps."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from dashboard.scoring.errors import InvalidSample, ScoringError
from dashboard.scoring.hooks import call_hook, wait_for
from dashboard.scoring.judge import Judge
from dashboard.scoring.mastra.ahead import ClaimsAhead
from dashboard.scoring.mastra.values import (
    ScorerResult,
    ScorerRun,
    ToolResult,
    scorer_result,
)
from dashboard.scoring.messages import Answer, read_input, read_output
from dashboard.scoring.scorer import HallucinationScorer
from dashboard.scoring.text import context_texts
from dashboard.scoring.types import Claim, Mode, ReasonBy, Result, Sample

FailedStep = Literal["preprocess", "analyze"]
CAMEL = {"getContext": "get_context"}


class ScorerRunError(ScoringError):
    """A run got no score; ``result`` holds what was found out before it failed.

    Attributes:
        failed_step: ``preprocess`` (claims) or ``analyze`` (context and verdicts).
        result: Our result, status ``failed``; None when the context hook failed.
    """

    def __init__(
        self, message: str, failed_step: FailedStep, result: Result | None = None
    ) -> None:
        super().__init__(message)
        self.failed_step = failed_step
        self.result = result


@dataclass(frozen=True, slots=True)
class Options:
    """The published options, and which part of an answer is scored."""

    scale: float = 1.0
    context: Any = ()
    get_context: Callable[..., Any] | None = None
    answer: Answer = "all"


def create_hallucination_scorer(
    model: str | Judge = "offline",
    options: Mapping[str, Any] | None = None,
    *,
    id: str = "hallucination-scorer",
    name: str = "Hallucination Scorer",
    mode: Mode = "thorough",
    reason: ReasonBy | None = None,
    temperature: float | None = 0.0,
    timeout_s: float = 60.0,
    api_base: str | None = None,
    **keywords: Any,
) -> MastraScorer:
    """Return a scorer; ``model`` is ``offline`` or any LiteLLM model.

    Options come as a dict or as keywords: ``scale`` (1), ``context`` (texts or JSON),
    ``get_context`` (a function, also async, of any of ``run, results, score, step``;
    it wins over ``context``), ``answer`` (which assistant messages: ``all``, ``first``,
    ``last``). Unless ``reason`` is given, a model writes the reason itself and the
    offline judge's comes from its verdicts.

    Unlike the published one, a scale must be positive and finite, the hook is called
    once a run, and texts, dicts and tool results are contexts, too.

    Raises:
        ValueError: If an option is not known or has no meaning.
    """
    chosen = _options({**(options or {}), **keywords})
    offline = (model if isinstance(model, str) else model.name) == "offline"
    scorer = HallucinationScorer(
        judge=model,
        mode=mode,
        reason=reason or ("template" if offline else "judge"),
        scale=chosen.scale,
        temperature=temperature,
        timeout_s=timeout_s,
        api_base=api_base,
    )
    return MastraScorer(scorer, chosen, id=id, name=name)


def _options(given: Mapping[str, Any]) -> Options:
    named = {CAMEL.get(key, key): value for key, value in given.items()}
    known = [option.name for option in fields(Options)]
    if unknown := sorted(set(named) - set(known)):
        raise ValueError(
            f"unknown options {', '.join(unknown)}; known are {', '.join(known)}"
        )
    options = Options(**named)
    if options.answer not in ("all", "first", "last"):
        raise ValueError(
            f"answer must be 'all', 'first' or 'last', got {options.answer!r}"
        )
    if not (options.get_context is None or callable(options.get_context)):
        raise ValueError(f"get_context must be a function, got {options.get_context!r}")
    return replace(options, context=_texts(options.context))


class MastraScorer:
    """Scores runs under the published names; make one with the function above.

    Attributes:
        id: What ``run_evals`` files results under; the published one unless given.
        name: For people.
        scorer: Our scorer, which does the work.
    """

    description = "How much of an output its context contradicts or does not support"

    def __init__(
        self, scorer: HallucinationScorer, options: Options, *, id: str, name: str
    ) -> None:
        self.id = id
        self.name = name
        self.scorer = scorer
        self._options = options

    @property
    def has_context(self) -> bool:
        """Whether it knows a context of its own: texts, or a hook that finds them."""
        return bool(self._options.context or self._options.get_context)

    async def run(
        self,
        output: object,
        *,
        input: object = None,
        ground_truth: object = None,
        request_context: object = None,
        run_id: str | None = None,
        context: object = None,
    ) -> ScorerResult:
        """Return the score of one run; ``context`` replaces the scorer's for this one.

        Unlike the published scorer, an output it cannot read is refused instead of
        scored 0, an empty one asks no judge, and without any context every claim is
        unsupported.

        Raises:
            InvalidSample: If input, output or context have a shape it cannot read.
            ScorerRunError: If the judge or the context hook failed.
        """
        run = ScorerRun(
            run_id=run_id or str(uuid.uuid4()),
            input=input,
            output=output,
            ground_truth=ground_truth,
            request_context=request_context,
            context=context,
        )
        sample = Sample(
            read_output(output, answer=self._options.answer), (), read_input(input)
        )
        if self._options.get_context is None:
            texts = await self.context_of(run)
            result = await self.scorer.ascore(_with_context(sample, texts))
        else:
            result = await self._run_with_hook(run, sample)
        if result.status == "failed":
            step: FailedStep = "analyze" if result.claims else "preprocess"
            raise ScorerRunError(result.error or "no score", step, result)
        return scorer_result(run, result)

    def run_sync(self, output: object, **options: Any) -> ScorerResult:
        """Return the score of one run; see ``run``, whose keywords it takes."""
        return wait_for(self.run(output, **options))

    async def _run_with_hook(self, run: ScorerRun, sample: Sample) -> Result:
        """Ask for the claims, the hook for the context, the judge for the rest."""
        judge = ClaimsAhead(self.scorer.judge)
        if self.scorer.mode == "thorough" and sample.output.strip():
            await judge.look_ahead(sample)
        if judge.failure is None:
            texts = await self.context_of(run, judge.claims)
            sample = _with_context(sample, texts)
        scorer = HallucinationScorer(
            judge,
            mode=self.scorer.mode,
            reason=self.scorer.reason,
            scale=self.scorer.scale,
        )
        return await scorer.ascore(sample)

    async def context_of(
        self, run: ScorerRun, claims: Sequence[Claim] = ()
    ) -> tuple[str, ...]:
        """Return the texts that a run is checked against.

        Raises:
            InvalidSample: If the run's own context cannot be read.
            ScorerRunError: If the hook failed or gave nothing that can be read.
        """
        if self._options.get_context is None:
            given = run.context
            return self._options.context if given is None else _texts(given)
        found_so_far = {
            "preprocess_step_result": {"claims": [claim.text for claim in claims]}
        }
        try:
            context = await call_hook(
                self._options.get_context,
                run=run,
                results=found_so_far,
                score=None,
                step="analyze",
            )
            return _texts(_returned(context))
        except Exception as error:
            raise ScorerRunError(
                f"get_context gave no context: {error}", "analyze"
            ) from error


def _returned(context: object) -> object:
    if context is None:
        raise InvalidSample("it returned nothing; return a list of texts")
    return context


def _with_context(sample: Sample, texts: tuple[str, ...]) -> Sample:
    return Sample(sample.output, texts, sample.input)


def _texts(context: object) -> tuple[str, ...]:
    """Return a context as texts; what tools answered may stand among them."""
    if isinstance(context, ToolResult):
        return (str(context),)
    if isinstance(context, Sequence) and not isinstance(context, str | bytes):
        return context_texts(
            [str(item) if isinstance(item, ToolResult) else item for item in context]
        )
    return context_texts(context)
