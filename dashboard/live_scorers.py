"""From what an application calls its scorer to the settings of its runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from dashboard.scoring import HallucinationScorer
from dashboard.scoring.judges import checked_name, make_judge
from storage.values import RunSettings

if TYPE_CHECKING:
    from dashboard.scoring.mastra import MastraScorer

Scorer: TypeAlias = "str | HallucinationScorer | MastraScorer"


def live_settings(scorer: Scorer) -> RunSettings:
    """Return how the runs of a scorer are scored, in whichever process.

    Raises:
        ValueError: If its judge cannot be made from its name in another process.
    """
    if isinstance(scorer, str):
        # made in the other process only: a judge takes memory and time to load
        return RunSettings(judge=checked_name(scorer))
    ours = _ours(scorer)
    name = ours.judge.name
    if type(make_judge(name)) is not type(ours.judge):
        raise ValueError(
            f"the judge {name!r} lives in this process only; live scoring needs"
            " 'offline' or the name of a LiteLLM model"
        )
    return RunSettings(
        judge=name,
        mode=ours.mode,
        reason=ours.reason,
        scale=ours.scale,
        temperature=ours.temperature,
        timeout_s=ours.timeout_s,
        api_base=ours.api_base,
        seed=ours.seed,
        repeat=ours.repeat,
    )


def published_context(scorer: Scorer) -> Callable[..., Any] | None:
    """Return a hook that gives the context of a published scorer; None for others."""
    if isinstance(scorer, str | HallucinationScorer):
        return None
    from dashboard.scoring.mastra import ScorerRun  # here: it needs pydantic

    if not scorer.has_context:
        return None

    async def context_of(result: Any, **arguments: Any) -> tuple[str, ...]:
        run = ScorerRun("live", input=arguments, output=result)
        return await scorer.context_of(run)

    return context_of


def _ours(scorer: HallucinationScorer | MastraScorer) -> HallucinationScorer:
    if isinstance(scorer, HallucinationScorer):
        return scorer
    ours = getattr(scorer, "scorer", None)
    if not isinstance(ours, HallucinationScorer):
        raise ValueError(  # noqa: TRY004  a wrong value like any other
            f"a scorer is a judge's name or made with one, got {scorer!r}"
        )
    return ours
