"""Asks the model about the claims of an output and joins its answers to the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dashboard.scoring.offline.entailment.shipped import Entailment
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.index import Candidate, ContextIndex
from dashboard.scoring.offline.joined.deciding import joined
from dashboard.scoring.offline.joined.figures import Passages, Said, figures
from dashboard.scoring.offline.joined.fusion import Fusion
from dashboard.scoring.offline.known_context import KnownContext
from dashboard.scoring.offline.sentences import Span, sentence_spans
from dashboard.scoring.types import Claim, Sample

SHORT_ANSWER = 5
"""Words up to which an output is no statement without its question."""
STRUCTURED = frozenset({"row", "record", "pair"})
"""Kinds of passages that are read by rule alone: the model knows only prose."""
TWIN = "twin"
"""What a rule finds in a passage that else says the same as the claim."""
NOTHING = "nothing"
"""That the context has not a word of what is claimed."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A claim as rules and model see it.

    Attributes:
        finding: What the rules say.
        figures: What speaks for and against it, by name; empty where rules decide.
        nearest: Where the passages stand that it was held against, nearest first.
        precise: The kind of what the rules found, where that may be a kind that they
            are mostly right about; None otherwise.
    """

    finding: Finding
    figures: Mapping[str, float] = field(default_factory=dict)
    nearest: tuple[int, ...] = ()
    precise: str | None = None

    @property
    def by_rules(self) -> bool:
        """Whether the rules decide alone."""
        return not self.figures


@dataclass(frozen=True, slots=True)
class _Held:
    """A claim that the model is asked about, and what it is held against."""

    claim: Claim
    finding: Finding
    nearest: tuple[int, ...]
    alone: tuple[str, str]
    within: tuple[str, str]


def weighed(
    sample: Sample,
    claims: Mapping[int, Claim],
    findings: Mapping[int, Finding],
    known: KnownContext,
    *,
    model: Entailment,
) -> dict[int, Weighed]:
    """Return the claims by position; all of them go through the model at once."""
    passages, weights = known.passages, model.weights
    hypotheses = _hypotheses(sample, list(claims.values()))
    found = {at: Weighed(findings[at]) for at in claims}
    held: dict[int, _Held] = {}
    for (at, claim), texts in zip(claims.items(), hypotheses, strict=True):
        places = [passages.nearest(text, weights) for text in texts]
        near = tuple(places[0])
        if not (near and known.index.passages[near[0]].kind in STRUCTURED):
            alone, within = (
                (passages.premise(each), text)
                for each, text in zip(places, texts, strict=True)
            )
            held[at] = _Held(claim, findings[at], near, alone, within)
    pairs = [pair for each in held.values() for pair in (each.alone, each.within)]
    fresh = list(dict.fromkeys(pairs))
    answers = dict(zip(fresh, model.model.judge(fresh), strict=True))
    for at, each in held.items():
        told = figures(
            each.claim.text,
            each.finding,
            Said(answers[each.alone], answers[each.within]),
            passages,
            weights=weights,
            claims=len(held),
        )
        precise = _precise(sample, each.claim, each.finding, passages)
        found[at] = Weighed(each.finding, told, each.nearest, precise)
    return found


def decided(each: Weighed, fusion: Fusion, index: ContextIndex) -> Finding:
    """Return what rules and model together say of a claim."""
    candidates = tuple(
        Candidate(index.passages[at], index.read(at), 0.0, at) for at in each.nearest
    )
    return said(each, fusion, candidates)


def said(
    each: Weighed, fusion: Fusion, candidates: tuple[Candidate, ...] = ()
) -> Finding:
    """Return the same with other evidence, or without any."""
    if each.by_rules:
        return each.finding
    least = fusion.overruling.get(each.precise or "", 0.0)
    return joined(each.finding, fusion.odds(each.figures), candidates, least=least)


def _precise(
    sample: Sample, claim: Claim, finding: Finding, passages: Passages
) -> str | None:
    """Return the kind of a finding, if it is of a kind that rules judge well.

    A bare answer is none: which of the context's numbers it competes with is a guess.
    """
    if finding.label == "supported" or _bare(sample):
        return None
    if finding.wording == NOTHING:
        return NOTHING
    if finding.layer != "missing" and passages.twin(claim.text):
        return TWIN
    return finding.layer if finding.label == "contradicted" else None


def _bare(sample: Sample) -> bool:
    """Tell whether an output is no statement without what was asked."""
    return bool(sample.input) and len(sample.output.split()) <= SHORT_ANSWER


def _hypotheses(sample: Sample, claims: Sequence[Claim]) -> list[tuple[str, str]]:
    """Return what is held against the context: each claim, and its whole sentence.

    A few words are read together with what was asked.
    """
    if _bare(sample):
        asked = f"{sample.input} {sample.output}"
        return [(asked, asked)] * len(claims)
    spans = sentence_spans(sample.output)
    sentences = [_sentence_of(sample.output, spans, each) for each in claims]
    return [
        (whole if _same(each.text, whole) else each.text, whole)
        for each, whole in zip(claims, sentences, strict=True)
    ]


def _same(claim: str, sentence: str) -> bool:
    """Tell whether a claim is its whole sentence, which then is asked about once."""
    return claim.rstrip(" .") == sentence.rstrip(" .")


def _sentence_of(output: str, spans: Sequence[Span], claim: Claim) -> str:
    """Return the sentence a claim begins in, on its line; without one the claim."""
    at = claim.start
    if at is None:
        return claim.text
    start, end = next((span for span in spans if span[0] <= at < span[1]), (at, at))
    start = max(start, output.rfind("\n", start, at) + 1)
    line_end = output.find("\n", at, end)
    return output[start : end if line_end < 0 else line_end].strip() or claim.text
