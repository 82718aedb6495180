"""A judge made of a grounding model: NLI, HHEM, MiniCheck or LettuceDetect."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import lru_cache

from dashboard.scoring.errors import JudgeFailed
from dashboard.scoring.hf.model import HfModel, Support, TokenSpan
from dashboard.scoring.hf.windows import Window, windows
from dashboard.scoring.judge import Decision, Explanation, Extraction
from dashboard.scoring.offline.claims import output_claims
from dashboard.scoring.types import Claim, Evidence, Sample, Verdict

ENOUGH = 0.5
"""Probability from which a claim counts as supported, or a token as hallucinated."""
LEAST_ROOM = 32
"""Tokens that a window gets, however long the claim is."""


@lru_cache(maxsize=4)
def model_of(name: str) -> HfModel:
    """Return the model of a judge's name; the same one each time, since it is large.

    Raises:
        ValueError: If the name names no model.
    """
    how, _, model = name.partition(":")
    if not model.strip():
        raise ValueError(f"{name!r} names no model: write hf:FOLDER or hf:OWNER/NAME")
    return HfModel(model.strip(), own_code=how == "hf+code")


class HfJudge:
    """Judges with a model that was trained to tell what a text supports."""

    def __init__(self, name: str) -> None:
        """Make the judge of a name that begins with ``hf:``; loads nothing yet.

        Raises:
            ValueError: If the name names no model.
        """
        self.name = name
        self._model = model_of(name)

    @property
    def prompt_version(self) -> None:
        """No prompts are used."""

    async def extract(self, sample: Sample) -> Extraction:
        """Return the sentences and clauses of the output, each self-contained."""
        claims = await asyncio.to_thread(
            output_claims, sample.output, question=sample.input
        )
        return Extraction(tuple(claims))

    async def decide(self, sample: Sample, claims: Mapping[int, Claim]) -> Decision:
        """Return a verdict on every claim.

        Raises:
            JudgeRefused: If the model cannot be loaded.
            JudgeFailed: If it breaks while it is asked.
        """
        try:
            return await asyncio.to_thread(self._decide, sample, claims)
        except (RuntimeError, ValueError, IndexError) as error:
            raise JudgeFailed(f"{self.name} broke off: {error}") from error

    async def explain(
        self, sample: Sample, claims: Sequence[Claim], *, score: float, scale: float
    ) -> Explanation:
        """Return no words of its own: the template says it all."""
        del sample, claims, score, scale
        return Explanation("")

    def _decide(self, sample: Sample, claims: Mapping[int, Claim]) -> Decision:
        if self._model.reads_answers:
            return self._by_tokens(sample, claims)
        room = max(map(self._room, claims.values()), default=0)
        most = max(self._model.most_tokens - room, LEAST_ROOM)
        parts = windows(sample.context, most=most, count=self._model.count)
        asked = [(part.text, claim.text) for claim in claims.values() for part in parts]
        answers = self._model.support(asked)
        verdicts: dict[int, Verdict] = {}
        for number, (position, claim) in enumerate(claims.items()):
            first = number * len(parts)
            of_claim = answers[first : first + len(parts)]
            verdicts[position] = verdict_of(claim, parts, of_claim)
        return Decision(verdicts)

    def _room(self, claim: Claim) -> int:
        """Return the tokens that a claim takes beside a window."""
        return self._model.count([claim.text])[0] + 4

    def _by_tokens(self, sample: Sample, claims: Mapping[int, Claim]) -> Decision:
        prompt = answer_prompt(sample.input, sample.context)
        needed = sum(self._model.count([prompt, sample.output])) + 4
        spans = self._model.tokens(prompt, sample.output)
        seen = min(1.0, self._model.most_tokens / needed)
        verdicts = {at: verdict_on_span(claim, spans) for at, claim in claims.items()}
        return Decision(verdicts, context_seen=seen)


def verdict_of(
    claim: Claim, parts: Sequence[Window], answers: Sequence[Support]
) -> Verdict:
    """Return the verdict on a claim from what the model said beside each window.

    The window that supports it most decides; when none does, the one that contradicts
    it most, if the model tells that apart.
    """
    if not parts:
        return Verdict("unsupported", "The context holds no text.", 1.0, "missing")
    best = max(range(len(parts)), key=lambda at: answers[at].supported)
    support = answers[best].supported
    if support >= ENOUGH:
        evidence = parts[best].evidence_for(claim.text)
        return Verdict(
            "supported", _reason("supports", evidence), support, None, evidence
        )
    against = max(range(len(parts)), key=lambda at: answers[at].contradicted or 0.0)
    contradicted = answers[against].contradicted
    if contradicted is not None and contradicted >= ENOUGH:
        evidence = parts[against].evidence_for(claim.text)
        reason = _reason("contradicts", evidence)
        return Verdict("contradicted", reason, contradicted, "other", evidence)
    evidence = parts[best].evidence_for(claim.text)
    reason = "Nothing in the context supports this; the nearest passage is shown."
    return Verdict("unsupported", reason, 1 - support, "missing", evidence)


def verdict_on_span(claim: Claim, spans: Sequence[TokenSpan]) -> Verdict:
    """Return the verdict on a claim from the tokens of the output it stands in."""
    start = 0 if claim.start is None else claim.start
    end = start + len(claim.text) if claim.end is None else claim.end
    inside = [span for span in spans if span.start < end and span.end > start]
    if not inside:
        return Verdict()
    worst = max(span.probability for span in inside)
    if worst < ENOUGH:
        return Verdict("supported", "No word of it was marked.", 1 - worst)
    marked = sum(span.probability >= ENOUGH for span in inside)
    reason = f"The model marked {marked} of its {len(inside)} word pieces."
    return Verdict("unsupported", reason, worst, "other")


def answer_prompt(question: str | None, context: Sequence[str]) -> str:
    """Return passages and question as token classifiers for grounding are asked.

    Source: LettuceDetect, README, "Prompt format".
    """
    passages = "\n".join(
        f"passage {number}: {text}" for number, text in enumerate(context, 1)
    )
    if not question:
        return f"Summarize the following text:\n{passages}\noutput:"
    return (
        f"Briefly answer the following question:\n{question}\nBear in mind that your"
        f" response should be strictly based on the following {len(context)}"
        f" passages:\n{passages}\nIn case the passages do not contain the necessary"
        ' information to answer the question, please reply with: "Unable to answer'
        ' based on given passages."\noutput:'
    )


def _reason(does: str, evidence: Evidence) -> str:
    return f"Context {evidence.context_index + 1} {does} it, says the model."
