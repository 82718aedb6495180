"""The process beside an application: what it does with what it reads."""

import json
import os
import threading
from dataclasses import asdict
from pathlib import Path

from dashboard.live_keeper import Keeper, LiveSample, lots, read_sample
from storage.batches import list_batches
from storage.database import open_database
from storage.runs import count_statuses
from storage.values import NewSample, RunSettings


def live(batch: str, output: str, error: str | None = None) -> LiveSample:
    sample = NewSample(output, ("The bridge opened in 1937.",))
    return LiveSample(batch, RunSettings(), sample, "trace", error)


def test_samples_are_filed_by_name_also_when_the_application_starts_again(
    tmp_path: Path,
) -> None:
    engine = open_database(tmp_path / "runs.db")

    for output in ("It opened in 1937.", "It opened in 1938."):
        keeper = Keeper(engine, threading.Event())
        keeper.keep([live("one", output), live("two", output), live("two", "", "no")])
        keeper.finish()

    statuses = {batch.name: batch.statuses for batch in list_batches(engine)}
    assert statuses == {"one": {"scored": 2}, "two": {"scored": 2, "failed": 2}}
    engine.dispose()


def test_a_keeper_told_to_end_leaves_the_rest_queued(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "runs.db")
    stopped = threading.Event()
    stopped.set()
    keeper = Keeper(engine, stopped)

    keeper.keep([live("one", f"Bridge {n} opened in 1938.") for n in range(300)])
    keeper.finish()

    statuses = count_statuses(engine)
    assert not statuses.get("running")
    assert statuses["queued"] + statuses.get("scored", 0) == 300
    engine.dispose()


def test_lines_are_read_whole_however_they_arrive() -> None:
    reading, writing = os.pipe()
    parts = [b"one\ntw", b"o\n", b"three\nnever finished"]

    for part in parts:
        os.write(writing, part)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        lines = [line for lot in lots(stream) for line in lot]

    assert lines == [b"one", b"two", b"three"]


def test_a_line_is_a_sample() -> None:
    line: dict[str, object] = {
        "batch": "live: answer",
        "settings": asdict(RunSettings(judge="openai/gpt-5-mini", scale=10)),
        "trace_id": "t1",
        "error": None,
        "sample": {"output": "Yes.", "context": ["A."], "input": None, "metadata": {}},
    }

    read = read_sample(json.dumps(line).encode())

    assert read.settings.judge == "openai/gpt-5-mini"
    assert read.sample == NewSample("Yes.", ("A.",))
    assert (read.batch, read.trace_id) == ("live: answer", "t1")
