"""From an uploaded file into the queue: all of it, once, whatever happens meanwhile."""

import io
import json
from pathlib import Path

import pytest
from sqlalchemy import Engine

from dashboard import actions
from dashboard.columns import Columns
from dashboard.scoring import Sample
from dashboard.upload_queueing import Feeder, Filling
from dashboard.upload_spool import Spool
from storage.batches import cancel_batch, get_batch, resume_batch
from storage.database import open_database
from storage.runs import get_run, list_runs
from storage.values import RunFilter, RunSettings

COLUMNS = Columns("answer", ("source",), "question")
ROWS = 2_500


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return open_database(tmp_path / "runs.db")


def answers(count: int = ROWS) -> io.BytesIO:
    rows = (
        {"answer": f"It is {n}.", "source": f"It is {n + n % 2}.", "question": "What?"}
        for n in range(count)
    )
    return io.BytesIO("\n".join(map(json.dumps, rows)).encode())


def ordered(feeder: Feeder, *, context: tuple[str, ...] = ()) -> int:
    batch_id = feeder.order(
        Spool(feeder.folder, answers(), "answers.jsonl"),
        name="Answers",
        columns=COLUMNS,
        settings=RunSettings(),
        samples=ROWS,
        context=context,
    )
    feeder.join()
    return batch_id


def outputs(engine: Engine, batch_id: int) -> list[str]:
    runs = list_runs(engine, RunFilter(batch=batch_id), sort="oldest", limit=3_000)
    return [run.output_start for run in runs]


EVERY = [f"It is {n}." for n in range(ROWS)]


def test_an_upload_is_queued_in_its_order_and_its_file_then_gone(
    engine: Engine,
) -> None:
    feeder = Feeder(engine, wake=lambda: None)
    batch_id = ordered(feeder, context=("It holds for all.",))

    runs = list_runs(engine, RunFilter(batch=batch_id), sort="oldest", limit=1)
    first = get_run(engine, runs[0].run_id)
    assert first is not None
    assert first.sample.context == ("It is 0.", "It holds for all.")
    assert first.sample.input == "What?"
    assert outputs(engine, batch_id) == EVERY
    assert feeder.filling(batch_id) is None
    assert list(feeder.folder.iterdir()) == []


def test_a_server_goes_on_where_a_killed_one_stopped(engine: Engine) -> None:
    killed = Feeder(engine, wake=lambda: None)
    killed.stop()  # it keeps orders, and queues nothing any more
    batch_id = ordered(killed)
    part = [Sample(f"It is {n}.", [f"It is {n + n % 2}."], "What?") for n in range(700)]
    actions.queue_more(engine, batch_id, part, RunSettings(), source="page")
    assert killed.filling(batch_id) == Filling(ROWS, at_work=False, trouble=None)

    feeder = Feeder(engine, wake=lambda: None)
    feeder.start()
    feeder.join()

    assert outputs(engine, batch_id) == EVERY


def test_a_cancelled_batch_is_filled_on_when_it_is_resumed(engine: Engine) -> None:
    stopped = Feeder(engine, wake=lambda: None)
    stopped.stop()
    batch_id = ordered(stopped)
    cancel_batch(engine, batch_id)
    feeder = Feeder(engine, wake=lambda: None)
    feeder.start()
    feeder.join()
    assert outputs(engine, batch_id) == []

    resume_batch(engine, batch_id)
    later = Feeder(engine, wake=lambda: None)
    later.go_on(batch_id)
    later.join()

    assert outputs(engine, batch_id) == EVERY


def test_a_file_that_went_bad_is_said_and_what_is_queued_stays(engine: Engine) -> None:
    stopped = Feeder(engine, wake=lambda: None)
    stopped.stop()
    batch_id = ordered(stopped)
    next(stopped.folder.glob("*.upload")).unlink()

    feeder = Feeder(engine, wake=lambda: None)
    feeder.start()
    feeder.join()

    filling = feeder.filling(batch_id)
    assert filling is not None
    assert filling.trouble is not None
    assert filling.trouble.startswith("There is no file ")
    assert get_batch(engine, batch_id) is not None


def test_a_file_that_nobody_orders_is_gone_with_its_session(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "uploads", answers(3), "answers.jsonl")
    path = spool.path
    assert path.exists()

    del spool

    assert not path.exists()
