from datetime import UTC, datetime

import pytest
from sqlalchemy import Engine, insert, update

from storage import agreement
from storage.agreement import (
    ClaimDisagreement,
    Confidence,
    LabelledShare,
    RunDisagreement,
    Truth,
    VerdictPair,
)
from storage.cut_offs import cut_off, keep_cut_off
from storage.reviews import flag
from storage.runs import count_runs, queue_runs, save_runs, take_runs
from storage.tables import CLAIM, RUN, VERDICT
from storage.values import NewSample, RunFilter, RunSettings
from tests.storage.conftest import Score, finished

MOMENT = datetime(2026, 1, 2, tzinfo=UTC)
ALL = RunFilter()


def labelled(engine: Engine, marks: str, label: str | None, output: str) -> int:
    [run_id] = queue_runs(
        engine, [NewSample(output=output, label=label)], RunSettings(), source="cli"
    )
    take_runs(engine, worker="w", limit=1)
    save_runs(engine, [finished(run_id, marks, confidence=0.8)], worker="w")
    return run_id


def say(engine: Engine, run_id: int, position: int, label: str) -> int:
    """Let a person label a claim, as reviews do."""
    with engine.begin() as connection:
        claim_id: int = connection.execute(
            update(CLAIM)
            .where(CLAIM.c.run_id == run_id, CLAIM.c.position == position)
            .values(label=label)
            .returning(CLAIM.c.id)
        ).scalar_one()
        connection.execute(
            insert(VERDICT).values(
                claim_id=claim_id,
                created_at=MOMENT,
                person="ada",
                label=label,
                reason="",
            )
        )
        connection.execute(
            update(RUN).where(RUN.c.id == run_id).values(reviewed_at=MOMENT)
        )
    return claim_id


@pytest.fixture
def runs(engine: Engine) -> list[int]:
    return [
        labelled(engine, "ssss", "faithful", "clean"),
        labelled(engine, "sssc", "faithful", "one bad"),
        labelled(engine, "sscc", "hallucinated", "two bad"),
        labelled(engine, "ssss", "hallucinated", "missed"),
        labelled(engine, "cccc", None, "nobody said anything"),
    ]


@pytest.mark.usefixtures("runs")
def test_shares_are_counted_beside_the_labels_of_their_samples(engine: Engine) -> None:
    assert agreement.labelled_shares(engine, ALL, judge="offline") == [
        LabelledShare(0.0, False, 1),
        LabelledShare(0.0, True, 1),
        LabelledShare(0.25, False, 1),
        LabelledShare(0.5, True, 1),
    ]
    assert agreement.labelled_shares(engine, ALL, judge="another") == []


def test_runs_on_the_wrong_side_of_the_cut_off_are_listed_farthest_first(
    engine: Engine, runs: list[int]
) -> None:
    found = agreement.run_disagreements(engine, ALL, judge="offline", cut_off=0.125)

    assert found == [
        RunDisagreement(runs[3], "missed", 0.0, True),
        RunDisagreement(runs[1], "one bad", 0.25, False),
    ]
    assert [
        each.run_id
        for each in agreement.run_disagreements(
            engine, ALL, judge="offline", cut_off=0.25
        )
    ] == [runs[3]]


def test_verdicts_are_paired_where_both_spoke(engine: Engine, runs: list[int]) -> None:
    say(engine, runs[2], 0, "supported")
    say(engine, runs[2], 1, "unsupported")
    say(engine, runs[2], 2, "supported")

    assert agreement.verdict_pairs(engine, ALL, judge="offline") == [
        VerdictPair("contradicted", "supported", 1),
        VerdictPair("supported", "supported", 1),
        VerdictPair("supported", "unsupported", 1),
    ]
    assert agreement.confidences(engine, ALL, judge="offline") == [
        Confidence(0.8, claims=3, right=1)
    ]
    assert agreement.judges_with_truth(engine, ALL) == [Truth("offline", 4, 3)]


def test_claims_that_people_see_otherwise_are_listed(
    engine: Engine, runs: list[int]
) -> None:
    say(engine, runs[2], 0, "supported")
    claim_id = say(engine, runs[2], 3, "supported")

    assert agreement.claim_disagreements(engine, ALL, judge="offline") == [
        ClaimDisagreement(
            runs[2],
            claim_id,
            "claim 3 contradicted",
            "contradicted",
            "supported",
            0.8,
            "because c",
        )
    ]


def test_a_verdict_that_was_withdrawn_says_nothing(
    engine: Engine, runs: list[int]
) -> None:
    say(engine, runs[2], 0, "unsupported")
    with engine.begin() as connection:
        connection.execute(
            update(VERDICT)
            .where(VERDICT.c.person.is_not(None))
            .values(withdrawn_at=MOMENT)
        )

    assert agreement.verdict_pairs(engine, ALL, judge="offline") == []


def test_a_judge_without_a_cut_off_flags_by_the_runs_own_threshold(
    engine: Engine,
) -> None:
    assert cut_off(engine, judge="offline") is None


def test_a_kept_cut_off_decides_which_runs_are_flagged(
    engine: Engine, score: Score
) -> None:
    for marks in ("ssss", "sssc", "sscc", "cccc"):
        score(marks, output=marks)
    by_person = score("ssss", output="flagged by hand")
    flag(engine, [by_person], flagged=True, person="ada")

    assert keep_cut_off(engine, judge="offline", share=0.25) == 3
    assert cut_off(engine, judge="offline") == 0.25
    assert count_runs(engine, RunFilter(flagged=True)) == 3

    assert keep_cut_off(engine, judge="offline", share=None) == 4
    assert cut_off(engine, judge="offline") is None


def test_a_cut_off_is_a_share(engine: Engine) -> None:
    with pytest.raises(ValueError, match="refused"):
        keep_cut_off(engine, judge="offline", share=1.5)
