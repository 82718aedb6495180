"""Language models as judges, from the queue to what is kept of them."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from dashboard import actions
from dashboard.examples import EXAMPLES
from dashboard.scoring import Sample
from dashboard.worker import Worker
from storage.database import open_database
from storage.runs import get_run
from storage.values import RunDetails, RunSettings

KEY = "sk-fake-0123456789abcdef"
STAR_WARS = Sample(EXAMPLES[1].output, EXAMPLES[1].context, EXAMPLES[1].input)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = open_database(tmp_path / "runs.db")
    yield made
    made.dispose()


def scored(engine: Engine, settings: RunSettings) -> RunDetails:
    """Queue one sample, let a worker of its own score it, return what was kept."""
    queued = actions.queue(engine, [STAR_WARS], settings, source="code")
    worker = Worker(engine)
    worker.start()
    assert worker.wait_for(queued.run_ids, timeout_s=60)
    worker.stop()
    run = get_run(engine, queued.run_ids[0])
    assert run is not None
    return run


def stub_settings(stub: Any, **options: Any) -> RunSettings:
    return RunSettings(judge="openai/stub", api_base=stub.url, **options)


def test_requests_and_replies_are_kept_with_tokens_and_time(
    engine: Engine, stub: Any
) -> None:
    run = scored(engine, stub_settings(stub))

    assert (run.summary.status, run.summary.share) == ("scored", 0.5)
    assert [call.step for call in run.calls] == ["claims", "verdicts"]
    sent = [request.body["messages"] for request in stub.requests]
    assert [list(call.messages) for call in run.calls] == sent
    assert all(call.reply and call.tokens_in and call.tokens_out for call in run.calls)
    assert run.cost is None


def test_the_same_request_is_paid_for_once_also_by_the_next_process(
    engine: Engine, stub: Any
) -> None:
    first = scored(engine, stub_settings(stub))
    asked = len(stub.requests)

    again = scored(engine, stub_settings(stub))

    assert len(stub.requests) == asked
    assert [call.cached for call in first.calls] == [False, False]
    assert [call.cached for call in again.calls] == [True, True]
    assert [call.reply for call in again.calls] == [call.reply for call in first.calls]
    assert (again.summary.share, again.tokens_in, again.cost) == (0.5, 0, 0.0)


def test_kept_replies_are_left_alone_where_a_run_says_so(
    engine: Engine, stub: Any
) -> None:
    scored(engine, stub_settings(stub))
    asked = len(stub.requests)

    run = scored(engine, stub_settings(stub, use_cache=False))

    assert len(stub.requests) == 2 * asked
    assert [call.cached for call in run.calls] == [False, False]


def test_votes_seed_and_temperature_reach_the_model(engine: Engine, stub: Any) -> None:
    settings = stub_settings(stub, repeat=3, seed=7, temperature=0.5)

    run = scored(engine, settings)

    assert run.settings == settings
    sent = {(r.body["seed"], r.body["temperature"]) for r in stub.requests}
    assert sent == {(7, 0.5)}
    assert [call.step for call in run.calls].count("verdicts") == 3
    assert run.judge_detail == "3 votes with the shares 0.50, 0.50, 0.50"


def test_who_logs_in_at_a_server_is_not_stored(
    engine: Engine, stub: Any, tmp_path: Path
) -> None:
    login = stub.url.replace("://", "://me:s3cret-word@")

    run = scored(engine, RunSettings(judge="openai/stub", api_base=login))

    assert run.settings.api_base == stub.url
    assert b"s3cret-word" not in everything_in(tmp_path)


@pytest.mark.parametrize("fails", [True, False])
def test_no_key_is_in_the_database_or_the_log(
    engine: Engine,
    stub: Any,
    stub_server: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fails: bool,
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    if fails:
        stub.answer = lambda _: stub_server.failed(401, f"Incorrect API key: {KEY}")

    run = scored(engine, stub_settings(stub))

    assert run.summary.status == ("failed" if fails else "scored")
    assert stub.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY.encode() not in everything_in(tmp_path)
    assert KEY not in caplog.text


def everything_in(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


@pytest.mark.parametrize(
    ("judge", "server"),
    [
        ("offline", None),
        ("openai/stub", "http://127.0.0.1:9/v1"),
        ("my-own-model", "http://127.0.0.1:9/v1"),
        ("anthropic/claude-sonnet-4-5", None),
        ("ollama/llama3.3", None),
    ],
)
def test_a_key_of_one_provider_never_goes_to_the_server_of_another(
    judge: str, server: str | None
) -> None:
    assert actions.server_of(judge, "http://127.0.0.1:9/v1") == server
