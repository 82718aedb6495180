"""A judge that says what a test tells it to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboard.scoring import (
    Call,
    Claim,
    Decision,
    Explanation,
    Extraction,
    JudgeFailed,
    Sample,
    Verdict,
)

WORDS = {"s": "supported", "c": "contradicted", "u": "unsupported"}


def call(step: str) -> Call:
    return Call(step=step, messages=(), reply="…", model="scripted")  # type: ignore[arg-type]


class ScriptedJudge:
    """Finds the claims it is given, and answers one mark a claim and round.

    ``rounds`` holds one text a round: s, c, u for a label, anything else for no answer,
    ``!`` alone for a failure. The positions asked about are kept in ``asked``.
    """

    name = "scripted"
    prompt_version = None

    def __init__(
        self,
        claims: Sequence[str] = (),
        rounds: Sequence[str] = (),
        *,
        extraction_fails: bool = False,
        explanation: str | None = None,
    ) -> None:
        self.claims = claims
        self.rounds = list(rounds)
        self.extraction_fails = extraction_fails
        self.explanation = explanation
        self.asked: list[list[int]] = []
        self.extracted = 0

    async def extract(self, sample: Sample) -> Extraction:
        self.extracted += 1
        if self.extraction_fails:
            raise JudgeFailed("the judge is not there", [call("claims")])
        claims = tuple(Claim(text) for text in self.claims)
        return Extraction(claims, (call("claims"),))

    async def decide(self, sample: Sample, claims: Mapping[int, Claim]) -> Decision:
        self.asked.append(list(claims))
        marks = self.rounds.pop(0) if self.rounds else ""
        if marks == "!":
            raise JudgeFailed("the judge went away", [call("verdicts")])
        verdicts = {
            position: Verdict(WORDS[mark], reason="because")  # type: ignore[arg-type]
            for position, mark in enumerate(marks)
            if mark in WORDS
        }
        return Decision(verdicts, (call("verdicts"),))

    async def explain(
        self, sample: Sample, claims: Sequence[Claim], *, score: float, scale: float
    ) -> Explanation:
        if self.explanation is None:
            raise JudgeFailed("no words", [call("reason")])
        return Explanation(self.explanation, (call("reason"),))
