"""Reads outputs that people labelled faithful or hallucinated."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Labelled:
    """One labelled output.

    Attributes:
        context: The texts it must agree with, one after the other.
        output: What was said.
        question: What was asked; None when nothing is known of it.
        hallucinated: What people say of it.
        language: The code of its language.
    """

    context: tuple[str, ...]
    output: str
    question: str | None
    hallucinated: bool
    language: str


def read_labelled(path: Path) -> Iterator[Labelled]:
    """Yield the labelled outputs of a JSON Lines file, in its order."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            held = json.loads(line)
            context = held["context"]
            yield Labelled(
                (context,) if isinstance(context, str) else tuple(context),
                held["output"],
                held.get("question"),
                held["label"] == "hallucinated",
                held.get("lang", "en"),
            )
