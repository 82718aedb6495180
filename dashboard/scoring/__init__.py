"""The scorer: claims of an output, verdicts from a context, the hallucinated share.

    from dashboard.scoring import HallucinationScorer, Sample

    result = HallucinationScorer(judge="offline").score(
        Sample(output="It opened in 1938.", context=["The bridge opened in 1937."])
    )
    result.share  # 1.0; 0 is best

No page, no database: this works in a script and in a notebook.
"""

from dashboard.scoring.errors import (
    InvalidSample,
    JudgeFailed,
    JudgeRefused,
    ScoringError,
)
from dashboard.scoring.judge import Decision, Explanation, Extraction, Judge
from dashboard.scoring.scorer import HallucinationScorer
from dashboard.scoring.types import Call, Claim, Evidence, Result, Sample, Verdict

__all__ = [
    "Call",
    "Claim",
    "Decision",
    "Evidence",
    "Explanation",
    "Extraction",
    "HallucinationScorer",
    "InvalidSample",
    "Judge",
    "JudgeFailed",
    "JudgeRefused",
    "Result",
    "Sample",
    "ScoringError",
    "Verdict",
]
