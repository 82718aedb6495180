"""What an export brings back finds its run, its claims and its sample again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest
from sqlalchemy import Engine

from storage.errors import StorageError
from storage.reviews import (
    bin_runs,
    bring_all_back,
    bring_back,
    history,
    notes,
    set_verdict,
    undo,
)
from storage.reviews_import import bring_waiting
from storage.runs import get_run, queue_runs, save_runs, take_runs
from storage.transactions import writing
from storage.values import (
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunDetails,
    RunSettings,
)

Score = Callable[..., int]
LABELS = {"s": "supported", "c": "contradicted", "u": "unsupported"}


@dataclass(frozen=True)
class Claim:
    """A claim of an export."""

    position: int
    text: str
    label: str | None
    person_label: str | None


@dataclass(frozen=True)
class Review:
    """What an export says of a run."""

    run_id: int = 7
    person_flag: bool | None = None
    tags: Sequence[str] = ()
    note: str | None = None
    by_person: Sequence[Claim] = ()


def run_of(engine: Engine, run_id: int) -> RunDetails:
    run = get_run(engine, run_id)
    assert run is not None
    return run


def queue(engine: Engine, sample: NewSample | None = None) -> int:
    sample = sample or NewSample("output", ("context",))
    [run_id] = queue_runs(engine, [sample], RunSettings(), source="page")
    take_runs(engine, worker="w", limit=1)
    return run_id


def finish(engine: Engine, run_id: int, texts: Sequence[str], marks: str) -> None:
    """Let the judge find these claims."""
    claims = tuple(
        NewClaim(text, None, None, NewVerdict(LABELS[mark]))
        for text, mark in zip(texts, marks, strict=True)
    )
    share = sum(mark != "s" for mark in marks) / len(marks)
    run = FinishedRun(run_id, "scored", share, 1.0, 1.0, "", claims)
    assert save_runs(engine, [run], worker="w") == 1


def labels(engine: Engine, run_id: int) -> dict[str, tuple[str, str]]:
    """Who decided what, by claim."""
    return {
        claim.text: (claim.deciding.by, claim.label)
        for claim in run_of(engine, run_id).claims
    }


SAID = (
    Claim(0, "It opened in 1937.", "contradicted", "supported"),
    Claim(1, "It is red.", "supported", "unsupported"),
)


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        pytest.param(
            ["It opened in 1937.", "It is red.", "It is long."],
            ["supported", "unsupported", "judge"],
            id="the same words",
        ),
        pytest.param(
            ["It is red.", "It is long.", "It opened in 1937."],
            ["unsupported", "judge", "supported"],
            id="elsewhere",
        ),
        pytest.param(
            ["it OPENED in 1937", "It is red!", "It is long."],
            ["supported", "unsupported", "judge"],
            id="other signs and case",
        ),
        pytest.param(
            ["The bridge opened in 1937.", "It is all red.", "It is red."],
            ["judge", "judge", "unsupported"],
            id="the same words before the same place",
        ),
        pytest.param(
            ["It was opened in 1937.", "It is red.", "It is long."],
            ["supported", "unsupported", "judge"],
            id="much the same words at the same place",
        ),
        pytest.param(
            ["It opened in 1936.", "It is red.", "It is long."],
            ["judge", "unsupported", "judge"],
            id="another number is another claim",
        ),
        pytest.param(
            ["It is long.", "It was opened in 1937.", "It is red."],
            ["judge", "judge", "unsupported"],
            id="much the same words elsewhere",
        ),
    ],
)
def test_verdicts_find_their_claims(
    engine: Engine, there: list[str], expected: list[str]
) -> None:
    run_id = queue(engine)
    finish(engine, run_id, there, "s" * len(there))

    bring_back(engine, run_id, Review(by_person=SAID), person="Ada")

    found = labels(engine, run_id)
    assert [
        label if by == "Ada" else by for by, label in (found[text] for text in there)
    ] == expected


def test_of_two_claims_in_the_same_words_the_nearest_is_meant(engine: Engine) -> None:
    run_id = queue(engine)
    finish(engine, run_id, ["Yes.", "No.", "Yes."], "sss")
    said = Claim(2, "Yes.", "supported", "contradicted")

    bring_back(engine, run_id, Review(by_person=(said,)), person="Ada")

    assert [claim.label for claim in run_of(engine, run_id).claims] == [
        "supported",
        "supported",
        "contradicted",
    ]


def test_what_counts_follows_and_says_where_it_comes_from(engine: Engine) -> None:
    run_id = queue(engine)
    finish(engine, run_id, ["It opened in 1937.", "It is red."], "cs")

    bring_back(engine, run_id, Review(by_person=SAID[:1]), person="Ada")

    run = run_of(engine, run_id)
    assert (run.summary.share, run.summary.judge_share) == (0.0, 0.5)
    assert (run.summary.flagged, run.summary.reviewed) == (False, True)
    assert run.claims[0].deciding.reason == "Said before, of run 7 in an export."
    assert undo(engine, run_id, person="Ada") == (
        "labelled “It opened in 1937.” supported"
    )
    assert run_of(engine, run_id).summary.share == 0.5


def test_a_claim_that_is_not_there_is_kept_in_a_note(engine: Engine) -> None:
    run_id = queue(engine)
    finish(engine, run_id, ["Something else."], "s")

    bring_back(engine, run_id, Review(by_person=SAID), person="Ada")

    assert run_of(engine, run_id).notes == (
        "An export had verdicts on claims that are not here:\n"
        "supported: It opened in 1937.\n"
        "unsupported: It is red.",
    )
    assert run_of(engine, run_id).summary.reviewed is False


def test_a_claim_that_a_person_had_added_is_added(engine: Engine) -> None:
    run_id = queue(engine)
    finish(engine, run_id, ["It is red."], "s")
    added = Claim(1, "It is old.", None, "contradicted")

    bring_back(engine, run_id, Review(by_person=(added,)), person="Ada")

    [_, claim] = run_of(engine, run_id).claims
    assert (claim.text, claim.added_by, claim.label) == (
        "It is old.",
        "Ada",
        "contradicted",
    )
    assert run_of(engine, run_id).summary.share == 0.5
    assert run_of(engine, run_id).notes == ()


def test_tags_note_and_flag_come_at_once_and_verdicts_with_the_score(
    engine: Engine,
) -> None:
    run_id = queue(engine)
    review = Review(7, True, ("a, b", "Wrong"), "Look!\n\nAgain.", SAID)

    bring_back(engine, run_id, review, person="Ada")

    waits = run_of(engine, run_id)
    assert (waits.tags, waits.notes) == (("Wrong", "a, b"), ("Look!\n\nAgain.",))
    assert (waits.summary.flagged, waits.summary.reviewed) == (True, False)
    assert {entry.action for entry in history(engine, run_id)} == {
        "tag",
        "note",
        "flag",
    }
    finish(engine, run_id, ["It opened in 1937.", "It is red."], "cs")
    run = run_of(engine, run_id)
    assert [claim.label for claim in run.claims] == ["supported", "unsupported"]
    assert (run.summary.flagged, run.summary.share) == (True, 0.5)


def test_verdicts_wait_until_a_failed_run_is_scored(engine: Engine) -> None:
    run_id = queue(engine)
    bring_back(engine, run_id, Review(by_person=SAID), person="Ada")
    failed = FinishedRun(run_id, "failed", None, 0.0, 0.0, "", error="no answer")
    save_runs(engine, [failed], worker="w")
    assert run_of(engine, run_id).summary.reviewed is False

    from storage.runs import requeue_runs

    requeue_runs(engine)
    take_runs(engine, worker="w", limit=1)
    finish(engine, run_id, ["It opened in 1937.", "It is red."], "cs")

    assert run_of(engine, run_id).summary.reviewed is True


def test_what_was_brought_back_is_not_brought_twice(engine: Engine) -> None:
    run_id = queue(engine)
    lost = Claim(2, "Gone.", "supported", "contradicted")
    added = Claim(3, "It is old.", None, "contradicted")
    review = Review(7, False, ("x",), "Look!", (*SAID, lost, added))
    finish(engine, run_id, ["It opened in 1937.", "It is red."], "cs")
    bring_back(engine, run_id, review, person="Ada")
    once = (run_of(engine, run_id), history(engine, run_id))

    bring_back(engine, run_id, review, person="Ada")

    assert (run_of(engine, run_id), history(engine, run_id)) == once
    with writing(engine) as connection:
        bring_waiting(connection, [run_id])
    assert history(engine, run_id) == once[1]


def test_a_waiting_review_is_replaced_by_a_later_one(engine: Engine) -> None:
    run_id = queue(engine)
    bring_back(engine, run_id, Review(by_person=SAID), person="Ada")
    bring_back(engine, run_id, Review(by_person=SAID[1:]), person="Ada")

    finish(engine, run_id, ["It opened in 1937.", "It is red."], "cs")

    assert labels(engine, run_id) == {
        "It opened in 1937.": ("judge", "contradicted"),
        "It is red.": ("Ada", "unsupported"),
    }


def test_what_a_person_cannot_choose_is_left_out(engine: Engine) -> None:
    run_id = queue(engine)
    finish(engine, run_id, ["It is red."], "s")
    said = (
        Claim(0, "It is red.", "supported", "unjudged"),
        Claim(0, "It is red.", "supported", None),
    )

    bring_back(engine, run_id, Review(by_person=said, note=" "), person="Ada")

    assert history(engine, run_id) == []


def test_words_that_cannot_be_kept_are_made_so(engine: Engine) -> None:
    run_id = queue(engine)
    finish(engine, run_id, ["x\ufffdy"], "s")
    said = (Claim(0, "x\0y", "supported", "contradicted"),)
    review = Review(7, None, (" ", "t" * 70, "n\0"), "\ud800", said)

    bring_back(engine, run_id, review, person="Ada")

    run = run_of(engine, run_id)
    assert (run.tags, run.notes) == (("n\ufffd", "t" * 60), ("\ufffd",))
    assert run.claims[0].label == "contradicted"


def test_the_label_and_the_metadata_of_a_known_sample_come_back(
    engine: Engine,
) -> None:
    known = NewSample(
        "output", ("context",), "input", "hallucinated", {"team": "green"}
    )
    before = queue(engine, known)
    after = queue(engine, replace(known, label=None, metadata={}))
    other = queue(engine, NewSample("another output", ("context",), "input"))
    own = queue(engine, replace(known, label=None, metadata={"team": "red"}))

    for run_id in (after, other, own):
        bring_back(engine, run_id, Review(run_id=before), person="Ada")

    assert run_of(engine, after).sample == known
    assert run_of(engine, after).sample_id == run_of(engine, before).sample_id
    assert run_of(engine, other).sample.label is None
    assert run_of(engine, own).sample.metadata == {"team": "red"}


def test_many_come_back_without_those_that_are_gone(engine: Engine) -> None:
    first, thrown, last = queue(engine), queue(engine), queue(engine)
    bin_runs(engine, [thrown], person="Ada")
    runs = (last, 99, thrown, first)
    reviews = [(run_id, Review(note=f"of {run_id}")) for run_id in runs]

    bring_all_back(engine, reviews, person="Ada")

    assert [note.text for note in notes(engine, first)] == [f"of {first}"]
    assert [note.text for note in notes(engine, last)] == [f"of {last}"]
    assert notes(engine, thrown) == []
    with pytest.raises(StorageError, match="lies in the bin"):
        bring_back(engine, thrown, Review(), person="Ada")
    with pytest.raises(StorageError, match="Run 99 is not there"):
        bring_back(engine, 99, Review(), person="Ada")


def test_a_later_word_of_another_still_wins_after_that(
    engine: Engine, score: Score
) -> None:
    run_id = score("c")
    [claim] = run_of(engine, run_id).claims
    said = Claim(0, claim.text, "contradicted", "supported")
    bring_back(engine, run_id, Review(by_person=(said,)), person="Ada")

    set_verdict(engine, claim.claim_id, label="unsupported", person="Bob")

    assert labels(engine, run_id) == {claim.text: ("Bob", "unsupported")}
