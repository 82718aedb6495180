"""Numbers as a person reads them: with their word, and never better than they are."""

from datetime import UTC, datetime, timedelta

import pytest

from dashboard import display
from dashboard.scoring.formula import BANDS

NOW = datetime(2026, 5, 4, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        pytest.param(0.0, "0.00", id="best"),
        pytest.param(1 / 3, "0.33", id="cut"),
        pytest.param(0.125, "0.13", id="half goes up"),
        pytest.param(0.005, "0.01", id="small half goes up"),
        pytest.param(7.5, "7.50", id="on a scale of ten"),
        pytest.param(None, "–", id="no score is no number"),
    ],
)
def test_a_score_has_two_decimals(score: float | None, expected: str) -> None:
    assert display.score_text(score) == expected


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        pytest.param(0.0, "0 %", id="nothing"),
        pytest.param(0.001, "<1 %", id="a little is not nothing"),
        pytest.param(0.333, "33 %", id="a third"),
        pytest.param(0.995, ">99 %", id="nearly all is not all"),
        pytest.param(1.0, "100 %", id="all"),
        pytest.param(None, "–", id="none"),
    ],
)
def test_only_nothing_is_0_and_only_everything_is_100_percent(
    share: float | None, expected: str
) -> None:
    assert display.percent(share) == expected


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        pytest.param(0.0002, "<1 ms", id="under a millisecond"),
        pytest.param(0.0123, "12 ms", id="milliseconds"),
        pytest.param(3.14, "3.1 s", id="seconds"),
        pytest.param(61.0, "1 min 1 s", id="minutes"),
        pytest.param(3_720.0, "1 h 2 min", id="hours"),
        pytest.param(None, "–", id="unknown"),
    ],
)
def test_a_duration_has_a_fitting_unit(seconds: float | None, expected: str) -> None:
    assert display.duration(seconds) == expected


@pytest.mark.parametrize(
    ("before_s", "expected"),
    [
        pytest.param(3, "just now", id="seconds ago"),
        pytest.param(45, "45 seconds ago", id="under a minute"),
        pytest.param(60, "1 minute ago", id="one"),
        pytest.param(7_300, "2 hours ago", id="hours"),
        pytest.param(200_000, "2 days ago", id="days"),
    ],
)
def test_a_time_is_told_by_how_long_ago_it_was(before_s: int, expected: str) -> None:
    assert display.ago(NOW - timedelta(seconds=before_s), now=NOW) == expected


def test_an_exact_time_has_its_zone() -> None:
    assert display.moment(NOW) == "2026-05-04 12:00:00 UTC"


def test_unknown_cost_is_never_shown_as_nothing() -> None:
    assert [display.cost(c) for c in (None, 0, 0.00042)] == ["unknown", "$0", "$0.0004"]


def test_counts_carry_their_noun() -> None:
    assert [display.count(n, "claim") for n in (0, 1, 12_000)] == [
        "0 claims",
        "1 claim",
        "12,000 claims",
    ]


def test_a_title_is_the_first_words_on_one_line_cut_between_words() -> None:
    output = (
        "The first Star Wars movie came out in 1977\nand was directed by George Lucas."
    )

    assert display.run_title(output) == (
        "The first Star Wars movie came out in 1977 and was directed by George…"
    )


def test_a_title_without_spaces_is_cut_all_the_same() -> None:
    assert display.run_title("漢" * 500) == "漢" * 69 + "…"


def test_an_output_of_nothing_has_a_title_that_says_so() -> None:
    assert display.run_title(" \n ") == "Empty output"


def test_every_label_has_a_sign_a_colour_and_a_pattern_of_its_own() -> None:
    looks = display.LABELS.values()

    assert len({look.sign for look in looks}) == 4
    assert len({look.colour for look in looks}) == 4
    assert len({look.pattern for look in looks}) == 4


def test_contradictions_come_first_and_unknown_labels_last() -> None:
    labels = ["supported", "odd", "unjudged", "unsupported", "contradicted"]

    assert sorted(labels, key=display.badness) == [
        "contradicted",
        "unsupported",
        "unjudged",
        "supported",
        "odd",
    ]


def test_every_band_has_its_words() -> None:
    assert set(display.BANDS) == {"none", "low", *(name for _, name in BANDS)}
