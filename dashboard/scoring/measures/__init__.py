"""Measures of scores and judges, as pure functions of plain sequences.

True means hallucinated; scores are high for what is held to be hallucinated. Nothing is
measured where nothing overlaps: the answer then is None, never 0 and never NaN. Rows
may stand for many (``counts``), so that what the database summed up needs no unfolding.
"""

from dashboard.scoring.measures.agreement import (
    Flips,
    flips,
    kappa,
    label_matrix,
    sign_test,
)
from dashboard.scoring.measures.calibration import (
    ReliabilityBin,
    brier,
    calibration_error,
    reliability_bins,
)
from dashboard.scoring.measures.confusion import Confusion, confusion
from dashboard.scoring.measures.estimate import Estimate, wilson
from dashboard.scoring.measures.figures import JudgeFigures, judge_figures
from dashboard.scoring.measures.ranking import (
    CutOff,
    auroc,
    average_precision,
    cut_offs,
)
from dashboard.scoring.measures.resampling import (
    RESAMPLINGS,
    SEED,
    intervals,
    mean_of,
    paired_difference,
)

__all__ = [
    "RESAMPLINGS",
    "SEED",
    "Confusion",
    "CutOff",
    "Estimate",
    "Flips",
    "JudgeFigures",
    "ReliabilityBin",
    "auroc",
    "average_precision",
    "brier",
    "calibration_error",
    "confusion",
    "cut_offs",
    "flips",
    "intervals",
    "judge_figures",
    "kappa",
    "label_matrix",
    "mean_of",
    "paired_difference",
    "reliability_bins",
    "sign_test",
    "wilson",
]
