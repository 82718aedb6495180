"""Cuts long premises to what the judge would show the model, and pads short ones."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from dashboard.scoring.offline.entailment.evidence import WordWeights, nearest, stems
from dashboard.scoring.offline.sentences import sentence_spans
from dashboard.scoring.offline.training.rows import Row

LONGEST_PREMISE = 70
"""Words from which a premise is cut to its nearest sentences."""
MOST_SENTENCES = 3


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [text[start:end] for start, end in sentence_spans(text)]


def trimmed(row: Row, weights: WordWeights, *, most: int = MOST_SENTENCES) -> Row:
    """Return the row with a long premise cut to the sentences nearest to its claim."""
    if len(row.premise.split()) <= LONGEST_PREMISE:
        return row
    parts = sentences(row.premise)
    chosen = sorted(nearest(row.claim, parts, weights, most=most))
    return replace(row, premise=" ".join(parts[at] for at in chosen))


def by_topic(rows: Sequence[Row], weights: WordWeights) -> list[list[Row]]:
    """Return groups of rows whose claims share their rarest word, in a fixed order."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        words = sorted(stems(row.claim))
        if words:
            groups[max(words, key=weights.of)].append(row)
    return [groups[topic] for topic in sorted(groups)]


def with_bystanders(
    rows: Sequence[Row], weights: WordWeights, *, share: float, seed: int
) -> list[Row]:
    """Return the rows, a share of them with a sentence more that changes nothing.

    The sentence comes from another row of the same topic. A neutral row is left as it
    is: the added sentence might be just what it lacks.
    """
    chance = random.Random(seed)
    widened: list[Row] = []
    for group in by_topic(rows, weights):
        for row in group:
            other = chance.choice(group)
            fits = len(row.premise.split()) + len(other.premise.split()) < 60
            plain = row.target in ("entailment", "contradiction")
            differs = plain and fits and other.premise != row.premise
            if differs and chance.random() < share:
                parts = [row.premise, other.premise]
                chance.shuffle(parts)
                widened.append(replace(row, premise=" ".join(parts)))
            else:
                widened.append(row)
    return widened
