"""Turns pairs into tensors of equal length, in an order given by a seed."""

# mypy: disable-error-code="import-not-found"
from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from dashboard.scoring.offline.entailment.pairs import PADDING, Pair

LIKE_LENGTHS = 40
"""Batches that are cut together from pairs sorted by length."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Pairs of about one length, filled up to the longest.

    Attributes:
        ids: Rows by positions.
        parts: What each position is part of.
        targets: One a row.
    """

    ids: Tensor
    parts: Tensor
    targets: Tensor


def batches(pairs: Sequence[Pair], *, size: int, seed: int) -> Iterator[Batch]:
    """Yield one pass over the pairs; the seed decides the order, and nothing else."""
    order = list(range(len(pairs)))
    chance = random.Random(seed)
    chance.shuffle(order)
    for start in range(0, len(order), size * LIKE_LENGTHS):
        pool = order[start : start + size * LIKE_LENGTHS]
        pool.sort(key=lambda at: len(pairs[at].ids))
        cut = [pool[at : at + size] for at in range(0, len(pool), size)]
        chance.shuffle(cut)
        for chosen in cut:
            yield filled([pairs[at] for at in chosen])


def filled(pairs: Sequence[Pair]) -> Batch:
    """Return the pairs as one batch, in their order."""
    longest = max(len(pair.ids) for pair in pairs)
    ids = torch.zeros(len(pairs), longest, dtype=torch.long)
    parts = torch.full((len(pairs), longest), PADDING)
    for at, pair in enumerate(pairs):
        ids[at, : len(pair.ids)] = torch.tensor(pair.ids)
        parts[at, : len(pair.ids)] = torch.tensor(pair.parts)
    return Batch(ids, parts, torch.tensor([pair.target for pair in pairs]))
