"""Fits logistic regressions: few figures, weighted rows, an intercept a group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from dashboard.scoring.offline.joined.fusion import Logistic

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]

RIDGE = 2.0
"""How strongly weights (of figures of unit spread) are held towards 0."""
ROUNDS = 30
FIRM = 1e-3
"""How strongly every weight is held, so that there is always one best set of them."""
FARTHEST = 20.0
"""Log odds beyond which nothing changes."""


def fit_logistic(
    rows: Sequence[Mapping[str, float]],
    truths: Sequence[bool],
    *,
    names: Sequence[str],
    weights: Sequence[float],
    groups: Sequence[str] | None = None,
) -> Logistic:
    """Return the regression that tells true rows from the others.

    With ``groups`` each has an intercept of its own while the weights are fitted, so
    that no figure is paid for telling groups apart; the bias is fitted afterwards.
    """
    table = np.array([[row[name] for name in names] for row in rows], dtype=float)
    spread = table.std(axis=0)
    spread[spread < 1e-6] = 1.0
    scaled = table / spread
    truth, weight = np.asarray(truths, dtype=float), np.asarray(weights, dtype=float)
    own = _indicators(groups) if groups is not None else np.zeros((len(table), 0))
    everything = np.hstack([scaled, own, np.ones((len(table), 1))])
    held = np.array([RIDGE] * len(names) + [1.0] * own.shape[1] + [0.0])
    found = _newton(everything, truth, weight, held)[: len(names)]
    told = (scaled @ found)[:, None]
    bias = _newton(np.ones_like(told), truth, weight, np.zeros(1), told[:, 0])[0]
    return Logistic(
        {name: float(w) for name, w in zip(names, found / spread, strict=True)},
        float(bias),
    )


def _indicators(groups: Sequence[str]) -> Numbers:
    names = sorted(set(groups))
    table = np.zeros((len(groups), len(names)))
    for row, group in enumerate(groups):
        table[row, names.index(group)] = 1.0
    return table


def _newton(
    table: Numbers,
    truth: Numbers,
    weight: Numbers,
    held: Numbers,
    offset: Numbers | float = 0.0,
) -> Numbers:
    """Return the weights of least penalised loss."""
    found = np.zeros(table.shape[1])
    for _ in range(ROUNDS):
        odds = np.clip(table @ found + offset, -FARTHEST, FARTHEST)
        share = 1 / (1 + np.exp(-odds))
        slope = table.T @ (weight * (share - truth)) + held * found
        curve = (table * (weight * share * (1 - share))[:, None]).T @ table
        step = np.linalg.solve(curve + np.diag(held + FIRM), slope)
        found -= step
        if float(np.abs(step).max()) < 1e-6:
            break
    return found
