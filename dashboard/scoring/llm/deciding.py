"""The second step: verdicts on numbered claims, a group of them in one request."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, replace
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
MOST_PARTS = 3
"""Requests that a group of claims is judged in when replies are cut off."""


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
    """What asking about one group of claims came to, for one vote."""

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
    if failures and not any(group.verdicts for group in done):
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
    """Ask about one group of claims; a claim's number is its position plus 1.

    What a reply that was cut off did not come to is asked for at once: that the rest
    was lost on the way says nothing about the judge.
    """
    texts = {position + 1: claim.text for position, claim in claims.items()}
    group = _Group(vote, {}, ())
    for _ in range(MOST_PARTS):
        try:
            fitted = await _ask(asker, texts, vote, show)
        except JudgeFailed as failure:
            calls = (*group.calls, *failure.calls)
            return replace(group, calls=calls, failure=failure)
        said = fitted.answer.value
        verdicts = {
            number - 1: looked_up_verdict(verdict, texts[number], sample.context)
            for number, verdict in said.by_number.items()
        }
        group = _Group(
            vote,
            {**group.verdicts, **verdicts},
            (*group.calls, *fitted.answer.calls),
            min(group.context_seen, fitted.context_seen),
            group.dropped + said.dropped,
        )
        texts = {n: text for n, text in texts.items() if n not in said.by_number}
        if not texts or not said.cut_off:
            break
    return group


def _ask(
    asker: Asker, texts: Mapping[int, str], vote: int, show: ShowContext
) -> Awaitable[Fitted[SaidVerdicts]]:
    ask = partial(
        asker.ask,
        read=partial(_read, texts),
        keep=lambda said: len(said.by_number) == len(texts),
        vote=vote,
    )
    return ask_what_fits(
        asker,
        show,
        list(texts.values()),
        lambda context: verdicts_prompt(context, texts),
        ask,
    )


def _read(texts: Mapping[int, str], reply: str, cut_off: bool) -> SaidVerdicts:
    return read_verdicts(reply, cut_off=cut_off, wanted=texts)
