"""The values of scoring: samples, claims, verdicts, calls and results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from dashboard.scoring import formula
from dashboard.scoring.formula import Band
from dashboard.scoring.text import clean_text, context_texts

Label = Literal["supported", "contradicted", "unsupported", "unjudged"]
Kind = Literal[
    "number",
    "date",
    "name",
    "place",
    "negation",
    "quantity",
    "order",
    "missing",
    "other",
]
Status = Literal["scored", "partial", "no_claims", "no_context", "failed"]
Mode = Literal["thorough", "fast"]
ReasonBy = Literal["template", "judge"]
SampleLabel = Literal["faithful", "hallucinated"]
Step = Literal["claims", "verdicts", "reason", "correction"]


@dataclass(frozen=True, slots=True, init=False)
class Sample:
    """One thing to check.

    Attributes:
        output: What the model said. Blank means that nothing was said.
        context: The texts that the output must agree with, in order. Objects given
            as context (tool results, say) are kept as indented JSON.
        input: What the model was asked; None when unknown.
        label: What a person says of the output; None when nobody did.
        metadata: Anything the caller wants to find again beside the result.

    NUL characters and lone surrogates, which no database stores, become U+FFFD, one
    for one, so that spans still fit.
    """

    output: str
    context: tuple[str, ...]
    input: str | None
    label: SampleLabel | None
    metadata: Mapping[str, Any]

    def __init__(
        self,
        output: str,
        context: object = (),
        input: str | None = None,
        label: SampleLabel | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> None:
        """Make a sample; ``context`` is a text, an object, or a list of them.

        Raises:
            InvalidSample: If a part is not of a kind that can be read.
        """
        put = object.__setattr__
        put(self, "output", clean_text(output, name="output"))
        put(self, "context", context_texts(context))
        put(self, "input", None if input is None else clean_text(input, name="input"))
        put(self, "label", label)
        put(self, "metadata", MappingProxyType(dict(metadata or {})))


class Evidence(NamedTuple):
    """A quote that really stands in the context.

    ``sample.context[context_index][start:end] == quote``, in code points.
    """

    context_index: int
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judge's decision on one claim.

    Attributes:
        label: ``unjudged`` when no usable answer came.
        reason: Why, for a person to read; blank only when unjudged.
        confidence: 0 (a guess) to 1 (sure); None when the judge gave none.
        kind: What the claim conflicts on or lacks; None when supported or unjudged.
        evidence: The passage that decided; None when there is none.
        more_evidence: Further passages that were needed.
        invented_quote: What a judge quoted though it stands nowhere in the context.
        layer: Which part of the judge decided; None when it has one part only.
    """

    label: Label = "unjudged"
    reason: str = ""
    confidence: float | None = None
    kind: Kind | None = None
    evidence: Evidence | None = None
    more_evidence: tuple[Evidence, ...] = ()
    invented_quote: str | None = None
    layer: str | None = None

    @property
    def hallucinated(self) -> bool:
        """Whether the context contradicts or lacks the claim."""
        return self.label in formula.HALLUCINATED


UNJUDGED = Verdict()


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement that an output makes, readable on its own.

    Attributes:
        text: The statement, pronouns resolved where that is safe.
        start: Where it begins in the output, in code points; None when unknown.
        end: One past its last character; None when unknown.
        verdict: The decision on it.
    """

    text: str
    start: int | None = None
    end: int | None = None
    verdict: Verdict = UNJUDGED


@dataclass(frozen=True, slots=True)
class Call:
    """One request to a language model and what came back.

    Attributes:
        step: What was asked for.
        messages: What was sent, word for word.
        reply: What came back, word for word; None when nothing did.
        model: The model asked.
        parameters: What was sent beside the messages, without any key.
        attempt: 1 for the first try of this request.
        tokens_in: Tokens sent; None when unknown.
        tokens_out: Tokens received; None when unknown.
        cost: In US dollars; None when unknown.
        duration_s: Seconds from sending to the whole reply.
        error: What went wrong; None when nothing did.
        cached: Whether the reply came from our own store instead of the model.
    """

    step: Step
    messages: tuple[Mapping[str, str], ...]
    reply: str | None
    model: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    attempt: int = 1
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: float | None = None
    duration_s: float = 0.0
    error: str | None = None
    cached: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """One sample scored once by one judge.

    Attributes:
        sample: What was scored.
        judge: ``offline`` or the model's name.
        status: Which kind of number ``share`` is.
        share: Hallucinated over judged claims, 0 (best) to 1, exact; None when failed.
        coverage: Judged over all claims, 0 to 1; 1 when there are no claims.
        context_seen: The part of the context that the judge was shown, 0 to 1.
        claims: In the order of the output.
        reason: Why the run got its score; blank when failed.
        scale: What the share is multiplied with for the score.
        mode: How the judge was asked.
        calls: Every request to a model, failed ones included; empty when offline.
        error: Why there is no score; None unless failed.
        suspicious: Whether the text under test tries to give the judge orders.
        judge_detail: What to know about this judge's work on this sample; or None.
        prompt_version: Which prompts were used; None when offline.
        duration_s: Seconds the whole scoring took.
    """

    sample: Sample
    judge: str
    status: Status
    share: float | None
    coverage: float = 1.0
    context_seen: float = 1.0
    claims: tuple[Claim, ...] = ()
    reason: str = ""
    scale: float = 1.0
    mode: Mode = "thorough"
    calls: tuple[Call, ...] = ()
    error: str | None = None
    suspicious: bool = False
    judge_detail: str | None = None
    prompt_version: str | None = None
    duration_s: float = 0.0

    @property
    def score(self) -> float | None:
        """Share times scale, not rounded, 0 is best; None when failed."""
        return None if self.share is None else self.share * self.scale

    @property
    def band(self) -> Band | None:
        """The named range of the share; None when failed."""
        return None if self.share is None else formula.band(self.share)

    def count(self, label: Label) -> int:
        """How many claims have this label."""
        return Counter(claim.verdict.label for claim in self.claims)[label]

    @property
    def contradicted_share(self) -> float | None:
        """Contradicted over judged claims, 0 to 1; None when failed."""
        return self._share_of("contradicted")

    @property
    def unsupported_share(self) -> float | None:
        """Unsupported over judged claims, 0 to 1; None when failed."""
        return self._share_of("unsupported")

    def _repr_html_(self) -> str:
        """Return the result as a notebook shows it."""
        from dashboard.scoring.notebook import result_html  # here: it imports this

        return result_html(self)

    def _share_of(self, label: Label) -> float | None:
        if self.share is None:
            return None
        judged = len(self.claims) - self.count("unjudged")
        return self.count(label) / judged if judged else 0.0

    @property
    def tokens_in(self) -> int | None:
        """Tokens sent in all calls; None when a call's are unknown."""
        total = _total([call.tokens_in for call in self.calls])
        return None if total is None else int(total)

    @property
    def tokens_out(self) -> int | None:
        """Tokens received in all calls; None when a call's are unknown."""
        total = _total([call.tokens_out for call in self.calls])
        return None if total is None else int(total)

    @property
    def cost(self) -> float | None:
        """US dollars for all calls (0 when there were none); None when unknown."""
        return _total([call.cost for call in self.calls])


def _total(parts: Sequence[float | None]) -> float | None:
    known = [part for part in parts if part is not None]
    return sum(known) if len(known) == len(parts) else None
