"""Makes the mix a run learns from out of the files of labelled pairs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dashboard.scoring.offline.entailment.evidence import WordWeights, count_words
from dashboard.scoring.offline.training.documents import document_rows, passages_of
from dashboard.scoring.offline.training.joined import joined_rows
from dashboard.scoring.offline.training.premises import trimmed, with_bystanders
from dashboard.scoring.offline.training.recipe import CAPS, Recipe
from dashboard.scoring.offline.training.rows import Caps, Row, capped, read_rows

PASSAGE_SOURCES = ("crowd_qa", "halueval_qa", "fever")
JOINABLE = (
    "fever",
    "fm2",
    "fever_symmetric",
    "semiauto_wiki",
    "perturbed",
    "wikisplit",
)


@dataclass(frozen=True, slots=True)
class Mix:
    """What a run learns from and is checked on.

    Attributes:
        rows: To learn from, in random order.
        held_out: To check on; no text of theirs is in ``rows``.
        weights: How much each word tells when evidence is picked.
    """

    rows: list[Row]
    held_out: list[Row]
    weights: WordWeights


def make_mix(folder: Path, recipe: Recipe, caps: Caps = CAPS) -> Mix:
    """Return the mix of ``pairs``, ``binary`` and ``valid.jsonl.gz`` in a folder.

    The binary file may be missing. The same files and recipe give the same mix.
    """
    pairs = list(read_rows(folder / "pairs.jsonl.gz"))
    answers_path = folder / "binary.jsonl.gz"
    answers = list(read_rows(answers_path)) if answers_path.exists() else []
    held_out = list(read_rows(folder / "valid.jsonl.gz"))
    weights = count_words(sorted({row.premise for row in pairs + answers}))
    made = _made(pairs, answers, weights, recipe)
    plain = [
        trimmed(row, weights) for row in capped(pairs + answers, caps, seed=recipe.seed)
    ]
    plain = with_bystanders(
        plain, weights, share=recipe.bystander_share, seed=recipe.seed
    )
    rows = plain + capped(made, caps, seed=recipe.seed)
    random.Random(recipe.seed).shuffle(rows)
    random.Random(recipe.seed).shuffle(held_out)
    checked = [trimmed(row, weights) for row in held_out[: recipe.held_out]]
    return Mix(rows, checked, weights)


def _made(
    pairs: Sequence[Row], answers: Sequence[Row], weights: WordWeights, recipe: Recipe
) -> list[Row]:
    joinable = [row for row in pairs if row.source in JOINABLE]
    joined = joined_rows(joinable, weights, most=2 * recipe.joined, seed=recipe.seed)
    held = [row for row in [*answers, *pairs] if row.source in PASSAGE_SOURCES]
    return joined + document_rows(passages_of(held), weights, seed=recipe.seed)
