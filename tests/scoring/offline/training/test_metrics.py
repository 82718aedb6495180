import numpy as np
import pytest

from dashboard.scoring.offline.training.metrics import (
    auroc,
    balanced_accuracy,
    f1,
    figures,
    resampled,
)

TRUTH = np.array([True, True, True, False])


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        pytest.param([0.9, 0.8, 0.7, 0.1], 1.0, id="every bad one above"),
        pytest.param([0.1, 0.2, 0.3, 0.9], 0.0, id="every bad one below"),
        pytest.param([0.5, 0.5, 0.5, 0.5], 0.5, id="ties count half"),
        pytest.param([0.9, 0.2, 0.5, 0.5], 0.5, id="one above, one tie, one below"),
    ],
)
def test_auroc_is_how_often_a_bad_one_scores_above_a_good_one(
    scores: list[float], expected: float
) -> None:
    assert auroc(TRUTH, np.array(scores)) == expected


def test_one_kind_of_row_alone_is_scored_as_chance() -> None:
    assert auroc(np.array([True, True]), np.array([0.1, 0.2])) == 0.5


def test_balanced_accuracy_weighs_bad_and_good_alike() -> None:
    flags = np.array([1.0, 1.0, 0.0, 0.0])

    assert balanced_accuracy(TRUTH, flags) == (2 / 3 + 1) / 2


def test_f1_of_two_of_three_found_with_one_false_alarm() -> None:
    assert f1(TRUTH, np.array([1.0, 1.0, 0.0, 1.0])) == 2 / 3


def test_rows_of_one_document_are_drawn_together() -> None:
    draws = resampled(["a", "a", "b"], times=200, seed=1)

    assert {tuple(sorted(draw.tolist())) for draw in draws} == {
        (0, 0, 1, 1),
        (0, 1, 2),
        (2, 2),
    }


def test_figures_hold_the_value_within_its_interval() -> None:
    truths = [True, False] * 50
    scores = [0.9 if at % 4 == 0 else 0.2 for at in range(100)]
    groups = [str(at) for at in range(100)]

    found = figures(truths, scores, groups, resamplings=200)

    assert (found.rows, found.bad, found.flagged) == (100, 50, 0.25)
    assert found.balanced.value == 0.75
    assert found.balanced.low < 0.75 < found.balanced.high
    assert found.balanced.low > 0.6
    assert found.f1.value == 2 / 3
    assert found.auroc.value == 0.75


def test_perfect_scores_have_an_interval_of_no_width() -> None:
    truths = [True, False] * 20
    groups = [str(at) for at in range(40)]

    found = figures(truths, [float(truth) for truth in truths], groups, resamplings=200)

    for measured in (found.balanced, found.f1, found.auroc):
        assert (measured.value, measured.low, measured.high) == (1.0, 1.0, 1.0)
