"""The published scorer's own names, as a thin layer over ours.

    scorer = create_hallucination_scorer(model="offline", options={"context": facts})
    result = await scorer.run(input="When?", output="In 1938.")
    result.score, result.reason, result.model_dump(by_alias=True)

Names and defaults are the published ones, in snake_case; what comes back is in the
published camelCase by alias. Where behaviour differs on purpose, the docstring says so.
"""

from dashboard.scoring.mastra.eval_values import EvalResult
from dashboard.scoring.mastra.evals import run_evals
from dashboard.scoring.mastra.metric import HallucinationMetric, MetricResult
from dashboard.scoring.mastra.scorer import (
    MastraScorer,
    ScorerRunError,
    create_hallucination_scorer,
)
from dashboard.scoring.mastra.values import (
    ScorerResult,
    ScorerRun,
    ToolResult,
    extract_tool_results,
    round_to_two_decimals,
)

__all__ = [
    "EvalResult",
    "HallucinationMetric",
    "MastraScorer",
    "MetricResult",
    "ScorerResult",
    "ScorerRun",
    "ScorerRunError",
    "ToolResult",
    "create_hallucination_scorer",
    "extract_tool_results",
    "round_to_two_decimals",
    "run_evals",
]
