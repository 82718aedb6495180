"""Judging several times, and never paying twice for the same request."""

import asyncio
import json
from typing import Any

import pytest

from dashboard.scoring import HallucinationScorer, Sample, Verdict
from dashboard.scoring.llm.cache import MemoryCache, reply_key
from dashboard.scoring.llm.judge import LiteLLMJudge
from dashboard.scoring.llm.votes import spread, tally

SAMPLE = Sample(
    output="It opened in 1938. It is 27 m wide.",
    context=["The bridge opened in 1937. It is 27 m wide."],
)
S, C, U = Verdict("supported"), Verdict("contradicted"), Verdict("unsupported")


@pytest.mark.parametrize(
    ("votes", "label", "confidence"),
    [
        pytest.param([S, S, S], "supported", 1.0, id="all agree"),
        pytest.param([S, C, S], "supported", 2 / 3, id="two to one"),
        pytest.param([S, C], "contradicted", 0.5, id="a tie falls to the worse"),
        pytest.param([S, U, C], "contradicted", 1 / 3, id="three ways"),
        pytest.param([U, S, U, S], "unsupported", 0.5, id="two to two"),
    ],
)
def test_the_most_frequent_verdict_counts(
    votes: list[Verdict], label: str, confidence: float
) -> None:
    verdicts = tally([{0: vote} for vote in votes], asked=len(votes))

    assert (verdicts[0].label, verdicts[0].confidence) == (label, confidence)


def test_a_claim_that_most_votes_left_out_is_not_decided() -> None:
    assert tally([{0: S}, {}, {}], asked=3) == {}
    assert tally([{0: S}, {0: S}, {}], asked=3)[0].label == "supported"


def test_a_single_vote_has_no_confidence_and_no_spread() -> None:
    assert tally([{0: S}], asked=1)[0].confidence is None
    assert spread([{0: S}]) is None


def test_the_shares_of_the_votes_are_told() -> None:
    ballots = [{0: S, 1: C}, {0: C, 1: C}]

    assert spread(ballots) == "2 votes with the shares 0.50, 1.00"


class JunkCache:
    """Keeps replies that nobody can read any more."""

    def get(self, key: str) -> str | None:
        return "]["

    def put(self, key: str, reply: str) -> None:
        pass


def test_a_kept_reply_that_cannot_be_read_is_asked_for_again(stub: Any) -> None:
    fresh = HallucinationScorer("openai/stub", api_base=stub.url).score(SAMPLE)
    scorer = HallucinationScorer("openai/stub", api_base=stub.url, cache=JunkCache())

    result = scorer.score(SAMPLE)

    assert (result.status, result.share) == (fresh.status, fresh.share)
    assert not any(call.cached for call in result.calls)


@pytest.mark.parametrize(("mode", "calls"), [("thorough", 4), ("fast", 3)])
def test_three_votes_take_three_requests_for_verdicts(
    stub: Any, mode: Any, calls: int
) -> None:
    scorer = HallucinationScorer("openai/stub", mode=mode, repeat=3, api_base=stub.url)

    result = scorer.score(SAMPLE)

    assert (result.status, result.share, len(result.calls)) == ("scored", 0.5, calls)
    assert [claim.verdict.confidence for claim in result.claims] == [1.0, 1.0]
    assert result.judge_detail == "3 votes with the shares 0.50, 0.50, 0.50"


def test_votes_that_differ_are_outvoted(stub: Any, stub_server: Any) -> None:
    def verdicts(*labels: str) -> Any:
        items = [{"n": n, "label": label} for n, label in enumerate(labels, 1)]
        return stub_server.said(json.dumps({"verdicts": items}))

    stub.script.extend(
        [
            stub_server.said('{"claims": ["1", "2"]}'),
            verdicts("contradicted", "supported"),
            verdicts("supported", "supported"),
            verdicts("contradicted", "supported"),
        ]
    )

    result = HallucinationScorer("openai/stub", repeat=3, api_base=stub.url).score(
        SAMPLE
    )

    assert result.share == 0.5
    assert [claim.verdict.confidence for claim in result.claims] == [2 / 3, 1.0]


@pytest.mark.parametrize("mode", ["thorough", "fast"])
def test_the_same_sample_again_makes_no_request(stub: Any, mode: Any) -> None:
    cache = MemoryCache()
    scorer = HallucinationScorer(
        "openai/stub", mode=mode, api_base=stub.url, cache=cache
    )
    first = scorer.score(SAMPLE)
    asked = len(stub.requests)

    again = scorer.score(SAMPLE)

    assert len(stub.requests) == asked
    assert (again.share, again.claims) == (first.share, first.claims)
    assert [call.cached for call in again.calls] == [True] * asked
    assert [call.reply for call in again.calls] == [call.reply for call in first.calls]
    assert (again.cost, again.tokens_in, again.tokens_out) == (0.0, 0, 0)


def test_votes_are_kept_apart(stub: Any) -> None:
    scorer = HallucinationScorer(
        "openai/stub", repeat=2, api_base=stub.url, cache=MemoryCache()
    )
    scorer.score(SAMPLE)
    assert len(stub.requests) == 3

    scorer.score(SAMPLE)

    assert len(stub.requests) == 3


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("Sure!", id="unreadable"),
        pytest.param('{"verdicts": []}', id="incomplete"),
        pytest.param('{"verdicts": [{"n": 1, "label": "unsure"}]}', id="unusable"),
    ],
)
def test_a_reply_that_was_no_full_answer_is_not_kept(
    stub: Any, stub_server: Any, reply: str
) -> None:
    cache = MemoryCache()
    scorer = HallucinationScorer("openai/stub", api_base=stub.url, cache=cache)
    stub.script.extend(
        [stub_server.said('{"claims": ["1", "2"]}'), stub_server.said(reply)]
    )
    scorer.score(SAMPLE)
    asked = len(stub.requests)

    again = scorer.score(SAMPLE)

    assert again.share == 0.5
    assert len(stub.requests) in (asked, asked + 1)
    assert reply not in [call.reply for call in again.calls if call.cached]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"model": "b"}, id="model"),
        pytest.param({"parameters": {"temperature": 1}}, id="parameters"),
        pytest.param({"messages": [{"role": "user", "content": "y"}]}, id="messages"),
        pytest.param({"schema": None}, id="schema"),
    ],
)
def test_another_request_has_another_key(other: dict[str, Any]) -> None:
    request: dict[str, Any] = {
        "model": "a",
        "parameters": {"temperature": 0},
        "messages": [{"role": "user", "content": "x"}],
        "schema": {"type": "object"},
    }

    assert reply_key(**request) == reply_key(**request)
    assert reply_key(**request) != reply_key(**{**request, **other})


def test_no_more_requests_are_on_their_way_than_the_model_may_have(stub: Any) -> None:
    stub.latency_s = 0.02
    judge = LiteLLMJudge("openai/stub", api_base=stub.url, at_once=3)

    async def score() -> list[str]:
        samples = [Sample(f"Gate {n} is open.", ["Open."]) for n in range(12)]
        results = HallucinationScorer(judge).score_many(samples, concurrency=12)
        return [result.status async for result in results]

    assert asyncio.run(score()) == ["scored"] * 12
    assert stub.most_in_flight == 3


def test_a_seed_is_sent_and_kept_with_the_call(stub: Any) -> None:
    scorer = HallucinationScorer("openai/stub", seed=7, api_base=stub.url)

    result = scorer.score(SAMPLE)

    assert [request.body["seed"] for request in stub.requests] == [7, 7]
    assert [call.parameters["seed"] for call in result.calls] == [7, 7]


@pytest.mark.parametrize("option", ["repeat", "at_once"])
def test_a_count_below_one_has_no_meaning(option: str) -> None:
    options: dict[str, Any] = {option: 0}

    with pytest.raises(ValueError, match="at least 1"):
        LiteLLMJudge("openai/stub", **options)


def test_a_call_carries_its_tokens_and_a_known_price(stub: Any) -> None:
    scorer = HallucinationScorer("openai/gpt-4o-mini", api_base=stub.url)

    result = scorer.score(SAMPLE)

    claims = result.calls[0]
    assert claims.tokens_in == sum(len(m["content"]) for m in claims.messages) // 4
    assert claims.reply is not None
    assert claims.tokens_out == len(claims.reply) // 4
    assert result.cost is not None
    assert 0 < result.cost < 0.001


def test_a_price_nobody_knows_stays_unknown(stub: Any) -> None:
    result = HallucinationScorer("openai/stub", api_base=stub.url).score(SAMPLE)

    assert [call.cost for call in result.calls] == [None, None]
    assert result.cost is None
