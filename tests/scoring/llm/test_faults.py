"""What a judge does when the server, the connection or the key is at fault."""

import asyncio
import json
import logging
import socket
from typing import Any

import pytest

from dashboard.scoring import HallucinationScorer, Result, Sample
from dashboard.scoring.llm.judge import LiteLLMJudge

SAMPLE = Sample(
    output="It opened in 1938. It is 27 m wide.",
    context=["The bridge opened in 1937. It is 27 m wide."],
)
KEY = "sk-thiskeymustneverbeseen0123456789"


def score(url: str, sample: Sample = SAMPLE, **options: Any) -> Result:
    options = {"timeout_s": 5.0, "backoff_s": 0.01, **options}
    judge = LiteLLMJudge(options.pop("name", "openai/stub"), api_base=url, **options)
    return HallucinationScorer(judge).score(sample)


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        pytest.param({"status": 429}, "too many requests", id="429"),
        pytest.param({"status": 500}, "boom", id="500"),
        pytest.param({"status": 503}, "boom", id="503"),
        pytest.param({"drop": True}, "the connection was dropped", id="dropped"),
        pytest.param({"hang": True}, "no reply in time", id="no reply"),
        pytest.param({"drip": True}, "no reply within", id="a reply that never ends"),
        pytest.param({"raw": b"<html>proxy</html>"}, "", id="no JSON around the reply"),
        pytest.param({"raw": b'{"choices": []}'}, "empty", id="no choices"),
        pytest.param({"text": None}, "empty", id="no text"),
        pytest.param({"text": "Sure!"}, "no list of claims", id="malformed"),
        pytest.param(
            {"text": '{"claims": ["1"', "finish": "length"}, "cut off", id="truncated"
        ),
        pytest.param(
            {"text": '{"claims": ["1"]}', "finish": "length"},
            "cut off",
            id="ended for its length though it looks whole",
        ),
        pytest.param(
            {"text": '{"claims": ["1"]}', "finish": "content_filter"},
            "declined",
            id="filtered",
        ),
    ],
)
def test_a_request_that_fails_once_is_repeated_alone_and_kept(
    stub: Any, stub_server: Any, fault: dict[str, Any], error: str
) -> None:
    stub.script.append(stub_server.Reply(**{"text": "boom", **fault}))
    timeout_s = 0.5 if fault.keys() & {"hang", "drip"} else 5.0

    result = score(stub.url, timeout_s=timeout_s)

    assert (result.status, result.share) == ("scored", 0.5)
    assert [(c.step, c.attempt) for c in result.calls] == [
        ("claims", 1),
        ("claims", 2),
        ("verdicts", 1),
    ]
    assert result.calls[0].error is not None
    assert error in result.calls[0].error
    assert [call.error for call in result.calls[1:]] == [None, None]
    assert len(stub.requests) == 3


def test_a_server_that_names_a_pause_is_not_asked_sooner(
    stub: Any, stub_server: Any
) -> None:
    stub.script.append(stub_server.failed(429, "slow down", "1"))

    result = score(stub.url)

    first, second = (request.at for request in stub.requests[:2])
    assert result.status == "scored"
    assert 1.0 <= second - first < 3.0


def test_a_pause_longer_than_anybody_waits_ends_the_run_at_once(
    stub: Any, stub_server: Any
) -> None:
    stub.script.append(stub_server.failed(429, "come back tomorrow", "86400"))

    result = score(stub.url)

    assert (result.status, result.share) == ("failed", None)
    assert result.error is not None
    assert "come back tomorrow" in result.error
    assert len(stub.requests) == 1


def test_a_reply_that_could_not_be_read_is_answered_with_what_was_wrong(
    stub: Any, stub_server: Any
) -> None:
    stub.script.append(stub_server.said("Sure!"))

    score(stub.url)

    first, second = stub.requests[0].user, stub.requests[1].user
    note = "Your last reply was no use: no list of claims in the reply."
    assert second == f"{first}\n\n{note}"


def test_a_server_that_never_works_gives_a_failed_run_with_every_attempt(
    stub: Any, stub_server: Any
) -> None:
    stub.answer = lambda _: stub_server.failed(500, "boom")

    result = score(stub.url)

    assert (result.status, result.share) == ("failed", None)
    assert result.error == "openai/stub gave no usable answer (6 tries): boom"
    assert [call.attempt for call in result.calls] == [1, 2, 3, 4, 5, 6]


def test_a_server_that_is_not_there_is_named_and_not_asked_for_long() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"

    result = score(url)

    assert result.status == "failed"
    assert result.error is not None
    assert "the server of openai/stub cannot be reached" in result.error
    assert len(result.calls) == 3


def test_verdicts_that_were_cut_off_are_kept_and_the_rest_asked_for_alone(
    stub: Any, stub_server: Any
) -> None:
    first = {"n": 1, "quote": "in 1937", "label": "contradicted", "why": "1937"}
    stub.script.extend(
        [
            stub_server.said('{"claims": ["1", "2"]}'),
            stub_server.said(f'{{"verdicts": [{json.dumps(first)}, {{"n": 2', "length"),
        ]
    )

    result = score(stub.url)

    assert (result.status, result.share) == ("scored", 0.5)
    assert "1. It opened" in stub.requests[1].user
    assert "1. It opened" not in stub.requests[2].user
    assert "2. It is 27 m wide." in stub.requests[2].user


def test_a_reason_that_fails_leaves_the_score(stub: Any, stub_server: Any) -> None:
    def answer(body: dict[str, Any]) -> Any:
        if "response_format" in body:
            return stub_server.honest(body)
        return stub_server.failed(500, "boom")

    stub.answer = answer
    judge = LiteLLMJudge("openai/stub", api_base=stub.url, backoff_s=0.01)

    result = HallucinationScorer(judge, reason="judge").score(SAMPLE)

    assert (result.status, result.share) == ("scored", 0.5)
    assert result.reason.startswith("The score is 0.50: 1 of 2 claims")
    assert [call.step for call in result.calls].count("reason") == 6


def test_a_missing_key_is_told_at_once_with_its_variable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    result = HallucinationScorer("openai/gpt-5-mini").score(SAMPLE)

    assert (result.status, result.calls) == ("failed", ())
    assert result.error == (
        "openai/gpt-5-mini needs a key: set OPENAI_API_KEY in the environment and "
        "start again"
    )


def test_a_wrong_key_is_told_at_once_and_shown_nowhere(
    stub: Any,
    stub_server: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    stub.answer = lambda _: stub_server.failed(401, f"Incorrect API key: {KEY}")

    result = score(stub.url)

    assert stub.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert len(stub.requests) == 1
    assert result.error == (
        "openai/stub refused the key it was given, or there was none: check "
        "OPENAI_API_KEY in the environment"
    )
    assert KEY not in repr(result)
    assert KEY not in caplog.text


@pytest.mark.parametrize("status", [400, 404, 429, 500, 503])
def test_a_key_in_a_servers_message_is_blotted_out(
    stub: Any,
    stub_server: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    status: int,
) -> None:
    caplog.set_level(logging.DEBUG)
    secret = "a-secret-of-no-known-shape"
    monkeypatch.setenv("OPENAI_API_KEY", secret)
    stub.answer = lambda _: stub_server.failed(status, f"no: {secret} {KEY}")

    result = score(stub.url)

    assert result.status == "failed"
    assert secret not in repr(result) + caplog.text
    assert KEY not in repr(result) + caplog.text


def test_a_password_in_the_address_is_not_kept(stub: Any) -> None:
    url = stub.url.replace("//", "//me:hunter2@")

    result = score(url)

    assert "hunter2" not in repr(result)
    assert result.calls[0].parameters["api_base"] == stub.url


def test_an_account_without_credit_is_not_asked_again(
    stub: Any, stub_server: Any
) -> None:
    stub.answer = lambda _: stub_server.failed(
        429, "You exceeded your current quota, please check your plan and billing."
    )

    result = score(stub.url)

    assert len(stub.requests) == 1
    assert result.error is not None
    assert "has no credit left" in result.error


def test_a_model_that_the_server_does_not_know_is_told_at_once(
    stub: Any, stub_server: Any
) -> None:
    stub.answer = lambda _: stub_server.failed(404, "model stub not found")

    result = score(stub.url)

    assert len(stub.requests) == 1
    assert result.error == (
        "there is no model 'openai/stub' there: model stub not found"
    )


def test_a_model_of_no_known_provider_is_told_without_a_call() -> None:
    result = HallucinationScorer("nonsense-model").score(SAMPLE)

    assert result.calls == ()
    assert result.error is not None
    assert result.error.startswith("LiteLLM knows no model 'nonsense-model'")


def test_a_name_alone_is_a_model_of_the_server_at_the_address(stub: Any) -> None:
    result = score(stub.url, name="my-model")

    assert (result.status, result.judge) == ("scored", "my-model")
    assert stub.requests[0].body["model"] == "my-model"


def test_a_shape_that_is_refused_is_loosened_and_the_rung_remembered(
    stub: Any, stub_server: Any
) -> None:
    def answer(body: dict[str, Any]) -> Any:
        if body.get("response_format", {}).get("type") == "json_schema":
            return stub_server.failed(400, "response_format json_schema is unknown")
        return stub_server.honest(body)

    stub.answer = answer

    first, second = score(stub.url), score(stub.url)

    assert (first.share, second.share) == (0.5, 0.5)
    assert [call.parameters["format"] for call in first.calls] == [
        "json_schema",
        "json_object",
        "json_object",
    ]
    assert [call.parameters["format"] for call in second.calls] == ["json_object"] * 2
    assert (
        'Reply with JSON only: {"claims": ["1", "2: ..."]}' in stub.requests[1].system
    )


def test_a_server_that_takes_no_shape_at_all_is_asked_in_words(
    stub: Any, stub_server: Any
) -> None:
    def answer(body: dict[str, Any]) -> Any:
        if "response_format" in body:
            return stub_server.failed(500, "cannot compile the grammar")
        return stub_server.honest(body)

    stub.answer = answer

    result = score(stub.url)

    assert (result.status, result.share) == ("scored", 0.5)
    assert result.calls[-1].parameters["format"] == "plain"
    assert len([call for call in result.calls if call.step == "verdicts"]) == 1


def test_a_temperature_that_is_refused_is_left_out_from_then_on(
    stub: Any, stub_server: Any
) -> None:
    def answer(body: dict[str, Any]) -> Any:
        if "temperature" in body:
            return stub_server.failed(400, "temperature does not support 0 here")
        return stub_server.honest(body)

    stub.answer = answer

    scorer = HallucinationScorer("openai/stub", api_base=stub.url)
    results = run_all(scorer, [SAMPLE] * 4)

    assert [result.share for result in results] == [0.5] * 4
    assert all("temperature" in r.calls[0].parameters for r in results)
    assert not any("temperature" in c.parameters for r in results for c in r.calls[1:])


@pytest.mark.parametrize(
    "kind", ["429", "500", "malformed", "truncated", "timeout", "disconnect"]
)
def test_one_fault_in_twenty_costs_the_calls_it_spoils_and_no_score(
    stub: Any, kind: str
) -> None:
    assert_unharmed(stub, {kind: 0.05})


def test_all_faults_at_once_cost_calls_but_no_score(stub: Any) -> None:
    kinds = ["429", "500", "malformed", "truncated", "timeout", "disconnect"]

    assert_unharmed(stub, dict.fromkeys(kinds, 0.05))


def assert_unharmed(stub: Any, faults: dict[str, float]) -> None:
    """Every sample keeps its score, and each fault costs the one call it spoilt."""
    samples = [
        Sample(
            output=f"Bridge {n} opened in {1900 + n}. It is {n} m long. It is red.",
            context=[f"Bridge {n} opened in {1900 + n}, {n} m long and red."],
        )
        for n in range(1, 61)
    ]
    judge = LiteLLMJudge(
        "openai/stub", api_base=stub.url, timeout_s=2.0, backoff_s=0.02
    )
    scorer = HallucinationScorer(judge)
    stub.faults = faults

    results = run_all(scorer, samples)

    assert [(r.status, r.share) for r in results] == [("scored", 0.0)] * 60
    assert sum(stub.faulted.values()) >= 3
    assert len(stub.requests) == 120 + sum(stub.faulted.values())


def run_all(scorer: HallucinationScorer, samples: list[Sample]) -> list[Result]:
    async def gather() -> list[Result]:
        return [result async for result in scorer.score_many(samples, concurrency=16)]

    return asyncio.run(gather())


def test_a_pause_may_be_named_as_a_time(stub: Any, stub_server: Any) -> None:
    past = "Wed, 21 Oct 2015 07:28:00 GMT"
    stub.script.extend(
        [
            stub_server.failed(429, "slow down", past),
            stub_server.failed(503, "slow down", "soon"),
        ]
    )

    assert score(stub.url).status == "scored"


def test_a_key_refused_half_way_ends_the_run_at_once(
    stub: Any, stub_server: Any
) -> None:
    stub.script.extend(
        [stub_server.said('{"claims": ["1", "2"]}'), stub_server.failed(401, "no")]
    )

    result = score(stub.url)

    assert (result.status, result.share, len(result.calls)) == ("failed", None, 2)
    assert [claim.verdict.label for claim in result.claims] == ["unjudged"] * 2


@pytest.mark.parametrize("status", [401, 404])
def test_a_batch_with_a_wrong_key_or_model_is_not_asked_for_one_by_one(
    stub: Any, stub_server: Any, status: int
) -> None:
    stub.answer = lambda _: stub_server.failed(status, "no")
    judge = LiteLLMJudge("openai/stub", api_base=stub.url, at_once=4)

    results = run_all(HallucinationScorer(judge), [SAMPLE] * 60)

    assert [result.status for result in results] == ["failed"] * 60
    assert len(stub.requests) <= 4


def test_a_request_that_is_refused_for_its_own_sake_harms_no_other(
    stub: Any, stub_server: Any
) -> None:
    def answer(body: dict[str, Any]) -> Any:
        if "forbidden" in body["messages"][1]["content"]:
            return stub_server.failed(400, "this text breaks our policy")
        return stub_server.honest(body)

    stub.answer = answer
    judge = LiteLLMJudge("openai/stub", api_base=stub.url)

    results = run_all(
        HallucinationScorer(judge), [Sample("A forbidden word.", ["x"]), SAMPLE, SAMPLE]
    )

    assert sorted(result.status for result in results) == ["failed", "scored", "scored"]


def test_a_context_of_which_nothing_fits_is_told(stub: Any, stub_server: Any) -> None:
    def answer(body: dict[str, Any]) -> Any:
        if "context" in body["messages"][1]["content"]:
            return stub_server.failed(400, "maximum context length is 12 tokens")
        return stub_server.honest(body)

    stub.answer = answer

    result = score(stub.url)

    assert result.status == "failed"
    assert result.error is not None
    assert "the request is longer than the model takes" in result.error
    assert 2 <= len(result.calls) <= 8
