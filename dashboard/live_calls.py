"""From a call of an application's function to a sample."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.scoring import InvalidSample, Sample
from dashboard.scoring.hooks import call_with
from dashboard.scoring.messages import plain, read_input, read_messages, read_output
from dashboard.scoring.text import UNSTORABLE
from dashboard.scoring.tool_results import find_tool_results

INPUT_NAMES = ("question", "query", "input", "prompt", "user_input", "messages")
CONTEXT_NAMES = (
    "context",
    "contexts",
    "documents",
    "docs",
    "retrieved_contexts",
    "retrieved_documents",
    "source_documents",
    "passages",
    "chunks",
)
OUTPUT_NAMES = ("output", "answer", "response", "completion", "result")
LONGEST_SHOWN = 2_000
"""Characters kept of an answer that cannot be read, for a person to see."""
TEXT_NAMES = ("page_content", "text", "content")
"""Where a retrieved document keeps its text."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a call becomes a sample; None means by the names of arguments and results.

    Attributes:
        input: Returns what was asked.
        output: Returns the text, or messages, that count as the answer.
        context: Returns the texts it must agree with, or is these texts.
    """

    input: Callable[..., Any] | None = None
    output: Callable[..., Any] | None = None
    context: Any = None


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a function, with what came back."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    result: Any

    def values(self) -> dict[str, Any]:
        """Return what hooks may ask for: ``result`` and every argument by its name."""
        bound = inspect.signature(self.function).bind(*self.args, **self.kwargs)
        return {**bound.arguments, "result": self.result}


@dataclass(frozen=True, slots=True)
class Heard:
    """What an application said, as far as it could be read.

    Attributes:
        error: Why it cannot be scored; None when it can.
    """

    sample: Sample
    error: str | None = None


def heard_call(call: Call, reading: Reading, metadata: Mapping[str, Any]) -> Heard:
    """Return a call as a sample; when it cannot be read, what it returned, cut."""
    try:
        values = call.values()
        sample = Sample(
            output=_output(call.result, reading, values),
            context=_context(call.result, reading, values),
            input=_input(call, reading, values),
            metadata=metadata,
        )
    except Exception as fault:  # noqa: BLE001  hooks may raise anything
        shown = UNSTORABLE.sub("\ufffd", repr(call.result)[:LONGEST_SHOWN])
        return Heard(Sample(shown, metadata=metadata), f"could not be read: {fault}")
    return Heard(sample)


def documents(context: object) -> list[Any]:
    """Return a context as a list, retrieved documents as their texts."""
    if context is None:
        return []
    if isinstance(context, str | Mapping) or not isinstance(context, Sequence):
        return [_document(context)]
    return [_document(item) for item in context]


def _document(item: object) -> Any:
    read = plain(item)
    for name in TEXT_NAMES:
        text = (
            read.get(name) if isinstance(read, Mapping) else getattr(item, name, None)
        )
        if isinstance(text, str):
            return text
    return read


def _output(result: object, reading: Reading, values: dict[str, Any]) -> str:
    if reading.output is not None:
        return read_output(ask(reading.output, values))
    found = _named(result, OUTPUT_NAMES)
    return read_output(result if found is None else found)


def _context(result: object, reading: Reading, values: dict[str, Any]) -> list[Any]:
    if callable(reading.context):
        return documents(ask(reading.context, values))
    if reading.context is not None:
        return documents(reading.context)
    for place in (result, values):
        found = _named(place, CONTEXT_NAMES)
        if found is not None:
            return documents(found)
    return tool_texts(result) or tool_texts(values.get("messages"))


def _input(call: Call, reading: Reading, values: dict[str, Any]) -> str | None:
    if reading.input is not None:
        return read_input(ask(reading.input, values))
    found = _named(values, INPUT_NAMES)
    if found is None:
        found = next((arg for arg in call.args if isinstance(arg, str)), None)
    try:
        return read_input(found)
    except InvalidSample:
        return None  # it was only a guess that this is a question


def tool_texts(messages: object) -> list[str]:
    """Return what tools answered in messages, written readably; none in all else."""
    try:
        return [str(found) for found in find_tool_results(read_messages(messages))]
    except InvalidSample:
        return []


def _named(place: object, names: Sequence[str]) -> Any:
    read = plain(place)
    if not isinstance(read, Mapping):
        return None
    return next((read[name] for name in names if read.get(name) is not None), None)


def ask(hook: Callable[..., Any], values: dict[str, Any]) -> Any:
    """Return what a hook says, also where it is a coroutine."""
    found = call_with(hook, values)
    return asyncio.run(_awaited(found)) if inspect.isawaitable(found) else found


async def _awaited(found: Awaitable[Any]) -> Any:
    return await found
