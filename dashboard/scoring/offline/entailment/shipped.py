"""The model that is shipped with the judge, loaded on first use.

It runs in the thread that asks, without threads of its own: batches are judged by one
process a core, and a process that took all cores would only get into the others' way.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Protocol

from dashboard.scoring.offline.entailment.evidence import WordWeights
from dashboard.scoring.offline.entailment.gathering import Gathering, Judged, Pairs

FOLDER = Path(__file__).parent / "weights"
_LOADING = Lock()


class NoModel(Exception):  # noqa: N818
    """The model cannot be used here; the message says why."""


class Reader(Protocol):
    """Whatever says how premises stand to claims."""

    def judge(self, pairs: Pairs) -> Judged:
        """Return probabilities of entailment, neutrality and contradiction."""


@dataclass(frozen=True, slots=True)
class Entailment:
    """A model and what its premises are picked with.

    Attributes:
        model: Says how premises stand to claims.
        weights: How much each word tells.
    """

    model: Reader
    weights: WordWeights


def shipped() -> Entailment:
    """Return the shipped model; the first call loads it.

    Raises:
        NoModel: If it cannot be used here, which no later call changes.
    """
    with _LOADING:
        found = _loaded(FOLDER)
    if isinstance(found, NoModel):
        raise found
    return found


def load(folder: Path) -> Entailment:
    """Return the model that a training run left in a folder.

    Raises:
        NoModel: If it cannot be used here.
    """
    try:
        from dashboard.scoring.offline.entailment.runtime import ExportedModel

        model = ExportedModel(folder / "model.onnx", folder / "vocab.txt")
        weights = WordWeights.read(folder / "words.json")
    except Exception as error:  # a runtime may refuse in ways of its own
        raise NoModel(f"{type(error).__name__}: {error}") from error
    return Entailment(Gathering(model.judge), weights)


@cache
def _loaded(folder: Path) -> Entailment | NoModel:
    try:
        return load(folder)
    except NoModel as error:
        return error
