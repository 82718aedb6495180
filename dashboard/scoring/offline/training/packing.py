"""Packs weights into eight bits so that a product's result depends on its row alone.

Usual int8 files share one scale among all pairs of a batch, which moves a claim's
probability with its neighbours. Here weights have a scale for every few numbers and
the runtime does the same to each row of tokens.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BLOCK = 32
"""Numbers that share a scale."""
_MOST = 127
_MIDDLE = 128
"""The byte that stands for zero."""


@dataclass(frozen=True, slots=True)
class Packed:
    """Numbers as bytes with their scales."""

    values: NDArray[np.uint8] | NDArray[np.int8]
    scales: NDArray[np.float32]


def packed_matrix(weights: NDArray[np.float32]) -> Packed:
    """Return a matrix, outputs by inputs, in blocks along its inputs."""
    outputs, inputs = weights.shape
    padded = np.pad(weights, ((0, 0), (0, -inputs % BLOCK)))
    blocks = padded.reshape(outputs, -1, BLOCK)
    scales = _scales(blocks)
    values = np.rint(blocks / scales[:, :, None]) + _MIDDLE
    return Packed(values.astype(np.uint8), scales)


def packed_rows(weights: NDArray[np.float32]) -> Packed:
    """Return a table whose every row has a scale of its own."""
    scales = _scales(weights)[:, None]
    return Packed(np.rint(weights / scales).astype(np.int8), scales)


def _scales(blocks: NDArray[np.float32]) -> NDArray[np.float32]:
    largest = np.abs(blocks).max(axis=-1)
    scales: NDArray[np.float32] = np.where(largest > 0, largest / _MOST, 1.0).astype(
        np.float32
    )
    return scales
