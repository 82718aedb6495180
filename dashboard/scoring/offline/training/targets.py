"""Turns rows to learn from into pairs with their targets as numbers."""

from __future__ import annotations

from collections.abc import Iterable

from dashboard.scoring.offline.entailment.pairs import (
    HALLUCINATED,
    LABELS,
    Pair,
    as_pair,
)
from dashboard.scoring.offline.entailment.wordpiece import WordPiece
from dashboard.scoring.offline.training.rows import Row, Target


def as_pairs(rows: Iterable[Row], tokenizer: WordPiece) -> list[Pair]:
    """Return rows as numbers, in their order."""
    return [
        as_pair(tokenizer, row.premise, row.claim, target_number(row.target))
        for row in rows
    ]


def target_number(target: Target) -> int:
    """Return the number of a target."""
    return HALLUCINATED if target == "hallucinated" else LABELS.index(target)
