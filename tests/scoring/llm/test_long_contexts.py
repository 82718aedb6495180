"""Contexts that are longer than a model takes, and how much of them it was shown."""

import json
from typing import Any

import pytest

from dashboard.scoring import HallucinationScorer, Sample
from dashboard.scoring.llm.judge import LiteLLMJudge
from dashboard.scoring.llm.passages import GAP, shown_context

FILLER = "The weather was mild and the boats went out as they did every morning. "
FACTS = [
    "The bridge opened in 1937.",
    "The library holds 81000 books.",
    "The museum was founded by Ada Brandt.",
]


def words(text: str) -> int:
    return len(text.split())


def long_context(filler: int = 400) -> list[str]:
    return [FILLER * filler + fact + " " + FILLER * filler for fact in FACTS]


def test_a_context_within_the_budget_is_shown_whole() -> None:
    shown = shown_context(FACTS, ["The bridge"], budget=20, count=words)

    assert (shown.text, shown.seen) == ("\n".join(FACTS), 1.0)


def test_every_question_gets_its_passage_and_the_rest_is_told() -> None:
    queries = ["It opened in 1938.", "It has 81000 books.", "Ada Brandt founded it."]

    shown = shown_context(long_context(), queries, budget=400, count=words)

    assert all(fact in shown.text for fact in FACTS)
    assert words(shown.text) <= 400
    assert 0 < shown.seen < 0.02
    assert shown.text.startswith(f"{GAP}\n")
    assert shown.text.endswith(f"\n{GAP}")


def test_what_is_shown_keeps_the_order_of_the_context() -> None:
    queries = ["Ada Brandt founded it.", "It opened in 1938."]

    shown = shown_context(long_context(), queries, budget=400, count=words)

    assert shown.text.index(FACTS[0]) < shown.text.index(FACTS[2])


@pytest.mark.parametrize(
    ("fact", "query"),
    [
        pytest.param(
            "この橋は1937年に開通しました。", "橋の開通は1938年です。", id="Japanese"
        ),
        pytest.param("这座桥于1937年通车。", "这座桥1938年通车。", id="Chinese"),
        pytest.param("Die Brücke wurde eröffnet.", "Eröffnung der Brücke", id="German"),
    ],
)
def test_passages_are_found_in_other_languages(fact: str, query: str) -> None:
    context = [FILLER * 300, f"{FILLER * 100}\n{fact}\n{FILLER * 100}"]

    shown = shown_context(context, [query], budget=200, count=words)

    assert fact in shown.text


def test_a_text_without_any_sentence_end_is_cut_all_the_same() -> None:
    shown = shown_context(
        ["x" * 50_000 + " 1937 " + "y" * 50_000], ["1937"], budget=1_000, count=len
    )

    assert "1937" in shown.text
    assert len(shown.text) <= 1_000


def test_a_run_over_a_long_context_finds_its_evidence_and_says_what_it_saw(
    stub: Any,
) -> None:
    sample = Sample("It opened in 1938. It holds 81000 books.", long_context())
    judge = LiteLLMJudge("openai/stub", api_base=stub.url, context_tokens=600)

    result = HallucinationScorer(judge).score(sample)

    assert [claim.verdict.label for claim in result.claims] == [
        "contradicted",
        "supported",
    ]
    evidence = result.claims[1].verdict.evidence
    assert evidence is not None
    assert evidence.context_index == 1
    assert sample.context[1][evidence.start : evidence.end] == evidence.quote
    assert 0 < result.context_seen < 0.1
    assert len(stub.requests[1].user) < 4_000


def test_a_request_that_proves_too_long_is_sent_again_with_less(
    stub: Any, stub_server: Any
) -> None:
    def answer(body: dict[str, Any]) -> Any:
        if len(body["messages"][1]["content"]) > 5_000:
            return stub_server.failed(
                400, "This model's maximum context length is 1500 tokens"
            )
        return stub_server.honest(body)

    stub.answer = answer
    sample = Sample("It opened in 1938. It holds 81000 books.", long_context())
    judge = LiteLLMJudge("openai/stub", api_base=stub.url, context_tokens=4_000)

    result = HallucinationScorer(judge).score(sample)

    assert (result.status, result.share) == ("scored", 0.5)
    assert [call.error is None for call in result.calls] == [True, False, False, True]
    assert result.context_seen < 0.2


def test_many_claims_are_judged_in_groups_of_twelve(stub: Any) -> None:
    output = " ".join(f"Gate {n} is open." for n in range(1, 31))
    sample = Sample(output, ["Gates 1 to 30 are open."])

    result = HallucinationScorer("openai/stub", api_base=stub.url).score(sample)

    assert (result.status, len(result.claims)) == ("scored", 30)
    assert [call.step for call in result.calls] == ["claims", *["verdicts"] * 3]
    prefixes = {request.user.partition(" claims\n")[0] for request in stub.requests[1:]}
    assert len(prefixes) == 1


def test_claims_of_a_very_long_output_are_searched_for_in_parts(stub: Any) -> None:
    output = " ".join(f"Gate {n} is open." for n in range(1, 131))

    result = HallucinationScorer("openai/stub", api_base=stub.url).score(
        Sample(output, ["All gates are open."])
    )

    claims = [call for call in result.calls if call.step == "claims"]
    assert (len(claims), len(result.claims)) == (3, 130)
    assert result.claims[129].text == "Gate 130 is open."


def test_claims_that_are_missing_from_a_group_are_asked_for_alone(
    stub: Any, stub_server: Any
) -> None:
    def answer(body: dict[str, Any]) -> str:
        reply: dict[str, Any] = json.loads(stub_server.honest(body))
        if len(reply.get("verdicts", [])) > 1:
            reply["verdicts"] = [v for v in reply["verdicts"] if v["n"] not in (3, 20)]
        return json.dumps(reply)

    stub.answer = answer
    output = " ".join(f"Gate {n} is open." for n in range(1, 25))

    result = HallucinationScorer("openai/stub", api_base=stub.url).score(
        Sample(output, ["Gates 1 to 24 are open."])
    )

    assert result.status == "partial"
    assert "3. Gate 3 is open.\n20. Gate 20 is open.\n" in stub.requests[3].user
    assert "4. Gate" not in stub.requests[3].user
