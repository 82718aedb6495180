"""Tells which samples a judge was asked about before, so that they cost nothing."""

from __future__ import annotations

from collections.abc import Mapping

from dashboard.expected_calls import finding_prompts
from dashboard.scoring.llm.cache import ReplyCache, reply_key
from dashboard.scoring.llm.environment import without_login
from dashboard.scoring.llm.facts import ModelFacts
from dashboard.scoring.llm.known import RUNGS
from dashboard.scoring.llm.prompts import Prompt
from dashboard.scoring.types import Mode, Sample


def replies_are_kept(
    sample: Sample,
    cache: ReplyCache,
    *,
    judge: str,
    facts: ModelFacts,
    mode: Mode = "thorough",
    temperature: float | None = 0.0,
    seed: int | None = None,
    api_base: str | None = None,
) -> bool:
    """Return whether the first replies on a sample are kept; the rest then is, too.

    The judge's later requests follow from its first replies, and were made when those
    were. The options are those that the sample is going to be judged with.
    """
    options = {
        "temperature": temperature,
        "seed": seed,
        "api_base": without_login(api_base),
    }
    sent = {name: value for name, value in options.items() if value is not None}
    prompts = finding_prompts(sample, mode=mode, count=facts.count, room=facts.room)
    return bool(prompts) and all(
        _is_kept(found.prompt, cache, judge, sent) for found in prompts
    )


def _is_kept(
    prompt: Prompt, cache: ReplyCache, judge: str, sent: Mapping[str, object]
) -> bool:
    """Return whether a reply is kept, in whichever way its shape was asked for."""
    for rung in RUNGS:
        messages, form = prompt.messages(rung), prompt.response_format(rung)
        if cache.get(reply_key(judge, {**sent, "vote": 0}, messages, form)) is not None:
            return True
    return False
