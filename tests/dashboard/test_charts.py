"""The numbers in the traces, and what a name that is hostile becomes on an axis."""

from dashboard import charts, display
from storage.statistics import KindCount, LabelCounts, ShareHistogram

HISTOGRAM = ShareHistogram(zero=30, bins=(*[0] * 10, 7, *[0] * 3, 4, *[0] * 3, 2, 5))
BY_JUDGE = [
    LabelCounts("offline", 6, 3, 1, 0, runs=4),
    LabelCounts("<b>x</b> & $5", 1, 0, 0, 1, runs=1),
]
KINDS = [KindCount("date", 5, 0), KindCount("missing", 0, 3)]


def test_the_distribution_shows_zero_apart_and_every_bin() -> None:
    (bar,) = charts.share_distribution(HISTOGRAM).data

    assert list(bar.y) == [30, *[0] * 10, 7, *[0] * 3, 4, *[0] * 3, 2, 5]
    assert list(bar.text[:2]) == ["30", ""]
    assert bar.x[0] < 0
    assert (bar.x[1], bar.x[-1]) == (0.025, 0.975)


def test_bars_are_coloured_by_the_band_in_which_they_begin() -> None:
    (bar,) = charts.share_distribution(HISTOGRAM).data

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
        charts.BAND_PATTERNS[band] for band in bands
    ]


def test_bars_of_the_distribution_have_names_of_their_ranges() -> None:
    assert charts.bin_names(4) == ["0", "0–25 %", "25–50 %", "50–75 %", "75–100 %"]


def test_labels_by_judge_are_shares_of_the_judges_own_claims() -> None:
    figure = charts.labels_by_judge(BY_JUDGE)

    assert {bar.name: list(bar.x) for bar in figure.data} == {
        "contradicted": [0.3, 0.0],
        "unsupported": [0.1, 0.0],
        "unjudged": [0.0, 0.5],
        "supported": [0.6, 0.5],
    }
    assert {bar.name: list(bar.text) for bar in figure.data}["contradicted"] == [
        "3",
        "",
    ]


def test_a_judge_without_claims_divides_by_nothing() -> None:
    figure = charts.labels_by_judge([LabelCounts("new", 0, 0, 0, 0, runs=1)])

    assert [list(bar.x) for bar in figure.data] == [[0.0]] * 4


def test_kinds_are_counted_apart_for_contradicted_and_unsupported() -> None:
    figure = charts.hallucinated_kinds(KINDS)

    assert [(bar.name, list(bar.y), list(bar.x)) for bar in figure.data] == [
        ("contradicted", ["Date", "Missing"], [5, 0]),
        ("unsupported", ["Date", "Missing"], [0, 3]),
    ]


def test_every_bar_has_an_explicit_colour_and_pattern() -> None:
    for figure in (charts.labels_by_judge(BY_JUDGE), charts.hallucinated_kinds(KINDS)):
        for bar in figure.data:
            look = display.LABELS[bar.name]
            assert (bar.marker.color, bar.marker.pattern.shape) == (
                look.colour,
                look.pattern,
            )


def test_names_on_axes_are_escaped_and_cut() -> None:
    long = LabelCounts("provider/" + "m" * 60, 1, 0, 0, 0, runs=1)

    (first, *_) = charts.labels_by_judge([*BY_JUDGE, long]).data

    assert list(first.y) == [
        "offline",
        "&lt;b&gt;x&lt;/b&gt; &amp; $5",
        "provider/" + "m" * 18 + "…",
    ]
