"""Applies chosen corrections to an output."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from dashboard.scoring.corrections.striking import strike
from dashboard.scoring.corrections.types import Correction, Edit, Place


def corrected_output(output: str, corrections: Iterable[Correction]) -> str:
    """Return the output with these corrections made.

    Where two overlap the larger wins; several strikes in one sentence are made
    together, and a sentence of which nothing is left goes whole.
    """
    return apply_edits(output, _edits(output, list(corrections)))


def apply_edits(output: str, edits: Sequence[Edit]) -> str:
    """Return the output with edits made, of which none overlaps another."""
    parts: list[str] = []
    at = 0
    for edit in sorted(edits):
        parts += [output[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, output[at:]])


def _edits(output: str, corrections: Sequence[Correction]) -> list[Edit]:
    clauses: dict[Place, set[int | None]] = defaultdict(set)
    edits: list[Edit] = []
    for one in corrections:
        if one.struck is None:
            edits += one.edits
        else:
            clauses[one.struck.place].add(one.struck.clause)
    for place, struck in clauses.items():
        edits += strike(output, place, struck)
    return _apart(edits)


def _apart(edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits of which none overlaps another, larger ones first."""
    kept: list[Edit] = []
    for edit in sorted(set(edits), key=lambda e: (e.start - e.end, e)):
        if all(_beside(edit, other) for other in kept):
            kept.append(edit)
    return kept


def _beside(one: Edit, other: Edit) -> bool:
    """Tell whether both can be made; two insertions in one place cannot."""
    if one.start == one.end and one.start == other.start:
        return False
    return one.end <= other.start or one.start >= other.end
