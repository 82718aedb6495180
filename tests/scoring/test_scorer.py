import asyncio
import importlib.util
import math
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dashboard.scoring import HallucinationScorer, Result, Sample


def neighbour(name: str) -> ModuleType:
    path = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ScriptedJudge: Any = neighbour("scripted").ScriptedJudge
SAMPLE = Sample(output="A. B.", context=["A."])


def score(judge: Any, sample: Sample = SAMPLE, **options: Any) -> Result:
    return HallucinationScorer(judge, **options).score(sample)


def test_a_sample_with_all_verdicts_is_scored() -> None:
    result = score(ScriptedJudge(["A", "B", "C"], ["csu"]))

    assert (result.status, result.share, result.coverage) == ("scored", 2 / 3, 1.0)
    assert [c.step for c in result.calls] == ["claims", "verdicts"]


def test_a_missing_verdict_is_asked_for_again_alone() -> None:
    judge = ScriptedJudge(["A", "B", "C"], ["s-s", "-c-"])

    result = score(judge)

    assert judge.asked == [[0, 1, 2], [1]]
    assert (result.status, result.share) == ("scored", 1 / 3)


def test_a_verdict_that_stays_missing_lowers_coverage_and_never_the_share() -> None:
    judge = ScriptedJudge(["A", "B"], ["c-", "--", "--"])

    result = score(judge)

    assert (result.share, result.coverage, result.status) == (1.0, 0.5, "partial")
    assert judge.asked == [[0, 1], [1], [1]]


def test_verdicts_on_claims_that_do_not_exist_are_dropped() -> None:
    result = score(ScriptedJudge(["A"], ["sccc"]))

    assert (result.share, len(result.claims)) == (0.0, 1)


def test_a_second_verdict_on_a_decided_claim_is_dropped() -> None:
    result = score(ScriptedJudge(["A", "B"], ["s-", "cs"]))

    assert [claim.verdict.label for claim in result.claims] == ["supported"] * 2


def test_no_verdict_at_all_is_a_failure_and_not_a_score() -> None:
    result = score(ScriptedJudge(["A", "B"]))

    assert (result.status, result.share, result.score) == ("failed", None, None)
    assert result.error is not None
    assert "no usable verdict on any of 2 claims" in result.error
    assert len(result.calls) == 4


def test_a_judge_that_fails_leaves_its_calls_and_its_error() -> None:
    result = score(ScriptedJudge(extraction_fails=True))

    assert (result.status, result.share) == ("failed", None)
    assert result.error == "the judge is not there"
    assert [c.step for c in result.calls] == ["claims"]


def test_a_failure_in_a_later_round_keeps_the_verdicts_before() -> None:
    result = score(ScriptedJudge(["A", "B"], ["s-", "!"]))

    assert (result.status, result.coverage, result.share) == ("partial", 0.5, 0.0)
    assert [c.step for c in result.calls] == ["claims", "verdicts", "verdicts"]


@pytest.mark.parametrize("output", ["", "   \n", " "])
def test_an_empty_output_claims_nothing_and_asks_nobody(output: str) -> None:
    judge = ScriptedJudge(["stray"], ["c"])

    result = score(judge, Sample(output=output, context=["A."]))

    assert (result.status, result.share, result.coverage) == ("no_claims", 0.0, 1.0)
    assert (judge.extracted, judge.asked, result.calls) == (0, [], ())


def test_an_output_without_claims_scores_0_without_a_verdict_call() -> None:
    judge = ScriptedJudge([], ["c"])

    result = score(judge)

    assert (result.status, result.share, judge.asked) == ("no_claims", 0.0, [])


@pytest.mark.parametrize("context", [[], [""], [" ", "\n"]])
def test_without_context_every_claim_is_unsupported(context: list[str]) -> None:
    judge = ScriptedJudge(["A", "B"], ["ss"])

    result = score(judge, Sample(output="A. B.", context=context))

    assert (result.status, result.share, judge.asked) == ("no_context", 1.0, [])
    assert [c.verdict.label for c in result.claims] == ["unsupported"] * 2
    assert [c.verdict.kind for c in result.claims] == ["missing"] * 2


def test_the_scale_multiplies_the_share() -> None:
    result = score(ScriptedJudge(["A", "B", "C"], ["css"]), scale=9)

    assert (result.share, result.score) == (1 / 3, 3.0)


@pytest.mark.parametrize("scale", [0, -1, math.nan])
def test_a_scale_without_meaning_is_refused(scale: float) -> None:
    with pytest.raises(ValueError, match="scale"):
        HallucinationScorer(ScriptedJudge(), scale=scale)


@pytest.mark.parametrize(
    "options", [{"mode": "quick"}, {"reason": "none"}, {"judge": " "}]
)
def test_an_option_without_meaning_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be|needs a name"):
        HallucinationScorer(**options)


def test_the_judge_writes_the_reason_when_asked_to() -> None:
    judge = ScriptedJudge(["A"], ["s"], explanation="Well done.")

    result = score(judge, reason="judge")

    assert result.reason == "Well done."
    assert [c.step for c in result.calls] == ["claims", "verdicts", "reason"]


@pytest.mark.parametrize("explanation", [None, "  "])
def test_a_reason_that_fails_keeps_the_score_and_the_template(
    explanation: str | None,
) -> None:
    judge = ScriptedJudge(["A"], ["c"], explanation=explanation)

    result = score(judge, reason="judge")

    assert (result.status, result.share) == ("scored", 1.0)
    assert result.reason.startswith("The score is 1.00: the one claim is not supported")
    assert [c.step for c in result.calls] == ["claims", "verdicts", "reason"]


def test_scoring_works_inside_a_running_loop() -> None:
    async def notebook() -> Result:
        return score(ScriptedJudge(["A"], ["s"]))

    assert asyncio.run(notebook()).status == "scored"


class Unforeseen:
    name = "unforeseen"
    prompt_version = None

    async def extract(self, sample: Sample) -> Any:
        if "bad" in sample.output:
            raise ZeroDivisionError("a bug")
        return await ScriptedJudge(["A"]).extract(sample)

    async def decide(self, sample: Sample, claims: Any) -> Any:
        return await ScriptedJudge(["A"], ["s"]).decide(sample, claims)

    async def explain(self, *args: Any, **options: Any) -> Any:
        raise NotImplementedError


async def all_results(samples: list[Sample], concurrency: int) -> list[Result]:
    scorer = HallucinationScorer(Unforeseen())
    many = scorer.score_many(samples, concurrency=concurrency)
    return [result async for result in many]


@pytest.mark.parametrize("concurrency", [1, 2, 100])
def test_one_bad_sample_never_stops_the_rest(concurrency: int) -> None:
    outputs = ["good 1", "bad", "good 2", "good 3"]
    samples = [Sample(output=output, context=["A."]) for output in outputs]

    results = asyncio.run(all_results(samples, concurrency))

    ended = {result.sample.output: result.status for result in results}
    assert ended == {
        "good 1": "scored",
        "bad": "failed",
        "good 2": "scored",
        "good 3": "scored",
    }


def test_no_samples_give_no_results() -> None:
    assert asyncio.run(all_results([], 4)) == []


def test_a_concurrency_below_1_is_refused() -> None:
    with pytest.raises(ValueError, match="concurrency must be at least 1, got 0"):
        asyncio.run(all_results([SAMPLE], 0))


HEAVY = ["litellm", "streamlit", "sqlmodel", "plotly", "pandas", "numpy", "pydantic"]


def test_importing_the_scorer_loads_nothing_heavy() -> None:
    code = (
        "import sys, dashboard.scoring as s; "
        "s.HallucinationScorer().score(s.Sample(output='A cat.', context=['A cat.'])); "
        f"print([m for m in {HEAVY} if m in sys.modules])"
    )

    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout

    assert printed.strip() == "[]"
