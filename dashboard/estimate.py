"""What a batch is going to take: claims, calls, tokens, cost and time, before it runs.

Some samples, drawn by chance, are read as the judge would; the rest is reckoned from
how long their texts are. Nothing is asked and nothing is imported that knows a
provider: how tokens are counted and what they cost is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from dashboard.drawn import Drawn, draw, letters_of
from dashboard.expected_calls import ExpectedCall, ExpectedWork, expected_work
from dashboard.scoring.judges import on_this_machine
from dashboard.scoring.llm.facts import ModelFacts
from dashboard.scoring.offline.claims import output_claims
from dashboard.scoring.types import Mode, ReasonBy, Sample

__all__ = ["Estimate", "ModelFacts", "estimate", "estimate_drawn"]

FIRST_TOKEN_S, TOKENS_A_SECOND = 0.6, 80.0
"""How fast hosted models answer, roughly, where nothing was measured."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a batch is going to take. What was found in the cache is in no figure.

    Attributes:
        samples: How many there are.
        read: How many of them the figures come from.
        cached: Of all samples, those whose replies are there already.
        claims: In all samples, cached ones included.
        calls: Requests, none of them sent twice.
        tokens_in: Tokens in the messages sent.
        schema_tokens: Tokens of the reply's shape sent beside; some providers bill it.
        tokens_out: Tokens received, if replies are as short as is asked for.
        cost: US dollars, with the schema's tokens; None when a price is unknown.
        time_s: Seconds; None when it is not known how long one takes.
        no_context: Samples that have nothing to be checked against.
    """

    samples: int
    read: int
    cached: int
    claims: int
    calls: int
    tokens_in: int
    schema_tokens: int
    tokens_out: int
    cost: float | None
    time_s: float | None
    no_context: int = 0


@dataclass(slots=True)
class _Sum:
    """What the read samples came to; only those that are not cached have calls."""

    letters: int = 0
    said: int = 0
    paid: int = 0
    claims: int = 0
    calls: list[ExpectedCall] = field(default_factory=list)
    slowest_s: float = 0.0
    call_s: float = 0.0


def estimate(
    samples: Iterable[Sample],
    *,
    judge: str,
    mode: Mode = "thorough",
    reason: ReasonBy = "template",
    repeat: int = 1,
    concurrency: int = 32,
    facts: ModelFacts | None = None,
    is_cached: Callable[[Sample], bool] = lambda _: False,
    offline_s: float | None = None,
) -> Estimate:
    """Return what judging these samples is going to take, as ``estimate_drawn`` does.

    Raises:
        ValueError: If ``concurrency`` is below 1.
    """
    return estimate_drawn(
        draw(samples),
        judge=judge,
        mode=mode,
        reason=reason,
        repeat=repeat,
        concurrency=concurrency,
        facts=facts,
        is_cached=is_cached,
        offline_s=offline_s,
    )


def estimate_drawn(
    drawn: Drawn,
    *,
    judge: str,
    mode: Mode = "thorough",
    reason: ReasonBy = "template",
    repeat: int = 1,
    concurrency: int = 32,
    facts: ModelFacts | None = None,
    is_cached: Callable[[Sample], bool] = lambda _: False,
    offline_s: float | None = None,
) -> Estimate:
    """Return what judging these samples is going to take.

    Args:
        drawn: All samples, as counted, with those that are to be read.
        judge: ``offline``, or a LiteLLM model.
        mode: How the judge is to be asked.
        reason: Who writes why a run got its score.
        repeat: How often verdicts are asked for.
        concurrency: Requests on their way at once; for the offline judge, processes.
        facts: What is known of the model; None knows nothing but rough averages.
        is_cached: Whether all replies on a sample are there already, so that it costs
            nothing and takes no time.
        offline_s: Seconds that the offline judge takes for one claim on one core; None
            leaves the time of an offline batch unknown.

    Raises:
        ValueError: If ``concurrency`` is below 1.
    """
    if concurrency < 1:
        raise ValueError(f"concurrency must be at least 1, got {concurrency!r}")
    facts = facts or ModelFacts()
    sums = _Sum()
    offline = on_this_machine(judge)
    for sample in drawn.read:
        if offline:
            claims = output_claims(sample.output, question=sample.input)
            _add(sums, sample, ExpectedWork(len(claims)), paid=False, facts=facts)
            continue
        work = expected_work(
            sample,
            mode=mode,
            reason=reason,
            count=facts.count,
            room=facts.room,
            repeat=repeat,
        )
        _add(sums, sample, work, paid=not is_cached(sample), facts=facts)
    return _projected(drawn, sums, concurrency, facts, offline, offline_s)


def _add(
    sums: _Sum, sample: Sample, work: ExpectedWork, *, paid: bool, facts: ModelFacts
) -> None:
    sums.letters += letters_of(sample)
    sums.said += len(sample.output)
    sums.claims += work.claims
    if not paid:
        return
    sums.paid += 1
    sums.calls += [call for calls in work.rounds for call in calls]
    rounds = [[_call_s(call, facts) for call in calls] for calls in work.rounds]
    sums.call_s += sum(map(sum, rounds))
    longest = sum(max(calls, default=0.0) for calls in rounds)
    sums.slowest_s = max(sums.slowest_s, longest)


def _projected(
    drawn: Drawn,
    sums: _Sum,
    concurrency: int,
    facts: ModelFacts,
    offline: bool,
    offline_s: float | None,
) -> Estimate:
    """Return the estimate for all samples: texts by length, the rest by number."""
    read = len(drawn.read)
    times = drawn.samples / read if read else 0.0
    by_length = drawn.letters / (sums.letters or 1)
    by_output = drawn.said / (sums.said or 1)
    claims = round(sums.claims * by_output)
    calls = sums.calls
    fixed, texts = sum(c.fixed for c in calls), sum(c.texts for c in calls)
    tokens_in = round(fixed * times + texts * by_length)
    schema = round(sum(c.schema for c in calls) * times)
    tokens_out = round(sum(c.out for c in calls) * by_output)
    if offline:
        time_s = None if offline_s is None else offline_s * claims / concurrency
    else:
        time_s = max(sums.slowest_s, sums.call_s * times / concurrency)
    return Estimate(
        samples=drawn.samples,
        read=read,
        cached=0 if offline else round((read - sums.paid) * times),
        claims=claims,
        calls=round(len(calls) * times),
        tokens_in=tokens_in,
        schema_tokens=schema,
        tokens_out=tokens_out,
        cost=0.0 if offline else _cost(facts, tokens_in + schema, tokens_out),
        time_s=time_s,
        no_context=drawn.no_context,
    )


def _call_s(call: ExpectedCall, facts: ModelFacts) -> float:
    if facts.call_s is not None:
        return facts.call_s
    return FIRST_TOKEN_S + call.out / TOKENS_A_SECOND


def _cost(facts: ModelFacts, tokens_in: int, tokens_out: int) -> float | None:
    if facts.cost_in is None or facts.cost_out is None:
        return None
    return tokens_in * facts.cost_in + tokens_out * facts.cost_out
