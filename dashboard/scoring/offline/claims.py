"""Cuts an output into claims, each tied to the span it comes from."""

from __future__ import annotations

from dashboard.scoring.offline.sentences import sentence_spans
from dashboard.scoring.types import Claim


def output_claims(output: str, *, question: str | None = None) -> list[Claim]:
    """Return the claims of an output in its order, without verdicts."""
    del question
    return [Claim(output[a:b], a, b) for a, b in sentence_spans(output)]
