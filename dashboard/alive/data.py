"""A run as plain data for the browser: texts in stretches, claims as cards.

Spans are cut here, in code points; the browser gets pieces of text and never an offset
to count. It sets every string as text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dashboard import display, shown
from dashboard.cards import worst_first
from dashboard.marks import Mark, Part, Stretch, parts, stretches
from storage.values import RunDetails, StoredClaim

Data = dict[str, Any]
"""What can be written as JSON."""


def run_data(run: RunDetails) -> Data:
    """Return the texts and claims of a run, contradictions first."""
    claims = [_claim(claim, votes=run.settings.repeat) for claim in run.claims]
    by_number = {claim["n"]: claim for claim in claims}
    return {
        "run": run.summary.run_id,
        "output": _text(run.sample.output, shown.claim_marks(run.claims)),
        "contexts": [
            _text(text, marks)
            for text, marks in zip(
                run.sample.context, shown.evidence_marks(run), strict=True
            )
        ],
        "claims": [by_number[c.position + 1] for c in worst_first(run.claims)],
    }


def _text(text: str, marks: Sequence[Mark]) -> list[Data]:
    return [_part(text, marks, part) for part in parts(text, marks) if text.strip()]


def _part(text: str, marks: Sequence[Mark], part: Part) -> Data:
    made: Data = {"state": part.state}
    if part.state != "open":
        made["words"] = part.words
    if part.state != "left out":
        made["bits"] = [_bit(each) for each in stretches(text, marks, part)]
    return made


def _bit(stretch: Stretch) -> str | Data:
    """Return plain text alone, anything else with the claims it belongs to."""
    if not stretch.marks:
        return stretch.text
    return {
        "t": stretch.text,
        "s": stretch.start,
        "c": list(dict.fromkeys(mark.number for mark in stretch.marks)),
        "k": stretch.marks[0].looks,
        "e": [_ending(mark) for mark in stretch.ending],
    }


def _ending(mark: Mark) -> Data:
    sign = display.look_of(mark.label).sign
    return {
        "n": mark.number,
        "sign": sign,
        "label": mark.label,
        "k": mark.looks,
        "near": mark.near,
    }


def _claim(claim: StoredClaim, *, votes: int) -> Data:
    verdict, judged = claim.deciding, claim.judged
    overruled = judged if verdict.by_person else None
    near = shown.is_near(claim)
    return {
        "id": claim.claim_id,
        "n": claim.position + 1,
        "replaces": claim.replaces_id,
        "label": claim.label,
        "sign": display.look_of(claim.label).sign,
        "by": verdict.by if verdict.by_person else None,
        "judge": overruled.label if overruled else None,
        "meta": " · ".join(shown.meta(claim, votes=votes)),
        "text": claim.text,
        "why": verdict.reason,
        "judge_why": overruled.reason if overruled else "",
        "quotes": [
            {
                "where": shown.cited(passage, near=near),
                "quote": display.cut(passage.quote, shown.LONGEST_QUOTE),
                "at": f"{passage.context_index}:{passage.start}",
            }
            for passage in shown.passages(claim)
        ],
        "invented": display.cut(shown.invented_quote(claim) or "", shown.LONGEST_QUOTE),
    }
