import pytest
from sqlalchemy import Engine

from storage import comparing
from storage.comparing import (
    ChangedClaim,
    ChangedRun,
    FlagPair,
    LabelPair,
    Overlap,
    SharePair,
)
from storage.cut_offs import keep_cut_off
from storage.values import RunFilter
from tests.storage.conftest import Score

A, B = RunFilter(judges=("one",)), RunFilter(judges=("two",))


@pytest.fixture
def runs(score: Score) -> dict[str, int]:
    """Three texts that both scored, one by each alone, and runs that do not count."""
    score("ccc", output="t1", judge="one")  # a newer run of the same text counts
    return {
        "a1": score("sscu", output="t1", judge="one"),
        "b1": score("scsu", output="t1", judge="two"),
        "a2": score("ss", output="t2", judge="one"),
        "b2": score("sc", output="t2", judge="two"),
        "a3": score("cc", output="t3", judge="one"),
        "b3": score("sc", output="t3", judge="two"),
        "a4": score("s", output="t4", judge="one"),
        "b4": score("s", output="t5", judge="two"),
        "b5": score("s", output="t4", judge="two", status="failed"),
    }


@pytest.mark.usefixtures("runs")
def test_only_texts_that_both_scored_are_compared(engine: Engine) -> None:
    assert comparing.overlap(engine, A, B) == Overlap(texts=3, only_a=1, only_b=1)


@pytest.mark.usefixtures("runs")
def test_shares_of_a_text_stand_side_by_side(engine: Engine) -> None:
    assert comparing.share_pairs(engine, A, B) == [
        SharePair(0.0, 0.5, 1),
        SharePair(0.5, 0.5, 1),
        SharePair(1.0, 0.5, 1),
    ]
    assert comparing.count_changed(engine, A, B) == (1, 1)


@pytest.mark.usefixtures("runs")
def test_flags_are_counted_by_both_sides(engine: Engine) -> None:
    assert comparing.flag_pairs(engine, A, B) == [
        FlagPair(False, True, 1),
        FlagPair(True, True, 2),
    ]


@pytest.mark.usefixtures("runs")
def test_a_cut_off_kept_for_a_judge_decides_what_it_flags(engine: Engine) -> None:
    keep_cut_off(engine, judge="two", share=0.5)

    assert comparing.flag_pairs(engine, A, B) == [
        FlagPair(False, False, 1),
        FlagPair(True, False, 2),
    ]


def test_texts_that_became_worse_or_better_are_listed(
    engine: Engine, runs: dict[str, int]
) -> None:
    [worse] = comparing.changed_runs(engine, A, B, direction="worse")
    [better] = comparing.changed_runs(engine, A, B, direction="better")

    assert worse == ChangedRun(runs["a2"], runs["b2"], "t2", 0.0, 0.5)
    assert better == ChangedRun(runs["a3"], runs["b3"], "t3", 1.0, 0.5)


@pytest.mark.usefixtures("runs")
def test_claims_of_the_same_words_are_compared_by_label(engine: Engine) -> None:
    # the claims' texts of these tests hold their place and label, so equal ones agree
    assert comparing.label_pairs(engine, A, B) == [
        LabelPair("contradicted", "contradicted", 1),
        LabelPair("supported", "supported", 2),
        LabelPair("unsupported", "unsupported", 1),
    ]
    assert comparing.changed_claims(engine, A, B) == []


def test_claims_that_flipped_are_listed_with_both_reasons(
    engine: Engine, runs: dict[str, int]
) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "UPDATE claim SET text = 'the same words' WHERE position = 1"
        )

    [worse] = comparing.changed_claims(engine, A, B, direction="worse", limit=1)
    better = comparing.changed_claims(engine, A, B, direction="better")

    assert worse == ChangedClaim(
        runs["a2"],
        runs["b2"],
        "the same words",
        "supported",
        "contradicted",
        "because s",
        "because c",
    )
    assert better == []
    assert comparing.label_pairs(engine, A, B)[1] == LabelPair(
        "supported", "contradicted", 2
    )


@pytest.mark.usefixtures("runs")
def test_a_run_is_not_compared_with_itself(engine: Engine) -> None:
    assert comparing.share_pairs(engine, A, A) == []
