"""Writes what was measured of several judges as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from dashboard.scoring.offline.training.columns import (
    Column,
    Drawn,
    Values,
    estimate,
    mean,
    places,
    truths,
)
from dashboard.scoring.offline.training.examples import Example

LENGTHS = (("1", 1, 1), ("2", 2, 2), ("3 and more", 3, 10**6))
FEWEST = 20
"""Outputs of a length that a set must have to count."""


def comparison_table(
    examples: Sequence[Example], columns: Mapping[str, Column], *, best: str
) -> str:
    """Return balanced accuracy and AUROC as Markdown, in per cent.

    Rows are the sets, their mean, and how far the mean of ``best`` lies above each of
    the other columns. Intervals of 95 % come from drawing contexts again within the
    sets; all columns are drawn together.
    """
    drawn, truth = Drawn(examples), truths(examples)
    found = {n: (drawn.balanced(c), drawn.auroc(c)) for n, c in columns.items()}
    means = {n: (mean(first), mean(second)) for n, (first, second) in found.items()}
    lines = [["set", "outputs", "bad", *columns]]
    for at, (name, rows) in enumerate(drawn.sets.items()):
        cells = [_cell(first[at], second[at]) for first, second in found.values()]
        lines.append([name, str(rows.size), str(int(truth[rows].sum())), *cells])
    lines.append(["mean", "", "", *(_cell(*both) for both in means.values())])
    top = means[best]
    gaps = [_cell(top[0] - first, top[1] - second) for first, second in means.values()]
    lines.append([f"mean of {best} above it", "", "", *gaps])
    return _table(lines)


def flag_table(examples: Sequence[Example], columns: Mapping[str, Column]) -> str:
    """Return how many outputs are bad and how many are flagged, by their length.

    Means over the sets that have enough of that length, in per cent.
    """
    lines = [["claims", "sets", "outputs", "bad", *(f"{n}: flagged" for n in columns)]]
    bad = [each.hallucinated for each in examples]
    for words, least, most in LENGTHS:
        sets = places(examples, least=least, most=most).values()
        held = [rows for rows in sets if rows.size >= FEWEST]
        shares = [
            _share(each, held) for each in (bad, *(c.flags for c in columns.values()))
        ]
        counts = [str(len(held)), str(sum(rows.size for rows in held))]
        lines.append([words, *counts, *(f"{100 * share:.0f}" for share in shares)])
    return _table(lines)


def calibration_table(examples: Sequence[Example], column: Column) -> str:
    """Return how many outputs are bad where the worst claim's doubt lies in a range."""
    lines = [["doubt in per cent", "outputs", "mean doubt", "bad"]]
    bad, doubts = truths(examples), np.asarray(column.doubts)
    tenth = np.minimum((doubts * 10).astype(int), 9)
    for low in range(10):
        rows = tenth == low
        if rows.any():
            shares = [f"{100 * float(each[rows].mean()):.0f}" for each in (doubts, bad)]
            lines.append([f"{10 * low} to {10 * low + 10}", str(rows.sum()), *shares])
    return _table(lines)


def _cell(balanced: Values, auroc: Values) -> str:
    parts = [estimate(balanced), estimate(auroc)]
    return " / ".join(
        f"{100 * each.value:.1f} [{100 * each.low:.1f}, {100 * each.high:.1f}]"
        for each in parts
    )


def _share(flags: Sequence[bool], sets: Sequence[NDArray[np.int64]]) -> float:
    held = np.asarray(flags, dtype=float)
    return float(np.mean([held[rows].mean() for rows in sets])) if sets else 0.0


def _table(lines: Sequence[Sequence[str]]) -> str:
    rows = [lines[0], ["---"] * len(lines[0]), *lines[1:]]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)
