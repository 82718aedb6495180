"""Claims that people add, reword, split and remove, beside those of the judge."""

from collections.abc import Callable

import pytest
from sqlalchemy import Engine

from storage.errors import StorageError
from storage.reviews import (
    add_claim,
    bin_runs,
    history,
    remove_claim,
    reword_claim,
    set_verdict,
    split_claim,
    undo,
)
from storage.runs import get_run, queue_runs, save_runs, take_runs
from storage.values import (
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunDetails,
    RunSettings,
    StoredEvidence,
)

Score = Callable[..., int]
OUTPUT = "🌉 It opened in 1937 and it is red. It is 2.7 km long."
EVIDENCE = StoredEvidence(0, 3, 7, "1936")


@pytest.fixture
def run_id(engine: Engine) -> int:
    """A run of three claims, one contradicted, the next one tied to no place."""
    sample = NewSample(output=OUTPUT, context=("In 1936 it opened.",))
    [run_id] = queue_runs(engine, [sample], RunSettings(), source="code")
    take_runs(engine, worker="w", limit=1)
    wrong = NewVerdict("contradicted", "It says 1936.", 0.9, "date", EVIDENCE)
    claims = (
        NewClaim("It opened in 1937 and it is red", 2, 33, wrong),
        NewClaim("It is a bridge.", None, None, NewVerdict("supported")),
        NewClaim("It is 2.7 km long.", 35, 53, NewVerdict("supported")),
    )
    run = FinishedRun(run_id, "scored", 1 / 3, 1.0, 1.0, "A third.", claims)
    save_runs(engine, [run], worker="w")
    return run_id


def run_of(engine: Engine, run_id: int) -> RunDetails:
    run = get_run(engine, run_id)
    assert run is not None
    return run


def test_a_split_claim_keeps_its_grounds_and_finds_its_places(
    engine: Engine, run_id: int
) -> None:
    first, second, third = run_of(engine, run_id).claims

    made = split_claim(
        engine,
        first.claim_id,
        texts=[" It opened in 1937 ", "it is red", "it was new"],
        person="Ada",
    )

    run = run_of(engine, run_id)
    opened, new, unplaced, red, last = run.claims
    assert (unplaced, last) == (second, third)
    assert [opened.claim_id, red.claim_id, new.claim_id] == made
    assert OUTPUT[opened.start : opened.end] == "It opened in 1937"
    assert OUTPUT[red.start : red.end] == "it is red"
    assert (new.start, new.end) == (first.start, first.end)
    for claim in (opened, red, new):
        assert (claim.added_by, claim.replaces_id) == ("Ada", first.claim_id)
        assert claim.judged is None
        said = claim.deciding
        assert (said.by, said.label, said.kind) == ("Ada", "contradicted", "date")
        assert (said.reason, said.evidence) == ("It says 1936.", EVIDENCE)
    [gone] = run.removed_claims
    assert (gone.claim_id, gone.removed_by) == (first.claim_id, "Ada")
    assert gone.judged == first.judged


def test_a_reworded_claim_stands_where_it_stood(engine: Engine, run_id: int) -> None:
    first, second, third = run_of(engine, run_id).claims

    better = reword_claim(engine, first.claim_id, text="It opened.", person="Ada")
    best = reword_claim(engine, better, text="It opened in 1937.", person="Bob")
    longer = reword_claim(engine, second.claim_id, text="It is long.", person="Ada")

    run = run_of(engine, run_id)
    assert [claim.claim_id for claim in run.claims] == [best, longer, third.claim_id]
    assert [claim.label for claim in run.claims[:2]] == ["contradicted", "supported"]
    assert [claim.text for claim in run.removed_claims] == [
        "It opened in 1937 and it is red",
        "It opened.",
        "It is a bridge.",
    ]
    assert (run.summary.share, run.summary.claims) == (1 / 3, 3)


def test_the_same_words_change_nothing(engine: Engine, run_id: int) -> None:
    [first, *_] = run_of(engine, run_id).claims
    before = run_of(engine, run_id)

    assert (
        reword_claim(engine, first.claim_id, text=f" {first.text} ", person="Ada")
        == first.claim_id
    )

    assert run_of(engine, run_id) == before
    assert history(engine, run_id) == []


@pytest.mark.parametrize(
    ("text", "span", "expected"),
    [
        pytest.param("It is a bridge", (0, 1), ["+", "1", "2", "3"], id="at a place"),
        pytest.param(
            "it is red", None, ["1", "2", "+", "3"], id="where its words stand"
        ),
        pytest.param("Nobody knows", None, ["1", "2", "3", "+"], id="nowhere: the end"),
    ],
)
def test_an_added_claim_appears_where_it_belongs(
    engine: Engine,
    run_id: int,
    text: str,
    span: tuple[int, int] | None,
    expected: list[str],
) -> None:
    before = run_of(engine, run_id).claims
    start, end = span or (None, None)

    added = add_claim(
        engine,
        run_id,
        text=text,
        label="unsupported",
        person="Ada",
        start=start,
        end=end,
        reason="nothing says so",
    )

    run = run_of(engine, run_id)
    names = {claim.claim_id: f"{at}" for at, claim in enumerate(before, 1)}
    names[added] = "+"
    assert [names[claim.claim_id] for claim in run.claims] == expected
    claim = run.claims[expected.index("+")]
    assert (claim.text, claim.added_by, claim.judged) == (text, "Ada", None)
    assert (claim.label, claim.deciding.reason) == ("unsupported", "nothing says so")
    assert run.summary.share == 2 / 4


@pytest.mark.parametrize(
    ("start", "end"),
    [(-1, 3), (3, 3), (0, len(OUTPUT) + 1), (3, None), (5, 4)],
)
def test_a_place_outside_the_output_is_refused(
    engine: Engine, run_id: int, start: int, end: int | None
) -> None:
    with pytest.raises(ValueError, match="no span of 53 characters"):
        add_claim(
            engine,
            run_id,
            text="x",
            label="supported",
            person="Ada",
            start=start,
            end=end,
        )

    assert len(run_of(engine, run_id).claims) == 3


def test_blank_claims_are_refused(engine: Engine, run_id: int) -> None:
    [first, *_] = run_of(engine, run_id).claims

    with pytest.raises(StorageError, match="The claim is blank"):
        add_claim(engine, run_id, text=" ", label="supported", person="Ada")
    with pytest.raises(StorageError, match="The claim is blank"):
        reword_claim(engine, first.claim_id, text="", person="Ada")
    with pytest.raises(StorageError, match="A part of the claim is blank"):
        split_claim(engine, first.claim_id, texts=["a", "\n"], person="Ada")
    with pytest.raises(StorageError, match="split into two or more"):
        split_claim(engine, first.claim_id, texts=["a"], person="Ada")
    with pytest.raises(StorageError, match="The claim holds a NUL"):
        add_claim(engine, run_id, text="a\0", label="supported", person="Ada")

    assert history(engine, run_id) == []


@pytest.mark.parametrize("status", ["failed", "cancelled"])
def test_claims_of_a_run_without_a_score_cannot_be_corrected(
    engine: Engine, score: Score, status: str
) -> None:
    run_id = score("?", status=status)
    [claim] = run_of(engine, run_id).claims
    why = rf"Run {run_id} has no score \({status}\), so its claims cannot"

    with pytest.raises(StorageError, match=why):
        add_claim(engine, run_id, text="x", label="supported", person="Ada")
    with pytest.raises(StorageError, match=why):
        split_claim(engine, claim.claim_id, texts=["a", "b"], person="Ada")
    with pytest.raises(StorageError, match=why):
        reword_claim(engine, claim.claim_id, text="a", person="Ada")
    with pytest.raises(StorageError, match=why):
        remove_claim(engine, claim.claim_id, person="Ada")


def test_a_run_in_the_queue_gets_no_claim(engine: Engine) -> None:
    [run_id] = queue_runs(engine, [NewSample("x")], RunSettings(), source="page")

    with pytest.raises(StorageError, match=r"has no score \(queued\)"):
        add_claim(engine, run_id, text="x", label="supported", person="Ada")


def test_runs_that_are_gone_get_no_claim(engine: Engine, run_id: int) -> None:
    bin_runs(engine, [run_id], person="Ada")

    with pytest.raises(StorageError, match="lies in the bin"):
        add_claim(engine, run_id, text="x", label="supported", person="Ada")
    with pytest.raises(StorageError, match="Run 99 is not there"):
        add_claim(engine, 99, text="x", label="supported", person="Ada")


def test_the_last_claim_with_a_label_stays_while_others_have_none(
    engine: Engine, score: Score
) -> None:
    run_id = score("c?", status="partial")
    first, second = run_of(engine, run_id).claims

    with pytest.raises(StorageError, match="no label at all is no score"):
        remove_claim(engine, first.claim_id, person="Ada")

    assert run_of(engine, run_id).claims == (first, second)
    assert history(engine, run_id) == []
    set_verdict(engine, second.claim_id, label="supported", person="Ada")
    remove_claim(engine, first.claim_id, person="Ada")
    assert run_of(engine, run_id).summary.share == 0.0


def test_what_one_added_and_took_back_is_not_shown_as_removed(
    engine: Engine, run_id: int
) -> None:
    before = run_of(engine, run_id)
    added = add_claim(engine, run_id, text="x", label="supported", person="Ada")
    remove_claim(engine, added, person="Ada")
    add_claim(engine, run_id, text="y", label="supported", person="Ada")
    undo(engine, run_id, person="Ada")

    after = run_of(engine, run_id)

    assert (after.claims, after.removed_claims) == (before.claims, ())
    assert after.summary == before.summary
