"""Reads outputs that people labelled faithful or hallucinated."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Mark:
    """A claim, or a part of an output, that was labelled by itself.

    Attributes:
        label: ``supported``, ``contradicted`` or ``unsupported``.
        span: Where it stands in the output; None when that is not known.
    """

    label: str
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Labelled:
    """One labelled output.

    Attributes:
        context: The texts it must agree with, one after the other.
        output: What was said.
        question: What was asked; None when nothing is known of it.
        hallucinated: What people say of it.
        language: The code of its language.
        marks: What people say of its parts; empty when nothing is known.
    """

    context: tuple[str, ...]
    output: str
    question: str | None
    hallucinated: bool
    language: str
    marks: tuple[Mark, ...] = ()


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
                tuple(_marks(held)),
            )


def _marks(held: Mapping[str, Any]) -> Iterator[Mark]:
    for label in held.get("claim_labels") or ():
        yield Mark(label)
    for claim in held.get("claims") or ():
        span = claim.get("span")
        yield Mark(claim["label"], None if span is None else (span[0], span[1]))
