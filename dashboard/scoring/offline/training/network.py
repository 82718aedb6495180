"""The network: a BERT encoder whose head compares the two parts of a pair."""

# mypy: disable-error-code="import-not-found,misc,no-any-return"
from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from dashboard.scoring.offline.entailment.pairs import CLAIM, LABELS, PADDING, PREMISE


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a network.

    Attributes:
        layers: Encoder layers.
        width: Numbers a token.
        heads: Attention heads a layer.
        inner: Width inside a layer's feed-forward part.
        vocabulary: Known word pieces.
        positions: Longest pair the position table allows, in tokens.
        hidden: Width inside the head.
    """

    layers: int = 6
    width: int = 384
    heads: int = 12
    inner: int = 1536
    vocabulary: int = 30_522
    positions: int = 512
    hidden: int = 256


class Layer(nn.Module):
    """One encoder layer, normalised after each half as in BERT."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.mixed = nn.Linear(shape.width, 3 * shape.width)
        self.attended = nn.Linear(shape.width, shape.width)
        self.attended_norm = nn.LayerNorm(shape.width, eps=1e-12)
        self.inner = nn.Linear(shape.width, shape.inner)
        self.outer = nn.Linear(shape.inner, shape.width)
        self.outer_norm = nn.LayerNorm(shape.width, eps=1e-12)

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        """Return the tokens after attention and feed-forward."""
        rows, length, width = tokens.shape
        query, key, value = (
            self.mixed(tokens)
            .view(rows, length, 3, self.heads, width // self.heads)
            .permute(2, 0, 3, 1, 4)
        )
        seen = functional.scaled_dot_product_attention(
            query, key, value, attn_mask=mask
        )
        seen = seen.transpose(1, 2).reshape(rows, length, width)
        tokens = self.attended_norm(tokens + self.attended(seen))
        return self.outer_norm(tokens + self.outer(functional.gelu(self.inner(tokens))))


class Network(nn.Module):
    """Encoder and head; ids and parts in, one logit per label out."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.words = nn.Embedding(shape.vocabulary, shape.width)
        self.places = nn.Embedding(shape.positions, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.compared = nn.Linear(5 * shape.width, shape.hidden)
        self.decided = nn.Linear(shape.hidden, len(LABELS))

    def freeze(self, layers: int) -> None:
        """Keep the embeddings and the lowest layers as they are."""
        kept = [self.words, self.places, self.norm, *self.layers[:layers]]
        for module in kept:
            module.requires_grad_(False)

    def forward(self, ids: Tensor, parts: Tensor) -> Tensor:
        """Return the logits, rows by labels."""
        places = torch.arange(ids.shape[1], device=ids.device)
        tokens = self.norm(self.words(ids) + self.places(places))
        mask = (parts != PADDING)[:, None, None, :]
        for layer in self.layers:
            tokens = layer(tokens, mask)
        return self.decided(functional.gelu(self.compared(_comparison(tokens, parts))))


def _comparison(tokens: Tensor, parts: Tensor) -> Tensor:
    """Return what sets premise and claim apart, rows by five widths."""
    premise = _mean(tokens, parts == PREMISE)
    claim = _mean(tokens, parts == CLAIM)
    outside = (parts != CLAIM)[:, :, None]
    strongest = tokens.masked_fill(outside, -1e4).amax(dim=1)
    return torch.cat(
        [premise, claim, (premise - claim).abs(), 4 * premise * claim, strongest], dim=1
    )


def _mean(tokens: Tensor, inside: Tensor) -> Tensor:
    weights = inside[:, :, None].to(tokens.dtype)
    return (tokens * weights).sum(dim=1) / weights.sum(dim=1).clamp(min=1)
