"""For tests of an application: what it says must stand in its context.

    def test_answer(assert_grounded):
        assert_grounded(answer("When?"), context=DOCUMENTS, limit=0.2)

The fixture also writes share, score and judge into the JUnit report. Without it, and
outside pytest, the function does the same: ``from dashboard.pytest_plugin import
assert_grounded``.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Protocol

import pytest

if TYPE_CHECKING:
    from dashboard.scoring import Claim, HallucinationScorer, Result

OFFLINE = "offline"


class AssertGrounded(Protocol):
    """As the fixture is called; see the function of that name."""

    def __call__(
        self,
        output: object,
        context: object,
        limit: float = 0.0,
        *,
        input: object = None,
        scorer: str | HallucinationScorer = OFFLINE,
    ) -> Result:
        """Return the result when it keeps within the limit."""


def assert_grounded(
    output: object,
    context: object,
    limit: float = 0.0,
    *,
    input: object = None,
    scorer: str | HallucinationScorer = OFFLINE,
) -> Result:
    """Return the result of an output whose hallucinated share is within ``limit``.

    Args:
        output: A text, or messages.
        context: The texts, objects or retrieved documents it must agree with.
        limit: The largest share that passes, 0 (no hallucinated claim) to 1.
        input: What was asked, as a text or messages.
        scorer: A judge's name, or a scorer.

    Raises:
        AssertionError: If the share is above, or a claim could not be judged; the
            message shows the claims and their evidence.
        ValueError: If an argument has no meaning.
    """
    __tracebackhide__ = True
    result = grounding(output, context, limit, input=input, scorer=scorer)
    _check(result, limit)
    return result


def grounding(
    output: object,
    context: object,
    limit: float = 0.0,
    *,
    input: object = None,
    scorer: str | HallucinationScorer = OFFLINE,
) -> Result:
    """Return the result of an output, whatever it is; see ``assert_grounded``."""
    if not 0 <= limit <= 1:
        raise ValueError(f"limit is a share from 0 (best) to 1, got {limit!r}")
    # here: pytest loads this module also where nothing is scored
    from dashboard.live_calls import documents
    from dashboard.scoring import Sample
    from dashboard.scoring.messages import read_input, read_output

    used = _scorer(scorer) if isinstance(scorer, str) else scorer
    return used.score(
        Sample(read_output(output), documents(context), read_input(input))
    )


@pytest.fixture(name="assert_grounded")
def assert_grounded_fixture(request: pytest.FixtureRequest) -> AssertGrounded:
    """Assert that an output stands in its context, and report the share."""
    # not by record_property, which warns wherever a report is of the usual kind
    report: list[tuple[str, object]] = request.node.user_properties

    def checked(
        output: object,
        context: object,
        limit: float = 0.0,
        *,
        input: object = None,
        scorer: str | HallucinationScorer = OFFLINE,
    ) -> Result:
        result = grounding(output, context, limit, input=input, scorer=scorer)
        report.append(("hallucination_judge", result.judge))
        report.append(("hallucination_status", result.status))
        report.append(("hallucination_share", result.share))
        report.append(("hallucination_claims", len(result.claims)))
        __tracebackhide__ = True
        _check(result, limit)
        return result

    return checked


def _check(result: Result, limit: float) -> None:
    __tracebackhide__ = True
    if result.share is None:
        raise AssertionError(f"there is no score: {result.error}")
    if result.share > limit or result.status == "partial":
        raise AssertionError(explanation(result, limit))


def explanation(result: Result, limit: float) -> str:
    """Return what is wrong with an output, claim by claim, with the evidence."""
    assert result.share is not None
    bad = [c for c in result.claims if c.verdict.label != "supported"]
    lines = [
        f"{result.count('contradicted')} contradicted and"
        f" {result.count('unsupported')} unsupported of {len(result.claims)} claims:"
        f" share {result.share:.2f}, the limit is {limit:g}"
    ]
    if unjudged := result.count("unjudged"):
        lines.append(f"{unjudged} could not be judged, so nothing is certain")
    return "\n".join([*lines, *(line for claim in bad for line in _lines(claim))])


def _lines(claim: Claim) -> list[str]:
    verdict = claim.verdict
    lines = [f"  {verdict.label}: {claim.text}"]
    if verdict.reason:
        lines.append(f"      why: {verdict.reason}")
    if verdict.evidence is not None:
        where = f"context {verdict.evidence.context_index}"
        lines.append(f"      {where}: “{verdict.evidence.quote}”")
    return lines


@cache
def _scorer(judge: str) -> HallucinationScorer:
    from dashboard.scoring import HallucinationScorer

    return HallucinationScorer(judge)
