"""Quantities: what a text says of how much, and in which unit."""

import pytest

from dashboard.scoring.offline.quantities import read_quantities


@pytest.mark.parametrize(
    ("text", "language", "dimension", "value"),
    [
        pytest.param("2,450 respondents", "en", "count", 2450, id="thousands"),
        pytest.param("1.234,5", "de", "count", 1234.5, id="decimal comma"),
        pytest.param("1.234 Einwohner", "de", "count", 1234, id="thousands point"),
        pytest.param("1 234 habitants", "fr", "count", 1234, id="thousands space"),
        pytest.param("a dozen", "en", "count", 12, id="a dozen"),
        pytest.param("two dozen", "en", "count", 24, id="two dozen"),
        pytest.param("sixty-one percent", "en", "percent", 61, id="in words"),
        pytest.param("two hundred and five", "en", "count", 205, id="long words"),
        pytest.param("5.3 billion", "en", "count", 5.3e9, id="billion"),
        pytest.param("2 Millionen", "de", "count", 2e6, id="Millionen"),
        pytest.param("2,3 mil millones", "es", "count", 2.3e9, id="mil millones"),
        pytest.param("1.2万", "zh", "count", 12_000, id="wan"),
        pytest.param("三百二十人", "zh", "count", 320, id="Chinese numerals"),
        pytest.param("3 Lakh", "en", "count", 300_000, id="lakh"),
        pytest.param("zweihundertfünf", "de", "count", 205, id="German words"),
        pytest.param("12 seconds", "en", "time", 12, id="seconds"),
        pytest.param("an hour and a half", "en", "time", 5400, id="hour and a half"),
        pytest.param("two and a half hours", "en", "time", 9000, id="two and a half"),
        pytest.param("half an hour", "en", "time", 1800, id="half an hour"),
        pytest.param("2 hours 15 minutes", "en", "time", 8100, id="compound"),
        pytest.param("5 feet 10 inches", "en", "length", 1.778, id="feet and inches"),
        pytest.param("42.195 kilometers", "en", "length", 42_195, id="kilometers"),
        pytest.param("2,3 kilómetros", "es", "length", 2300, id="kilómetros"),
        pytest.param("2.5 kg", "en", "mass", 2.5, id="kilograms"),
        pytest.param("90 km/h", "en", "speed", 25, id="speed"),
        pytest.param("25 degrees Celsius", "en", "temperature", 298.15, id="Celsius"),
        pytest.param("77°F", "en", "temperature", 298.15, id="Fahrenheit"),
        pytest.param("minus 20 °C", "en", "temperature", 253.15, id="minus"),
        pytest.param("6 GB/s", "en", "transfer", 6e9, id="transfer"),
        pytest.param("$5m", "en", "money USD", 5e6, id="$5m"),
        pytest.param("31.50 EUR", "en", "money EUR", 31.5, id="code behind"),
        pytest.param("five million dollars", "en", "money USD", 5e6, id="dollars"),
        pytest.param("1,2 millones de euros", "es", "money EUR", 1.2e6, id="de euros"),
        pytest.param("two thirds", "en", "percent", 200 / 3, id="fraction"),
        pytest.param("3 out of 10", "en", "percent", 30, id="out of"),
        pytest.param("half of them", "en", "percent", 50, id="half"),
        pytest.param("百分之六十", "zh", "percent", 60, id="Chinese per cent"),
        pytest.param("the second time", "en", "ordinal", 2, id="ordinal word"),
        pytest.param("the 21st", "en", "ordinal", 21, id="ordinal figure"),
        pytest.param("twice", "en", "times", 2, id="twice"),
        pytest.param("temperature_c: 4", "en", "temperature", 277.15, id="key"),
    ],
)
def test_a_quantity_is_read_in_base_units(
    text: str, language: str, dimension: str, value: float
) -> None:
    (quantity,) = read_quantities(text, language)

    assert quantity.readings[0].dimension == dimension
    assert quantity.readings[0].low == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        pytest.param("10-15 km", 10_000, 15_000, id="hyphen"),
        pytest.param("between 5 and 10 people", 5, 10, id="between"),
        pytest.param("$5-10 million", 5e6, 10e6, id="magnitude on the right"),
    ],
)
def test_a_range_is_one_quantity(text: str, low: float, high: float) -> None:
    (quantity,) = read_quantities(text)

    assert (quantity.readings[0].low, quantity.readings[0].high) == (low, high)


def test_a_change_from_one_number_to_another_is_no_range() -> None:
    values = [q.readings[0].low for q in read_quantities("fell from 9 to 7")]

    assert values == [9, 7]


@pytest.mark.parametrize("text", ["A-1009", "v2.3", "3.11.2", "COVID-19", "GPT4"])
def test_an_identifier_is_no_quantity(text: str) -> None:
    assert read_quantities(text) == ()


@pytest.mark.parametrize(
    ("text", "language", "modifier"),
    [
        pytest.param("roughly 1,200", "en", "about", id="roughly"),
        pytest.param("ungefähr 350", "de", "about", id="ungefähr"),
        pytest.param("alrededor de 350", "es", "about", id="alrededor"),
        pytest.param("约12000人", "zh", "about", id="about in Chinese"),
        pytest.param("nearly 50,000", "en", "under", id="nearly"),
        pytest.param("more than $750 million", "en", "over", id="more than"),
        pytest.param("up to 12 seconds", "en", "at_most", id="up to"),
        pytest.param("at least 5", "en", "at_least", id="at least"),
        pytest.param("300 or more", "en", "at_least", id="or more"),
        pytest.param("exactly 1,234", "en", "exactly", id="exactly"),
        pytest.param("1,234", "en", "", id="nothing said"),
    ],
)
def test_words_beside_a_number_say_how_exactly_it_is_meant(
    text: str, language: str, modifier: str
) -> None:
    (quantity,) = read_quantities(text, language)

    assert quantity.modifier == modifier


def test_an_ambiguous_mark_gives_both_readings() -> None:
    (quantity,) = read_quantities("1,234", "en")

    assert [reading.low for reading in quantity.readings] == [1234, 1.234]


def test_offsets_reach_from_the_currency_to_the_unit() -> None:
    text = "It cost over $1.5 billion; 3 kg of it."

    spans = [text[q.start : q.end] for q in read_quantities(text)]

    assert spans == ["$1.5 billion", "3 kg"]
