"""Cuts the context into passages that each read as evidence on their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dashboard.scoring.offline.sentences import sentence_spans


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of the context that a claim may be held against.

    Attributes:
        context_index: Which context item it stands in.
        start: Where it begins in that item, in code points.
        end: One past its last character.
        text: How it reads: a sentence word for word, a table row with its headers,
            a value with its keys.
        kind: ``prose``, ``item``, ``row``, ``pair``, ``heading`` or ``code``.
        heading: The heading it stands under; blank when there is none.
        resolved: The text with its leading pronoun replaced; None when there is
            none to replace or that is not safe.
    """

    context_index: int
    start: int
    end: int
    text: str
    kind: str = "prose"
    heading: str = ""
    resolved: str | None = None

    @property
    def reading(self) -> str:
        """The text to compare with: resolved where that was safe."""
        return self.text if self.resolved is None else self.resolved


def context_passages(context: Sequence[str]) -> list[Passage]:
    """Return the passages of all items, in order; blank items have none."""
    return [
        Passage(index, start, end, item[start:end])
        for index, item in enumerate(context)
        for start, end in sentence_spans(item)
    ]
