"""The second step: verdicts on numbered claims, a group of them in one request."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from dashboard.scoring.errors import JudgeFailed, JudgeRefused
from dashboard.scoring.llm.asking import Asker
from dashboard.scoring.llm.fitting import Fitted, ShowContext, ask_what_fits
from dashboard.scoring.llm.prompts import verdicts_prompt
from dashboard.scoring.llm.replies import SaidVerdicts, read_verdicts
from dashboard.scoring.llm.verdicts import looked_up_verdict
from dashboard.scoring.llm.votes import Ballot
from dashboard.scoring.types import Call, Claim, Sample

CLAIMS_A_CALL = 12
"""Claims judged in one request; more of them go in groups, at the same time."""


@dataclass(frozen=True, slots=True)
class Votes:
    """Verdicts of one or more votes, and what they took.

    Attributes:
        ballots: The verdicts of each vote, by the claim's position.
        calls: Every request.
        context_seen: The least part of the context that a group of claims was shown.
        dropped: Verdicts in the replies that could not be used.
    """

    ballots: tuple[Ballot, ...]
    calls: tuple[Call, ...]
    context_seen: float
    dropped: int


@dataclass(frozen=True, slots=True)
class _Group:
    """What one request came to; its verdicts are blank when it failed."""

    vote: int
    verdicts: Ballot
    calls: tuple[Call, ...]
    context_seen: float = 1.0
    dropped: int = 0
    failure: JudgeFailed | None = None


async def cast_votes(
    asker: Asker,
    sample: Sample,
    claims: Mapping[int, Claim],
    votes: range,
    show: ShowContext,
) -> Votes:
    """Return what each vote says on these claims; what it left out is missing.

    Raises:
        JudgeFailed: If no request brought a readable reply, or one was refused.
    """
    positions = list(claims)
    groups = [
        {position: claims[position] for position in positions[at : at + CLAIMS_A_CALL]}
        for at in range(0, len(positions), CLAIMS_A_CALL)
    ]
    done = await asyncio.gather(
        *(
            _judge(asker, sample, group, vote, show)
            for vote in votes
            for group in groups
        )
    )
    calls = tuple(call for group in done for call in group.calls)
    failures = [group.failure for group in done if group.failure is not None]
    refusals = [failure for failure in failures if isinstance(failure, JudgeRefused)]
    if refusals:
        raise JudgeRefused(str(refusals[0]), calls) from refusals[0]
    if failures and len(failures) == len(done):
        raise JudgeFailed(str(failures[0]), calls) from failures[0]
    ballots = tuple(
        {
            at: v
            for group in done
            if group.vote == vote
            for at, v in group.verdicts.items()
        }
        for vote in votes
    )
    return Votes(
        ballots,
        calls,
        min(group.context_seen for group in done),
        sum(group.dropped for group in done),
    )


async def _judge(
    asker: Asker,
    sample: Sample,
    claims: Mapping[int, Claim],
    vote: int,
    show: ShowContext,
) -> _Group:
    """Ask about one group of claims; a claim's number is its position plus 1."""
    texts = {position + 1: claim.text for position, claim in claims.items()}
    ask = partial(
        asker.ask,
        read=partial(_read, texts),
        keep=lambda said: len(said.by_number) == len(texts),
        vote=vote,
    )
    try:
        fitted: Fitted[SaidVerdicts] = await ask_what_fits(
            asker,
            show,
            list(texts.values()),
            lambda context: verdicts_prompt(context, texts),
            ask,
        )
    except JudgeFailed as failure:
        return _Group(vote, {}, failure.calls, failure=failure)
    verdicts = {
        number - 1: looked_up_verdict(said, texts[number], sample.context)
        for number, said in fitted.answer.value.by_number.items()
    }
    return _Group(
        vote,
        verdicts,
        fitted.answer.calls,
        fitted.context_seen,
        fitted.answer.value.dropped,
    )


def _read(texts: Mapping[int, str], reply: str, _cut_off: bool) -> SaidVerdicts:
    return read_verdicts(reply, texts)
