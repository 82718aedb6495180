import math

import pytest

from dashboard.scoring.offline.entailment.evidence import WordWeights
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.joined.figures import (
    FIGURES,
    Passages,
    Said,
    figures,
)

EVEN = WordWeights({}, 1.0)
CONTEXT = Passages(["The old tower is in Rome.", "It fell in May."])
HELD = Finding("supported", None, "overlap", 0.8, "held")


def figures_of(text: str, finding: Finding = HELD, claims: int = 1) -> dict[str, float]:
    said = Said((0.5, 0.3, 0.2), (0.8, 0.1, 0.1))
    return figures(text, finding, said, CONTEXT, weights=EVEN, claims=claims)


def test_there_is_a_figure_of_every_name() -> None:
    assert tuple(figures_of("The tower fell.")) == FIGURES


def test_the_model_is_heard_on_the_claim_and_on_its_sentence() -> None:
    assert figures_of("The tower fell.")["entailed"] == pytest.approx(math.log(4) / 2)


def test_a_rules_certainty_counts_for_or_against_the_claim() -> None:
    lacking = Finding("unsupported", "missing", "missing", 0.8, "nothing")

    assert figures_of("It fell.")["rules"] == pytest.approx(-math.log(4))
    assert figures_of("It fell.", lacking)["rules"] == pytest.approx(math.log(4))


def test_no_rule_is_taken_to_be_certain() -> None:
    certain = Finding("supported", None, "copy", 1.0, "copied")

    assert figures_of("It fell.", certain)["rules"] == pytest.approx(
        -math.log(0.97 / 0.03)
    )


def test_words_of_a_second_passage_are_scattered() -> None:
    assert figures_of("The old tower is in Rome.")["scattered"] == 0
    assert figures_of("The old tower fell.")["scattered"] == 1 / 4


def test_words_that_are_no_neighbours_in_the_context_are_new_pairs() -> None:
    assert figures_of("The old tower fell.")["new pairs"] == 1 / 3
    assert figures_of("Old tower")["new pairs"] == 0
    assert figures_of("Tower")["new pairs"] == 0


def test_the_number_of_claims_is_told_as_its_logarithm() -> None:
    assert figures_of("It fell.")["claims"] == 0
    assert figures_of("It fell.", claims=8)["claims"] == math.log(8)
