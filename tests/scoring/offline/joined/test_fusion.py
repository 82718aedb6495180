from pathlib import Path

import pytest

from dashboard.scoring.offline.joined.figures import FIGURES
from dashboard.scoring.offline.joined.fusion import (
    Fusion,
    Logistic,
    shipped_fusion,
)

EVEN = Fusion(
    Logistic({"rules": 1.0, "claims": -0.5}, 0.0), Logistic({"opposed": 2.0}, 0.0), {}
)


def test_a_probability_follows_from_the_figures() -> None:
    logistic = Logistic({"a": 2.0, "b": -1.0}, 0.5)

    found = logistic.probability({"a": 1.0, "b": 2.5, "unused": 9.0})

    assert found == 0.5


def test_the_probabilities_of_the_labels_sum_up_to_one() -> None:
    odds = EVEN.odds({"rules": 0.0, "claims": 0.0, "opposed": 0.0})

    assert (odds.supported, odds.contradicted, odds.unsupported) == (0.5, 0.25, 0.25)
    assert odds.hallucinated == 0.5


def test_the_same_figures_are_less_alarming_among_many_claims() -> None:
    alone = EVEN.odds({"rules": 1.0, "claims": 0.0, "opposed": 0.0})
    among = EVEN.odds({"rules": 1.0, "claims": 2.0, "opposed": 0.0})

    assert among.hallucinated < alone.hallucinated


def test_the_numbers_are_the_same_after_they_were_kept(tmp_path: Path) -> None:
    fusion = Fusion(EVEN.hallucinated, EVEN.contradicted, {"date": 0.81})

    fusion.write(tmp_path / "fusion.json")

    assert Fusion.read(tmp_path / "fusion.json") == fusion


def test_the_shipped_numbers_mean_what_they_say() -> None:
    fusion = shipped_fusion()

    assert tuple(fusion.hallucinated.weights) == FIGURES
    weights = fusion.hallucinated.weights
    assert weights["entailed"] < 0 < weights["rules"]
    assert weights["claims"] < 0 < weights["new pairs"]
    assert fusion.contradicted.weights["opposed"] > 0
    assert set(fusion.overruling) <= {"twin", "nothing", "quantity", "date"}


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_counts(name: str) -> None:
    assert shipped_fusion().hallucinated.weights[name] != 0
