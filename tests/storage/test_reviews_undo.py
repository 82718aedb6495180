"""What people did to a run is told, and taken back step by step."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Engine, select

from storage.errors import StorageError
from storage.reviews import (
    HistoryEntry,
    add_claim,
    add_note,
    add_tag,
    bin_runs,
    delete_note,
    edit_note,
    flag,
    history,
    notes,
    remove_claim,
    remove_tag,
    restore_runs,
    reword_claim,
    set_verdict,
    split_claim,
    undo,
    withdraw_verdict,
)
from storage.runs import get_run, requeue_runs, save_runs, take_runs
from storage.tables import RUN
from storage.values import FinishedRun, NewClaim, NewVerdict, RunDetails

Score = Callable[..., int]


def run_of(engine: Engine, run_id: int) -> RunDetails:
    run = get_run(engine, run_id)
    assert run is not None
    return run


def state(engine: Engine, run_id: int) -> Any:
    """All that a person can change."""
    run = run_of(engine, run_id)
    claims = [(claim.text, claim.label, claim.deciding.reason) for claim in run.claims]
    with engine.connect() as connection:
        row = connection.execute(select(RUN).where(RUN.c.id == run_id)).one()
    written = [
        (note.text, note.person, note.claim_id) for note in notes(engine, run_id)
    ]
    return run.summary, claims, run.tags, written, row.person_flag


def first_claim(engine: Engine, run_id: int) -> int:
    return run_of(engine, run_id).claims[0].claim_id


def everything(engine: Engine, run_id: int) -> list[Callable[[], object]]:
    """One act of each sort; the later ones build on the earlier ones."""
    first, second, third = (claim.claim_id for claim in run_of(engine, run_id).claims)
    ada: Any = {"person": "Ada"}
    return [
        lambda: set_verdict(engine, first, label="unsupported", reason="Why.", **ada),
        lambda: set_verdict(engine, first, label="supported", **ada),
        lambda: withdraw_verdict(engine, first, **ada),
        lambda: add_claim(engine, run_id, text="new", label="contradicted", **ada),
        lambda: reword_claim(engine, second, text="better", **ada),
        lambda: split_claim(engine, third, texts=["half", "rest"], **ada),
        lambda: remove_claim(engine, first, **ada),
        lambda: flag(engine, [run_id], flagged=True, **ada),
        lambda: flag(engine, [run_id], flagged=False, **ada),
        lambda: flag(engine, [run_id], flagged=None, **ada),
        lambda: add_tag(engine, [run_id], name="Bad", **ada),
        lambda: remove_tag(engine, [run_id], name="bad", **ada),
        lambda: add_note(engine, run_id, text="Look!", **ada),
        lambda: edit_note(engine, notes(engine, run_id)[0].note_id, text="Oh.", **ada),
        lambda: delete_note(engine, notes(engine, run_id)[0].note_id, **ada),
    ]


WORDS = [
    "labelled “claim 0 contradicted” unsupported",
    "labelled “claim 0 contradicted” supported",
    "withdrew the verdict on “claim 0 contradicted”",
    "added the claim “new” as contradicted",
    "reworded “claim 1 supported” to “better”",
    "split “claim 2 unsupported” into 2 claims",
    "removed the claim “claim 0 contradicted”",
    "flagged the run",
    "cleared the flag",
    "left the flag to the share",
    "added the tag “Bad”",
    "removed the tag “Bad”",
    "wrote a note",
    "changed a note",
    "deleted a note",
]


def test_undoing_walks_back_through_everything(engine: Engine, score: Score) -> None:
    run_id = score("csu", kind="date")
    states = [state(engine, run_id)]
    for step in everything(engine, run_id):
        step()
        states.append(state(engine, run_id))

    said, after = [], []
    while words := undo(engine, run_id, person=" Ada "):
        said.append(words)
        after.append(state(engine, run_id))

    assert said == WORDS[::-1]
    assert after == states[-2::-1]
    assert undo(engine, run_id, person="Ada") is None


def test_after_undoing_one_goes_on_from_there(engine: Engine, score: Score) -> None:
    run_id = score("c")
    claim_id = first_claim(engine, run_id)
    set_verdict(engine, claim_id, label="supported", person="Ada")
    undo(engine, run_id, person="Ada")
    set_verdict(engine, claim_id, label="unsupported", person="Ada")

    assert (
        undo(engine, run_id, person="Ada")
        == "labelled “claim 0 contradicted” unsupported"
    )
    assert undo(engine, run_id, person="Ada") is None
    assert run_of(engine, run_id).claims[0].label == "contradicted"


def test_each_person_undoes_their_own(engine: Engine, score: Score) -> None:
    run_id = score("cs")
    first, second = (claim.claim_id for claim in run_of(engine, run_id).claims)
    set_verdict(engine, first, label="supported", person="Ada")
    set_verdict(engine, second, label="unsupported", person="Bob")

    assert (
        undo(engine, run_id, person="Ada")
        == "labelled “claim 0 contradicted” supported"
    )
    assert undo(engine, run_id, person="Ada") is None
    assert undo(engine, run_id, person="Cleo") is None
    assert [claim.label for claim in run_of(engine, run_id).claims] == [
        "contradicted",
        "unsupported",
    ]


def test_other_runs_stay_as_they_are(engine: Engine, score: Score) -> None:
    one, other = score("c"), score("c")
    add_tag(engine, [one, other], name="x", person="Ada")

    undo(engine, one, person="Ada")

    assert (run_of(engine, one).tags, run_of(engine, other).tags) == ((), ("x",))


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        pytest.param(True, False, id="flagged, then cleared by another"),
        pytest.param(False, True, id="cleared, then flagged by another"),
    ],
)
def test_another_persons_later_flag_stays(
    engine: Engine, score: Score, mine: bool, theirs: bool
) -> None:
    run_id = score("c")
    flag(engine, [run_id], flagged=mine, person="Ada")
    flag(engine, [run_id], flagged=theirs, person="Bob")

    undo(engine, run_id, person="Ada")
    assert run_of(engine, run_id).summary.flagged is theirs

    undo(engine, run_id, person="Bob")
    assert run_of(engine, run_id).summary.flagged is True  # as its share says


def test_what_another_built_on_cannot_be_undone(engine: Engine, score: Score) -> None:
    run_id = score("cs")
    claim_id = first_claim(engine, run_id)
    better = reword_claim(engine, claim_id, text="better", person="Ada")
    split_claim(engine, better, texts=["a", "b"], person="Bob")
    before = state(engine, run_id)

    with pytest.raises(StorageError, match="Bob has changed since what you did"):
        undo(engine, run_id, person="Ada")

    assert state(engine, run_id) == before
    undo(engine, run_id, person="Bob")
    undo(engine, run_id, person="Ada")
    assert run_of(engine, run_id).summary.reviewed is False


def test_a_note_that_another_changed_is_not_lost(engine: Engine, score: Score) -> None:
    run_id = score("c")
    note_id = add_note(engine, run_id, text="mine", person="Ada")
    edit_note(engine, note_id, text="theirs", person="Bob")

    with pytest.raises(StorageError, match="has changed since"):
        undo(engine, run_id, person="Ada")

    assert [note.text for note in notes(engine, run_id)] == ["theirs"]


def test_a_note_with_the_number_of_a_deleted_one_is_another(
    engine: Engine, score: Score
) -> None:
    run_id = score("c")
    gone = add_note(engine, run_id, text="mine", person="Ada")
    delete_note(engine, gone, person="Ada")
    assert add_note(engine, run_id, text="theirs", person="Bob") == gone

    undo(engine, run_id, person="Ada")
    assert {note.text for note in notes(engine, run_id)} == {"mine", "theirs"}

    undo(engine, run_id, person="Ada")
    assert [note.text for note in notes(engine, run_id)] == ["theirs"]


def test_the_bin_is_left_by_its_own_door(engine: Engine, score: Score) -> None:
    run_id = score("c")
    add_tag(engine, [run_id], name="x", person="Ada")
    bin_runs(engine, [run_id], person="Ada")

    with pytest.raises(StorageError, match="lies in the bin"):
        undo(engine, run_id, person="Ada")

    restore_runs(engine, [run_id], person="Ada")
    assert undo(engine, run_id, person="Ada") == "added the tag “x”"


def score_again(engine: Engine, run_id: int) -> None:
    """Let the judge find the very same claims once more."""
    requeue_runs(engine, statuses=("scored",))
    take_runs(engine, worker="w", limit=9)
    claim = NewClaim("claim 0 contradicted", 0, 1, NewVerdict("contradicted"))
    run = FinishedRun(run_id, "scored", 1.0, 1.0, 1.0, "", (claim,))
    save_runs(engine, [run], worker="w")


def test_what_was_said_of_claims_that_are_gone_is_told_but_not_undone(
    engine: Engine, score: Score
) -> None:
    run_id = score("c")
    claim_id = first_claim(engine, run_id)
    add_tag(engine, [run_id], name="x", person="Ada")
    set_verdict(engine, claim_id, label="supported", person="Ada")
    add_note(engine, run_id, text="hm", person="Ada", claim_id=claim_id)
    score_again(engine, run_id)
    claim_id = first_claim(engine, run_id)
    set_verdict(engine, claim_id, label="unsupported", person="Bob")

    assert undo(engine, run_id, person="Ada") == "added the tag “x”"
    assert undo(engine, run_id, person="Ada") is None

    assert run_of(engine, run_id).claims[0].label == "unsupported"
    assert [(entry.words, entry.claim_id) for entry in history(engine, run_id)] == [
        ("labelled “claim 0 contradicted” unsupported", claim_id),
        ("wrote a note", None),
        ("labelled “claim 0 contradicted” supported", None),
        ("added the tag “x”", None),
    ]


def test_the_history_tells_who_what_and_why_newest_first(
    engine: Engine, score: Score
) -> None:
    run_id = score("csu", kind="date")
    first, second, _ = (claim.claim_id for claim in run_of(engine, run_id).claims)
    for step in everything(engine, run_id):
        step()

    told = history(engine, run_id)

    assert [entry.words for entry in told] == WORDS[::-1]
    assert {entry.person for entry in told} == {"Ada"}
    assert [entry.created_at for entry in told] == sorted(
        (entry.created_at for entry in told), reverse=True
    )
    by_action: dict[str, HistoryEntry] = {entry.action: entry for entry in told}
    *_, oldest = told
    assert (oldest.claim_id, oldest.claim) == (first, "claim 0 contradicted")
    assert (oldest.label, oldest.label_before) == ("unsupported", "contradicted")
    assert oldest.reason == "Why."
    assert by_action["withdraw"].label_before == "supported"
    assert (by_action["reword"].claim_id, by_action["reword"].texts) == (
        second,
        ("better",),
    )
    assert by_action["split"].texts == ("half", "rest")
    assert by_action["remove"].label_before == "contradicted"
    assert by_action["note"].texts == ("Look!",)
    assert by_action["delete_note"].texts == ()
    assert by_action["tag"].texts == ("Bad",)
    assert [entry.flagged for entry in told if entry.action == "flag"] == [
        None,
        False,
        True,
    ]


def test_what_was_undone_stays_in_the_history(engine: Engine, score: Score) -> None:
    run_id = score("c")
    claim_id = first_claim(engine, run_id)
    for label in ("supported", "unsupported"):
        set_verdict(engine, claim_id, label=label, person="Ada")

    undo(engine, run_id, person="Ada")

    newest, oldest = history(engine, run_id)
    assert newest.undone_at is not None
    assert newest.undone_at > newest.created_at
    assert oldest.undone_at is None


def test_a_long_claim_is_shortened_in_a_sentence(engine: Engine, score: Score) -> None:
    run_id = score("s")
    add_claim(engine, run_id, text="x\n" * 50, label="supported", person="Ada")

    [entry] = history(engine, run_id)

    assert entry.words == f"added the claim “{'x ' * 39}x…” as supported"
    assert entry.claim == ("x\n" * 50).strip()
