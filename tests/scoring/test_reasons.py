import pytest

from dashboard.scoring.reasons import run_reason
from dashboard.scoring.types import Claim, Label, Verdict


def claim(text: str, label: Label, reason: str = "") -> Claim:
    return Claim(text, verdict=Verdict(label, reason=reason))


GOOD = claim("It opened in 1937.", "supported")
WRONG = claim("It opened in 1938.", "contradicted", "The context says 1937.")
LOOSE = claim("It is red.", "unsupported", "Nothing speaks of red.")


@pytest.mark.parametrize(
    ("claims", "score", "text"),
    [
        pytest.param(
            [GOOD] * 3,
            0.0,
            "The score is 0.00: all 3 claims are supported by the context.",
            id="all supported",
        ),
        pytest.param(
            [GOOD],
            0.0,
            "The score is 0.00: the one claim is supported by the context.",
            id="one supported",
        ),
        pytest.param(
            [LOOSE, WRONG, GOOD],
            2 / 3,
            "The score is 0.67: 2 of 3 claims are not supported by the context. "
            "“It opened in 1938” is contradicted: The context says 1937. "
            "“It is red” is unsupported: Nothing speaks of red.",
            id="contradictions first",
        ),
        pytest.param(
            [WRONG],
            1.0,
            "The score is 1.00: the one claim is not supported by the context. "
            "“It opened in 1938” is contradicted: The context says 1937.",
            id="one wrong",
        ),
        pytest.param(
            [claim(f"C{n}", "unsupported") for n in range(5)],
            1.0,
            "The score is 1.00: none of the 5 claims is supported by the context. "
            "“C0” is unsupported. “C1” is unsupported. “C2” is unsupported. "
            "2 claims more.",
            id="the rest is counted",
        ),
    ],
)
def test_a_reason_says_what_the_verdicts_say(
    claims: list[Claim], score: float, text: str
) -> None:
    assert run_reason(claims, status="scored", score=score, scale=1.0) == text


def test_claims_without_a_verdict_are_said() -> None:
    reason = run_reason(
        [GOOD, claim("B", "unjudged")], status="partial", score=0.0, scale=1.0
    )

    assert reason == (
        "The score is 0.00: the one claim is supported by the context. "
        "1 claim could not be judged."
    )


def test_a_scale_is_said_beside_the_score() -> None:
    reason = run_reason([WRONG, GOOD], status="scored", score=50.0, scale=100.0)

    assert reason.startswith("The score is 50.00 of 100: 1 of 2 claims is not")


def test_an_output_without_claims_has_a_reason_of_its_own() -> None:
    reason = run_reason([], status="no_claims", score=0.0, scale=1.0)

    assert reason == "The score is 0.00: the output makes no claims."


def test_a_missing_context_is_the_reason() -> None:
    reason = run_reason([LOOSE, LOOSE], status="no_context", score=1.0, scale=1.0)

    assert reason == (
        "The score is 1.00: there is no context to check against, "
        "so 2 claims cannot be supported."
    )


def test_a_failure_has_no_reason() -> None:
    assert run_reason([], status="failed", score=None, scale=1.0) == ""


@pytest.mark.parametrize(
    ("score", "shown"), [(0.125, "0.13"), (0.145, "0.15"), (1 / 3, "0.33")]
)
def test_a_score_is_rounded_half_up(score: float, shown: str) -> None:
    assert f"is {shown}:" in run_reason([GOOD], status="scored", score=score, scale=1.0)
