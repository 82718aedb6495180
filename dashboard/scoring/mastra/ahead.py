"""Asks for the claims first, so that a context hook can see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboard.scoring.errors import JudgeFailed
from dashboard.scoring.judge import Decision, Explanation, Extraction, Judge
from dashboard.scoring.types import Claim, Sample


class ClaimsAhead:
    """A judge that may have extracted the claims before it is asked for them.

    Attributes:
        failure: Why there are none, where extracting ahead failed.
    """

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._extraction: Extraction | None = None
        self.failure: JudgeFailed | None = None
        self.name = judge.name
        self.prompt_version = judge.prompt_version

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What was extracted ahead; empty when nothing was."""
        return self._extraction.claims if self._extraction else ()

    async def look_ahead(self, sample: Sample) -> None:
        """Extract the claims now; a failure is kept until they are asked for."""
        try:
            self._extraction = await self._judge.extract(sample)
        except JudgeFailed as error:
            self.failure = error

    async def extract(self, sample: Sample) -> Extraction:
        """Return what was extracted ahead, or extract."""
        if self.failure is not None:
            raise self.failure
        return self._extraction or await self._judge.extract(sample)

    async def decide(self, sample: Sample, claims: Mapping[int, Claim]) -> Decision:
        """Return the judge's verdicts."""
        return await self._judge.decide(sample, claims)

    async def explain(
        self, sample: Sample, claims: Sequence[Claim], *, score: float, scale: float
    ) -> Explanation:
        """Return the judge's reason."""
        return await self._judge.explain(sample, claims, score=score, scale=scale)
