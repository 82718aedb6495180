"""The words of real failures, from a model's server to the kind a batch shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dashboard.scoring import HallucinationScorer, Sample
from dashboard.scoring.llm.judge import LiteLLMJudge
from storage.failure_kinds import failure_kind

SAMPLE = Sample(output="It has 4 doors.", context=["It has 5 doors."])


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        pytest.param(lambda s: s.failed(429, "slow down"), "rate limit", id="429"),
        pytest.param(lambda s: s.failed(500, "boom"), "server error", id="500"),
        pytest.param(lambda s: s.failed(503, "busy"), "server error", id="503"),
        pytest.param(lambda s: s.failed(401, "no"), "key or account", id="401"),
        pytest.param(
            lambda s: s.failed(429, "You exceeded your current quota"),
            "key or account",
            id="no credit",
        ),
        pytest.param(
            lambda s: s.failed(404, "The model does not exist"),
            "unknown model",
            id="404",
        ),
        pytest.param(
            lambda s: s.failed(400, "maximum context length is 10 tokens"),
            "text too long",
            id="too long",
        ),
        pytest.param(
            lambda s: s.failed(422, "such texts are not allowed"),
            "refused request",
            id="422",
        ),
        pytest.param(lambda s: s.Reply(drop=True), "connection", id="dropped"),
        pytest.param(lambda s: s.Reply(hang=True), "timeout", id="no reply"),
        pytest.param(lambda s: s.said("Sure!"), "malformed reply", id="no JSON"),
        pytest.param(lambda s: s.said(""), "malformed reply", id="empty"),
        pytest.param(
            lambda s: s.said('{"claims": [{"claim": "9"}]}'),
            "malformed reply",
            id="claims that are none",
        ),
    ],
)
def test_a_failure_of_a_model_is_of_its_kind(
    stub: Any, stub_server: Any, reply: Callable[[Any], Any], kind: str
) -> None:
    stub.answer = lambda _: reply(stub_server)

    assert failure_kind(error_of(stub.url)) == kind


def test_a_server_that_is_not_there_is_a_connection() -> None:
    assert failure_kind(error_of("http://127.0.0.1:9/v1")) == "connection"


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ("mode must be 'thorough' or 'fast', got 'quick'", "setup"),
        (
            "openai/x needs a key: set OPENAI_API_KEY in the environment",
            "key or account",
        ),
        ("LiteLLM knows no model 'x'; names begin with", "unknown model"),
        ("x gave no usable verdict on any of 2 claims; try again", "malformed reply"),
        ("unexpected: KeyError('x')", "other"),
        ("", "other"),
    ],
)
def test_an_error_that_no_model_caused_is_of_its_kind(error: str, kind: str) -> None:
    assert failure_kind(error) == kind


def error_of(api_base: str) -> str:
    judge = LiteLLMJudge(
        "openai/kinds", mode="fast", timeout_s=0.5, api_base=api_base, backoff_s=0.0
    )
    error = HallucinationScorer(judge=judge, mode="fast").score(SAMPLE).error
    assert error is not None
    return error
