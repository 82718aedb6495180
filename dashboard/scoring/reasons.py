"""Writes why a run got its score, from its verdicts alone, so that both agree."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from dashboard.scoring.types import Claim, Status

MOST_NAMED = 3
"""Bad claims that a reason names; more of them are counted."""
LONGEST_CLAIM = 120
"""Characters of a claim that a reason quotes."""


def run_reason(
    claims: Sequence[Claim], *, status: Status, score: float | None, scale: float
) -> str:
    """Return one or two sentences for a person; blank when there is no score.

    Contradicted claims are named before unsupported ones.
    """
    if score is None:
        return ""
    head = f"The score is {_two_decimals(score)}"
    if scale != 1:
        head += f" of {scale:g}"
    if status == "no_claims":
        return f"{head}: the output makes no claims."
    if status == "no_context":
        return (
            f"{head}: there is no context to check against, so "
            f"{_claims(len(claims))} cannot be supported."
        )
    judged = [claim for claim in claims if claim.verdict.label != "unjudged"]
    bad = [claim for claim in judged if claim.verdict.hallucinated]
    sentences = [f"{head}: {_balance(len(bad), len(judged))}.", *_named(bad)]
    if len(judged) < len(claims):
        missing = len(claims) - len(judged)
        sentences.append(f"{_claims(missing).capitalize()} could not be judged.")
    return " ".join(sentences)


def _balance(bad: int, judged: int) -> str:
    if bad == 0:
        return (
            "the one claim is supported by the context"
            if judged == 1
            else f"all {judged} claims are supported by the context"
        )
    if judged == 1:
        return "the one claim is not supported by the context"
    if bad == judged:
        return f"none of the {judged} claims is supported by the context"
    verb = "is" if bad == 1 else "are"
    return f"{bad} of {judged} claims {verb} not supported by the context"


def _named(bad: Sequence[Claim]) -> list[str]:
    worst_first = sorted(bad, key=lambda c: c.verdict.label != "contradicted")
    sentences = [
        f"“{_cut(claim.text)}” is {claim.verdict.label}{_because(claim)}."
        for claim in worst_first[:MOST_NAMED]
    ]
    if len(bad) > MOST_NAMED:
        sentences.append(f"{_claims(len(bad) - MOST_NAMED).capitalize()} more.")
    return sentences


def _because(claim: Claim) -> str:
    reason = claim.verdict.reason.strip().rstrip(".。")
    return f": {reason}" if reason else ""


def _cut(text: str) -> str:
    one_line = " ".join(text.split()).rstrip(".")
    if len(one_line) <= LONGEST_CLAIM:
        return one_line
    return one_line[: LONGEST_CLAIM - 1].rstrip() + "…"


def _claims(number: int) -> str:
    return "1 claim" if number == 1 else f"{number} claims"


def _two_decimals(number: float) -> str:
    return str(Decimal(str(number)).quantize(Decimal("0.01"), ROUND_HALF_UP))
