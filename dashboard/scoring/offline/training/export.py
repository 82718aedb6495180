"""Exports a network as an int8 ONNX file and checks that it still says the same."""

# mypy: disable-error-code="import-not-found,import-untyped"
from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import onnx

from dashboard.scoring.offline.entailment.pairs import Pair
from dashboard.scoring.offline.entailment.runtime import ExportedModel
from dashboard.scoring.offline.training.fitting import probabilities
from dashboard.scoring.offline.training.graph import network_graph
from dashboard.scoring.offline.training.network import Network


def export_int8(network: Network, path: Path) -> str:
    """Write the network as int8 ONNX and return the file's sha256."""
    onnx.save(network_graph(network), path)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def largest_change(
    network: Network, exported: ExportedModel, pairs: Sequence[Pair]
) -> float:
    """Return the largest change of a probability that the export makes, 0 to 1."""
    before = probabilities(network, pairs)
    after = exported.probabilities(pairs)
    return max(
        abs(one - other)
        for row, fresh in zip(before, after, strict=True)
        for one, other in zip(row, fresh, strict=True)
    )
