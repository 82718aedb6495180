"""Runs an exported model: onnxruntime and numpy, no torch."""

# mypy: disable-error-code="import-not-found,import-untyped"
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime

from dashboard.scoring.offline.entailment.pairs import (
    PADDING,
    Pair,
    as_pair,
    by_length,
)
from dashboard.scoring.offline.entailment.wordpiece import WordPiece


class ExportedModel:
    """A model file with its vocabulary, ready to judge pairs."""

    def __init__(self, path: Path, vocabulary: Path, *, threads: int = 1) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
        self._tokenizer = WordPiece.read(vocabulary)

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[list[float]]:
        """Return what each premise says of its claim, probabilities as ``LABELS``."""
        return self.probabilities(
            [as_pair(self._tokenizer, premise, claim) for premise, claim in pairs]
        )

    def probabilities(
        self, pairs: Sequence[Pair], *, size: int = 16
    ) -> list[list[float]]:
        """Return each pair's probabilities in the order of ``LABELS``."""
        found: list[list[float]] = [[] for _ in pairs]
        for chosen in by_length(pairs, size):
            logits = self._logits([pairs[at] for at in chosen])
            grown = np.exp(logits - logits.max(axis=1, keepdims=True))
            shares = grown / grown.sum(axis=1, keepdims=True)
            for at, row in zip(chosen, shares.tolist(), strict=True):
                found[at] = row
        return found

    def _logits(self, pairs: Sequence[Pair]) -> np.ndarray:
        longest = max(len(pair.ids) for pair in pairs)
        ids = np.zeros((len(pairs), longest), dtype=np.int64)
        parts = np.full((len(pairs), longest), PADDING, dtype=np.int64)
        for at, pair in enumerate(pairs):
            ids[at, : len(pair.ids)] = pair.ids
            parts[at, : len(pair.ids)] = pair.parts
        logits = self._session.run(["logits"], {"ids": ids, "parts": parts})[0]
        return np.asarray(logits, dtype=np.float64)
