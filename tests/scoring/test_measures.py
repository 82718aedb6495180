"""The measures beside scikit-learn's and scipy's, on fixed data."""

import subprocess
import sys
from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics
from sklearn.calibration import calibration_curve

from dashboard.scoring.measures import (
    Confusion,
    Estimate,
    Flips,
    auroc,
    average_precision,
    brier,
    calibration_error,
    confusion,
    cut_offs,
    flips,
    intervals,
    judge_figures,
    kappa,
    label_matrix,
    mean_of,
    paired_difference,
    reliability_bins,
    sign_test,
    wilson,
)

CHANCE = np.random.default_rng(7)
TRUTHS = [bool(at) for at in CHANCE.random(300) < 0.4]
SCORES = [
    float(np.clip(round(number, 1), 0, 1))
    for number in CHANCE.normal(0.4, 0.3, 300) + 0.2 * np.array(TRUTHS)
]
"""Eleven scores for 300 rows, so that most of them are ties."""
FLAGS = [score > 0.5 for score in SCORES]
NONE: list[bool] = []


def test_the_four_counts_and_what_follows_agree_with_scikit_learn() -> None:
    found = confusion(TRUTHS, FLAGS)

    ((passed, false_alarms), (missed, bad)) = metrics.confusion_matrix(TRUTHS, FLAGS)
    assert found == Confusion(bad, false_alarms, missed, passed)
    assert found.accuracy == pytest.approx(metrics.accuracy_score(TRUTHS, FLAGS))
    assert found.precision == pytest.approx(metrics.precision_score(TRUTHS, FLAGS))
    assert found.recall == pytest.approx(metrics.recall_score(TRUTHS, FLAGS))
    assert found.f1 == pytest.approx(metrics.f1_score(TRUTHS, FLAGS))
    assert found.kappa == pytest.approx(metrics.cohen_kappa_score(TRUTHS, FLAGS))
    assert found.balanced_accuracy == pytest.approx(
        metrics.balanced_accuracy_score(TRUTHS, FLAGS)
    )


def test_ranking_with_ties_agrees_with_scikit_learn() -> None:
    assert auroc(TRUTHS, SCORES) == pytest.approx(metrics.roc_auc_score(TRUTHS, SCORES))
    assert average_precision(TRUTHS, SCORES) == pytest.approx(
        metrics.average_precision_score(TRUTHS, SCORES)
    )


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        pytest.param([0.9, 0.8, 0.7, 0.1], 1.0, id="every bad one above"),
        pytest.param([0.1, 0.2, 0.3, 0.9], 0.0, id="every bad one below"),
        pytest.param([0.5, 0.5, 0.5, 0.5], 0.5, id="ties count half"),
        pytest.param([0.9, 0.2, 0.5, 0.5], 0.5, id="one above, one tie, one below"),
    ],
)
def test_auroc_is_how_often_a_bad_row_scores_above_a_good_one(
    scores: list[float], expected: float
) -> None:
    assert auroc([True, True, True, False], scores) == expected


def test_the_curves_are_those_of_scikit_learn() -> None:
    lines = cut_offs(TRUTHS, SCORES)

    false, true, at = metrics.roc_curve(TRUTHS, SCORES, drop_intermediate=False)
    each = [line.confusion for line in lines]
    assert [one.false_alarms / one.good for one in each] == pytest.approx(list(false))
    assert [one.recall for one in each] == pytest.approx(list(true))
    assert [line.above for line in lines[:-1]] == pytest.approx(list(at[1:]))
    precision, recall, _ = metrics.precision_recall_curve(TRUTHS, SCORES)
    assert [one.precision for one in each[1:]] == pytest.approx(list(precision[-2::-1]))
    assert [one.recall for one in each] == pytest.approx(list(recall[::-1]))


def test_a_line_flags_what_scores_above_it_and_the_last_flags_all() -> None:
    lines = cut_offs([True, False, True], [0.9, 0.5, 0.0])

    assert [line.above for line in lines] == [0.9, 0.5, 0.0, None]
    assert [line.confusion.flagged for line in lines] == [0, 1, 2, 3]


def test_long_curves_are_thinned_evenly_and_keep_both_ends() -> None:
    scores = [at / 5_000 for at in range(5_000)]

    lines = cut_offs([at % 2 == 0 for at in range(5_000)], scores)

    flagged = [line.confusion.flagged for line in lines]
    assert (len(lines), flagged[0], flagged[-1]) == (200, 0, 5_000)
    assert max(np.diff(flagged)) <= 26


def test_rows_that_stand_for_many_count_so_often() -> None:
    truths, scores, counts = (
        [True, False, True, False],
        [0.9, 0.9, 0.1, 0.0],
        [3, 1, 2, 4],
    )
    unfolded = [bool(at) for at in np.repeat(truths, counts)]
    said = [float(at) for at in np.repeat(scores, counts)]
    flagged = [score > 0.5 for score in scores]

    for measure in (auroc, average_precision, brier, calibration_error):
        assert measure(truths, scores, counts=counts) == pytest.approx(
            measure(unfolded, said)
        )
    assert cut_offs(truths, scores, counts=counts) == cut_offs(unfolded, said)
    assert confusion(truths, flagged, counts=counts) == Confusion(3, 1, 2, 4)
    mean = mean_of(scores, counts=counts)
    assert mean is not None
    assert mean.n == 10
    assert mean.value == pytest.approx(np.mean(said))


def test_calibration_agrees_with_scikit_learn() -> None:
    bins = reliability_bins(TRUTHS, SCORES)

    bad, said = calibration_curve(TRUTHS, SCORES, n_bins=10)
    assert [one.bad.value for one in bins] == pytest.approx(list(bad))
    assert [one.said for one in bins] == pytest.approx(list(said))
    assert brier(TRUTHS, SCORES) == pytest.approx(
        metrics.brier_score_loss(TRUTHS, SCORES)
    )


def test_the_calibration_error_weighs_the_bins_by_their_rows() -> None:
    truths = [True, True, True, False, False]
    said = [0.95, 0.95, 0.95, 0.95, 0.25]

    # four rows are said to be bad at 0.95 and three are; one at 0.25 and is not
    assert calibration_error(truths, said) == pytest.approx((4 * 0.2 + 0.25) / 5)
    assert [
        (one.low, one.high, one.bad.n) for one in reliability_bins(truths, said)
    ] == [
        (0.2, 0.3, 1),
        (0.9, 1.0, 4),
    ]


@pytest.mark.parametrize(("hits", "n"), [(0, 5), (3, 7), (40, 40), (190, 1000)])
def test_wilsons_interval_is_that_of_scipy(hits: int, n: int) -> None:
    found = wilson(hits, n)

    expected = stats.binomtest(hits, n).proportion_ci(method="wilson")
    assert found is not None
    assert (found.value, found.n) == (hits / n, n)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(("ups", "downs"), [(0, 1), (3, 9), (10, 10), (400, 470)])
def test_the_sign_test_is_that_of_scipy(ups: int, downs: int) -> None:
    expected = stats.binomtest(ups, ups + downs).pvalue

    assert sign_test(ups, downs) == pytest.approx(expected)


def test_the_sign_test_of_many_flips_is_close_to_the_exact_one() -> None:
    expected = stats.binomtest(10_100, 20_500).pvalue

    assert sign_test(10_100, 10_400) == pytest.approx(expected, abs=1e-4)


def test_flips_are_counted_in_each_direction() -> None:
    found = flips([False, False, False, True, True], [True, True, False, False, True])

    assert found == Flips(to_bad=2, to_good=1, bad=1, good=1, p=1.0)
    assert found.n == 5


def test_kappa_of_three_labels_agrees_with_scikit_learn_and_with_resampling() -> None:
    names = ["supported", "contradicted", "unsupported"]
    first = [names[at] for at in CHANCE.integers(3, size=400)]
    second = [
        label if kept else names[at]
        for label, kept, at in zip(
            first, CHANCE.random(400) < 0.6, CHANCE.integers(3, size=400), strict=True
        )
    ]

    found = kappa(label_matrix(first, second, names))

    expected = metrics.cohen_kappa_score(first, second)
    assert found is not None
    assert found.n == 400
    assert found.value == pytest.approx(expected)
    resampled = stats.bootstrap(
        (np.array(first), np.array(second)),
        metrics.cohen_kappa_score,
        paired=True,
        vectorized=False,
        n_resamples=500,
        method="percentile",
        rng=np.random.default_rng(0),
    ).confidence_interval
    assert (found.low, found.high) == pytest.approx(
        (resampled.low, resampled.high), abs=0.015
    )


def test_labels_meet_in_a_matrix_of_the_first_by_the_second() -> None:
    met = label_matrix(["a", "a", "b"], ["a", "b", "b"], ["a", "b", "c"])

    assert met == ((1, 1, 0), (0, 1, 0), (0, 0, 0))


def test_the_interval_of_a_mean_is_that_of_scipys_bootstrap() -> None:
    found = mean_of(SCORES)

    resampled = stats.bootstrap(
        (np.array(SCORES),),
        np.mean,
        n_resamples=5_000,
        method="percentile",
        rng=np.random.default_rng(0),
    ).confidence_interval
    assert found is not None
    assert found.n == 300
    assert found.value == pytest.approx(np.mean(SCORES))
    assert (found.low, found.high) == pytest.approx(
        (resampled.low, resampled.high), abs=0.004
    )


def test_rows_of_one_group_are_drawn_together() -> None:
    once = mean_of([0.0, 0.2, 0.7, 1.0], groups=["a", "b", "c", "d"])
    twice = mean_of([0.0, 0.2, 0.7, 1.0] * 2, groups=["a", "b", "c", "d"] * 2)
    alone = mean_of([0.0, 0.2, 0.7, 1.0] * 2)

    assert once is not None
    assert twice is not None
    assert alone is not None
    assert (twice.low, twice.high, twice.n) == (once.low, once.high, 8)
    assert _width(alone) < 0.8 * _width(twice)


def test_the_mean_of_very_many_rows_has_the_normal_interval() -> None:
    values = [at / 10_000 for at in range(10_000)]

    found = mean_of(values)

    half = 1.959963984540054 * float(np.std(values, ddof=1)) / 100
    assert found is not None
    assert (found.low, found.high) == pytest.approx((0.49995 - half, 0.49995 + half))


def test_a_paired_difference_is_much_surer_than_two_means() -> None:
    after = [score + 0.05 for score in SCORES]

    found = paired_difference(SCORES, after)

    assert found is not None
    assert found.value == pytest.approx(0.05)
    assert (found.low, found.high) == pytest.approx((0.05, 0.05))
    assert found.excludes_zero


def test_an_interval_around_zero_or_none_at_all_excludes_nothing() -> None:
    assert not Estimate(0.1, -0.1, 0.3, 9).excludes_zero
    assert not Estimate(0.1, None, None, 1).excludes_zero
    assert Estimate(-0.1, -0.2, -0.01, 9).excludes_zero


def test_a_judges_figures_are_the_single_measures_with_their_n() -> None:
    found = judge_figures(TRUTHS, FLAGS, SCORES, probabilities=SCORES)

    assert found is not None
    counts = confusion(TRUTHS, FLAGS)
    values = {
        name: (getattr(found, name).value, getattr(found, name).n)
        for name in ("precision", "recall", "f1", "balanced_accuracy", "kappa")
    }
    assert found.confusion == counts
    assert values == {
        "precision": (counts.precision, counts.flagged),
        "recall": (counts.recall, counts.bad),
        "f1": (counts.f1, 300),
        "balanced_accuracy": (counts.balanced_accuracy, 300),
        "kappa": (counts.kappa, 300),
    }
    assert found.auroc is not None
    assert found.auroc.value == auroc(TRUTHS, SCORES)
    assert found.average_precision is not None
    assert found.average_precision.value == average_precision(TRUTHS, SCORES)
    assert found.brier is not None
    assert found.brier.value == pytest.approx(brier(TRUTHS, SCORES))
    assert found.calibration_error is not None
    expected = calibration_error(TRUTHS, SCORES)
    assert found.calibration_error.value == pytest.approx(expected)


def test_the_intervals_of_recall_and_auroc_are_as_wide_as_theory_says() -> None:
    found = judge_figures(TRUTHS, FLAGS, SCORES)

    assert found is not None
    assert found.recall is not None
    theory = wilson(found.confusion.found, found.confusion.bad)
    assert theory is not None
    assert _width(found.recall) == pytest.approx(_width(theory), rel=0.1)
    assert found.auroc is not None
    assert _width(found.auroc) == pytest.approx(
        2 * 1.96 * _hanley_mcneil(found.auroc.value, sum(TRUTHS), 300 - sum(TRUTHS)),
        rel=0.15,
    )


def test_rows_of_documents_have_wider_intervals_than_rows_alone() -> None:
    documents = [at // 10 for at in range(300)]
    truths = [at // 10 % 2 == 0 for at in range(300)]
    flags = [at // 10 % 3 == 0 for at in range(300)]
    scores = [float(flag) for flag in flags]

    alone = judge_figures(truths, flags, scores)
    together = judge_figures(truths, flags, scores, groups=documents)

    assert alone is not None
    assert together is not None
    assert alone.confusion == together.confusion
    assert alone.balanced_accuracy is not None
    assert together.balanced_accuracy is not None
    assert alone.balanced_accuracy.value == together.balanced_accuracy.value
    assert _width(together.balanced_accuracy) > 2 * _width(alone.balanced_accuracy)


def test_the_same_rows_have_the_same_interval_each_time() -> None:
    first = judge_figures(TRUTHS, FLAGS, SCORES)
    again = judge_figures(TRUTHS, FLAGS, SCORES)

    assert first == again


def test_perfect_scores_have_an_interval_of_no_width() -> None:
    truths = [True, False] * 20

    found = judge_figures(truths, truths, [float(truth) for truth in truths])

    assert found is not None
    for measured in (found.f1, found.auroc, found.balanced_accuracy, found.kappa):
        assert measured == Estimate(1.0, 1.0, 1.0, 40)


@pytest.mark.parametrize(
    "measured",
    [
        pytest.param(lambda: auroc([True, True], [0.1, 0.2]), id="auroc of one kind"),
        pytest.param(lambda: auroc(NONE, []), id="auroc of nothing"),
        pytest.param(lambda: average_precision([False], [0.1]), id="nothing to find"),
        pytest.param(lambda: brier(NONE, []), id="brier of nothing"),
        pytest.param(lambda: calibration_error(NONE, []), id="calibration of nothing"),
        pytest.param(lambda: wilson(0, 0), id="a share of nothing"),
        pytest.param(lambda: mean_of([]), id="a mean of nothing"),
        pytest.param(lambda: mean_of([0.5], counts=[0]), id="a mean of no rows"),
        pytest.param(lambda: paired_difference([], []), id="no pairs"),
        pytest.param(lambda: flips(NONE, NONE), id="nothing judged twice"),
        pytest.param(lambda: sign_test(0, 0), id="nothing flipped"),
        pytest.param(lambda: kappa([[0, 0], [0, 0]]), id="kappa of nothing"),
        pytest.param(lambda: kappa([[5, 0], [0, 0]]), id="kappa of one label"),
        pytest.param(lambda: judge_figures(NONE, NONE, []), id="figures of nothing"),
        pytest.param(
            lambda: confusion([True], [False]).precision, id="nothing flagged"
        ),
        pytest.param(lambda: confusion([False], [True]).recall, id="nothing bad"),
        pytest.param(lambda: confusion([False], [False]).f1, id="neither"),
        pytest.param(
            lambda: confusion([True], [True]).balanced_accuracy, id="one kind"
        ),
        pytest.param(lambda: confusion([True], [True]).kappa, id="must agree"),
        pytest.param(lambda: confusion(NONE, NONE).accuracy, id="accuracy of nothing"),
    ],
)
def test_where_there_is_nothing_to_say_nothing_is_said(
    measured: Callable[[], object],
) -> None:
    assert measured() is None


def test_there_is_no_line_to_draw_through_nothing() -> None:
    assert cut_offs(NONE, []) == ()
    assert reliability_bins(NONE, []) == ()


def test_one_group_alone_has_a_value_and_no_interval() -> None:
    assert mean_of([0.25, 0.75], groups=["a", "a"]) == Estimate(0.5, None, None, 2)
    assert mean_of([0.25]) == Estimate(0.25, None, None, 1)
    found = judge_figures([True, False], [True, False], [1, 0], groups=["a", "a"])
    assert found is not None
    assert found.f1 == Estimate(1.0, None, None, 2)


def test_what_most_drawings_leave_undefined_has_no_interval() -> None:
    counts: list[float | None] = [1.0, None, None]

    def seldom(weights: object) -> list[float | None]:
        return [counts[int(np.asarray(weights)[0]) % 3]]

    assert intervals(seldom, 2) == [None]


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(lambda: auroc([True], [0.1, 0.2]), id="lengths"),
        pytest.param(lambda: auroc([True], [float("nan")]), id="no number"),
        pytest.param(lambda: brier([True], [1.5]), id="no probability"),
        pytest.param(lambda: brier([True], [float("nan")]), id="no probability at all"),
        pytest.param(lambda: wilson(3, 2), id="more hits than rows"),
        pytest.param(lambda: kappa([[1, 2]]), id="not square"),
        pytest.param(lambda: label_matrix(["x"], ["a"], ["a"]), id="unknown label"),
        pytest.param(lambda: cut_offs([True], [0.5], most=1), id="one point"),
        pytest.param(
            lambda: mean_of([1.0], groups=["a"], counts=[1]), id="groups of many rows"
        ),
    ],
)
def test_what_cannot_be_measured_is_refused(wrong: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        wrong()


def test_numpy_is_loaded_on_first_use() -> None:
    code = "import sys, dashboard.scoring.measures; sys.exit('numpy' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def _width(estimate: Estimate) -> float:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.high - estimate.low


def _hanley_mcneil(area: float, bad: int, good: int) -> float:
    q1, q2 = area / (2 - area), 2 * area**2 / (1 + area)
    spread = area * (1 - area) + (bad - 1) * (q1 - area**2)
    return sqrt((spread + (good - 1) * (q2 - area**2)) / (bad * good))
