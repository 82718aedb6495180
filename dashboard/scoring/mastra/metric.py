"""The older published interface: query and response in, score and reason out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dashboard.scoring.hooks import wait_for
from dashboard.scoring.judge import Judge
from dashboard.scoring.mastra.scorer import create_hallucination_scorer
from dashboard.scoring.mastra.values import Published


class MetricInfo(Published):
    """Why the score is what it is."""

    reason: str


class MetricResult(Published):
    """A score, 0 (best) to the scale, with its reason."""

    score: float
    info: MetricInfo


class HallucinationMetric:
    """Measures how much of a response contradicts, or goes beyond, a context.

    Unlike the published one, claims get their verdicts from the same steps as
    everywhere here, and a scale must be positive.
    """

    def __init__(
        self,
        model: str | Judge = "offline",
        options: Mapping[str, Any] | None = None,
        **keywords: Any,
    ) -> None:
        """Make a metric: ``context`` is needed, ``scale`` is 1 unless given.

        Both come as keywords or in a dict; what else ``create_hallucination_scorer``
        takes may be given, too.

        Raises:
            ValueError: If there is no context, or an option has no meaning.
        """
        if "context" not in {**(options or {}), **keywords}:
            raise ValueError("HallucinationMetric needs a context: a list of texts")
        self._scorer = create_hallucination_scorer(model, options, **keywords)

    async def measure(self, query: object, response: object) -> MetricResult:
        """Return the score of a response.

        Raises:
            InvalidSample: If the response has a shape that cannot be read.
            ScorerRunError: If the judge failed.
        """
        run = await self._scorer.run(response, input=query)
        return MetricResult(score=run.score, info=MetricInfo(reason=run.reason))

    def measure_sync(self, query: object, response: object) -> MetricResult:
        """Return the score of a response; see ``measure``."""
        return wait_for(self.measure(query, response))
