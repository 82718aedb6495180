"""Live scoring: the application behaves as before, and what it said is kept."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from dashboard.live import LiveRecorder, close, score_live
from dashboard.live_queue import Outbox
from dashboard.scoring import HallucinationScorer
from dashboard.scoring.mastra import create_hallucination_scorer
from storage.batches import list_batches
from storage.database import open_database
from storage.runs import count_statuses, get_run, list_runs
from storage.values import RunDetails, RunFilter

CONTEXT = ["The bridge opened in 1937."]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A database with one keeper for many tests; each has a batch of its own."""
    yield tmp_path_factory.mktemp("live") / "runs.db"
    close()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "runs.db"
    close()


def recorder_of(function: Callable[..., Any]) -> LiveRecorder:
    recorder: LiveRecorder = function.live  # type: ignore[attr-defined]
    return recorder


def stored(database: Path, *functions: Callable[..., Any]) -> list[RunDetails]:
    """Return the runs of these functions, oldest first, once all are stored."""
    assert recorder_of(functions[0]).flush(60)
    names = {recorder_of(function).name for function in functions}
    engine = open_database(database)
    found = [
        get_run(engine, run.run_id)
        for run in list_runs(engine, RunFilter(), sort="oldest", limit=1_000)
        if run.batch in names
    ]
    engine.dispose()
    return [run for run in found if run is not None]


def ended(engine: Engine) -> dict[str, int]:
    """Return the runs by status once none is waiting, or after a minute."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        statuses = {s: n for s, n in count_statuses(engine).items() if n}
        if statuses and not {"queued", "running"} & set(statuses):
            return statuses
        time.sleep(0.05)
    raise AssertionError(f"still {count_statuses(engine)}")


def test_what_a_function_says_is_stored_with_its_trace_and_scored(
    database: Path,
) -> None:
    @score_live(
        "offline",
        store=database,
        trace_id=lambda question: f"trace of {question}",
        trace_url="https://traces.example/{trace_id}",
        context=CONTEXT,
        name="live: bridges",
    )
    def answer(question: str) -> str:
        return "The bridge opened in 1938." if question else ""

    said = answer("When?")

    (run,) = stored(database, answer)
    engine = open_database(database)
    assert said == "The bridge opened in 1938."
    assert ended(engine) == {"scored": 1}
    assert (run.source, run.trace_id) == ("live", "trace of When?")
    assert run.sample.output == said
    assert run.sample.input == "When?"
    assert run.sample.context == tuple(CONTEXT)
    assert run.sample.metadata["trace_url"] == "https://traces.example/trace of When?"
    (batch,) = list_batches(engine)
    assert (batch.name, batch.mean_share) == ("live: bridges", 1.0)
    engine.dispose()


def test_only_the_chosen_traces_are_stored(shared: Path) -> None:
    @score_live(store=shared, rate=0.6, trace_id=lambda id: id, context=CONTEXT)
    def answer(id: str) -> str:
        return f"It is {id}."

    for id in ("trace-0", "trace-1", "trace-2", "trace-3"):
        answer(id)

    # their fractions are 0.61, 0.09, 0.85 and 0.58
    assert [run.trace_id for run in stored(shared, answer)] == ["trace-1", "trace-3"]


def test_context_and_answer_are_found_by_their_usual_names(shared: Path) -> None:
    class Document:
        page_content = "The bridge opened in 1937."

    @score_live(store=shared)
    def chain(query: str, k: int) -> dict[str, object]:
        answer = "In 1937." if query else ""
        return {"answer": answer, "documents": [Document()] * k}

    chain("When?", k=2)

    (run,) = stored(shared, chain)
    assert run.sample.output == "In 1937."
    assert run.sample.input == "When?"
    assert run.sample.context == ("The bridge opened in 1937.",) * 2


def test_hooks_get_arguments_and_result_by_name(shared: Path) -> None:
    async def look_up(result: dict[str, str], city: str) -> list[str]:
        return [f"{result['source']}: {city} has 10 bridges."]

    @score_live(
        store=shared,
        context=look_up,
        input=lambda call: f"How many bridges has {call.city}?",
        output=lambda result: result["says"],
    )
    def answer(city: str) -> dict[str, str]:
        return {"says": "It has 10.", "source": f"Register of {city}"}

    answer("Oslo")

    (run,) = stored(shared, answer)
    assert run.sample.context == ("Register of Oslo: Oslo has 10 bridges.",)
    assert run.sample.input == "How many bridges has Oslo?"
    assert run.sample.output == "It has 10."


def test_a_published_scorer_brings_its_context_hook_along(shared: Path) -> None:
    scorer = create_hallucination_scorer(
        "offline",
        scale=10,
        get_context=lambda run: [f"{run.input['city']}: {run.output['fact']}"],
    )

    @score_live(scorer, store=shared)
    def answer(city: str) -> dict[str, str]:
        return {"text": f"{city} has 10 bridges.", "fact": "10 bridges"}

    answer("Oslo")

    (run,) = stored(shared, answer)
    assert run.sample.context == ("Oslo: 10 bridges",)
    assert run.settings.scale == 10


def test_coroutines_and_streams_are_heard_whole_and_pass_unchanged(
    shared: Path,
) -> None:
    @score_live(store=shared, context=CONTEXT)
    async def coroutine() -> str:
        return "One."

    @score_live(store=shared, context=CONTEXT)
    def stream() -> Generator[str, str, int]:
        sent = yield "Two "
        yield f"and {sent}."
        return 7

    @score_live(store=shared, context=CONTEXT)
    async def async_stream() -> AsyncIterator[dict[str, Any]]:
        yield {"choices": [{"delta": {"content": "Three "}}]}
        yield {"choices": [{"delta": {"content": "four."}}]}

    async def everything() -> tuple[str, list[Any]]:
        return await coroutine(), [chunk async for chunk in async_stream()]

    said, chunks = asyncio.run(everything())
    talk = stream()
    heard = [next(talk), talk.send("more")]
    with pytest.raises(StopIteration) as end:
        next(talk)

    outputs = {
        run.sample.output for run in stored(shared, coroutine, stream, async_stream)
    }
    assert outputs == {"One.", "Two and more.", "Three four."}
    assert (said, heard, end.value.value) == ("One.", ["Two ", "and more."], 7)
    assert len(chunks) == 2


def test_errors_of_the_function_are_its_own_and_not_recorded(shared: Path) -> None:
    @score_live(store=shared)
    def answer() -> str:
        raise LookupError("no such bridge")

    @score_live(store=shared)
    def stream() -> Iterator[str]:
        yield "The bridge"
        raise LookupError("it broke off")

    with pytest.raises(LookupError, match="no such bridge"):
        answer()
    with pytest.raises(LookupError, match="it broke off"):
        list(stream())

    assert stored(shared, answer, stream) == []


def broken_hook() -> list[str]:
    raise ZeroDivisionError("a bug of the application")


@pytest.mark.parametrize(
    ("result", "options", "error"),
    [
        pytest.param(42, {}, "got int: 42", id="an answer without words"),
        pytest.param(
            "Yes.", {"context": broken_hook}, "a bug of the application", id="hook"
        ),
        pytest.param(
            "Yes.", {"context": lambda: [object]}, "must be text", id="odd context"
        ),
    ],
)
def test_what_cannot_be_read_is_a_failed_run(
    shared: Path, result: object, options: dict[str, Any], error: str
) -> None:
    @score_live(store=shared, name=error, **options)
    def answer() -> object:
        return result

    assert answer() is result

    (run,) = stored(shared, answer)
    assert run.summary.status == "failed"
    assert run.summary.share is None
    assert error in str(run.summary.error)


def test_a_trace_id_that_fails_never_reaches_the_application(shared: Path) -> None:
    def no_trace() -> str:
        raise ZeroDivisionError

    @score_live(store=shared, trace_id=no_trace)
    def answer() -> str:
        return "fine"

    assert answer() == "fine"
    assert stored(shared, answer) == []


class PrivateJudge:
    name = "private"
    prompt_version = None


def test_a_judge_that_no_other_process_can_make_is_refused(database: Path) -> None:
    scorer = HallucinationScorer(PrivateJudge())  # type: ignore[arg-type]

    with pytest.raises(ValueError, match="lives in this process only"):
        score_live(scorer, store=database)(lambda: "never called")


def test_what_does_not_fit_is_dropped_and_counted(tmp_path: Path) -> None:
    box = Outbox(str(tmp_path / "runs.db"), capacity=3)
    may_go_on = threading.Event()

    def slow() -> None:
        may_go_on.wait(60)

    taken = [box.put(slow) for _ in range(5)]

    counts = box.counts
    assert taken == [True, True, True, False, False]
    assert (counts.taken, counts.dropped, counts.waiting) == (3, 2, 3)
    assert box.flush(0.05) is False
    may_go_on.set()
    assert box.flush(30) is True
    assert box.counts.taken == 0  # there was nothing to score in them


def test_a_database_that_refuses_is_waited_for(tmp_path: Path) -> None:
    in_the_way = tmp_path / "folder"
    in_the_way.write_text("a file")

    @score_live(store=in_the_way / "runs.db", context=CONTEXT)
    def answer() -> str:
        return "fine"

    answer()
    refused = recorder_of(answer).flush(2)
    in_the_way.unlink()

    assert refused is False
    assert recorder_of(answer).flush(60) is True
    close()


def test_an_application_loads_neither_database_nor_page_nor_model() -> None:
    code = (
        "import sys\n"
        "from dashboard.live import score_live\n"
        "score_live('offline', store='runs.db')(print)\n"
        "heavy = {'sqlalchemy', 'streamlit', 'litellm', 'pydantic', 'pandas',"
        " 'dashboard.scoring.offline.judge'}\n"
        "print(heavy & set(sys.modules))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert (done.stdout, done.stderr) == ("set()\n", "")


def test_files_beside_the_application_do_not_mislead_the_keeper(
    tmp_path: Path,
) -> None:
    (tmp_path / "storage.py").write_text("raise SystemExit('not ours')")
    command = application(Path("runs.db"), then="")
    command.insert(1, "-P")

    subprocess.run(command, check=True, timeout=60, cwd=tmp_path)

    engine = open_database(tmp_path / "runs.db")
    assert ended(engine) == {"scored": 40}
    engine.dispose()


def end_keepers() -> None:
    """Tell the processes that this one started to end."""
    close()
    for task in Path("/proc/self/task").iterdir():
        for child in (task / "children").read_text().split():
            os.kill(int(child), signal.SIGTERM)


def test_a_judge_that_hangs_is_not_noticed(database: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
        scorer = HallucinationScorer("openai/silent", api_base=address)

        @score_live(scorer, store=database, context=CONTEXT)
        def answer() -> str:
            return "The bridge opened in 1938."

        started = time.perf_counter()
        for _ in range(200):
            answer()
        took_s = time.perf_counter() - started

        runs = stored(database, answer)
        end_keepers()
    assert took_s < 1
    assert {run.summary.status for run in runs} <= {"queued", "running"}
    assert len(runs) == 200
    assert runs[0].settings.api_base == address


def test_a_judge_that_is_down_gives_failed_runs(database: Path) -> None:
    scorer = HallucinationScorer("openai/down", api_base="http://127.0.0.1:9/v1")

    @score_live(scorer, store=database, context=CONTEXT)
    def answer() -> str:
        return "The bridge opened in 1938."

    answer()

    (run,) = stored(database, answer)
    engine = open_database(database)
    assert ended(engine) == {"failed": 1}
    run_now = get_run(engine, run.summary.run_id)
    assert run_now is not None
    assert run_now.summary.share is None
    assert "openai/down" in str(run_now.summary.error)
    engine.dispose()


APPLICATION = """
    import os, pathlib, sys, time
    from dashboard.live import score_live

    @score_live(sys.argv[2], store=sys.argv[1], context=["It opened in 1937."])
    def answer(number):
        return f"Bridge {number} opened in 1938."

    for number in range(40):
        answer(number)
    {then}
"""


def application(database: Path, *, then: str, judge: str = "offline") -> list[str]:
    # a shell starts what runs in its background deaf to Ctrl-C, and so the tests
    hearing = "import signal; signal.signal(2, signal.default_int_handler)\n"
    code = hearing + textwrap.dedent(APPLICATION).replace("{then}", then)
    return [sys.executable, "-c", code, str(database), judge]


def test_nothing_is_lost_when_the_application_ends(database: Path) -> None:
    subprocess.run(application(database, then=""), check=True, timeout=60)

    engine = open_database(database)
    assert ended(engine) == {"scored": 40}
    engine.dispose()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_nothing_is_lost_when_the_application_is_told_to_end(
    database: Path, number: signal.Signals
) -> None:
    command = application(database, then="print('ready', flush=True); time.sleep(60)")

    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        os.kill(process.pid, number)
        status = process.wait(30)

    engine = open_database(database)
    runs = list_runs(engine, RunFilter(), limit=100)
    assert status == -number
    assert len(runs) == 40
    assert ended(engine) == {"scored": 40}
    engine.dispose()


def test_a_forked_process_hands_over_its_own(database: Path) -> None:
    then = "child = os.fork()\nanswer(40)\nif child: os.waitpid(child, 0)"

    subprocess.run(application(database, then=then), check=True, timeout=60)

    engine = open_database(database)
    assert ended(engine) == {"scored": 42}
    engine.dispose()


def test_a_killed_application_leaves_what_it_had_handed_over(database: Path) -> None:
    then = (
        "answer.live.flush(30); answer(40); time.sleep(0.5);"
        " print('ready', flush=True); time.sleep(60)"
    )

    with subprocess.Popen(
        application(database, then=then), stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()

    engine = open_database(database)
    assert ended(engine) == {"scored": 41}
    engine.dispose()


def test_a_keeper_that_dies_is_replaced_and_nothing_is_lost(database: Path) -> None:
    then = (
        "answer.live.flush(30)\n"
        "tasks = pathlib.Path('/proc/self/task')\n"
        "children = ''.join(t.read_text() for t in tasks.glob('*/children'))\n"
        "os.kill(int(children), 9)\n"
        "for number in range(40, 60): answer(number)\n"
        "sys.exit(0 if answer.live.flush(50) else 1)"
    )

    subprocess.run(application(database, then=then), check=True, timeout=100)

    engine = open_database(database)
    assert len(list_runs(engine, RunFilter(), limit=100)) == 60
    engine.dispose()
