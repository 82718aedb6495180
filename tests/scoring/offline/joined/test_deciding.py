import pytest

from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.joined.deciding import joined
from dashboard.scoring.offline.joined.fusion import Odds

HELD = Finding("supported", None, "overlap", 0.7, "held")
LACKING = Finding("unsupported", "missing", "missing", 0.6, "nothing")
OTHER_NAME = Finding("contradicted", "name", "name", 0.6, "differs")
OTHER_SUM = Finding("contradicted", "quantity", "quantity", 0.9, "differs")


@pytest.mark.parametrize(
    ("finding", "odds", "expected"),
    [
        pytest.param(
            HELD,
            Odds(0.9, 0.04, 0.06),
            ("supported", None, "overlap", "held", 0.9),
            id="both say it is held: the rule says why",
        ),
        pytest.param(
            HELD,
            Odds(0.2, 0.3, 0.5),
            ("unsupported", "missing", "entailment", "unentailed", 0.8),
            id="the model finds something lacking",
        ),
        pytest.param(
            HELD,
            Odds(0.2, 0.5, 0.3),
            ("contradicted", "other", "entailment", "opposed", 0.8),
            id="the model finds the opposite",
        ),
        pytest.param(
            LACKING,
            Odds(0.75, 0.1, 0.15),
            ("supported", None, "entailment", "entailed", 0.75),
            id="the model reads it in other words",
        ),
        pytest.param(
            LACKING,
            Odds(0.25, 0.25, 0.5),
            ("unsupported", "missing", "missing", "nothing", 0.75),
            id="both find something lacking: the rule says what",
        ),
        pytest.param(
            OTHER_NAME,
            Odds(0.25, 0.25, 0.5),
            ("unsupported", "missing", "entailment", "unentailed", 0.75),
            id="what a rule calls a conflict, the model calls lacking",
        ),
        pytest.param(
            OTHER_NAME,
            Odds(0.25, 0.5, 0.25),
            ("contradicted", "name", "name", "differs", 0.75),
            id="both find a conflict: the rule says which",
        ),
        pytest.param(
            OTHER_NAME,
            Odds(0.75, 0.25, 0.0),
            ("supported", None, "entailment", "entailed", 0.75),
            id="a rule that is often wrong is outvoted",
        ),
        pytest.param(
            OTHER_SUM,
            Odds(0.75, 0.0, 0.25),
            ("contradicted", "quantity", "quantity", "differs", 0.84),
            id="a precise rule stands whatever the model says",
        ),
        pytest.param(
            OTHER_SUM,
            Odds(0.0625, 0.0, 0.9375),
            ("contradicted", "quantity", "quantity", "differs", 0.9375),
            id="a precise rule that the model agrees with is surer",
        ),
    ],
)
def test_rules_and_model_decide_together(
    finding: Finding, odds: Odds, expected: tuple[str, str | None, str, str, float]
) -> None:
    least = 0.84 if finding is OTHER_SUM else 0.0

    found = joined(finding, odds, (), least=least)

    assert (
        found.label,
        found.kind,
        found.layer,
        found.wording,
        round(found.confidence, 6),
    ) == expected
