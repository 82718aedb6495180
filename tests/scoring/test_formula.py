import math

import pytest

from dashboard.scoring.formula import band, checked_scale, coverage, hallucinated_share

WORDS = {"s": "supported", "c": "contradicted", "u": "unsupported", "-": "unjudged"}


def labels(marks: str) -> list[str]:
    return [WORDS[mark] for mark in marks]


@pytest.mark.parametrize(
    ("marks", "share"),
    [
        pytest.param("", 0.0, id="no claims"),
        pytest.param("sss", 0.0, id="all supported"),
        pytest.param("css", 1 / 3, id="one of three, not rounded"),
        pytest.param("ucss", 0.5, id="contradicted and unsupported count alike"),
        pytest.param("cc", 1.0, id="all hallucinated"),
        pytest.param("c---", 1.0, id="only judged claims count"),
        pytest.param("s-", 0.0, id="a lost verdict does not count against"),
        pytest.param("--", None, id="nothing judged is no score"),
    ],
)
def test_the_share_is_hallucinated_over_judged(marks: str, share: float | None) -> None:
    assert hallucinated_share(labels(marks)) == share


@pytest.mark.parametrize(
    ("marks", "covered"),
    [("", 1.0), ("scu", 1.0), ("s-", 0.5), ("---", 0.0), ("ccs-", 0.75)],
)
def test_coverage_is_judged_over_all(marks: str, covered: float) -> None:
    assert coverage(labels(marks)) == covered


@pytest.mark.parametrize(
    ("share", "name"),
    [
        (0.0, "none"),
        (0.001, "low"),
        (0.4999, "low"),
        (0.5, "mixed"),
        (0.6999, "mixed"),
        (0.7, "high"),
        (0.8999, "high"),
        (0.9, "complete"),
        (1.0, "complete"),
    ],
)
def test_a_band_begins_at_its_limit(share: float, name: str) -> None:
    assert band(share) == name


@pytest.mark.parametrize("scale", [0, -1, math.nan, math.inf, "10", None])
def test_a_scale_that_is_not_positive_and_finite_is_refused(scale: float) -> None:
    with pytest.raises(ValueError, match="scale must be a positive finite number"):
        checked_scale(scale)


def test_a_scale_may_be_any_positive_number() -> None:
    assert checked_scale(100) == 100.0
    assert checked_scale(0.5) == 0.5
