from datetime import UTC, datetime

from dashboard import shown
from storage.values import StoredClaim, StoredVerdict

MOMENT = datetime(2026, 1, 2, tzinfo=UTC)


def claim(**changes: object) -> StoredClaim:
    facts: dict[str, object] = {
        "verdict_id": 1,
        "by": "judge",
        "by_person": False,
        "label": "contradicted",
        "reason": "x",
        "confidence": 2 / 3,
        "kind": "number",
        "evidence": None,
        "more_evidence": (),
        "invented_quote": None,
        "layer": None,
        "created_at": MOMENT,
    }
    verdict = StoredVerdict(**(facts | changes))  # type: ignore[arg-type]
    return StoredClaim(1, 0, "It is red.", 0, 10, (verdict,))


def test_one_verdict_says_how_sure_the_judge_was() -> None:
    assert shown.meta(claim(), votes=1) == ["claim 1", "number", "67 % sure"]


def test_with_several_votes_confidence_is_how_far_they_agree() -> None:
    assert shown.meta(claim(), votes=3) == ["claim 1", "number", "67 % of the votes"]


def test_a_quote_that_stands_nowhere_is_told_from_one_that_does() -> None:
    assert shown.invented_quote(claim(invented_quote="made up")) == "made up"
    assert shown.invented_quote(claim()) is None
    assert shown.NOT_FOUND == "Not found in the context"
