"""A live LiteLLM application: its completions are scored from their own messages."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dashboard.live import HallucinationCallback, close
from dashboard.scoring.llm import prompts
from storage.database import open_database
from storage.runs import get_run, list_runs
from storage.values import RunDetails, RunFilter

# LiteLLM's own models make pydantic warn
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:pydantic")


@pytest.fixture
def litellm(tmp_path: Path) -> Iterator[Any]:
    import litellm

    callback = HallucinationCallback(
        store=tmp_path / "runs.db", trace_url="https://traces.example/{trace_id}"
    )
    litellm.callbacks.append(callback)
    yield litellm
    litellm.logging_callback_manager.drop_callbacks([callback])
    close()


def stored(litellm: Any, tmp_path: Path, number: int) -> list[RunDetails]:
    """Return the runs, oldest first, once there are so many."""
    recorder = litellm.callbacks[-1].live
    engine = open_database(tmp_path / "runs.db")
    for _ in range(600):
        recorder.flush(60)
        runs = list_runs(engine, RunFilter(), sort="oldest")
        if len(runs) >= number:
            break
        threading.Event().wait(0.05)  # LiteLLM tells its callbacks in a thread
    found = [get_run(engine, run.run_id) for run in runs]
    engine.dispose()
    return [run for run in found if run is not None]


def test_completions_are_scored_from_tools_system_and_documents(
    litellm: Any, tmp_path: Path
) -> None:
    weather = {"id": "1", "type": "function"}
    messages = [
        {"role": "system", "content": "Oslo lies in Norway."},
        {"role": "user", "content": "Hello."},
        {"role": "assistant", "content": "Hello. What would you like to know?"},
        {"role": "user", "content": "How warm is it in Oslo?"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                weather | {"function": {"name": "weather", "arguments": "{}"}}
            ],
        },
        {"role": "tool", "tool_call_id": "1", "content": "21 degrees"},
    ]

    litellm.completion(
        model="openai/gpt-4o-mini",
        messages=messages,
        mock_response="It is 25 degrees in Oslo.",
        metadata={"trace_id": "trace-7", "documents": ["Oslo had 23 degrees in May."]},
    )

    (run,) = stored(litellm, tmp_path, 1)
    assert run.sample.output == "It is 25 degrees in Oslo."
    assert run.sample.input == "How warm is it in Oslo?"
    assert run.sample.context == (
        "Oslo had 23 degrees in May.",
        "Result of weather:\n21 degrees",
        "Oslo lies in Norway.",
    )
    assert (run.source, run.trace_id) == ("live", "trace-7")
    assert run.sample.metadata["trace_url"] == "https://traces.example/trace-7"
    assert run.sample.metadata["model"] == "gpt-4o-mini"


def test_every_completion_is_recorded_once_also_async_and_streamed(
    litellm: Any, tmp_path: Path
) -> None:
    messages = [
        {"role": "system", "content": "The bridge opened in 1937."},
        {"role": "user", "content": "When?"},
    ]

    async def asked() -> None:
        await litellm.acompletion(
            model="openai/gpt-4o-mini", messages=messages, mock_response="Async."
        )
        stream = await litellm.acompletion(
            model="openai/gpt-4o-mini",
            messages=messages,
            mock_response="Streamed in many chunks.",
            stream=True,
        )
        async for _ in stream:
            pass
        recorder = litellm.callbacks[-1].live
        async with asyncio.timeout(30):  # LiteLLM tells its callbacks from this loop
            while recorder.counts.taken < 2:
                await asyncio.sleep(0)

    asyncio.run(asked())
    for _ in litellm.completion(
        model="openai/gpt-4o-mini",
        messages=messages,
        mock_response="Streamed, not async.",
        stream=True,
    ):
        pass

    outputs = sorted(run.sample.output for run in stored(litellm, tmp_path, 3))
    assert outputs == ["Async.", "Streamed in many chunks.", "Streamed, not async."]


def test_what_holds_no_context_or_is_a_judges_own_is_left_alone(
    litellm: Any, tmp_path: Path
) -> None:
    without = [{"role": "user", "content": "When?"}]
    judging = [{"role": "system", "content": f"{prompts.VERDICTS} And so on."}]
    scored = [{"role": "system", "content": "The bridge opened in 1937."}]

    for messages in (without, judging, scored):
        litellm.completion(
            model="openai/gpt-4o-mini", messages=messages, mock_response="In 1937."
        )

    (run,) = stored(litellm, tmp_path, 1)
    assert run.sample.context == ("The bridge opened in 1937.",)
    assert litellm.callbacks[-1].live.counts.taken == 1
