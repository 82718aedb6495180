"""Lets a language model propose a correction, and believes none that is not checked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from dashboard.scoring.corrections.applying import apply_edits
from dashboard.scoring.corrections.layout import Layout
from dashboard.scoring.corrections.types import Correction, Edit, Place
from dashboard.scoring.errors import JudgeFailed
from dashboard.scoring.judge import Judge
from dashboard.scoring.offline.claims import output_claims
from dashboard.scoring.types import Call, Claim, Sample, Verdict

if TYPE_CHECKING:
    from dashboard.scoring.llm.asking import Answer
    from dashboard.scoring.llm.correcting import SaidCorrection, SaidEdit


@runtime_checkable
class CorrectingJudge(Judge, Protocol):
    """A judge that can also propose edits; the offline judge is none."""

    async def correct(
        self, sample: Sample, claim: Claim, sentence: str
    ) -> Answer[SaidCorrection]:
        """Return edits of a sentence, each of words that stand in it once."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a model made of a bad claim.

    Attributes:
        correction: None where it proposed none, or none that holds.
        calls: Every request, to be kept with the run.
        told: For a person: what came of it.
    """

    correction: Correction | None
    calls: tuple[Call, ...]
    told: str


def propose(judge: Judge, sample: Sample, claims: Sequence[Claim], at: int) -> Proposal:
    """Return what a judge proposes for one claim; see ``apropose``."""
    work = apropose(judge, sample, claims, at)
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(max_workers=1) as beside_the_loop:
        return beside_the_loop.submit(asyncio.run, work).result()


async def apropose(
    judge: Judge, sample: Sample, claims: Sequence[Claim], at: int
) -> Proposal:
    """Return the smallest edit that a judge proposes for the claim at ``at``.

    The judge is asked once for edits of the claim's sentence. They must be of words
    that stand there; then it judges the corrected claim like any other, and only one
    that it finds supported is proposed. A failing judge is told of, not raised.
    """
    claim = claims[at]
    place = _place(sample, claims, claim)
    if not isinstance(judge, CorrectingJudge):
        return Proposal(None, (), f"{judge.name} proposes no corrections.")
    if place is None:
        return Proposal(None, (), "The claim stands nowhere in the output.")
    sentence = sample.output[place.start : place.end]
    try:
        answer = await judge.correct(sample, claim, sentence)
    except JudgeFailed as error:
        return Proposal(None, error.calls, str(error))
    edits = _edits(answer.value.edits, sentence, place)
    if edits is None:
        return Proposal(None, answer.calls, f"{judge.name} found no correction.")
    return await _checked(judge, sample, claims, at, place, answer, edits)


async def _checked(
    judge: CorrectingJudge,
    sample: Sample,
    claims: Sequence[Claim],
    at: int,
    place: Place,
    answer: Answer[SaidCorrection],
    edits: tuple[Edit, ...],
) -> Proposal:
    """Have the corrected claim judged; a sentence that is gone needs no judge."""
    corrected = _corrected_claims(sample, claims, at, place, answer.value.edits, edits)
    calls = answer.calls
    verdicts: list[Verdict | None] = []
    if corrected:
        after = Sample(apply_edits(sample.output, edits), sample.context, sample.input)
        try:
            decision = await judge.decide(after, dict(enumerate(corrected)))
        except JudgeFailed as error:
            return Proposal(None, (*calls, *error.calls), str(error))
        calls = (*calls, *decision.calls)
        verdicts = [decision.verdicts.get(number) for number in range(len(corrected))]
    supported = [v for v in verdicts if v is not None and v.label == "supported"]
    if len(supported) < len(corrected):
        told = f"{judge.name} did not find its own correction supported."
        return Proposal(None, calls, told)
    evidence = tuple(v.evidence for v in supported if v.evidence is not None)
    strikes = all(not edit.text.strip() for edit in edits)
    correction = Correction(
        at,
        "strike" if strikes else "replace",
        edits,
        answer.value.why or claims[at].verdict.reason,
        evidence,
        by=judge.name,
    )
    return Proposal(correction, calls, f"{judge.name} proposes a correction.")


def _place(sample: Sample, claims: Sequence[Claim], claim: Claim) -> Place | None:
    if claim.start is None or claim.end is None or claim.end <= claim.start:
        return None
    span = claim.start, claim.end
    own = Layout(sample.output, claims).place(span)
    if own is not None and own.end >= claim.end:
        return own
    return Place(*span, span)


def _edits(
    said: Sequence[SaidEdit], sentence: str, place: Place
) -> tuple[Edit, ...] | None:
    """Return the edits at their place in the output; None where none can be made."""
    if all(one.new == one.old for one in said):
        return None
    if apply_said(sentence, said).strip(" \t\n.,;:!?。！？") == "":
        return (Edit(*place.outer, ""),)
    placed = sorted(
        Edit(place.start + start, place.start + start + len(one.old), one.new)
        for one in said
        if one.new != one.old and (start := sentence.index(one.old)) >= 0
    )
    ends = [edit.end for edit in placed]
    apart = all(e.start >= end for e, end in zip(placed[1:], ends, strict=False))
    return tuple(placed) if apart else None


def apply_said(sentence: str, said: Sequence[SaidEdit]) -> str:
    """Return a sentence with words of it replaced, as far as they still stand in it."""
    for one in said:
        sentence = sentence.replace(one.old, one.new, 1)
    return sentence


def _corrected_claims(
    sample: Sample,
    claims: Sequence[Claim],
    at: int,
    place: Place,
    said: Sequence[SaidEdit],
    edits: tuple[Edit, ...],
) -> list[Claim]:
    """Return what is to be judged: the claim with the edits, else its sentence anew.

    Claims of the sentence that the edits left as they were have their verdicts.
    """
    text = claims[at].text
    if all(text.count(one.old) == 1 and one.new.strip() for one in said):
        return [Claim(apply_said(text, said))]
    output = apply_edits(sample.output, edits)
    end = place.end + len(output) - len(sample.output)
    others = {other.text.casefold() for other in claims if other is not claims[at]}
    return [
        one
        for one in output_claims(output, question=sample.input)
        if one.start is not None
        and place.start <= one.start < end
        and one.text.casefold() not in others
    ]
