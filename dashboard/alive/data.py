"""A run as plain data for the browser: texts in stretches, claims as cards.

Spans are cut here, in code points; the browser gets pieces of text and never an offset
to count. It sets every string as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from dashboard import display, shown
from dashboard.alive.readable import Piece, pieces
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
        "claims": [by_number[c.position + 1] for c in shown.worst_first(run.claims)],
    }


def _text(text: str, marks: Sequence[Mark]) -> list[Data]:
    if not text.strip():
        return []
    found = pieces(text)
    return [_part(text, marks, part, found) for part in _whole_rows(text, marks, found)]


def _whole_rows(
    text: str, marks: Sequence[Mark], found: Sequence[Piece]
) -> Iterator[Part]:
    """Yield the parts of a text; none begins or ends inside a row of a table."""
    tables = [piece for piece in found if piece.kind == "table"]
    at = 0
    for part in parts(text, marks):
        end = part.end
        if any(table.start < end < table.end for table in tables):
            below = text.find("\n", end) + 1 or len(text)
            end = below if part.state == "open" else text.rfind("\n", 0, end) + 1
        if at < end:
            yield replace(part, start=at, end=end)
        at = max(at, end)


def _part(text: str, marks: Sequence[Mark], part: Part, found: Sequence[Piece]) -> Data:
    made: Data = {"state": part.state}
    if part.state != "open":
        made["words"] = part.words
    if part.state != "left out":
        made["pieces"] = [
            _piece(text, marks, Part(max(part.start, a.start), min(part.end, a.end)), a)
            for a in found
            if max(part.start, a.start) < min(part.end, a.end)
        ]
    return made


def _piece(text: str, marks: Sequence[Mark], part: Part, piece: Piece) -> Data:
    """Return a piece in bits of text, what was added to it between them."""
    added = {at: gap for at, gap in piece.gaps if part.start <= at < part.end}
    bits: list[str | Data] = []
    for stretch in stretches(text, marks, part, added):
        if stretch.start in added:
            bits.append({"g": added[stretch.start]})
        bits.append(_bit(stretch))
    return {"kind": piece.kind, "words": piece.words, "bits": bits}


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
    verdict, judges = claim.deciding, shown.overruled(claim)
    near = shown.is_near(claim)
    return {
        "id": claim.claim_id,
        "n": claim.position + 1,
        "replaces": claim.replaces_id,
        "label": claim.label,
        "sign": display.look_of(claim.label).sign,
        "by": verdict.by if verdict.by_person else None,
        "judge": judges.label if judges else None,
        "meta": " · ".join(shown.meta(claim, votes=votes)),
        "text": claim.text,
        "why": verdict.reason,
        "judge_why": judges.reason if judges else "",
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
