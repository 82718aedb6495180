import pytest

from dashboard.scoring.evidence import find_quote
from dashboard.scoring.types import Evidence

CONTEXT = [
    "The film earned $775 million worldwide.",
    "It was  filmed in\nTunisia and “England”.  Straße 5, ﬁnal cut.",
]


@pytest.mark.parametrize(
    ("quote", "index", "found"),
    [
        pytest.param("$775 million", 0, "$775 million", id="word for word"),
        pytest.param("  $775 million ", 0, "$775 million", id="blanks around"),
        pytest.param(
            "the FILM earned $775 million", 0, "The film earned $775 million", id="case"
        ),
        pytest.param(
            "was filmed in Tunisia", 1, "was  filmed in\nTunisia", id="white space"
        ),
        pytest.param('"England"', 1, "England", id="other quotation marks"),
        pytest.param("strasse 5", 1, "Straße 5", id="a letter folded to two"),
        pytest.param("final cut", 1, "ﬁnal cut", id="a ligature"),
        pytest.param(
            "The film earned $775 milion worldwide", 0, CONTEXT[0][:-1], id="a slip"
        ),
    ],
)
def test_a_quote_is_found_where_it_stands(quote: str, index: int, found: str) -> None:
    evidence = find_quote(quote, CONTEXT)

    start = CONTEXT[index].index(found)
    assert evidence == Evidence(index, start, start + len(found), found)


@pytest.mark.parametrize(
    "quote",
    [
        pytest.param("", id="nothing"),
        pytest.param("  \n", id="blank"),
        pytest.param("...", id="only punctuation"),
        pytest.param("It won seven awards in 1978.", id="invented"),
        pytest.param("The film earned $776 million worldwide.", id="another number"),
        pytest.param("Tunizia", id="too short for a near match"),
    ],
)
def test_an_invented_quote_is_not_found(quote: str) -> None:
    assert find_quote(quote, CONTEXT) is None


def test_the_exact_place_wins_over_a_similar_one_before_it() -> None:
    context = ["the cat sat.", "The cat sat."]

    assert find_quote("The cat sat.", context) == Evidence(1, 0, 12, "The cat sat.")


def test_offsets_count_code_points() -> None:
    context = ["👩‍🚀 é Ada flew."]
    evidence = find_quote("Ada flew", context)

    assert evidence is not None
    assert context[0][evidence.start : evidence.end] == "Ada flew"
