"""What the published scorer returns, field by field."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, InstanceOf
from pydantic.alias_generators import to_camel

from dashboard.scoring.notebook import result_html
from dashboard.scoring.tool_results import FoundResult, find_tool_results
from dashboard.scoring.types import Result

LARGEST_ROUNDED = 1e12
"""From here on a score has no decimals worth rounding."""


class Published(BaseModel):
    """Base of what comes back: snake_case here, the published camelCase by alias."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, frozen=True
    )


@dataclass(frozen=True, slots=True)
class ScorerRun:
    """What a scorer was asked to score, as it was given; by attribute or by key.

    Attributes:
        run_id: A random one unless given.
        input: What was asked.
        output: What the model answered.
        ground_truth: Anything the caller wants hooks to know.
        request_context: Anything else.
        context: The context of this run alone; None when there is none.
    """

    run_id: str
    input: Any
    output: Any
    ground_truth: Any = None
    request_context: Any = None
    context: Any = None

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


class PreprocessStepResult(Published):
    """The claims of the output, in its order."""

    claims: list[str]


class PublishedVerdict(Published):
    """Whether one claim is a hallucination: ``yes`` when contradicted or unsupported.

    A closed set, unlike the published free text of which only "yes" counts.
    """

    statement: str
    verdict: Literal["yes", "no"]
    reason: str


class AnalyzeStepResult(Published):
    """The verdicts on the claims that were judged, in their order."""

    verdicts: list[PublishedVerdict]


class ScorerResult(Published):
    """One run, scored. 0 is the best score.

    The published fields are written by ``model_dump``; ``run`` and ``result`` are not.

    Attributes:
        preprocess_prompt: What the judge was asked for claims, word for word; None for
            the offline judge, and where nothing was asked. Several are joined.
        score: Share times scale, rounded to two decimals as published.
        run: What was asked.
        result: Our result: exact share, status, labels, evidence, calls.
    """

    run_id: str
    preprocess_step_result: PreprocessStepResult
    preprocess_prompt: str | None
    analyze_step_result: AnalyzeStepResult
    analyze_prompt: str | None
    score: float
    reason: str
    generate_reason_prompt: str | None
    run: InstanceOf[ScorerRun] = Field(exclude=True, repr=False)
    result: InstanceOf[Result] = Field(exclude=True, repr=False)

    def _repr_html_(self) -> str:
        return result_html(self.result)


def scorer_result(run: ScorerRun, result: Result) -> ScorerResult:
    """Return a result of ours under the published names; it must have a score."""
    assert result.score is not None
    judged = [claim for claim in result.claims if claim.verdict.label != "unjudged"]
    verdicts = [
        PublishedVerdict(
            statement=claim.text,
            verdict="yes" if claim.verdict.hallucinated else "no",
            reason=claim.verdict.reason,
        )
        for claim in judged
    ]
    claims_prompt = _prompt(result, "claims")
    at_once = claims_prompt if result.mode == "fast" else None
    return ScorerResult(
        run_id=run.run_id,
        preprocess_step_result=PreprocessStepResult(
            claims=[claim.text for claim in result.claims]
        ),
        preprocess_prompt=claims_prompt,
        analyze_step_result=AnalyzeStepResult(verdicts=verdicts),
        analyze_prompt=_prompt(result, "verdicts") or at_once,
        score=round_to_two_decimals(result.score),
        reason=result.reason,
        generate_reason_prompt=_prompt(result, "reason"),
        run=run,
        result=result,
    )


def _prompt(result: Result, step: str) -> str | None:
    prompts = dict.fromkeys(
        "\n\n".join(message["content"] for message in call.messages)
        for call in result.calls
        if call.step == step
    )
    return "\n\n".join(prompts) or None


def round_to_two_decimals(number: float) -> float:
    """Return a score as published: two decimals, halves up, after scaling.

    Source: published scorers' rounding, which adds one epsilon before it rounds.
    """
    if number >= LARGEST_ROUNDED:
        return number
    return math.floor((number + 2.0**-52) * 100 + 0.5) / 100


class ToolResult(Published):
    """What one tool answered; ``str()`` writes it readably, as context for a judge.

    Attributes:
        tool_call_id: Blank when there is none.
        args: Empty when there are none.
        is_error: Whether the tool reported a failure; not one of the published fields.
    """

    tool_name: str
    tool_call_id: str = ""
    args: Any = Field(default_factory=dict)
    result: Any = None
    is_error: bool = Field(default=False, exclude=True)

    def __str__(self) -> str:
        """Return tool and result, without the arguments."""
        found = FoundResult(self.tool_name, result=self.result, is_error=self.is_error)
        return str(found)


def extract_tool_results(messages: object) -> list[ToolResult]:
    """Return the tool results of messages, in order, over all messages of any role.

    Unlike the published function this also reads messages of OpenAI, Anthropic and
    LangChain, finds none in an object instead of crashing, and writes results readably.

    Raises:
        InvalidSample: If it is neither a list nor an object nor a text.
    """
    return [ToolResult(**asdict(found)) for found in find_tool_results(messages)]
