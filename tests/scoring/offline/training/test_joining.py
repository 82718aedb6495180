import json
import random
from pathlib import Path

import pytest

pytest.importorskip("onnxruntime")

from dashboard.scoring.offline.entailment.shipped import shipped
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.joined.figures import FIGURES
from dashboard.scoring.offline.joined.fusion import Fusion
from dashboard.scoring.offline.joined.weighing import Weighed
from dashboard.scoring.offline.training import join
from dashboard.scoring.offline.training.columns import at_threshold, best_threshold
from dashboard.scoring.offline.training.examples import Example, read_examples
from dashboard.scoring.offline.training.fusing import (
    cross_fitted,
    doubt,
    fit_fusion,
    precise,
    rules_doubt,
)
from dashboard.scoring.offline.training.logistic import fit_logistic
from dashboard.scoring.offline.training.tables import (
    calibration_table,
    comparison_table,
    flag_table,
)

HELD = Finding("supported", None, "overlap", 0.7, "held")


def figures(entailed: float, claims: int = 1) -> dict[str, float]:
    return {**dict.fromkeys(FIGURES, 0.0), "entailed": entailed, "claims": claims - 1}


def example(
    number: int, *entailed: float, bad: bool, name: str = "a", finding: Finding = HELD
) -> Example:
    claims = tuple(Weighed(finding, figures(each, len(entailed))) for each in entailed)
    labels = (None,) * len(entailed)
    return Example(name, f"document {number // 2}", bad, claims, labels, 0.5)


def examples(count: int, *, name: str = "a", seed: int = 1) -> list[Example]:
    """Return outputs of one to three claims, bad if the worst is less entailed."""
    chance = random.Random(seed)
    made = []
    for number in range(count):
        entailed = [chance.gauss(1, 2) for _ in range(chance.randint(1, 3))]
        bad = min(entailed) + chance.gauss(0, 0.5) < 0
        made.append(example(number, *entailed, bad=bad, name=name))
    return made


def test_a_regression_finds_the_weights_that_made_the_rows() -> None:
    chance = random.Random(3)
    rows = [{"a": chance.gauss(0, 1), "b": chance.gauss(0, 1)} for _ in range(4000)]
    odds = [2.0 * row["a"] - 1.0 * row["b"] + 0.5 for row in rows]
    truths = [chance.random() < 1 / (1 + 2.718281828**-each) for each in odds]

    found = fit_logistic(rows, truths, names=("a", "b"), weights=[1.0] * len(rows))

    assert found.weights["a"] == pytest.approx(2.0, abs=0.2)
    assert found.weights["b"] == pytest.approx(-1.0, abs=0.2)
    assert found.bias == pytest.approx(0.5, abs=0.2)


def test_no_figure_is_paid_for_telling_groups_apart() -> None:
    chance = random.Random(4)
    groups = ["mostly bad"] * 500 + ["mostly good"] * 500
    rows = [{"is bad set": float(group == "mostly bad")} for group in groups]
    truths = [chance.random() < (0.9 if g == "mostly bad" else 0.1) for g in groups]
    weights = [1.0] * len(rows)

    alone = fit_logistic(rows, truths, names=("is bad set",), weights=weights)
    apart = fit_logistic(
        rows, truths, names=("is bad set",), weights=weights, groups=groups
    )

    assert alone.weights["is bad set"] > 3.5
    assert apart.weights["is bad set"] < 2.5


def test_what_is_fitted_is_the_worst_claims_probability() -> None:
    made = examples(600)

    fusion = fit_fusion(made)

    right = [(doubt(each, fusion) >= 0.5) == each.hallucinated for each in made]
    assert sum(right) / len(right) > 0.9
    assert fusion.hallucinated.weights["entailed"] < 0


def test_an_output_without_claims_is_beyond_doubt() -> None:
    nothing = Example("a", "d", False, (), (), 0.0)

    assert doubt(nothing, fit_fusion(examples(100))) == 0
    assert rules_doubt(nothing) == 0


def test_what_is_cross_fitted_never_saw_the_example() -> None:
    made = examples(200)
    turned = [
        Example(e.name, e.document, not e.hallucinated, e.claims, e.labels, e.lacking)
        for e in examples(40, name="turned", seed=2)
    ]

    seen = fit_fusion([*made, *turned])
    unseen = cross_fitted([*made, *turned], part_of=lambda e: e.name, folds=2)

    alone = fit_fusion(made)
    expected = [doubt(each, alone) for each in turned]
    assert unseen[200:] == pytest.approx(expected)
    assert [doubt(each, seen) for each in turned] != pytest.approx(expected)


def test_a_kind_of_findings_overrules_if_it_is_mostly_right_and_common() -> None:
    conflict = Finding("contradicted", "date", "date", 0.8, "differs")

    def found(kind: str, right: int, wrong: int) -> list[Example]:
        claim = Weighed(conflict, figures(0.0), (), kind)
        return [
            Example("a", f"d{at}", at < right, (claim,), (None,), 0.0)
            for at in range(right + wrong)
        ]

    made = found("date", 90, 10) + found("name", 70, 30) + found("rare", 20, 0)

    assert precise(made) == {"date": 0.9}


def test_the_best_threshold_is_that_of_the_highest_mean_over_sets() -> None:
    made = [example(n, 0.0, bad=n % 2 == 0) for n in range(40)]
    doubts = [0.7 if each.hallucinated else 0.31 for each in made]

    assert 0.31 < best_threshold(made, doubts) <= 0.7


def test_the_tables_say_what_was_measured() -> None:
    made = [example(n, 0.0, bad=n % 4 < 2) for n in range(40)]
    right = at_threshold([0.95 if e.hallucinated else 0.05 for e in made], 0.5)
    always = at_threshold([0.6] * 40, 0.5)
    columns = {"right": right, "always": always}

    rows = comparison_table(made, columns, best="right").splitlines()

    assert rows[2] == (
        "| a | 40 | 20 | 100.0 [100.0, 100.0] / 100.0 [100.0, 100.0] "
        "| 50.0 [50.0, 50.0] / 50.0 [50.0, 50.0] |"
    )
    assert rows[4].endswith("| 50.0 [50.0, 50.0] / 50.0 [50.0, 50.0] |")
    assert flag_table(made, columns).splitlines()[2] == "| 1 | 1 | 40 | 50 | 50 | 100 |"
    assert calibration_table(made, right).splitlines()[2:] == [
        "| 0 to 10 | 20 | 5 | 0 |",
        "| 90 to 100 | 20 | 95 | 100 |",
    ]


def write_labelled(path: Path, *, seed: int) -> None:
    chance = random.Random(seed)
    lines = []
    for number in range(30):
        colour, other = chance.sample(["red", "green", "blue", "white"], 2)
        bad = number % 2 == 1
        lines.append(
            {
                "context": [f"Boat {number} is {colour}.", "The harbour is small."],
                "output": f"Boat {number} is {other if bad else colour}.",
                "label": "hallucinated" if bad else "faithful",
                "claims": [{"label": "contradicted" if bad else "supported"}],
            }
        )
    lines.append({**lines[0], "lang": "de"})
    path.write_text("\n".join(json.dumps(line) for line in lines))


def test_examples_carry_labels_claims_and_what_the_rules_find(tmp_path: Path) -> None:
    write_labelled(tmp_path / "boats.jsonl", seed=1)

    found = read_examples(tmp_path / "boats.jsonl", shipped())

    assert len(found) == 30
    good, bad = found[0], found[1]
    assert (good.name, good.hallucinated, good.labels) == (
        "boats",
        False,
        ("supported",),
    )
    assert (bad.hallucinated, bad.labels) == (True, ("contradicted",))
    assert good.claims[0].by_rules
    assert set(bad.claims[0].figures) == set(FIGURES)


def test_the_command_writes_the_numbers_and_reports(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelled, out = tmp_path / "labelled", tmp_path / "fusion.json"
    labelled.mkdir()
    write_labelled(labelled / "boats.jsonl", seed=1)
    write_labelled(labelled / "ships.jsonl", seed=2)
    weights = Path(join.__file__).parents[1] / "entailment" / "weights"

    report = tmp_path / "report.md"
    chosen = {"labelled": labelled, "model": weights, "out": out, "report": report}

    join.main([word for name, at in chosen.items() for word in (f"--{name}", str(at))])

    assert tuple(Fusion.read(out).hallucinated.weights) == FIGURES
    printed = capsys.readouterr().out
    assert printed == report.read_text()
    assert "| ships | 30 | 15 |" in printed
