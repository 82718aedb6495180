"""Dates and times in the usual formats of several languages."""

import pytest

from dashboard.scoring.offline.date_agreement import date_agreement
from dashboard.scoring.offline.dates import read_dates

MARCH_5 = ((2019, 2019), (3, 3), 5, None, None)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("2019-03-05", "en"),
        ("5 March 2019", "en"),
        ("March 5th, 2019", "en"),
        ("5. März 2019", "de"),
        ("05.03.2019", "de"),
        ("5 de marzo de 2019", "es"),
        ("5 mars 2019", "fr"),
        ("5 marzo 2019", "it"),
        ("5 de março de 2019", "pt"),
        ("2019年3月5日", "zh"),
        ("2019년 3월 5일", "ko"),
    ],
)
def test_a_full_date_is_read_in_any_usual_format(text: str, language: str) -> None:
    (date,) = read_dates(text, language)

    assert tuple(date.readings[0]) == MARCH_5


@pytest.mark.parametrize(
    ("text", "language", "reading"),
    [
        ("in 1977", "en", ((1977, 1977), None, None, None, None)),
        ("June 2024", "en", ((2024, 2024), (6, 6), None, None, None)),
        ("in October", "en", (None, (10, 10), None, None, None)),
        ("the 1920s", "en", ((1920, 1929), None, None, None, None)),
        ("the 19th century", "en", ((1800, 1900), None, None, None, None)),
        ("siglo XIX", "es", ((1800, 1900), None, None, None, None)),
        ("Q1 2023", "en", ((2023, 2023), (1, 3), None, None, None)),
        ("on Tuesday at 7 pm", "en", (None, None, None, 1, 1140)),
        ("19:30", "en", (None, None, None, None, 1170)),
        ("44 BC", "en", ((-44, -44), None, None, None, None)),
    ],
)
def test_coarser_dates_and_times_are_read(
    text: str, language: str, reading: tuple[object, ...]
) -> None:
    (date,) = read_dates(text, language)

    assert tuple(date.readings[0]) == reading


def test_a_date_in_figures_alone_has_both_readings() -> None:
    (date,) = read_dates("03/05/2019")

    assert [(r.months, r.day) for r in date.readings] == [((3, 3), 5), ((5, 5), 3)]


@pytest.mark.parametrize(
    "text",
    ["2000 people", "2048 bytes", "It may march on", "$2000", "default 1024"],
)
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert read_dates(text) == ()


@pytest.mark.parametrize(
    ("claim", "context", "expected"),
    [
        pytest.param("March 5, 2019", "2019-03-05", "same", id="formats"),
        pytest.param("May 3, 2019", "5 March 2019", "differs", id="day and month"),
        pytest.param("03/05/2019", "5 March 2019", "same", id="either order"),
        pytest.param("in June 2024", "12 June 2024", "same", id="coarser"),
        pytest.param("12 June 2024", "June 2024", "finer", id="finer"),
        pytest.param("in 1977", "in 1987", "differs", id="year"),
        pytest.param("the 1980s", "in 1987", "fair", id="decade"),
        pytest.param("around 1990", "in 1989", "fair", id="around"),
        pytest.param("around 9 pm", "21:10", "fair", id="around a time"),
        pytest.param("9 pm", "7 pm", "differs", id="time"),
        pytest.param("Tuesday", "5 March 2019", "same", id="weekday of a date"),
        pytest.param("Friday", "5 March 2019", "differs", id="wrong weekday"),
        pytest.param("in 1977", "in October", "apart", id="nothing shared"),
    ],
)
def test_dates_agree_as_far_as_both_say(
    claim: str, context: str, expected: str
) -> None:
    (mine,) = read_dates(claim)
    (theirs,) = read_dates(context)

    assert date_agreement(mine, theirs) == expected
