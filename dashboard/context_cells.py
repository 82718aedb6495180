"""The context items in a cell: texts, lists, documents, messages with tool results."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from typing import Any

from dashboard.scoring.messages import read_messages, role_of, text_of
from dashboard.scoring.tool_results import find_tool_results

TEXT_KEYS = (
    "text",
    "content",
    "page_content",
    "pageContent",
    "document.content",
    "passage_text",
    "passage",
    "passages",
    "contexts",
    "sentences",
    "snippet",
    "document",
    "node",
    "chunk",
)
"""Where found documents keep their text, in libraries and data sets."""
LONGEST_LITERAL = 1_000_000
"""Characters of a list in Python's notation; reading one takes a lot of memory."""


def context_items(cell: object) -> list[Any]:
    """Return the items of a context in a cell, in order: texts, and objects as such.

    A text that is a list, in JSON or as Python prints it, holds several items.
    Documents give their text below their title; messages give what tools answered, or
    without tools what the system was told.
    """
    value = listed(cell)
    if value is None or value == "":
        return []
    if isinstance(value, list):
        if is_talk(value):
            return list(_told(value))
        return [item for entry in value for item in _entry_items(entry)]
    return _entry_items(value)


def listed(cell: object) -> Any:
    """Return the list that a text is, of texts or objects; all else as it is."""
    if not isinstance(cell, str) or not cell.lstrip().startswith("["):
        return cell
    try:
        value = _read_list(cell)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return cell
    texts = isinstance(value, list) and all(
        isinstance(item, str | list | dict) for item in value
    )
    return value if texts else cell


def is_talk(cell: object) -> bool:
    """Return whether a cell holds messages: objects that say who spoke."""
    if not (isinstance(cell, list) and cell):
        return False
    return all(
        isinstance(item, Mapping)
        and (role_of(item) is not None or item.get("type") in CALLS)
        for item in cell
    ) and any(isinstance(item.get("role"), str) for item in cell)


CALLS = ("function_call", "function_call_output", "reasoning")
"""Items of a talk that say what they are, not who spoke."""


def _read_list(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        if len(text) > LONGEST_LITERAL or not text.rstrip().endswith("]"):
            raise
        return ast.literal_eval(text.strip())


def _told(messages: list[Any]) -> Iterator[str]:
    results = find_tool_results(messages)
    if results:
        yield from (str(found) for found in results)
        return
    for message in read_messages(messages):
        if role_of(message) in ("system", "developer"):
            yield text_of(message)


def _entry_items(entry: Any) -> list[Any]:
    """Return what one entry of a list comes to: nothing, an item, or several."""
    if entry is None:
        return []
    if isinstance(entry, list):
        texts = list(_texts(entry))
        return ["\n".join(texts)] if texts else []
    if not isinstance(entry, Mapping):
        return [entry if isinstance(entry, str) else json.dumps(entry)]
    for key in TEXT_KEYS:
        inner = entry.get(key)
        if isinstance(inner, str) and inner:
            title = entry.get("title")
            told = isinstance(title, str) and title and not inner.startswith(title)
            return [f"{title}\n{inner}" if told else inner]
        if isinstance(inner, list | Mapping) and inner:
            items = context_items(inner)
            if all(isinstance(item, str) for item in items):
                return items
    return [entry]


def _texts(entries: list[Any]) -> Iterator[str]:
    """Yield the texts of lists in lists, in order: a title and its sentences, say."""
    waiting = list(reversed(entries))
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, list):
            waiting.extend(reversed(entry))
        elif isinstance(entry, str):
            yield entry
        elif entry is not None:
            yield json.dumps(entry, ensure_ascii=False)
