"""The embedded judge: rules and a small model, on this machine, always the same.

The model reads English prose. All else, and everything where the model cannot be used,
is decided by rules alone, and the decision says so.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock

from dashboard.scoring.judge import Decision, Explanation, Extraction
from dashboard.scoring.offline.claims import output_claims
from dashboard.scoring.offline.entailment.shipped import NoModel, shipped
from dashboard.scoring.offline.examining import open_claims, rule_findings
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.index import ContextIndex
from dashboard.scoring.offline.joined.fusion import shipped_fusion
from dashboard.scoring.offline.joined.weighing import decided, weighed
from dashboard.scoring.offline.known_context import KnownContext
from dashboard.scoring.offline.language import guess_language
from dashboard.scoring.offline.polar import answered, asked_statement
from dashboard.scoring.offline.verdicts import verdict_of
from dashboard.scoring.offline.wording import sentence
from dashboard.scoring.types import Claim, Sample, Verdict

CONTEXTS_KEPT = 8
"""Contexts whose index is kept: a batch often holds one context many times."""
FEW_WORDS = 12
"""Words under which an output alone does not show its language."""
BY_RULES = "the offline judge decided by rules alone"
ABROAD = (
    "its own model reads English only; for other languages a language model as judge "
    "is worth more"
)


class OfflineJudge:
    """Judges by rules and a model of its own: no network, no key."""

    def __init__(self, *, model: bool = True) -> None:
        """Make a judge; without ``model`` it decides by rules alone, and says so."""
        self._model = model
        self._contexts: OrderedDict[tuple[str, ...], KnownContext] = OrderedDict()
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
        return await asyncio.to_thread(self._decision, sample, claims)

    async def explain(
        self, sample: Sample, claims: Sequence[Claim], *, score: float, scale: float
    ) -> Explanation:
        """Return no words of its own: the template says it all."""
        del sample, claims, score, scale
        return Explanation("")

    def _decision(self, sample: Sample, claims: Mapping[int, Claim]) -> Decision:
        known = self._known(sample.context)
        index = known.index
        language = output_language(sample.output, sample.context, index.language)
        ordered = dict(sorted(claims.items()))
        found = rule_findings(sample, ordered, index, language)
        detail: str | None = f"{BY_RULES}: {ABROAD}" if self._model else BY_RULES
        if self._model and language == "en":
            found, detail = _joined(sample, ordered, found, known)
        return Decision(
            {
                position: _verdict(sample, claim, found[position], index, language)
                for position, claim in ordered.items()
            },
            detail=detail,
        )

    def _known(self, context: tuple[str, ...]) -> KnownContext:
        with self._lock:
            known = self._contexts.get(context)
            if known is not None:
                self._contexts.move_to_end(context)
                return known
        known = KnownContext(context)
        with self._lock:
            self._contexts[context] = known
            while len(self._contexts) > CONTEXTS_KEPT:
                self._contexts.popitem(last=False)
        return known


def _joined(
    sample: Sample,
    claims: Mapping[int, Claim],
    found: dict[int, Finding],
    known: KnownContext,
) -> tuple[dict[int, Finding], str | None]:
    """Return what rules and model say together, and what there is to say about it."""
    unsure = open_claims(sample, claims, found)
    if not unsure:
        return found, None
    try:
        model = shipped()
    except NoModel as error:
        return found, f"{BY_RULES}: its own model cannot be used here ({error})"
    each = weighed(sample, unsure, found, known, model=model)
    fusion = shipped_fusion()
    joint = {at: decided(one, fusion, known.index) for at, one in each.items()}
    return found | joint, None


def _verdict(
    sample: Sample, claim: Claim, finding: Finding, index: ContextIndex, language: str
) -> Verdict:
    verdict = verdict_of(finding, index, language)
    if asked_statement(claim.text, sample.input) is None:
        return verdict
    return answered(verdict, claim.text, sentence("held", {}, language))


def output_language(output: str, context: Sequence[str], otherwise: str) -> str:
    """Return the language of an output; a short one is read with its context."""
    language = guess_language(output)
    if language == "und":
        return otherwise
    if language != otherwise and len(output.split()) < FEW_WORDS and output.isascii():
        return guess_language(f"{output} {context[0][:300]}")
    return language
