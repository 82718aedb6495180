"""What can go wrong while scoring, in words for the person at the page.

ScoringError            shown as it is
├── InvalidSample       the sample cannot be scored as given; also a ValueError
└── JudgeFailed         the judge gave no usable answer; carries the calls made
    └── JudgeRefused    asking again will not help (wrong key, unknown model)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dashboard.scoring.types import Call


class ScoringError(Exception):
    """Someone asked for a score that cannot be given; the message says why."""


class InvalidSample(ScoringError, ValueError):  # noqa: N818  reads as a fact
    """Someone gave a sample of a shape that cannot be read."""


class JudgeFailed(ScoringError):  # noqa: N818  reads as a fact
    """A judge was asked but gave no usable answer; ``calls`` holds what was sent."""

    def __init__(self, message: str, calls: Sequence[Call] = ()) -> None:
        super().__init__(message)
        self.calls = tuple(calls)


class JudgeRefused(JudgeFailed):
    """A judge cannot be asked at all as it is set up."""
