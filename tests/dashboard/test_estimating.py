"""Estimates with what this machine knows: LiteLLM's table, its speed, kept replies."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from dashboard import actions
from dashboard.drawn import draw
from dashboard.estimating import estimate_upload
from dashboard.scoring import Sample
from dashboard.scoring.llm.judge import model_facts
from dashboard.worker import Worker
from storage.database import open_database
from storage.values import RunSettings

BRIDGE = Sample(
    "The Alma bridge opened in 1938. It is 410 metres long.",
    ["The Alma bridge opened in 1937. It is 410 metres long."],
)


@pytest.fixture
def engine(tmp_path: Path) -> Any:
    made = open_database(tmp_path / "runs.db")
    yield made
    made.dispose()


def test_prices_and_room_come_from_the_table_that_litellm_brings() -> None:
    whole = model_facts("openai/gpt-4o-mini")
    bare = model_facts("gpt-4o-mini")

    assert (whole.cost_in, whole.cost_out) == (1.5e-07, 6e-07)
    assert (bare.cost_in, bare.cost_out, bare.room) == (1.5e-07, 6e-07, whole.room)
    assert whole.count("The bridge opened in 1937.") == 8


@pytest.mark.parametrize(
    ("name", "api_base"),
    [
        pytest.param("openai/nobody-knows", None, id="unknown model"),
        pytest.param("nowhere/at-all", None, id="unknown provider"),
        pytest.param("openai/gpt-4o-mini", "http://127.0.0.1:1/v1", id="own server"),
    ],
)
def test_what_a_model_costs_is_unknown_where_nobody_says_so(
    name: str, api_base: str | None
) -> None:
    facts = model_facts(name, api_base=api_base)

    assert (facts.cost_in, facts.cost_out) == (None, None)


def test_an_offline_batch_is_timed_by_judging_some_of_it(engine: Engine) -> None:
    found = estimate_upload(engine, draw([BRIDGE] * 10), RunSettings(), concurrency=1)

    assert (found.claims, found.cost) == (20, 0.0)
    assert found.time_s is not None
    assert found.time_s > 0


def test_samples_that_were_answered_before_are_free(engine: Engine, stub: Any) -> None:
    settings = RunSettings(judge="openai/stub", api_base=stub.url)
    before = estimate_upload(engine, draw([BRIDGE]), settings, concurrency=1)
    queued = actions.queue(engine, [BRIDGE], settings, source="code")
    worker = Worker(engine)
    worker.start()
    assert worker.wait_for(queued.run_ids, timeout_s=60)
    worker.stop()

    after = estimate_upload(engine, draw([BRIDGE]), settings, concurrency=1)

    assert (before.cached, before.calls) == (0, 2)
    assert (after.cached, after.calls) == (1, 0)
