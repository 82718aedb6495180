"""Reads the labelled pairs to learn from, so many of each source and kind."""

from __future__ import annotations

import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Target = Literal["entailment", "neutral", "contradiction", "hallucinated"]
"""What a pair is; ``hallucinated`` is neutral or contradiction, unknown which."""


@dataclass(frozen=True, slots=True)
class Row:
    """One pair to learn from.

    Attributes:
        premise: What is known.
        claim: What is said.
        target: How the two stand to each other.
        source: The set it comes from.
        kind: The change that made it; blank when people wrote it.
        license: What its texts are published under.
    """

    premise: str
    claim: str
    target: Target
    source: str
    kind: str = ""
    license: str = ""


@dataclass(frozen=True, slots=True)
class Caps:
    """How many rows of a source, or of a source's kind, are taken at most.

    Attributes:
        sources: By source; a source that is not named is taken whole.
        kind: For each kind of change.
        kinds: By kind, where another number than ``kind`` fits.
    """

    sources: Mapping[str, int]
    kind: int
    kinds: Mapping[str, int]


def read_rows(path: Path) -> Iterator[Row]:
    """Yield the rows of a file of pairs or of answers, in its order."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            held = json.loads(line)
            yield _answer(held) if "output" in held else _pair(held)


def capped(rows: Sequence[Row], caps: Caps, *, seed: int) -> list[Row]:
    """Return rows drawn at random within the caps, in random order."""
    drawn = list(rows)
    random.Random(seed).shuffle(drawn)
    taken: dict[str, int] = defaultdict(int)
    kept: list[Row] = []
    for row in drawn:
        most_of_kind = caps.kinds.get(row.kind, caps.kind)
        kind = f"{row.source}:{row.kind}"
        if row.kind and taken[kind] >= most_of_kind:
            continue
        if taken[row.source] >= caps.sources.get(row.source, len(drawn)):
            continue
        taken[row.source] += 1
        taken[kind] += 1
        kept.append(row)
    return kept


def _pair(held: Mapping[str, Any]) -> Row:
    return Row(
        held["premise"],
        held["hypothesis"],
        held["label"],
        held["source"],
        held.get("op", ""),
        held["license"],
    )


def _answer(held: Mapping[str, Any]) -> Row:
    """Return an answer as a pair; a question goes before what answers it."""
    question, output = held["question"], held["output"]
    claim = f"{question} {output}" if question else output
    target: Target = "entailment" if held["label"] == "faithful" else "hallucinated"
    return Row(held["context"], claim, target, held["source"], license=held["license"])
