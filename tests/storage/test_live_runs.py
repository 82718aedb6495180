"""Runs of a live application: their trace is kept, and what failed at once, too."""

from sqlalchemy import Engine

from storage.runs import get_run, queue_runs, take_runs
from storage.values import NewSample, RunSettings


def test_runs_keep_their_trace_and_failures_are_never_queued(engine: Engine) -> None:
    samples = [NewSample("one"), NewSample("two")]

    good, bad = queue_runs(
        engine,
        samples,
        RunSettings(),
        source="live",
        trace_ids=["trace-1", "trace-2"],
        errors=[None, "the answer has no words"],
    )

    first, second = get_run(engine, good), get_run(engine, bad)
    assert first is not None
    assert (first.trace_id, first.source) == ("trace-1", "live")
    assert (first.summary.status, first.summary.error) == ("queued", None)
    assert second is not None
    assert second.trace_id == "trace-2"
    assert second.summary.status == "failed"
    assert second.summary.error == "the answer has no words"
    assert second.finished_at is not None
    assert [run.run_id for run in take_runs(engine, worker="w", limit=9)] == [good]
