"""Which columns of an upload hold what, found by the names that people use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

OUTPUT = (
    "output",
    "answer",
    "response",
    "prediction",
    "completion",
    "hallucinated_answer",
    "model_output",
    "generated_text",
    "actual_output",
    "summary",
    "claim",
)
CONTEXT = (
    "context",
    "contexts",
    "retrieved_contexts",
    "retrieval_context",
    "documents",
    "source",
    "source_info",
    "passage",
    "passages",
    "knowledge",
    "reference",
    "document",
    "evidence",
)
INPUT = ("input", "question", "query", "prompt", "user_input", "instruction")
LABEL = ("label", "hallucination", "is_hallucination", "ground_truth_label")


class UploadError(Exception):
    """Someone gave a file that cannot be read at all; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the columns to read. ``context`` may be several, or none."""

    output: str
    context: tuple[str, ...] = ()
    input: str | None = None
    label: str | None = None

    def used(self) -> frozenset[str]:
        """Return every column that is read; the rest is metadata."""
        named = {self.output, *self.context, self.input, self.label}
        return frozenset(name for name in named if name is not None)


def find_columns(
    names: Sequence[str],
    *,
    name: str,
    output: str | None = None,
    context: str | None = None,
    input: str | None = None,
) -> Columns:
    """Return which columns hold what; what the caller names is taken as said.

    ``context`` may name several columns, joined by commas. Names are compared whatever
    their case, spaces or punctuation. ``name`` is the file's, for messages.

    Raises:
        UploadError: If a named column is not there, or none holds outputs.
    """
    for wanted in (output, input, *(context or "").split(",")):
        if wanted and wanted not in names:
            raise UploadError(
                f"{name} has no column {wanted!r}. It has: {', '.join(names)}."
            )
    found = output or _first(names, OUTPUT)
    if found is None:
        raise UploadError(
            f"{name} has no column with outputs. It has: {', '.join(names)}. "
            "Name the column 'output', or say which one with --output-column."
        )
    left = [n for n in names if n != found]
    return Columns(
        output=found,
        context=tuple(context.split(",")) if context else _contexts(left),
        input=input or _first(left, INPUT),
        label=_first(left, LABEL),
    )


def _first(names: Sequence[str], known: Sequence[str]) -> str | None:
    plain = {_plain(name): name for name in reversed(names)}
    return next((plain[word] for word in known if word in plain), None)


def _contexts(names: Sequence[str]) -> tuple[str, ...]:
    """Return the one context column, or several numbered ones in their order."""
    first = _first(names, CONTEXT)
    if first is not None:
        return (first,)
    return tuple(n for n in names if re.sub(r"_?\d+$", "", _plain(n)) in CONTEXT)


def _plain(name: str) -> str:
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip())
    return re.sub(r"[^a-z0-9]+", "_", snake.casefold()).strip("_")
