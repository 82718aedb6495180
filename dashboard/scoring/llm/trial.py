"""Tries a judge on a published example, so that a person sees whether it works."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.scoring.scorer import HallucinationScorer
from dashboard.scoring.types import Result, Sample

EXAMPLE = Sample(
    output=(
        "The first Star Wars movie came out in 1977 and was directed by George Lucas. "
        "It made over $1 billion at the box office and was filmed entirely in "
        "California."
    ),
    context=[
        "The first Star Wars movie was released in 1977.",
        "It was directed by George Lucas.",
        "The film earned $775 million worldwide.",
        "The movie was filmed in Tunisia and England.",
    ],
    input="Tell me about the first Star Wars movie.",
)
PUBLISHED_SHARE = 0.5
"""Source: published hallucination examples, "Mixed hallucination example"."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of trying a judge.

    Attributes:
        works: Whether it judged every claim of the example.
        agrees: Whether it came to the published share.
        told: What happened, for a person.
        result: The run itself, with all its calls.
    """

    works: bool
    agrees: bool
    told: str
    result: Result


def try_judge(scorer: HallucinationScorer) -> Trial:
    """Return what a scorer makes of the published example; nothing is raised."""
    result = scorer.score(EXAMPLE)
    works = result.status == "scored"
    agrees = works and result.share == PUBLISHED_SHARE
    return Trial(works, agrees, _told(result, agrees=agrees), result)


def _told(result: Result, *, agrees: bool) -> str:
    took = f"in {result.duration_s:.1f} s with {len(result.calls)} calls"
    if result.share is None:
        return f"{result.judge} gave no score {took}: {result.error}"
    if result.status != "scored":
        return f"{result.judge} left claims without a verdict {took}."
    outcome = f"{result.judge} found a share of {result.share:.2f} {took}"
    published = f"the published example has {PUBLISHED_SHARE:.2f}"
    return f"{outcome}, as published." if agrees else f"{outcome}; {published}."
