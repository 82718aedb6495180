"""Flags, tags and notes, on one run and on many."""

from collections.abc import Callable

import pytest
from sqlalchemy import Engine

from storage.errors import StorageError
from storage.reviews import (
    add_note,
    add_tag,
    bin_runs,
    delete_note,
    edit_note,
    flag,
    history,
    list_tags,
    notes,
    remove_tag,
)
from storage.runs import get_run, list_runs, queue_runs
from storage.values import NewSample, RunDetails, RunFilter, RunSettings

Score = Callable[..., int]


def run_of(engine: Engine, run_id: int) -> RunDetails:
    run = get_run(engine, run_id)
    assert run is not None
    return run


def flagged(engine: Engine) -> list[int]:
    return [run.run_id for run in list_runs(engine, RunFilter(flagged=True))]


def test_many_runs_are_flagged_at_once(engine: Engine, score: Score) -> None:
    clean, bad, thrown = score("s"), score("c"), score("s")
    bin_runs(engine, [thrown], person="Ada")

    assert flag(engine, [bad, clean, thrown, 99], flagged=True, person="Ada") == 2
    assert flagged(engine) == [bad, clean]
    assert flag(engine, [bad, clean], flagged=False, person="Ada") == 2
    assert flagged(engine) == []
    assert flag(engine, [bad, clean], flagged=None, person="Ada") == 2
    assert flagged(engine) == [bad]


def test_a_flag_that_is_there_is_no_news(engine: Engine, score: Score) -> None:
    run_id = score("c")

    for _ in range(2):
        flag(engine, [run_id], flagged=True, person="Ada")

    assert [entry.words for entry in history(engine, run_id)] == ["flagged the run"]


def test_more_runs_than_one_query_takes_are_flagged_and_tagged(engine: Engine) -> None:
    samples = [NewSample(output="x")] * 10_001
    ids = queue_runs(engine, samples, RunSettings(), source="cli")

    assert flag(engine, ids, flagged=True, person="Ada") == 10_001
    assert add_tag(engine, ids, name="all", person="Ada") == 10_001
    assert remove_tag(engine, ids, name="all", person="Ada") == 10_001


def test_a_tag_is_the_same_in_any_case_and_keeps_its_first(
    engine: Engine, score: Score
) -> None:
    one, two = score(), score()

    assert add_tag(engine, [one], name=" Größe falsch ", person="Ada") == 1
    assert add_tag(engine, [one, two], name="GRÖSSE FALSCH", person="Bob") == 1
    assert list_tags(engine) == ["Größe falsch"]
    assert run_of(engine, two).tags == ("Größe falsch",)
    assert remove_tag(engine, [one, two], name="größe falsch", person="Ada") == 2
    assert list_tags(engine) == []


def test_tags_come_by_name_and_only_of_runs_in_sight(
    engine: Engine, score: Score
) -> None:
    one, two = score(), score()
    for name in ("b", "Z", "a"):
        add_tag(engine, [one], name=name, person="Ada")
    add_tag(engine, [two], name="gone", person="Ada")
    bin_runs(engine, [two], person="Ada")

    assert list_tags(engine) == ["a", "b", "Z"]


def test_runs_without_a_score_have_tags_too(engine: Engine) -> None:
    [run_id] = queue_runs(engine, [NewSample("x")], RunSettings(), source="page")

    add_tag(engine, [run_id], name="later", person="Ada")

    assert run_of(engine, run_id).tags == ("later",)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        pytest.param(" \t", "The tag is blank", id="blank"),
        pytest.param("x" * 61, "at most 60 characters; this one has 61", id="long"),
        pytest.param("a\0", "The tag holds a NUL", id="NUL"),
        pytest.param("\udc00", "half a character", id="half a character"),
    ],
)
def test_a_tag_that_is_none_is_refused(
    engine: Engine, score: Score, name: str, why: str
) -> None:
    run_id = score()

    with pytest.raises(StorageError, match=why):
        add_tag(engine, [run_id], name=name, person="Ada")

    assert (list_tags(engine), history(engine, run_id)) == ([], [])


def test_the_longest_tag_is_kept(engine: Engine, score: Score) -> None:
    add_tag(engine, [score()], name="x" * 60, person="Ada")

    assert list_tags(engine) == ["x" * 60]


def test_notes_are_kept_in_order_with_who_wrote_them(
    engine: Engine, score: Score
) -> None:
    run_id = score("c")
    [claim] = run_of(engine, run_id).claims

    first = add_note(engine, run_id, text=" =Look\nhere ", person="Ada")
    second = add_note(
        engine, run_id, text="Why?", person="Bob", claim_id=claim.claim_id
    )

    assert [
        (note.note_id, note.text, note.person, note.claim_id)
        for note in notes(engine, run_id)
    ] == [(first, "=Look\nhere", "Ada", None), (second, "Why?", "Bob", claim.claim_id)]
    assert run_of(engine, run_id).notes == ("=Look\nhere", "Why?")


def test_a_note_is_changed_and_deleted(engine: Engine, score: Score) -> None:
    run_id = score()
    note_id = add_note(engine, run_id, text="one", person="Ada")
    [before] = notes(engine, run_id)

    for text in ("two", " two "):
        edit_note(engine, note_id, text=text, person="Bob")

    [after] = notes(engine, run_id)
    assert (after.text, after.person) == ("two", "Ada")
    assert after.created_at == before.created_at
    delete_note(engine, note_id, person="Ada")
    assert notes(engine, run_id) == []
    assert [(entry.person, entry.words) for entry in history(engine, run_id)] == [
        ("Ada", "deleted a note"),
        ("Bob", "changed a note"),
        ("Ada", "wrote a note"),
    ]


def test_notes_that_are_none_are_refused(engine: Engine, score: Score) -> None:
    one, two = score("c"), score("c")
    [claim] = run_of(engine, two).claims
    note_id = add_note(engine, one, text="x", person="Ada")

    with pytest.raises(StorageError, match="The note is blank"):
        add_note(engine, one, text=" ", person="Ada")
    with pytest.raises(StorageError, match="The note is blank"):
        edit_note(engine, note_id, text="", person="Ada")
    with pytest.raises(StorageError, match="The note holds a NUL"):
        add_note(engine, one, text="\0", person="Ada")
    with pytest.raises(StorageError, match="Run 99 is not there"):
        add_note(engine, 99, text="x", person="Ada")
    with pytest.raises(StorageError, match="The note is not there any more"):
        delete_note(engine, 99, person="Ada")
    with pytest.raises(ValueError, match=f"is not one of run {one}"):
        add_note(engine, one, text="x", person="Ada", claim_id=claim.claim_id)

    assert [note.text for note in notes(engine, one)] == ["x"]
