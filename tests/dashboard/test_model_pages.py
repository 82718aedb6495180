"""What the pages say of language models as judges: picker, trial, prompts, doubts."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from dashboard import resources
from storage.runs import queue_runs, save_runs, take_runs
from storage.values import (
    FinishedRun,
    NewCall,
    NewClaim,
    NewSample,
    NewVerdict,
    RunSettings,
)

APP = Path(resources.__file__).with_name("app.py")
KEY = "sk-fake-0123456789abcdef"
HOSTILE = "<script>alert(1)</script> ![x](https://example.test/x.png) :red[x]"


pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def page(name: str, **query: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.query_params.update({key: [value] for key, value in query.items()})
    if name != "score":
        app.switch_page(f"views/{name}.py")
    return app.run()


def html_of(app: AppTest) -> str:
    bodies = (element.value for element in app.html)
    return "".join(body for body in bodies if not body.startswith("<style>"))


def everything_on(app: AppTest) -> str:
    """All that the page was sent: texts, widgets, rows of tables."""
    return "".join(str(getattr(node, "proto", "")) for node in app.main)


def press(app: AppTest, label: str) -> None:
    next(b for b in app.button if b.label == label).click().run()


def run_until(app: AppTest, holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until, "waited 60 s in vain"
        time.sleep(0.1)
        app.run()


def choose_stub(app: AppTest) -> None:
    app.selectbox(key="judge_choice").set_value("Other model…").run()
    app.text_input(key="judge_name").set_value("openai/stub").run()


def call(**changes: Any) -> NewCall:
    values: dict[str, Any] = {
        "step": "claims",
        "messages": [{"role": "system", "content": "List every claim."}],
        "reply": '{"claims": ["1"]}',
        "model": "openai/x",
        "parameters": {"temperature": 0.0},
        "attempt": 1,
        "tokens_in": 1200,
        "tokens_out": 30,
        "cost": 0.0021,
        "duration_s": 1.5,
        "error": None,
        "cached": False,
    }
    return NewCall(**values | changes)


def keep_run(engine: Engine, *calls: NewCall, votes: int = 1, **changes: Any) -> str:
    """Keep a run of a model with one unsupported claim; return its id."""
    (run_id,) = queue_runs(
        engine,
        [NewSample(output="It is red.", context=("It is blue.",))],
        RunSettings(judge="openai/x", repeat=votes),
        source="page",
    )
    take_runs(engine, worker="test", limit=1)
    verdict = NewVerdict("unsupported", "x", invented_quote=f"It is redder. {HOSTILE}")
    values: dict[str, Any] = {
        "run_id": run_id,
        "status": "scored",
        "share": 1.0,
        "coverage": 1.0,
        "context_seen": 1.0,
        "reason": "It is not red.",
        "claims": (NewClaim("It is red.", 0, 10, verdict),),
        "calls": calls,
        "tokens_in": 1200,
        "tokens_out": 30,
        "cost": 0.0021,
        "duration_s": 1.5,
    }
    save_runs(engine, [FinishedRun(**values | changes)], worker="test")
    return str(run_id)


def test_the_picker_offers_what_is_set_up_the_offline_judge_first() -> None:
    choices = page("score").selectbox(key="judge_choice")

    assert choices.value == "offline"
    assert choices.options[:2] == [
        "Offline, no key needed",
        "openai/gpt-5-mini (OPENAI_API_KEY)",
    ]
    assert choices.options[-1] == "Other model…"


def test_no_page_with_the_offline_judge_imports_litellm(tmp_path: Path) -> None:
    program = f"""
import sys
from streamlit.testing.v1 import AppTest
app = AppTest.from_file({str(APP)!r}, default_timeout=60).run()
next(b for b in app.button if b.label == "Star Wars").click().run()
next(b for b in app.button if b.label == "Score").click().run()
next(b for b in app.button if b.label == "Test this judge").click().run()
for name in ("run", "runs", "analysis"):
    app.switch_page(f"views/{{name}}.py").run()
    assert not app.exception
from dashboard import resources
resources.forget()
assert "litellm" not in sys.modules
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={"DATABASE_URL": str(tmp_path / "runs.db"), "PATH": "/usr/bin:/bin"},
    )

    assert done.returncode == 0, done.stderr


def test_a_tested_judge_is_shown_with_what_came_back(
    stub: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HALLUCINATION_API_BASE", stub.url)
    app = page("score")
    choose_stub(app)

    press(app, "Test this judge")
    run_until(app, lambda: "as published" in html_of(app))

    shown = html_of(app)
    assert "openai/stub found a share of 0.50 in " in shown
    assert "1 ✕ contradicted · 1 ✓ supported · " in shown
    assert "cost unknown" in shown


def test_a_trial_that_fails_says_what_to_do(
    stub: Any, stub_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HALLUCINATION_API_BASE", stub.url)
    stub.answer = lambda _: stub_server.failed(401, f"Incorrect key: {KEY}")
    app = page("score")
    choose_stub(app)

    press(app, "Test this judge")
    run_until(app, lambda: "gave no score" in html_of(app))

    assert "check OPENAI_API_KEY in the environment" in html_of(app)
    assert KEY not in everything_on(app)


@pytest.mark.parametrize("fails", [True, False])
def test_a_key_is_on_no_page_after_a_call_with_it(
    stub: Any, stub_server: Any, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    monkeypatch.setenv("HALLUCINATION_API_BASE", stub.url)
    if fails:
        stub.answer = lambda _: stub_server.failed(401, f"Incorrect key: {KEY}")
    app = page("score")
    choose_stub(app)
    press(app, "Star Wars")
    press(app, "Score")
    end = "This run failed" if fails else "Mixed hallucination"
    run_until(app, lambda: end in html_of(app))
    run = page("run", run="1")

    assert stub.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert [b for b in run.code if "List every claim" in b.value]
    for shown in (app, run, page("runs")):
        assert not shown.exception
        assert "openai/stub" in everything_on(shown)
        assert KEY not in everything_on(shown)


def test_every_request_is_shown_word_for_word_with_what_it_took(
    engine: Engine,
) -> None:
    dropped = call(reply=None, error=f"dropped {HOSTILE}", tokens_in=None)
    kept = call(step="verdicts", reply=HOSTILE, cached=True)
    run = keep_run(engine, dropped, call(attempt=2), kept)

    app = page("run", run=run)

    assert [block.value for block in app.code[1:]] == [  # the first is the run's link
        "List every claim.",
        '{"temperature": 0.0}',
        "List every claim.",
        '{"claims": ["1"]}',
        '{"temperature": 0.0}',
        "List every claim.",
        HOSTILE,
        '{"temperature": 0.0}',
    ]
    shown = html_of(app)
    assert "1 · Claims, attempt 1<" in shown
    assert "dropped &lt;script&gt;" in shown
    assert "openai/x · tokens unknown · cost $0.0021 · 1.5 s" in shown
    assert "2 · Claims, attempt 2<" in shown
    assert "3 · Verdicts, attempt 1<" in shown
    assert shown.count("kept from before, not asked again") == 1
    assert "<script" not in shown


def test_a_long_run_of_requests_is_shown_in_pages(engine: Engine) -> None:
    calls = [call(reply=f"reply {n}") for n in range(12)]
    app = page("run", run=keep_run(engine, *calls))
    assert "reply 9" in [block.value for block in app.code]
    assert "reply 10" not in [block.value for block in app.code]


def test_a_text_too_long_for_the_page_says_how_much_is_shown(engine: Engine) -> None:
    app = page("run", run=keep_run(engine, call(reply="long " * 20_000)))

    assert "reply (the first 50,000 of 100,000 characters)" in html_of(app)
    assert [len(block.value) for block in app.code[1:]] == [17, 50_000, 20]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"suspicious": True}, "The text under test talks to the judge"),
        ({"context_seen": 0.54}, "The judge was shown 54 % of the context"),
        (
            {"judge_detail": "3 votes with the shares 0.50, 0.75, 0.50"},
            "3 votes with the shares 0.50, 0.75, 0.50.",
        ),
        ({}, "tokens 1,200 in, 30 out · cost $0.0021"),
    ],
)
def test_the_head_of_a_run_says_what_to_know_of_it(
    engine: Engine, changes: dict[str, Any], sentence: str
) -> None:
    app = page("run", run=keep_run(engine, call(), **changes))

    assert not app.exception
    assert sentence in html_of(app)


def test_what_is_unknown_of_tokens_and_cost_is_said_to_be(engine: Engine) -> None:
    refused = call(reply=None, error="slow down", tokens_in=None, tokens_out=None)
    unknown: dict[str, Any] = {"tokens_in": None, "tokens_out": None, "cost": None}
    in_part = keep_run(engine, call(**unknown), call(cost=0.002), **unknown)
    wholly = keep_run(engine, call(cost=None), **(unknown | {"tokens_in": 1200}))
    failed = keep_run(engine, refused, **unknown)

    assert "tokens at least 1,200 in, 30 out · cost at least $0.0020" in html_of(
        page("run", run=in_part)
    )
    assert "tokens at least 1,200 in, 30 out · cost unknown" in html_of(
        page("run", run=wholly)
    )
    assert "tokens unknown · cost at least $0.0021" in html_of(page("run", run=failed))


def test_claims_without_a_verdict_are_told_at_the_head(engine: Engine) -> None:
    claims = (
        NewClaim("It is red.", 0, 10, NewVerdict("unsupported", "x")),
        NewClaim("It is big.", None, None, NewVerdict("unjudged")),
    )
    run = keep_run(engine, call(), claims=claims, status="partial", coverage=0.5)

    shown = html_of(page("run", run=run))

    assert "1 claim got no usable verdict, which counts neither way." in shown
