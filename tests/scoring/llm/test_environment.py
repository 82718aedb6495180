"""What the page needs to offer judges: what is set up, and whether one works."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from dashboard.scoring import HallucinationScorer
from dashboard.scoring.llm.environment import (
    ConfiguredModel,
    configured_models,
    key_variable,
    ollama_models,
    secrets,
)
from dashboard.scoring.llm.trial import try_judge


def test_models_whose_keys_are_set_are_found_and_no_key_is_told() -> None:
    environ = {
        "OPENAI_API_KEY": "sk-1234567",
        "ANTHROPIC_API_KEY": " ",
        "GOOGLE_API_KEY": "abcdefgh",
        "HOME": "/root",
    }

    models = configured_models(environ)

    assert models == [
        ConfiguredModel("openai/gpt-5-mini", "OPENAI_API_KEY"),
        ConfiguredModel("gemini/gemini-2.5-flash", "GOOGLE_API_KEY"),
    ]


def test_without_a_key_no_model_is_set_up() -> None:
    assert configured_models({"HOME": "/root"}) == []


@pytest.fixture
def ollama() -> Iterator[str]:
    class Tags(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            models = [{"name": "llama3.3:latest"}, {"name": "qwen3"}]
            body = json.dumps({"models": models}).encode()
            self.send_response(200 if self.path == "/api/tags" else 404)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Tags) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_the_models_of_a_running_ollama_are_found(ollama: str) -> None:
    assert ollama_models(ollama, timeout_s=5) == [
        ConfiguredModel("ollama/llama3.3:latest", ollama),
        ConfiguredModel("ollama/qwen3", ollama),
    ]


def test_no_ollama_is_no_error() -> None:
    assert ollama_models("http://127.0.0.1:9", timeout_s=0.2) == []


def test_a_server_that_is_no_ollama_is_no_error(stub: Any) -> None:
    assert ollama_models(stub.url, timeout_s=5) == []


@pytest.mark.parametrize(
    ("model", "variable"),
    [
        ("openai/gpt-5-mini", "OPENAI_API_KEY"),
        ("gemini/gemini-2.5-flash", "GEMINI_API_KEY"),
        ("gpt-5-mini", "OPENAI_API_KEY"),
        ("fireworks_ai/x", "FIREWORKS_AI_API_KEY"),
    ],
)
def test_the_variable_of_a_key_is_named(model: str, variable: str) -> None:
    assert key_variable(model) == variable


def test_what_must_not_be_shown_is_known_by_its_variable() -> None:
    environ = {"X_API_KEY": "abcdefgh", "DB_PASSWORD": "hunter22", "KEY": "a", "A": "b"}

    assert secrets(environ) == ["abcdefgh", "hunter22"]


def test_a_judge_that_agrees_with_the_published_example_works(stub: Any) -> None:
    # By the rule of numbers, one of the two sentences of the example is wrong.
    trial = try_judge(HallucinationScorer("openai/stub", api_base=stub.url))

    assert (trial.works, trial.agrees) == (True, True)
    assert trial.told.startswith("openai/stub found a share of 0.50 in ")
    assert trial.told.endswith("s with 2 calls, as published.")


def test_a_judge_that_differs_from_the_published_example_works_all_the_same(
    stub: Any, stub_server: Any
) -> None:
    verdict = {"n": 1, "label": "supported"}
    stub.script.extend(
        [
            stub_server.said('{"claims": ["1"]}'),
            stub_server.said(json.dumps({"verdicts": [verdict]})),
        ]
    )

    trial = try_judge(HallucinationScorer("openai/stub", api_base=stub.url))

    assert (trial.works, trial.agrees) == (True, False)
    assert trial.told.endswith("calls; the published example has 0.50.")


def test_a_judge_that_leaves_claims_out_does_not_work(
    stub: Any, stub_server: Any
) -> None:
    def answer(body: dict[str, Any]) -> str:
        reply: dict[str, Any] = json.loads(stub_server.honest(body))
        reply["verdicts"] = [v for v in reply.get("verdicts", []) if v["n"] != 2]
        return json.dumps(reply)

    stub.answer = answer

    trial = try_judge(HallucinationScorer("openai/stub", api_base=stub.url))

    assert (trial.works, trial.result.status) == (False, "partial")
    assert "left claims without a verdict" in trial.told


def test_a_judge_that_cannot_be_asked_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    trial = try_judge(HallucinationScorer("openai/gpt-5-mini"))

    assert not trial.works
    assert "set OPENAI_API_KEY in the environment" in trial.told
