"""What the scorer asks of a judge, whichever it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from dashboard.scoring.types import Call, Claim, Sample, Verdict


@dataclass(frozen=True, slots=True)
class Extraction:
    """The claims of one output.

    Attributes:
        claims: In the order of the output. A judge that decides while it extracts
            (one call for both) has put its verdicts on them already.
        calls: The requests this took.
        context_seen: The part of the context shown, 0 to 1; 1 when none was needed.
        detail: What to know about this judge's work on this sample; or None.
    """

    claims: tuple[Claim, ...]
    calls: tuple[Call, ...] = ()
    context_seen: float = 1.0
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """Verdicts on claims of one output, by the claim's position.

    Positions that are missing were not decided and may be asked for again.

    Attributes:
        verdicts: What was decided.
        calls: The requests this took.
        context_seen: The part of the context shown, 0 to 1.
        detail: What to know about this judge's work on these claims; or None.
    """

    verdicts: Mapping[int, Verdict]
    calls: tuple[Call, ...] = ()
    context_seen: float = 1.0
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A judge's own words on why a run got its score; blank when it found none."""

    text: str
    calls: tuple[Call, ...] = field(default=())


class Judge(Protocol):
    """Whatever decides. One judge serves many samples, also at the same time.

    Every method raises ``JudgeFailed``, with the calls made, when no usable answer can
    be had; it never answers with a guess.
    """

    @property
    def name(self) -> str:
        """``offline``, or the model's name."""

    @property
    def prompt_version(self) -> str | None:
        """Which prompts are used; None when there are none."""

    async def extract(self, sample: Sample) -> Extraction:
        """Return the claims of the output, which is not blank."""

    async def decide(self, sample: Sample, claims: Mapping[int, Claim]) -> Decision:
        """Return verdicts on these claims (by position); the context is not blank."""

    async def explain(
        self, sample: Sample, claims: Sequence[Claim], *, score: float, scale: float
    ) -> Explanation:
        """Return the judge's own reason for the score of a run."""
