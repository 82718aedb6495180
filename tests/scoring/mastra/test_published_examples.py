"""The examples of the published pages, transcribed, with the numbers they give."""

import asyncio
import json
from typing import Any

import pytest

from dashboard.scoring.mastra import (
    HallucinationMetric,
    ScorerRun,
    create_hallucination_scorer,
    extract_tool_results,
    run_evals,
)

IPHONE = (
    [
        "The iPhone was first released in 2007.",
        "Steve Jobs unveiled it at Macworld.",
        "The original model had a 3.5-inch screen.",
    ],
    "When was the first iPhone released?",
    "The iPhone was first released in 2007, when Steve Jobs unveiled it at Macworld."
    " The original iPhone featured a 3.5-inch screen.",
)
STAR_WARS = (
    [
        "The first Star Wars movie was released in 1977.",
        "It was directed by George Lucas.",
        "The film earned $775 million worldwide.",
        "The movie was filmed in Tunisia and England.",
    ],
    "Tell me about the first Star Wars movie.",
    "The first Star Wars movie came out in 1977 and was directed by George Lucas. It"
    " made over $1 billion at the box office and was filmed entirely in California.",
)
WRIGHT = (
    [
        "The Wright brothers made their first flight in 1903.",
        "The flight lasted 12 seconds.",
        "It covered a distance of 120 feet.",
    ],
    "When did the Wright brothers first fly?",
    "The Wright brothers achieved their historic first flight in 1908. The flight"
    " lasted about 2 minutes and covered nearly a mile.",
)
TESLA = (
    [
        "Tesla was founded in 2003 by Martin Eberhard and Marc Tarpenning in San"
        " Carlos, California."
    ],
    None,
    "Tesla was founded in 2004. Elon Musk founded it. The company started in"
    " California.",
)
JUDGED = {
    "iPhone": [
        ("1: The iPhone was first released in 2007.", "supported"),
        ("1: Steve Jobs unveiled it at Macworld.", "supported"),
        ("2", "supported"),
    ],
    "Star Wars": [
        ("1: The first Star Wars movie came out in 1977.", "supported"),
        ("1: It was directed by George Lucas.", "supported"),
        ("2: It made over $1 billion at the box office.", "contradicted"),
        ("2: It was filmed entirely in California.", "contradicted"),
    ],
    "Wright": [
        ("1", "contradicted"),
        ("2: The flight lasted about 2 minutes.", "contradicted"),
        ("2: The flight covered nearly a mile.", "contradicted"),
    ],
    "Tesla": [("1", "contradicted"), ("2", "unsupported"), ("3", "supported")],
}
"""What a model says of each example: its claims and their labels."""
EXAMPLES = pytest.mark.parametrize(
    ("example", "score"),
    [
        pytest.param(IPHONE, 0.0, id="no hallucination"),
        pytest.param(STAR_WARS, 0.5, id="mixed, 2 of 4"),
        pytest.param(WRIGHT, 1.0, id="complete, 3 of 3"),
        pytest.param(TESLA, 0.67, id="older page, 2 of 3"),
    ],
)
FIRST_IPHONE = [
    "The first iPhone was announced on January 9, 2007.",
    "It was released on June 29, 2007.",
    "Steve Jobs introduced it at Macworld.",
]


@EXAMPLES
def test_the_older_metric_gives_the_published_score(example: Any, score: float) -> None:
    context, query, response = example
    metric = HallucinationMetric("offline", {"context": context})

    result = asyncio.run(metric.measure(query, response))

    assert result.score == score
    assert result.info.reason.startswith(f"The score is {score:.2f}")
    assert set(result.model_dump()) == {"score", "info"}


@EXAMPLES
def test_the_scorer_gives_the_published_score(example: Any, score: float) -> None:
    context, query, response = example
    scorer = create_hallucination_scorer(
        model="offline", options={"context": context, "scale": 1}
    )

    result = asyncio.run(scorer.run(input=query, output=response))

    assert result.score == score


@pytest.mark.parametrize(
    ("example", "judged", "score"),
    [
        pytest.param(IPHONE, JUDGED["iPhone"], 0.0, id="no hallucination"),
        pytest.param(STAR_WARS, JUDGED["Star Wars"], 0.5, id="mixed, 2 of 4"),
        pytest.param(WRIGHT, JUDGED["Wright"], 1.0, id="complete, 3 of 3"),
        pytest.param(TESLA, JUDGED["Tesla"], 0.67, id="older page, 2 of 3"),
    ],
)
def test_a_model_gives_the_published_score_in_the_published_three_steps(
    stub: Any, stub_server: Any, example: Any, judged: list[Any], score: float
) -> None:
    context, query, response = example
    claims = [claim for claim, _ in judged]
    verdicts = [
        {"n": n, "quote": "", "label": label, "why": "as the context says"}
        for n, (_, label) in enumerate(judged, 1)
    ]
    replies = [json.dumps({"claims": claims}), json.dumps({"verdicts": verdicts})]
    stub.script.extend(stub_server.said(r) for r in [*replies, "The score is so."])
    metric = HallucinationMetric("openai/stub", context=context, api_base=stub.url)

    result = asyncio.run(metric.measure(query, response))

    assert result.model_dump() == {
        "score": score,
        "info": {"reason": "The score is so."},
    }
    assert len(stub.requests) == 3


def test_a_score_is_scaled_and_then_rounded() -> None:
    context, query, response = TESLA
    metric = HallucinationMetric("offline", context=context, scale=100)

    assert metric.measure_sync(query, response).score == 66.67


def test_a_static_context_is_the_ground_truth() -> None:
    scorer = create_hallucination_scorer(
        model="offline", options={"context": FIRST_IPHONE}
    )

    result = scorer.run_sync(
        input="When was it released?",
        output="The first iPhone was released on June 29, 2008.",
    )

    assert result.score == 1.0
    assert result.analyze_step_result.verdicts[0].verdict == "yes"


def tool_context(run: ScorerRun) -> list[str]:
    return [
        json.dumps({"tool": t.tool_name, "result": t.result})
        for t in extract_tool_results(run.output)
    ]


WEATHER = [
    {
        "role": "user",
        "content": {"format": 2, "parts": [{"type": "text", "text": "?"}]},
    },
    {
        "role": "assistant",
        "content": {
            "format": 2,
            "parts": [
                {
                    "type": "tool-invocation",
                    "toolInvocation": {
                        "state": "result",
                        "toolName": "weather",
                        "toolCallId": "1",
                        "args": {"city": "Oslo"},
                        "result": {"city": "Oslo", "temperature": 21},
                    },
                },
                {"type": "text", "text": "The temperature in Oslo is 25."},
            ],
        },
    },
]


def test_the_published_hook_reads_the_tool_results_of_the_run() -> None:
    scorer = create_hallucination_scorer(
        model="offline", options={"getContext": tool_context}
    )

    result = scorer.run_sync(output=WEATHER)

    assert result.score == 1.0
    assert result.result.sample.context == (
        '{"tool": "weather", "result": {"city": "Oslo", "temperature": 21}}',
    )


def test_a_batch_is_evaluated_as_published() -> None:
    seen: list[tuple[float, str]] = []
    scorer = create_hallucination_scorer(
        model="offline", options={"context": ["Topic A opened in 1937."]}
    )

    async def my_agent(input: str) -> dict[str, str]:
        return {"text": f"{input.removeprefix('Tell me about ')} opened in 1937."}

    def on_item_complete(scorer_results: Any) -> None:
        found = scorer_results[scorer.id]
        seen.append((found.score, found.reason))

    result = asyncio.run(
        run_evals(
            data=[{"input": "Tell me about topic A"}],
            scorers=[scorer],
            target=my_agent,
            on_item_complete=on_item_complete,
        )
    )

    assert result.scores == {"hallucination-scorer": 0.0}
    assert seen == [
        (0.0, "The score is 0.00: the one claim is supported by the context.")
    ]
