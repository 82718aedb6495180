"""Pairs of every kind of support and conflict, with the right label of each claim."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from dashboard.scoring import HallucinationScorer, Result, Sample

PROBES = Path(__file__).parents[1] / "data" / "probes.jsonl"
LEAST_RIGHT = 79
LEAST_CLAIMS_RIGHT = 0.93


def read_probes() -> list[dict[str, Any]]:
    lines = PROBES.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line]


@pytest.fixture(scope="module")
def results() -> list[tuple[dict[str, Any], Result]]:
    scorer = HallucinationScorer(judge="offline")
    return [
        (
            probe,
            scorer.score(
                Sample(probe["output"], probe["context"], input=probe["question"])
            ),
        )
        for probe in read_probes()
    ]


def label_of(result: Result) -> str:
    return "hallucinated" if result.share else "faithful"


def test_nearly_every_probe_gets_its_label(
    results: list[tuple[dict[str, Any], Result]], capsys: pytest.CaptureFixture[str]
) -> None:
    misses = [probe["id"] for probe, r in results if label_of(r) != probe["label"]]

    right = f"{len(results) - len(misses)} of {len(results)} probes; missed: {misses}"
    with capsys.disabled():
        sys.stdout.write(f"\n{right}\n")
    assert len(results) - len(misses) >= LEAST_RIGHT, right


def test_claims_get_their_labels_where_they_are_cut_alike(
    results: list[tuple[dict[str, Any], Result]],
) -> None:
    pairs = [
        (claim.verdict.label, expected)
        for probe, result in results
        if len(result.claims) == len(probe["claim_labels"])
        for claim, expected in zip(result.claims, probe["claim_labels"], strict=True)
    ]

    assert len(pairs) >= 85
    right = sum(label == expected for label, expected in pairs)
    assert right / len(pairs) >= LEAST_CLAIMS_RIGHT


def test_every_quote_stands_in_the_context(
    results: list[tuple[dict[str, Any], Result]],
) -> None:
    for _, result in results:
        for claim in result.claims:
            verdict = claim.verdict
            for quote in (verdict.evidence, *verdict.more_evidence):
                if quote is not None:
                    item = result.sample.context[quote.context_index]
                    assert item[quote.start : quote.end] == quote.quote


def test_every_verdict_says_why_how_surely_and_by_which_rule(
    results: list[tuple[dict[str, Any], Result]],
) -> None:
    for _, result in results:
        for claim in result.claims:
            verdict = claim.verdict
            assert verdict.reason.endswith((".", "。"))
            assert verdict.confidence is not None
            assert 0 <= verdict.confidence <= 1
            assert verdict.layer
            assert (verdict.kind is None) == (verdict.label == "supported")
