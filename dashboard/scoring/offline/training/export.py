"""Exports a network as an int8 ONNX file and checks that it still says the same."""

# mypy: disable-error-code="import-not-found,import-untyped"
from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Sequence
from pathlib import Path

import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic

from dashboard.scoring.offline.training.fitting import probabilities
from dashboard.scoring.offline.training.graph import network_graph
from dashboard.scoring.offline.training.network import Network
from dashboard.scoring.offline.training.pairs import Pair
from dashboard.scoring.offline.training.runtime import ExportedModel


def export_int8(network: Network, path: Path) -> str:
    """Write the network as int8 ONNX and return the file's sha256.

    Weights use seven bits of the eight: with all eight, processors without VNNI
    overflow, and the same file would judge differently from machine to machine.
    """
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        whole = Path(folder) / "float32.onnx"
        onnx.save(network_graph(network), whole)
        quantize_dynamic(
            whole,
            path,
            op_types_to_quantize=["MatMul", "Gather"],
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
        )
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
