"""Yes and no: an answer that says only that is read as what was asked."""

from __future__ import annotations

import re
from dataclasses import replace

from dashboard.scoring.types import Verdict

_YES = re.compile(
    r"\s*(?:yes|yeah|yep|correct|ja|sí|si|oui|sim|是的?|对|はい|네)[\s.!。]*$",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\s*(?:no|nope|nein|non|não|不是|否|いいえ|아니요)[\s.!。]*$", re.IGNORECASE
)
_POLAR = re.compile(
    r"\s*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|must)"
    r"\s+(?P<asked>.+?)\?\s*$",
    re.IGNORECASE | re.DOTALL,
)


def asked_statement(answer: str, question: str | None) -> str | None:
    """Return the statement that a yes or no answers; None when it answers none."""
    if question is None or not (_YES.match(answer) or _NO.match(answer)):
        return None
    match = _POLAR.match(question.strip().rsplit("\n", 1)[-1])
    return None if match is None else match["asked"]


def answered(verdict: Verdict, answer: str, reason: str) -> Verdict:
    """Return the verdict on the answer, given the one on what was asked.

    ``reason`` is why a no is right where the context denies what was asked.
    """
    if not _NO.match(answer):
        return verdict
    if verdict.label == "supported":
        return replace(verdict, label="contradicted", kind="negation", layer="negation")
    if verdict.label == "contradicted":
        return replace(verdict, label="supported", kind=None, reason=reason)
    return verdict
