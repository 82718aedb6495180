import pytest

from dashboard.charts import judging
from dashboard.scoring.measures import (
    Confusion,
    CutOff,
    Estimate,
    ReliabilityBin,
)
from storage.comparing import SharePair

LINES = (
    CutOff(1.0, Confusion(found=0, false_alarms=0, missed=2, passed=2)),
    CutOff(0.5, Confusion(found=1, false_alarms=0, missed=1, passed=2)),
    CutOff(0.0, Confusion(found=2, false_alarms=1, missed=0, passed=1)),
    CutOff(None, Confusion(found=2, false_alarms=2, missed=0, passed=0)),
)


def test_the_scatter_has_a_mark_for_each_pair_sized_by_its_texts() -> None:
    pairs = [SharePair(0.0, 0.5, 9), SharePair(0.5, 0.5, 36), SharePair(1.0, 0.0, 1)]

    marks = judging.shares_side_by_side(pairs).data[0]

    assert (list(marks.x), list(marks.y)) == ([0.0, 0.5, 1.0], [0.5, 0.5, 0.0])
    assert list(marks.marker.size) == [21.0, 36.0, 11.0]
    assert list(marks.marker.symbol) == ["triangle-up", "circle", "triangle-down"]
    assert list(marks.customdata) == [9, 36, 1]


def test_too_many_pairs_are_rounded_together_and_none_is_lost() -> None:
    pairs = [SharePair(a / 499, 0.52, 2) for a in range(500)]

    cells = judging.cells_of(pairs)

    assert sum(cell.texts for cell in cells) == 1_000
    assert {cell.share_b for cell in cells} == {0.5}
    assert [cell.share_a for cell in cells] == [at / 20 for at in range(21)]


def test_roc_goes_from_nothing_flagged_to_everything() -> None:
    curve, chosen, chance = judging.roc(LINES, 0.5).data

    assert list(curve.x) == [0.0, 0.0, 0.5, 1.0]
    assert list(curve.y) == [0.0, 0.5, 1.0, 1.0]
    assert list(curve.customdata) == ["above 1.00", "above 0.50", "above 0.00", "all"]
    assert (chosen.x, chosen.y) == ((0.0,), (0.5,))
    assert list(chance.x) == [0, 1]


def test_precision_is_left_out_where_nothing_is_flagged() -> None:
    curve, _ = judging.precision_recall(LINES, 0.5).data

    assert list(curve.x) == [0.5, 1.0, 1.0]
    assert list(curve.y) == [1.0, pytest.approx(2 / 3), 0.5]


@pytest.mark.parametrize(
    ("cut_off", "point"),
    [
        pytest.param(1.0, (0.0, 0.0), id="nothing is above"),
        pytest.param(0.7, (0.0, 0.5), id="between two shares"),
        pytest.param(0.5, (0.0, 0.5), id="on a share"),
        pytest.param(0.0, (0.5, 1.0), id="all above 0"),
    ],
)
def test_a_cut_off_stands_where_it_flags_the_same_runs(
    cut_off: float, point: tuple[float, float]
) -> None:
    points = [
        (cut.above, 1 - (cut.confusion.specificity or 0.0), cut.confusion.recall or 0.0)
        for cut in LINES
    ]

    assert judging.at_cut_off(points, cut_off) == point


def test_calibration_shows_each_range_with_its_interval() -> None:
    bins = [ReliabilityBin(0.7, 0.8, 0.75, Estimate(0.5, 0.25, 0.875, 8))]

    points = judging.reliability(bins).data[0]

    assert (points.x, points.y) == ((0.75,), (0.5,))
    assert list(points.error_y.array) == [0.375]
    assert list(points.error_y.arrayminus) == [0.25]
    assert list(points.customdata) == [8]
