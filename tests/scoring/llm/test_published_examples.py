"""The three published examples, end to end over HTTP, with replies as models write."""

import json
from typing import Any

import pytest

from dashboard.scoring import HallucinationScorer, Sample

IPHONE = Sample(
    output=(
        "The iPhone was first released in 2007, when Steve Jobs unveiled it at "
        "Macworld. The original iPhone featured a 3.5-inch screen."
    ),
    context=[
        "The iPhone was first released in 2007.",
        "Steve Jobs unveiled it at Macworld.",
        "The original model had a 3.5-inch screen.",
    ],
    input="When was the first iPhone released?",
)
STAR_WARS = Sample(
    output=(
        "The first Star Wars movie came out in 1977 and was directed by George Lucas. "
        "It made over $1 billion at the box office and was filmed entirely in "
        "California."
    ),
    context=[
        "The first Star Wars movie was released in 1977.",
        "It was directed by George Lucas.",
        "The film earned $775 million worldwide.",
        "The movie was filmed in Tunisia and England.",
    ],
    input="Tell me about the first Star Wars movie.",
)
WRIGHT = Sample(
    output=(
        "The Wright brothers achieved their historic first flight in 1908. The flight "
        "lasted about 2 minutes and covered nearly a mile."
    ),
    context=[
        "The Wright brothers made their first flight in 1903.",
        "The flight lasted 12 seconds.",
        "It covered a distance of 120 feet.",
    ],
    input="When did the Wright brothers first fly?",
)
EXAMPLES = [
    pytest.param(
        IPHONE,
        [
            ("1: The iPhone was first released in 2007.", "supported", "2007"),
            ("1: Steve Jobs unveiled the iPhone at Macworld.", "supported", "Macworld"),
            ("2", "supported", "3.5-inch screen"),
        ],
        0.0,
        id="iPhone",
    ),
    pytest.param(
        STAR_WARS,
        [
            ("1: The first Star Wars movie came out in 1977.", "supported", "1977"),
            ("1: George Lucas directed it.", "supported", "directed by George Lucas"),
            ("2: It made over $1 billion.", "contradicted", "earned $775 million"),
            ("2: It was filmed in California.", "contradicted", "Tunisia and England"),
        ],
        0.5,
        id="Star Wars",
    ),
    pytest.param(
        WRIGHT,
        [
            ("1", "contradicted", "in 1903"),
            ("2: The flight lasted about 2 minutes.", "contradicted", "12 seconds"),
            ("2: The flight covered nearly a mile.", "contradicted", "120 feet"),
        ],
        1.0,
        id="Wright brothers",
    ),
]
Judged = list[tuple[str, str, str]]


@pytest.mark.parametrize(("sample", "judged", "share"), EXAMPLES)
def test_a_published_example_scores_as_published_in_two_calls(
    stub: Any, stub_server: Any, sample: Sample, judged: Judged, share: float
) -> None:
    claims = {"claims": [claim for claim, _, _ in judged]}
    verdicts = {
        "verdicts": [
            {"n": n, "quote": quote, "label": label, "why": ""}
            for n, (_, label, quote) in enumerate(judged, 1)
        ]
    }
    stub.script.extend(
        [stub_server.said(json.dumps(claims)), stub_server.said(json.dumps(verdicts))]
    )

    result = HallucinationScorer("openai/stub", api_base=stub.url).score(sample)

    assert (result.status, result.share) == ("scored", share)
    assert [call.step for call in result.calls] == ["claims", "verdicts"]
    assert [c.verdict.evidence and c.verdict.evidence.quote for c in result.claims] == [
        quote for _, _, quote in judged
    ]
    sent = [request.body["messages"] for request in stub.requests]
    assert [[dict(m) for m in call.messages] for call in result.calls] == sent


@pytest.mark.parametrize(("sample", "judged", "share"), EXAMPLES)
def test_a_published_example_scores_as_published_in_one_fast_call(
    stub: Any, stub_server: Any, sample: Sample, judged: Judged, share: float
) -> None:
    claims = [
        {"claim": claim, "why": quote, "label": label} for claim, label, quote in judged
    ]
    stub.script.append(stub_server.said(json.dumps({"claims": claims})))

    result = HallucinationScorer("openai/stub", mode="fast", api_base=stub.url).score(
        sample
    )

    assert (result.status, result.share) == ("scored", share)
    assert [c.verdict.evidence and c.verdict.evidence.quote for c in result.claims] == [
        quote for _, _, quote in judged
    ]
    (request,) = stub.requests
    assert [dict(m) for m in result.calls[0].messages] == request.body["messages"]


def test_the_texts_are_sent_word_for_word_behind_a_word_they_do_not_hold(
    stub: Any,
) -> None:
    HallucinationScorer("openai/stub", api_base=stub.url).score(WRIGHT)

    claims, verdicts = (request.user for request in stub.requests)
    assert claims == (
        "gxqghf output\n"
        "1. The Wright brothers achieved their historic first flight in 1908.\n"
        "2. The flight lasted about 2 minutes and covered nearly a mile.\n"
        "gxqghf"
    )
    assert verdicts == (
        "pcgnwc context\n"
        "The Wright brothers made their first flight in 1903.\n"
        "The flight lasted 12 seconds.\n"
        "It covered a distance of 120 feet.\n"
        "pcgnwc claims\n"
        "1. The Wright brothers achieved their historic first flight in 1908.\n"
        "2. The flight lasted about 2 minutes and covered nearly a mile.\n"
        "pcgnwc"
    )


def test_a_reason_by_the_judge_is_a_third_call_that_sees_the_verdicts(
    stub: Any,
) -> None:
    scorer = HallucinationScorer("openai/stub", reason="judge", api_base=stub.url)

    result = scorer.score(WRIGHT)

    assert result.reason == "The score is what the verdicts say."
    assert [call.step for call in result.calls] == ["claims", "verdicts", "reason"]
    assert "contradicted: The Wright brothers" in stub.requests[2].user
    assert "\n1.00 of 1\n" in stub.requests[2].user
