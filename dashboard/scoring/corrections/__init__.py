"""Suggested corrections: the smallest edits of an output that its context supports.

    from dashboard.scoring.corrections import corrected_output, suggest

    corrections = suggest(sample.output, sample.context, result.claims)
    corrected_output(sample.output, corrections)

Nothing is ever applied by itself: a person chooses which corrections to take.
"""

from dashboard.scoring.corrections.applying import corrected_output
from dashboard.scoring.corrections.diffing import diff
from dashboard.scoring.corrections.suggesting import asuggest, suggest
from dashboard.scoring.corrections.types import Correction, Edit, Segment

__all__ = [
    "Correction",
    "Edit",
    "Segment",
    "asuggest",
    "corrected_output",
    "diff",
    "suggest",
]
