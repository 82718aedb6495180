"""The embedded judge: decides by rules alone, on this machine, always the same."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock

from dashboard.scoring.judge import Decision, Explanation, Extraction
from dashboard.scoring.offline.claims import output_claims
from dashboard.scoring.offline.comparison import content_of
from dashboard.scoring.offline.index import ContextIndex
from dashboard.scoring.offline.language import guess_language
from dashboard.scoring.offline.polar import answered, asked_statement
from dashboard.scoring.offline.reading import Reading, read
from dashboard.scoring.offline.verdicts import verdict_on
from dashboard.scoring.offline.wording import sentence
from dashboard.scoring.types import Claim, Sample, Verdict

CONTEXTS_KEPT = 8
"""Contexts whose index is kept: a batch often holds one context many times."""
SHORT_ANSWER = 4
"""Content words up to which a claim is read together with what was asked."""
FEW_WORDS = 12
"""Words under which an output alone does not show its language."""
LONGEST_CLAIM = 1500
"""Characters of a claim that are read."""


class OfflineJudge:
    """Judges by rules: no model, no network, no key."""

    def __init__(self) -> None:
        self._indexes: OrderedDict[tuple[str, ...], ContextIndex] = OrderedDict()
        self._lock = Lock()

    @property
    def name(self) -> str:
        """Always ``offline``."""
        return "offline"

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
        """Return a verdict on every claim."""
        return Decision(await asyncio.to_thread(self._verdicts, sample, claims))

    async def explain(
        self, sample: Sample, claims: Sequence[Claim], *, score: float, scale: float
    ) -> Explanation:
        """Return no words of its own: the template says it all."""
        del sample, claims, score, scale
        return Explanation("")

    def _verdicts(
        self, sample: Sample, claims: Mapping[int, Claim]
    ) -> dict[int, Verdict]:
        index = self._index(sample.context)
        language = output_language(sample.output, sample.context, index.language)
        question = None if sample.input is None else read(sample.input[-600:], language)
        verdicts: dict[int, Verdict] = {}
        before: tuple[Reading, ...] = ()
        for position, claim in sorted(claims.items()):
            asked = asked_statement(claim.text, sample.input)
            text = claim.text if asked is None else asked
            reading = index.named(read(text[:LONGEST_CLAIM], language))
            short = len(content_of(reading)) <= SHORT_ANSWER and asked is None
            verdict = verdict_on(
                reading, index, question=question if short else None, before=before
            )
            if asked is not None:
                verdict = answered(verdict, claim.text, sentence("held", {}, language))
            verdicts[position] = verdict
            before = (*before[-3:], reading)
        return verdicts

    def _index(self, context: tuple[str, ...]) -> ContextIndex:
        with self._lock:
            known = self._indexes.get(context)
            if known is not None:
                self._indexes.move_to_end(context)
                return known
        index = ContextIndex(context)
        with self._lock:
            self._indexes[context] = index
            while len(self._indexes) > CONTEXTS_KEPT:
                self._indexes.popitem(last=False)
        return index


def output_language(output: str, context: Sequence[str], otherwise: str) -> str:
    """Return the language of an output; a short one is read with its context."""
    language = guess_language(output)
    if language == "und":
        return otherwise
    if language != otherwise and len(output.split()) < FEW_WORDS and output.isascii():
        return guess_language(f"{output} {context[0][:300]}")
    return language
