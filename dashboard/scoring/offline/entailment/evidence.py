"""Picks the sentences of a context that a claim should be held against."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_WORD = re.compile(r"[^\W_]+(?:[.,:]\d+)*")
_ENDINGS = ("ing", "ed", "es", "ly", "s")


@dataclass(frozen=True, slots=True)
class WordWeights:
    """How much a shared word tells: rare words much, common ones little.

    Attributes:
        weights: By stem.
        unseen: For a stem that was never counted.
    """

    weights: Mapping[str, float]
    unseen: float

    def of(self, stem: str) -> float:
        """Return the weight of a stem."""
        return self.weights.get(stem, self.unseen)

    def total(self, stems: set[str]) -> float:
        """Return the weight of stems together, always added in one order."""
        return sum(self.of(stem) for stem in sorted(stems))

    def write(self, path: Path) -> None:
        """Keep the weights in a JSON file."""
        rounded = {stem: round(weight, 2) for stem, weight in self.weights.items()}
        held = {"unseen": round(self.unseen, 2), "weights": rounded}
        path.write_text(json.dumps(held, ensure_ascii=False), encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> WordWeights:
        """Return the weights kept in a JSON file."""
        held = json.loads(path.read_text(encoding="utf-8"))
        return cls(held["weights"], held["unseen"])


def count_words(texts: Iterable[str], *, at_least: int = 5) -> WordWeights:
    """Return the inverse document frequency of stems in at least so many texts."""
    counts: Counter[str] = Counter()
    total = 0
    for text in texts:
        counts.update(stems(text))
        total += 1
    scale = math.log(1 + total)
    kept = sorted(stem for stem, count in counts.items() if count >= at_least)
    weights = {stem: scale - math.log(1 + counts[stem]) for stem in kept}
    return WordWeights(weights, scale - math.log(2) if total else 1.0)


def words(text: str) -> list[str]:
    """Return the words and numbers of a text, in order and in lower case."""
    return _WORD.findall(text.lower())


def stems(text: str) -> set[str]:
    """Return the words of a text, in lower case and without common endings."""
    return {_stem(word) for word in words(text)}


def nearest(
    claim: str, passages: Sequence[str], weights: WordWeights, *, most: int = 2
) -> list[int]:
    """Return where the passages stand that share most with the claim, best first.

    A passage that brings words the better ones lack goes before one that repeats them.
    Equal passages keep their order. No more than ``most`` come back.
    """
    held = [stems(passage) for passage in passages]
    return nearest_stems(stems(claim), held, weights, most=most)


def nearest_stems(
    wanted: set[str],
    passages: Sequence[set[str]],
    weights: WordWeights,
    *,
    most: int = 2,
) -> list[int]:
    """Return the same from the stems of the claim and of each passage."""
    shared = [wanted & passage for passage in passages]
    chosen: list[int] = []
    seen: set[str] = set()
    while len(chosen) < min(most, len(passages)):
        best = max(
            (at for at in range(len(passages)) if at not in chosen),
            key=lambda at: (
                weights.total(shared[at] - seen)
                + 0.3 * weights.total(shared[at] & seen),
                -at,
            ),
        )
        chosen.append(best)
        seen |= shared[best]
    return chosen


def overlap(claim: str, passages: Sequence[str]) -> float:
    """Return the share of a claim's words that the passages hold, 0 to 1."""
    wanted = stems(claim)
    held = set().union(*(stems(passage) for passage in passages))
    return len(wanted & held) / len(wanted) if wanted else 1.0


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
