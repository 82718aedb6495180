from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import Engine, func, select

from storage.batches import create_batch
from storage.repeating import queue_again
from storage.runs import count_statuses, get_run, queue_runs
from storage.tables import RUN, SAMPLE
from storage.values import NewSample, RunSettings

OTHER = RunSettings(judge="openai/x", scale=5.0)
Score = Callable[..., int]


def samples(engine: Engine) -> int:
    with engine.connect() as connection:
        return connection.scalar(select(func.count()).select_from(SAMPLE)) or 0


def outputs(engine: Engine, run_ids: list[int]) -> list[str]:
    found = [get_run(engine, id) for id in run_ids]
    return [run.sample.output for run in found if run is not None]


def test_the_samples_of_runs_are_queued_again_for_another_judge(
    engine: Engine, score: Score
) -> None:
    first = score("sc", output="first", context=("a", "b"))
    score("s", output="second")
    third = score("c", output="third")

    again = queue_again(engine, OTHER, source="page", of_runs=[third, first])

    assert outputs(engine, again) == ["first", "third"]
    run, old = get_run(engine, again[0]), get_run(engine, first)
    assert run is not None
    assert old is not None
    assert (run.summary.status, run.settings, run.claims) == ("queued", OTHER, ())
    assert (run.sample, run.sample_id) == (old.sample, old.sample_id)
    assert (old.summary.status, len(old.claims)) == ("scored", 2)
    assert samples(engine) == 3


def test_a_sample_of_several_runs_is_queued_once(engine: Engine, score: Score) -> None:
    runs = [score("s", output="same", judge=judge) for judge in ("a", "b")]

    assert len(queue_again(engine, OTHER, source="page", of_runs=runs)) == 1


def test_a_whole_batch_is_queued_again_as_another(engine: Engine, score: Score) -> None:
    old = create_batch(engine, name="old", settings=RunSettings())
    new = create_batch(engine, name="new", settings=OTHER)
    for output in "abc":
        score("s", output=output, batch_id=old)
    score("s", output="elsewhere")

    again = queue_again(engine, OTHER, source="page", batch_id=new, of_batch=old)

    assert outputs(engine, again) == ["a", "b", "c"]
    assert count_statuses(engine, batch_id=new)["queued"] == 3
    assert count_statuses(engine, batch_id=old)["scored"] == 3


def test_runs_in_the_bin_are_not_queued_again(engine: Engine) -> None:
    ids = queue_runs(engine, [NewSample(output="x")], RunSettings(), source="page")
    with engine.begin() as connection:
        connection.execute(RUN.update().values(deleted_at=func.current_timestamp()))

    assert queue_again(engine, OTHER, source="page", of_runs=ids) == []


def test_a_setting_out_of_range_queues_nothing(engine: Engine, score: Score) -> None:
    run = score("s")

    with pytest.raises(ValueError, match="scale"):
        queue_again(engine, replace(OTHER, scale=0.0), source="page", of_runs=[run])

    assert count_statuses(engine)["queued"] == 0
