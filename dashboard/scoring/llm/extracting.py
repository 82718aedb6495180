"""The first step: which claims an output makes, and where each stands in it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from dashboard.scoring.llm.asking import Answer, Asker
from dashboard.scoring.llm.fitting import ShowContext, ask_what_fits
from dashboard.scoring.llm.prompts import Prompt, claims_prompt, fast_prompt
from dashboard.scoring.llm.replies import SaidClaims, read_claims
from dashboard.scoring.llm.sentences import Sentence, split_sentences
from dashboard.scoring.llm.spans import placed_claim
from dashboard.scoring.llm.verdicts import looked_up_verdict
from dashboard.scoring.types import UNJUDGED, Call, Claim, Sample

SENTENCES_A_CALL = 60
"""Sentences searched for claims in one request."""
SHORT_OUTPUT = 120
"""Characters up to which an output is read together with its question."""
NOTHING_FOUND = "You named no claim. If the output asserts anything, name it."


@dataclass(frozen=True, slots=True)
class FoundClaims:
    """Claims in the order of the output, and what finding them took."""

    claims: tuple[Claim, ...]
    calls: tuple[Call, ...]
    context_seen: float = 1.0


async def find_claims(
    asker: Asker, sample: Sample, show: ShowContext | None
) -> FoundClaims:
    """Return the claims of an output, with verdicts when a context is to be shown."""
    sentences = dict(enumerate(split_sentences(sample.output), 1))
    numbers = list(sentences)
    parts = [
        {number: sentences[number] for number in numbers[at : at + SENTENCES_A_CALL]}
        for at in range(0, len(numbers), SENTENCES_A_CALL)
    ]
    found = await asyncio.gather(*(_find(asker, sample, p, show) for p in parts))
    claims = [claim for some in found for claim in some.claims]
    return FoundClaims(
        _without_twins(claims),
        tuple(call for some in found for call in some.calls),
        min((some.context_seen for some in found), default=1.0),
    )


async def _find(
    asker: Asker,
    sample: Sample,
    sentences: Mapping[int, Sentence],
    show: ShowContext | None,
) -> FoundClaims:
    texts = {number: sentence.text for number, sentence in sentences.items()}
    question = sample.input if len(sample.output) <= SHORT_OUTPUT else None
    ask = partial(_surely, asker, texts, with_verdicts=show is not None)
    if show is None:
        answer, seen = await ask(claims_prompt(texts, question)), 1.0
    else:
        fitted = await ask_what_fits(
            asker,
            show,
            list(texts.values()),
            lambda context: fast_prompt(context, texts, question),
            ask,
        )
        answer, seen = fitted.answer, fitted.context_seen
    claims = []
    for said, verdict in answer.value.claims.items():
        claim = placed_claim(said, sentences)
        if verdict is not None:
            found = looked_up_verdict(verdict, claim.text, sample.context)
            claim = replace(claim, verdict=found)
        claims.append(claim)
    return FoundClaims(tuple(claims), answer.calls, seen)


async def _surely(
    asker: Asker, texts: Mapping[int, str], prompt: Prompt, *, with_verdicts: bool
) -> Answer[SaidClaims]:
    """Ask again where no claim at all was named: an empty list is the best score."""
    read = partial(_read, texts, with_verdicts)
    answer = await asker.ask(prompt, read)
    if answer.value.claims or all(
        text.endswith(("?", "？")) for text in texts.values()
    ):
        return answer
    second = await asker.ask(prompt, read, note=NOTHING_FOUND)
    return replace(second, calls=(*answer.calls, *second.calls))


def _read(
    texts: Mapping[int, str], with_verdicts: bool, reply: str, cut_off: bool
) -> SaidClaims:
    return read_claims(
        reply, cut_off=cut_off, sentences=texts, with_verdicts=with_verdicts
    )


def _without_twins(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Return each claim of a place once; unjudged where its verdicts disagree."""
    once: dict[tuple[str, int | None], Claim] = {}
    for claim in claims:
        place = (claim.text.casefold(), claim.start)
        twin = once.setdefault(place, claim)
        if twin.verdict.label != claim.verdict.label:
            once[place] = replace(twin, verdict=UNJUDGED)
    return tuple(once.values())
