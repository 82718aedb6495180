"""How one verdict of a person is kept, refused and taken back."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest
from sqlalchemy import Engine, func, select

from storage.errors import StorageError
from storage.reviews import (
    add_claim,
    bin_runs,
    history,
    remove_claim,
    set_verdict,
    withdraw_verdict,
)
from storage.runs import get_run
from storage.tables import REVIEW, VERDICT
from storage.values import RunDetails, StoredClaim

Score = Callable[..., int]
MOMENT = datetime(2026, 1, 2, tzinfo=UTC)


def run_of(engine: Engine, run_id: int) -> RunDetails:
    run = get_run(engine, run_id)
    assert run is not None
    return run


def claims(engine: Engine, run_id: int) -> tuple[StoredClaim, ...]:
    return run_of(engine, run_id).claims


def rows(engine: Engine) -> tuple[int, int]:
    """How many verdicts and lines of history there are."""
    with engine.connect() as connection:
        verdicts = connection.scalar(select(func.count()).select_from(VERDICT))
        lines = connection.scalar(select(func.count()).select_from(REVIEW))
    assert verdicts is not None
    assert lines is not None
    return verdicts, lines


def test_a_verdict_stands_beside_the_judges(engine: Engine, score: Score) -> None:
    run_id = score("c", kind="date", confidence=0.75)
    [before] = claims(engine, run_id)

    set_verdict(
        engine,
        before.claim_id,
        label="supported",
        person=" Ada ",
        reason=" It says so. ",
        created_at=MOMENT,
    )

    [claim] = claims(engine, run_id)
    assert claim.judged == before.judged
    said = claim.deciding
    assert (said.by, said.by_person) == ("Ada", True)
    assert (said.label, said.reason) == ("supported", "It says so.")
    assert (said.created_at, said.kind, said.confidence) == (MOMENT, None, None)


@pytest.mark.parametrize(
    ("judged", "label", "kind"),
    [
        pytest.param("c", "contradicted", "date", id="the same"),
        pytest.param("c", "unsupported", "date", id="hallucinated otherwise"),
        pytest.param("c", "supported", None, id="not hallucinated"),
        pytest.param("s", "contradicted", None, id="the judge saw nothing"),
    ],
)
def test_what_is_wrong_with_a_claim_is_still_known(
    engine: Engine, score: Score, judged: str, label: str, kind: str | None
) -> None:
    run_id = score(judged, kind="date")
    [claim] = claims(engine, run_id)

    set_verdict(engine, claim.claim_id, label=label, person="Ada")

    assert claims(engine, run_id)[0].deciding.kind == kind


def test_the_same_again_is_kept_once_and_another_reason_is_news(
    engine: Engine, score: Score
) -> None:
    [claim] = claims(engine, score("c"))

    for reason in ("", "", " ", "now I know why", "now I know why "):
        set_verdict(
            engine, claim.claim_id, label="supported", person="Ada", reason=reason
        )

    assert rows(engine) == (1 + 2, 2)


def test_the_moment_decides_which_verdict_is_newest(
    engine: Engine, score: Score
) -> None:
    run_id = score("c")
    [claim] = claims(engine, run_id)
    late, early = MOMENT + timedelta(days=1), MOMENT

    for label, moment in (("supported", late), ("unsupported", early)):
        set_verdict(
            engine, claim.claim_id, label=label, person="Ada", created_at=moment
        )

    assert claims(engine, run_id)[0].label == "supported"
    assert run_of(engine, run_id).summary.share == 0.0


@pytest.mark.parametrize("label", ["unjudged", "yes", "", "Supported"])
def test_a_person_chooses_one_of_three_labels(
    engine: Engine, score: Score, label: str
) -> None:
    [claim] = claims(engine, score("c"))

    with pytest.raises(ValueError, match="a person chooses one of"):
        set_verdict(engine, claim.claim_id, label=label, person="Ada")

    assert rows(engine) == (1, 0)


@pytest.mark.parametrize(
    ("person", "reason", "why"),
    [
        pytest.param(" \n", "", "Your name is blank", id="nobody"),
        pytest.param("A\0da", "", "Your name holds a NUL", id="NUL in a name"),
        pytest.param("Ada", "a\0b", "Your reason holds a NUL", id="NUL in a reason"),
        pytest.param("Ada", "a\ud800b", "half a character", id="half a character"),
    ],
)
def test_a_text_that_cannot_be_kept_is_refused(
    engine: Engine, score: Score, person: str, reason: str, why: str
) -> None:
    [claim] = claims(engine, score("c"))

    with pytest.raises(StorageError, match=why):
        set_verdict(
            engine, claim.claim_id, label="supported", person=person, reason=reason
        )

    assert rows(engine) == (1, 0)


def test_what_is_gone_gets_no_verdict(engine: Engine, score: Score) -> None:
    lost, thrown = score("cs"), score("c")
    [first, _], [second] = claims(engine, lost), claims(engine, thrown)
    remove_claim(engine, first.claim_id, person="Bob")
    bin_runs(engine, [thrown], person="Bob")

    def refusal(claim_id: int) -> str:
        with pytest.raises(StorageError) as refused:
            set_verdict(engine, claim_id, label="supported", person="Ada")
        return str(refused.value)

    assert refusal(99) == "Claim 99 is not there any more."
    assert refusal(first.claim_id).startswith("Bob took this claim away.")
    assert refusal(second.claim_id).startswith(f"Run {thrown} lies in the bin.")


def test_a_failed_run_keeps_no_score_whatever_is_said_of_its_claims(
    engine: Engine, score: Score
) -> None:
    run_id = score("?", status="failed")
    [claim] = claims(engine, run_id)

    set_verdict(engine, claim.claim_id, label="contradicted", person="Ada")

    run = run_of(engine, run_id).summary
    assert (run.status, run.share, run.flagged) == ("failed", None, False)
    assert (run.contradicted, run.unjudged, run.reviewed) == (1, 0, True)


def test_withdrawn_verdicts_stay_in_sight(engine: Engine, score: Score) -> None:
    run_id = score("c")
    [claim] = claims(engine, run_id)
    for person in ("Ada", "Bob"):
        set_verdict(engine, claim.claim_id, label="supported", person=person)

    withdraw_verdict(engine, claim.claim_id, person="Ada")

    [claim] = claims(engine, run_id)
    assert [(each.by, each.withdrawn_at is None) for each in claim.verdicts] == [
        ("judge", True),
        ("Ada", False),
        ("Bob", True),
    ]
    assert claim.deciding.by == "Bob"


def test_withdrawing_nothing_is_no_line_of_history(
    engine: Engine, score: Score
) -> None:
    run_id = score("c")
    [claim] = claims(engine, run_id)

    withdraw_verdict(engine, claim.claim_id, person="Ada")

    assert history(engine, run_id) == []


def test_a_claim_that_one_added_cannot_be_left_without_a_label(
    engine: Engine, score: Score
) -> None:
    run_id = score("s")
    added = add_claim(engine, run_id, text="new", label="unsupported", person="Ada")

    with pytest.raises(StorageError, match="cannot be without a label"):
        withdraw_verdict(engine, added, person="Ada")

    withdraw_verdict(engine, added, person="Bob")
    assert claims(engine, run_id)[1].label == "unsupported"


def test_two_people_at_once_both_count(engine: Engine, score: Score) -> None:
    run_id = score("c" * 8)
    found = claims(engine, run_id)

    def review(person: str, mine: tuple[StoredClaim, ...]) -> None:
        for claim in mine:
            set_verdict(engine, claim.claim_id, label="supported", person=person)

    threads = [
        Thread(target=review, args=("Ada", found[:4])),
        Thread(target=review, args=("Bob", found[3:])),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)

    run = run_of(engine, run_id)
    assert (run.summary.share, run.summary.supported) == (0.0, 8)
    assert len(history(engine, run_id)) == 9
