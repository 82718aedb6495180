from dashboard.scoring.hf.judge import verdict_of, verdict_on_span
from dashboard.scoring.hf.model import Support, TokenSpan
from dashboard.scoring.hf.windows import Window
from dashboard.scoring.types import Claim, Evidence, Verdict

CLAIM = Claim("Ada was born in 1815.", 0, 21)
PARTS = [
    Window(0, ((0, 9),), "It rains."),
    Window(1, ((0, 21),), "Ada was born in 1815."),
]


def test_the_window_that_supports_most_decides() -> None:
    answers = [Support(0.1, 0.9), Support(0.75, 0.2)]

    assert verdict_of(CLAIM, PARTS, answers) == Verdict(
        "supported",
        "Context 2 supports it, says the model.",
        0.75,
        None,
        Evidence(1, 0, 21, "Ada was born in 1815."),
    )


def test_without_support_a_window_that_contradicts_decides() -> None:
    verdict = verdict_of(CLAIM, PARTS, [Support(0.1, 0.2), Support(0.2, 0.7)])

    assert (verdict.label, verdict.confidence, verdict.kind) == (
        "contradicted",
        0.7,
        "other",
    )
    assert verdict.evidence == Evidence(1, 0, 21, "Ada was born in 1815.")


def test_a_model_of_two_ways_calls_nothing_contradicted() -> None:
    verdict = verdict_of(CLAIM, PARTS, [Support(0.1), Support(0.25)])

    assert (verdict.label, verdict.confidence, verdict.kind) == (
        "unsupported",
        0.75,
        "missing",
    )


def test_a_claim_is_as_bad_as_the_worst_token_of_its_span() -> None:
    spans = [TokenSpan(0, 3, 0.1), TokenSpan(4, 20, 0.9), TokenSpan(22, 30, 0.99)]

    verdict = verdict_on_span(CLAIM, spans)

    assert (verdict.label, verdict.confidence) == ("unsupported", 0.9)
    assert verdict.reason == "The model marked 1 of its 2 word pieces."


def test_a_claim_without_a_marked_token_is_supported() -> None:
    verdict = verdict_on_span(CLAIM, [TokenSpan(0, 21, 0.25)])

    assert (verdict.label, verdict.confidence) == ("supported", 0.75)


def test_a_claim_that_the_model_did_not_see_is_not_judged() -> None:
    assert verdict_on_span(CLAIM, [TokenSpan(30, 31, 0.9)]) == Verdict()
