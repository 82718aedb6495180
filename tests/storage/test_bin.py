"""Runs that are thrown away can be taken back for a while."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine, Table, func, select, update

from storage.reviews import (
    add_note,
    add_tag,
    bin_runs,
    binned,
    count_binned,
    empty_bin,
    history,
    restore_runs,
    set_verdict,
)
from storage.runs import count_runs, get_run, queue_runs, save_runs, take_runs
from storage.tables import (
    CLAIM,
    CONTEXT,
    NOTE,
    REVIEW,
    RUN,
    SAMPLE,
    TAG,
    VERDICT,
)
from storage.values import FinishedRun, NewSample, RunFilter, RunSettings

Score = Callable[..., int]
ALL = RunFilter()


def left(engine: Engine, tables: Sequence[Table]) -> list[int]:
    with engine.connect() as connection:
        counts = [
            connection.scalar(select(func.count()).select_from(table))
            for table in tables
        ]
    return [count or 0 for count in counts]


def test_a_run_in_the_bin_is_out_of_sight_until_it_is_taken_out(
    engine: Engine, score: Score
) -> None:
    run_id, other = score("cs"), score("s")
    before = get_run(engine, run_id)

    assert bin_runs(engine, [run_id, 99], person="Ada") == 1
    assert get_run(engine, run_id) is None
    assert count_runs(engine, ALL) == 1
    assert bin_runs(engine, [run_id], person="Ada") == 0

    assert restore_runs(engine, [run_id, other], person="Bob") == 1
    assert get_run(engine, run_id) == before
    assert [(entry.person, entry.words) for entry in history(engine, run_id)] == [
        ("Bob", "took the run out of the bin"),
        ("Ada", "put the run into the bin"),
    ]


def test_the_bin_shows_what_was_thrown_last_first(engine: Engine, score: Score) -> None:
    first, second, third = score("cs"), score("s"), score("c")
    bin_runs(engine, [second], person="Ada")
    bin_runs(engine, [first, third], person="Bob")

    runs = binned(engine)

    assert [run.run_id for run in runs] == [third, first, second]
    assert [run.deleted_by for run in runs] == ["Bob", "Bob", "Ada"]
    assert (runs[1].share, runs[1].claims, runs[1].output_start) == (0.5, 2, "output")
    assert runs[1].deleted_at > runs[2].deleted_at
    assert [run.run_id for run in binned(engine, limit=1, offset=1)] == [first]
    assert count_binned(engine) == 3


def test_emptying_takes_all_that_belongs_to_a_run(engine: Engine, score: Score) -> None:
    run_id = score("cs")
    run = get_run(engine, run_id)
    assert run is not None
    claim_id = run.claims[0].claim_id
    set_verdict(engine, claim_id, label="supported", person="Ada")
    add_tag(engine, [run_id], name="x", person="Ada")
    add_note(engine, run_id, text="x", person="Ada", claim_id=claim_id)
    bin_runs(engine, [run_id], person="Ada")

    assert empty_bin(engine, older_than=None) == 1

    tables = (RUN, CLAIM, VERDICT, NOTE, TAG, REVIEW, SAMPLE, CONTEXT)
    assert left(engine, tables) == [0] * 8
    assert (binned(engine), empty_bin(engine, older_than=None)) == ([], 0)


def test_what_other_runs_have_as_well_stays(engine: Engine, score: Score) -> None:
    twice = score("c", output="same", context=("shared",))
    score("s", output="same", context=("shared",))
    context_too = score("c", output="other", context=("shared",))
    alone = score("c", output="alone", context=("its own",))
    bin_runs(engine, [twice, context_too, alone], person="Ada")

    assert empty_bin(engine, older_than=None) == 3

    with engine.connect() as connection:
        outputs = connection.scalars(select(SAMPLE.c.output)).all()
        contexts = connection.scalars(select(CONTEXT.c.texts)).all()
    assert (outputs, contexts) == (["same"], [["shared"]])


@pytest.mark.parametrize(
    ("days", "gone"),
    [
        pytest.param(29, 0, id="not yet"),
        pytest.param(31, 1, id="long enough"),
    ],
)
def test_runs_lie_in_the_bin_for_thirty_days(
    engine: Engine, score: Score, days: int, gone: int
) -> None:
    run_id = score("c")
    bin_runs(engine, [run_id], person="Ada")
    since = datetime.now(UTC) - timedelta(days=days)
    with engine.begin() as connection:
        connection.execute(update(RUN).values(deleted_at=since))

    assert empty_bin(engine) == gone
    assert count_binned(engine) == 1 - gone


def test_a_run_that_is_being_scored_can_be_thrown_away(engine: Engine) -> None:
    ids = queue_runs(
        engine, [NewSample("a"), NewSample("b")], RunSettings(), source="page"
    )
    take_runs(engine, worker="w", limit=1)
    bin_runs(engine, ids, person="Ada")

    assert take_runs(engine, worker="w", limit=9) == []
    assert empty_bin(engine, older_than=None) == 2
    found = FinishedRun(ids[0], "scored", 0.0, 1.0, 1.0, "")
    assert save_runs(engine, [found], worker="w") == 0
