"""Whether two quantities say the same, within what their words allow."""

import pytest

from dashboard.scoring.offline.agreement import agreement
from dashboard.scoring.offline.quantities import read_quantities

SUPPORTS = {"same", "fair"}


def compare(claim: str, context: str) -> str:
    (mine,) = read_quantities(claim)
    (theirs,) = read_quantities(context)
    return agreement(mine, theirs)


@pytest.mark.parametrize(
    ("claim", "context"),
    [
        ("roughly 1,200", "exactly 1,234"),
        ("about $50 million", "$50.5 million"),
        ("26.2 miles", "42.195 kilometers"),
        ("2,500 grams", "2.5 kg"),
        ("77 degrees Fahrenheit", "25 degrees Celsius"),
        ("almost 50,000", "48,912"),
        ("more than $750 million", "$775 million"),
        ("a third", "33%"),
        ("a dozen", "12"),
        ("49,000", "48,912"),
        ("5.3 billion", "5.27 billion"),
        ("300", "over 300"),
        ("10 to 15 km", "12 km"),
        ("up to 15 km", "10-15 km"),
        ("31.50 EUR", "31.5"),
        ("70%", "0.7"),
        ("approximately 300", "exactly 300"),
        ("3 times", "3"),
    ],
)
def test_rounding_conversion_and_fair_words_agree(claim: str, context: str) -> None:
    assert compare(claim, context) in SUPPORTS


@pytest.mark.parametrize(
    ("claim", "context"),
    [
        ("approximately 1000", "300"),
        ("exactly $20 million", "approximately $20 million"),
        ("roughly 20,000", "48,912"),
        ("over $1 billion", "$775 million"),
        ("3 hours", "90 minutes"),
        ("nearly 5 miles", "120 feet"),
        ("62%", "61%"),
        ("more than 300", "300"),
        ("just under 4,000", "4,095"),
        ("20 km", "10-15 km"),
        ("€5", "$5"),
        ("14°C", "4°C"),
        ("2-1", "2-0"),
        ("1,820 meters", "1,280 meters"),
    ],
)
def test_another_size_unit_or_bound_differs(claim: str, context: str) -> None:
    assert compare(claim, context) == "differs"


@pytest.mark.parametrize(
    ("claim", "context"), [("350", "over 300"), ("12 km", "10-15 km")]
)
def test_more_than_the_context_says_is_finer(claim: str, context: str) -> None:
    assert compare(claim, context) == "finer"


def test_a_length_and_a_mass_have_nothing_to_do_with_each_other() -> None:
    assert compare("3 km", "3 kg") == "apart"
