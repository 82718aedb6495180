"""The numbers in the traces, and what a name that is hostile becomes on an axis."""

from datetime import date

import pytest

from dashboard import display
from dashboard.charts import labels, shares, trends
from dashboard.charts.dress import DASHES, HUES
from dashboard.scoring.measures import Estimate
from storage.figures import (
    KindCell,
    Period,
    ShareGroup,
    ShareHistogram,
)
from storage.lengths import LengthCell

HISTOGRAM = ShareHistogram(zero=30, bins=(*[0] * 10, 7, *[0] * 3, 4, *[0] * 3, 2, 5))
GROUPS = [
    ShareGroup("offline", "offline", ((0.0, 3), (0.5, 1)), 6, 3, 1, 0),
    ShareGroup("2", "<b>x</b> & $5", ((0.95, 1),), 1, 0, 0, 1),
]
CELLS = [
    KindCell("offline", "offline", "date", 5, 0),
    KindCell("2", "<b>x</b> & $5", "missing", 0, 3),
]


def test_the_distribution_shows_zero_apart_and_every_bin() -> None:
    (bar,) = shares.share_distribution(HISTOGRAM).data

    assert list(bar.y) == [30, *[0] * 10, 7, *[0] * 3, 4, *[0] * 3, 2, 5]
    assert list(bar.text[:2]) == ["30", ""]
    assert bar.x[0] < 0
    assert (bar.x[1], bar.x[-1]) == (0.025, 0.975)
    assert [held[0] for held in bar.customdata] == list(range(21))


def test_bars_are_coloured_by_the_band_in_which_they_begin() -> None:
    (bar,) = shares.share_distribution(HISTOGRAM).data

    colours = {str(band): look.colour for band, look in display.BANDS.items()}
    bands = [
        "none",
        *["low"] * 10,
        *["mixed"] * 4,
        *["high"] * 4,
        *["complete"] * 2,
    ]
    assert list(bar.marker.color) == [colours[band] for band in bands]
    assert list(bar.marker.pattern.shape) == [
        shares.BAND_PATTERNS[band] for band in bands
    ]


def test_bars_of_the_distribution_have_names_of_their_ranges() -> None:
    assert shares.bin_names(4) == ["0", "0–25 %", "25–50 %", "50–75 %", "75–100 %"]


def test_curves_rise_to_the_whole_and_number_their_points_through() -> None:
    first, second = shares.cumulative(GROUPS).data

    assert (list(first.x), list(first.y)) == ([0.0, 0.5], [0.75, 1.0])
    assert (list(second.x), list(second.y)) == ([0.95], [1.0])
    assert [held[0] for held in (*first.customdata, *second.customdata)] == [0, 1, 2]


def test_curves_of_many_groups_stay_within_the_points_that_are_sent() -> None:
    steps = tuple((at / 1_000, 1) for at in range(1_000))
    many = [ShareGroup(str(at), str(at), steps, 0, 0, 0, 0) for at in range(12)]

    curves = shares.cumulative(many).data

    assert sum(len(curve.x) for curve in curves) == 480
    looks = {(curve.line.color, curve.line.dash) for curve in curves}
    assert len(looks) == 12
    assert (len(set(HUES)), len(DASHES)) == (6, 5)


def test_means_have_their_intervals_and_a_group_without_one_a_point() -> None:
    estimates = [Estimate(0.125, 0.0, 0.5, 4), Estimate(0.95, None, None, 1)]

    (points,) = shares.means(GROUPS, estimates).data

    assert (list(points.x), list(points.y)) == ([0.125, 0.95], [0, 1])
    assert list(points.error_x.array) == [0.375, 0.0]
    assert list(points.error_x.arrayminus) == [0.125, 0.0]


def test_labels_are_shares_of_the_groups_own_claims() -> None:
    figure = labels.labels_by_group(GROUPS)

    assert {bar.name: list(bar.x) for bar in figure.data} == {
        "contradicted": [0.3, 0.0],
        "unsupported": [0.1, 0.0],
        "unjudged": [0.0, 0.5],
        "supported": [0.6, 0.5],
    }
    by_name = {bar.name: bar for bar in figure.data}
    assert list(by_name["contradicted"].text) == ["3", ""]
    assert [held[0] for held in by_name["unsupported"].customdata] == [1, 5]


def test_a_group_without_claims_divides_by_nothing() -> None:
    empty = ShareGroup("new", "new", ((0.0, 1),), 0, 0, 0, 0)

    assert [list(bar.x) for bar in labels.labels_by_group([empty]).data] == [[0.0]] * 4


def test_bands_are_shares_of_the_groups_runs() -> None:
    figure = labels.bands_by_group(GROUPS)

    assert {bar.name: list(bar.x) for bar in figure.data} == {
        "none": [0.75, 0.0],
        "low": [0.0, 0.0],
        "mixed": [0.25, 0.0],
        "high": [0.0, 0.0],
        "complete": [0.0, 1.0],
    }


def test_kinds_are_counted_apart_for_contradicted_and_unsupported() -> None:
    figure = labels.kinds(CELLS)

    assert [(bar.name, list(bar.x)) for bar in figure.data] == [
        ("contradicted", [5, 0]),
        ("unsupported", [0, 3]),
    ]
    assert list(figure.layout.yaxis.ticktext) == ["Date", "Missing"]


def test_the_matrix_shows_only_what_occurs() -> None:
    (squares,) = labels.kind_matrix(CELLS).data

    assert (list(squares.x), list(squares.y)) == ([0, 1], [0, 1])
    assert list(squares.text) == ["5", "3"]
    assert [held[0] for held in squares.customdata] == [0, 1]


def test_every_bar_has_an_explicit_colour_and_pattern() -> None:
    for figure in (labels.labels_by_group(GROUPS), labels.kinds(CELLS)):
        for bar in figure.data:
            look = display.LABELS[bar.name]
            assert (bar.marker.color, bar.marker.pattern.shape) == (
                look.colour,
                look.pattern,
            )


def test_names_on_axes_are_escaped_and_cut() -> None:
    name = "provider/" + "m" * 60
    long = ShareGroup(name, name, ((0.0, 1),), 1, 0, 0, 0)

    figure = labels.labels_by_group([*GROUPS, long])

    assert list(figure.layout.yaxis.ticktext) == [
        "offline",
        "&lt;b&gt;x&lt;/b&gt; &amp; $5",
        "provider/" + "m" * 18 + "…",
    ]


def test_a_mean_over_time_has_its_interval_but_not_over_one_run() -> None:
    periods = [
        Period(date(2026, 1, 5), 4, 0.5, 0.03),
        Period(date(2026, 1, 6), 1, 1.0, 0.0),
    ]

    (line,) = trends.over_time(periods).data

    half = 1.959963984540054 * (0.03 / 3 / 4) ** 0.5
    assert list(line.x) == ["2026-01-05", "2026-01-06"]
    assert list(line.error_y.array) == [pytest.approx(half), 0.0]
    assert list(line.error_y.arrayminus) == [pytest.approx(half), 0.0]
    assert trends.interval_of(periods[1]) is None


def test_lengths_are_squares_by_length_and_share() -> None:
    cells = [
        LengthCell(0, 50, 0.0, 0.0, 3),
        LengthCell(0, 50, 0.9, 1.0, 1),
        LengthCell(51_200, None, 0.0, 0.0, 2),
    ]

    figure = trends.lengths(cells, "output")
    (squares,) = figure.data

    assert list(zip(squares.x, squares.y, squares.text, strict=True)) == [
        (0, 0, "3"),
        (1, 0, "2"),
        (0, 1, "1"),
    ]
    assert list(figure.layout.xaxis.ticktext) == ["0–49", "51,200+"]
    assert list(figure.layout.yaxis.ticktext) == ["0", "90–100 %"]
