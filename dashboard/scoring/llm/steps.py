"""The steps of judging with a model: claims, verdicts, and a reason when asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from dashboard.scoring.judge import Decision, Explanation, Extraction
from dashboard.scoring.llm.asking import Answer, Asker
from dashboard.scoring.llm.correcting import SaidCorrection, ask_correction
from dashboard.scoring.llm.deciding import cast_votes
from dashboard.scoring.llm.extracting import find_claims
from dashboard.scoring.llm.passages import CountTokens, Shown, shown_context
from dashboard.scoring.llm.prompts import reason_prompt
from dashboard.scoring.llm.replies import Unreadable, read_reason
from dashboard.scoring.llm.votes import spread, tally
from dashboard.scoring.types import UNJUDGED, Claim, Mode, Sample

SURELY_FITS = 3_000
"""Bytes of context that every model takes, so that no tokens need counting."""
ROOM_IF_UNKNOWN = 6_000
"""Tokens of context in one request to a model whose window nobody knows."""
ROOM_IN_WINDOW = 0.6
"""The part of a model's window that is left for the context."""
ROOM_AT_MOST = 60_000
"""Tokens of context over which models read carelessly and requests cost too much."""


@dataclass(frozen=True, slots=True)
class Room:
    """How much context one request to a model has room for.

    Attributes:
        tokens: The most tokens of context.
        count: How the model counts them.
    """

    tokens: int
    count: CountTokens

    @classmethod
    def within(cls, window: int | None, count: CountTokens) -> Room:
        """Return the room in a window of so many tokens; None when it is not known."""
        if not window:
            return cls(ROOM_IF_UNKNOWN, count)
        return cls(min(int(window * ROOM_IN_WINDOW), ROOM_AT_MOST), count)


class Steps:
    """Asks one model for the claims, the verdicts and the reasons of samples."""

    def __init__(
        self,
        asker: Asker,
        *,
        mode: Mode,
        repeat: int,
        room: Callable[[], Awaitable[Room]],
    ) -> None:
        self._asker = asker
        self._mode = mode
        self._repeat = repeat
        self._room = room

    async def extract(self, sample: Sample) -> Extraction:
        """Return the claims of the output, in fast mode with their verdicts."""
        fast = self._mode == "fast" and any(text.strip() for text in sample.context)
        show = partial(self._shown, sample) if fast else None
        found = await find_claims(self._asker, sample, show)
        if show is None or self._repeat == 1 or not found.claims:
            return Extraction(found.claims, found.calls, found.context_seen)
        votes = await cast_votes(
            self._asker,
            sample,
            dict(enumerate(found.claims)),
            range(1, self._repeat),
            show,
        )
        first = {
            position: claim.verdict
            for position, claim in enumerate(found.claims)
            if claim.verdict.label != "unjudged"
        }
        ballots = (first, *votes.ballots)
        verdicts = tally(ballots, asked=self._repeat)
        return Extraction(
            tuple(
                replace(claim, verdict=verdicts.get(position, UNJUDGED))
                for position, claim in enumerate(found.claims)
            ),
            (*found.calls, *votes.calls),
            min(found.context_seen, votes.context_seen),
            _detail(spread(ballots), votes.dropped),
        )

    async def decide(self, sample: Sample, claims: Mapping[int, Claim]) -> Decision:
        """Return verdicts on these claims, by position; those not given are missing."""
        votes = await cast_votes(
            self._asker,
            sample,
            claims,
            range(self._repeat),
            partial(self._shown, sample),
        )
        return Decision(
            tally(votes.ballots, asked=self._repeat),
            votes.calls,
            votes.context_seen,
            _detail(spread(votes.ballots), votes.dropped),
        )

    async def explain(
        self, sample: Sample, claims: Sequence[Claim], *, score: float, scale: float
    ) -> Explanation:
        """Return the model's own reason for a score."""
        answer = await self._asker.ask(
            reason_prompt(
                sample.output, sample.input, claims, score=f"{score:.2f} of {scale:g}"
            ),
            _whole_reason,
        )
        return Explanation(answer.value, answer.calls)

    async def correct(
        self, sample: Sample, claim: Claim, sentence: str
    ) -> Answer[SaidCorrection]:
        """Return the smallest edits of a sentence that make its claim supported."""
        show = partial(self._shown, sample)
        return await ask_correction(self._asker, claim, sentence, show)

    async def _shown(self, sample: Sample, queries: Sequence[str]) -> Shown:
        """Return what the model is shown of the context when these are asked about."""
        whole = "\n".join(sample.context)
        part = self._asker.known.room_part
        if part == 1 and len(whole.encode("utf-8", "replace")) <= SURELY_FITS:
            return Shown(whole, 1.0)
        room = await self._room()
        return await asyncio.to_thread(
            shown_context,
            sample.context,
            queries,
            budget=int(room.tokens * part),
            count=room.count,
        )


def _detail(spread_of_votes: str | None, dropped: int) -> str | None:
    notes = [spread_of_votes] if spread_of_votes else []
    if dropped:
        notes.append(f"{dropped} verdicts of the replies could not be used")
    return "; ".join(notes) or None


def _whole_reason(reply: str, cut_off: bool) -> str:
    if cut_off:
        raise Unreadable("the reason was cut off")
    return read_reason(reply)
