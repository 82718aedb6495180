"""The published examples and the cases of the reference's own suite, offline."""

import json
from pathlib import Path
from typing import Any

import pytest

from dashboard.scoring import HallucinationScorer, Sample

CASES = Path(__file__).parents[1] / "data" / "reference.jsonl"

EXPLAINED = {
    # "made history" is a judgement of its own. Cut off as a claim it would give 0.5; in
    # one claim with the landing it makes that claim unsupported.
    "U14": {0.5, 1.0},
    # The first sentence is a fair approximation, the second claims false exactness.
    "U16": {0.5},
}
"""Cases that are not hard, with the scores that we accept, and why."""


def read_cases() -> list[dict[str, Any]]:
    lines = CASES.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line]


@pytest.fixture(scope="module")
def scorer() -> HallucinationScorer:
    return HallucinationScorer(judge="offline")


@pytest.mark.parametrize("case", read_cases(), ids=lambda case: case["id"])
def test_a_reference_case_gets_its_score(
    scorer: HallucinationScorer, case: dict[str, Any]
) -> None:
    sample = Sample(case["output"], case["context"], input=case["input"])

    result = scorer.score(sample)

    assert result.score is not None
    accepted = {case["expected_score"]}
    if not case["hard"]:
        accepted = EXPLAINED.get(case["id"], accepted)
    assert round(result.score, 2) in accepted
    if case["expected_claims"] is not None:
        assert len(result.claims) == case["expected_claims"]
