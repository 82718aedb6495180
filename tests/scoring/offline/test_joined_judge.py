"""The embedded judge with its model, without it, and where it must not be asked."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from dashboard.scoring import HallucinationScorer, Result, Sample
from dashboard.scoring.offline.entailment.shipped import NoModel, load, shipped
from dashboard.scoring.offline.judge import OfflineJudge

BY_RULES = "the offline judge decided by rules alone"


def scored(output: str, *context: str, question: str | None = None) -> Result:
    return HallucinationScorer().score(Sample(output, context, input=question))


def test_what_is_said_in_other_words_is_told_from_what_is_not_said() -> None:
    context = (
        "The orchestra called off its concert because the conductor had fallen ill."
    )

    held = scored("The concert was cancelled as the conductor was sick.", context)
    lacking = scored("The concert was sold out weeks before.", context)

    assert (held.share, lacking.share) == (0.0, 1.0)


def test_english_is_judged_with_the_model_and_nothing_is_said_about_it() -> None:
    result = scored("The shop is old.", "The shop was opened in 1890.")

    assert result.judge_detail is None


@pytest.mark.parametrize(
    ("output", "context"),
    [
        pytest.param("Das Haus ist alt.", "Das Haus ist neu.", id="German"),
        pytest.param("这座桥很长。", "这座桥建于1937年。", id="Chinese"),
    ],
)
def test_other_languages_are_judged_by_rule_and_the_result_says_so(
    output: str, context: str
) -> None:
    result = scored(output, context)

    assert result.judge_detail == (
        f"{BY_RULES}: its own model reads English only; for other languages a "
        "language model as judge is worth more"
    )
    assert all(claim.verdict.layer != "entailment" for claim in result.claims)


def test_a_judge_asked_to_do_without_its_model_says_so() -> None:
    sample = Sample("It cost $30 in May.", ["It cost $20 in May."])

    result = HallucinationScorer(OfflineJudge(model=False)).score(sample)

    assert result.claims[0].verdict.layer == "quantity"
    assert result.judge_detail == BY_RULES


def test_a_table_is_read_by_rule() -> None:
    table = "| City | Bridges |\n|---|---|\n| Bruges | 80 |\n| Ghent | 31 |"

    (claim,) = scored("Ghent has 31 bridges.", table).claims

    assert (claim.verdict.label, claim.verdict.layer) == ("supported", "overlap")


@pytest.mark.parametrize(
    ("output", "context", "quote"),
    [
        (
            "The film got poor reviews.",
            "It ran for months. Critics praised the film.",
            "Critics praised the film.",
        ),
        (
            "Nobody was hurt in the crash.",
            "It rained. Two people were injured in the crash.",
            "Two people were injured in the crash.",
        ),
    ],
)
def test_a_verdict_of_the_model_quotes_what_it_was_held_against(
    output: str, context: str, quote: str
) -> None:
    (claim,) = scored(output, context).claims

    verdict = claim.verdict
    assert (verdict.label, verdict.layer) == ("contradicted", "entailment")
    assert verdict.reason == "What the context says nearest to this speaks against it."
    assert verdict.evidence is not None
    assert verdict.evidence.quote == quote


def test_runs_judged_at_the_same_time_come_out_as_one_by_one() -> None:
    samples = [
        Sample(f"The {thing} was sold to a museum.", f"A museum bought the {other}.")
        for thing in ("lamp", "boat", "coat")
        for other in ("lamp", "boat", "coat")
    ]
    scorer = HallucinationScorer()

    async def together() -> list[Result]:
        return [result async for result in scorer.score_many(samples, concurrency=9)]

    found = {r.sample.output + r.sample.context[0]: r for r in asyncio.run(together())}

    for sample in samples:
        alone = scorer.score(sample)
        among = found[sample.output + sample.context[0]]
        assert among.share == alone.share
        sure = [claim.verdict.confidence for claim in alone.claims]
        assert [c.verdict.confidence for c in among.claims] == pytest.approx(
            sure, abs=2e-3
        )


def test_without_the_runtime_rules_decide_and_the_result_says_why(
    tmp_path: Path,
) -> None:
    (tmp_path / "onnxruntime.py").write_text("raise ImportError('not for this system')")
    code = (
        "import json; from dashboard.scoring import *; "
        "r = HallucinationScorer().score("
        "Sample('It cost $30 in May.', ['It cost $20 in May.'])); "
        "print(json.dumps([r.share, r.claims[0].verdict.layer, r.judge_detail]))"
    )

    printed = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {code}",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert json.loads(printed) == [
        1.0,
        "quantity",
        f"{BY_RULES}: its own model cannot be used here "
        "(ImportError: not for this system)",
    ]


def test_a_file_that_is_no_model_is_refused_with_a_reason(tmp_path: Path) -> None:
    for name in ("vocab.txt", "model.onnx"):
        (tmp_path / name).write_text("[CLS]\n[SEP]\n[UNK]\n")

    with pytest.raises(NoModel, match=r"(?i)protobuf|parse|load"):
        load(tmp_path)


def test_the_shipped_model_is_loaded_once() -> None:
    assert shipped() is shipped()


def test_the_model_tells_entailment_from_contradiction() -> None:
    premise = "The museum opened in 1950 and has a large garden."

    held, against = shipped().model.judge(
        [(premise, "The museum has a garden."), (premise, "The museum has no garden.")]
    )

    assert held.index(max(held)) == 0
    assert against.index(max(against)) == 2
