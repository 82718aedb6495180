"""Reads what applications pass around: questions, answers, tool results in messages.

Read are plain texts, the published agent messages, and messages of OpenAI, Anthropic
and LangChain, as dicts or as those libraries' objects; none of them is imported.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, cast

from dashboard.scoring.errors import InvalidSample

Answer = Literal["all", "first", "last"]
"""Which assistant messages of several make up the answer."""

LANGCHAIN_TYPES = {
    "human": "user",
    "ai": "assistant",
    "AIMessageChunk": "assistant",
    "system": "system",
    "tool": "tool",
}
"""Who spoke, where a message says it in its type."""
TEXT_TYPES = ("text", "output_text", "input_text")
INPUT_KEYS = ("prompt", "text", "content", "input", "user")
READABLE_OUTPUT = (
    "output must be a text, {text: …}, {content: …}, an assistant message or a list of"
    " messages with at least one"
)
READABLE_INPUT = (
    "input must be a text, a list of messages with a user's, or an object with"
    " inputMessages, messages, prompt, text, content, input or user"
)


def read_output(output: object, *, answer: Answer = "all") -> str:
    """Return the text that a model answered; blank when it answered without words.

    Of several assistant messages all are joined, or the ``first`` or ``last`` with
    words is taken. Unlike the published scorer, which scores shapes it does not know
    as empty and only the last text of an answer, this refuses and joins.

    Raises:
        InvalidSample: If it is none of the shapes that hold an answer.
    """
    found = _output_texts(output)
    if found is None:
        raise InvalidSample(f"{READABLE_OUTPUT}; got {_shape(output)}")
    texts = [text for text in found if text.strip()]
    if answer == "first":
        texts = texts[:1]
    elif answer == "last":
        texts = texts[-1:]
    return joined(texts)


def read_input(input: object) -> str | None:
    """Return what was asked: of messages, the first of a user; None when unknown.

    Raises:
        InvalidSample: If it is none of the shapes that hold a question.
    """
    if input is None or isinstance(input, str):
        return input
    thing = plain(input)
    if isinstance(thing, Mapping):
        for key in ("inputMessages", "input_messages", "messages"):
            if _is_list(thing.get(key)):
                return _first_user_text(read_messages(thing[key]))
        if role_of(thing) == "user":
            return text_of(thing)
        for key in INPUT_KEYS:
            if isinstance(thing.get(key), str):
                return cast(str, thing[key])
    elif _is_list(thing) and (messages := read_messages(thing)):
        return _first_user_text(messages)
    raise InvalidSample(f"{READABLE_INPUT}; got {_shape(input)}")


def read_messages(messages: object) -> list[Mapping[str, Any]]:
    """Return the messages of a list, or of an object that holds one, as mappings.

    What is no message is left out; a text holds none.

    Raises:
        InvalidSample: If it is neither a list nor an object nor a text.
    """
    if isinstance(messages, str):
        return []
    thing = plain(messages)
    if isinstance(thing, Mapping):
        for key in ("messages", "output", "inputMessages"):
            if _is_list(thing.get(key)):
                return read_messages(thing[key])
        if _is_list(thing.get("choices")):
            choices = mappings(thing["choices"])
            return mappings([choice.get("message") for choice in choices])
        return [thing]
    if not _is_list(thing):
        raise InvalidSample(f"messages must be a list of them, got {_shape(messages)}")
    return mappings(thing)


def role_of(message: Mapping[str, Any]) -> str | None:
    """Return who spoke: ``user``, ``assistant``, ``system``, ``tool``; None unknown."""
    role = message.get("role")
    if not isinstance(role, str):
        role = LANGCHAIN_TYPES.get(str(message.get("type")))
    return role


def text_of(message: Mapping[str, Any]) -> str:
    """Return the words of one message, all its text parts joined."""
    content = message.get("content")
    if isinstance(content, str) and content.strip():
        return content
    if isinstance(content, Mapping):
        words = _parts_text(content.get("parts"))
        inner = content.get("content")
        if words or not isinstance(inner, str):
            return words
        return inner
    if _is_list(content) and (words := _parts_text(content)):
        return words
    for key in ("text", "body"):
        if isinstance(message.get(key), str) and message[key].strip():
            return cast(str, message[key])
    return _parts_text(message.get("parts"))


def mappings(things: object) -> list[Mapping[str, Any]]:
    """Return what a list holds of objects, as mappings; nothing of what is no list."""
    if not _is_list(things):
        return []
    read = [plain(item) for item in cast(Iterable[object], things)]
    return [item for item in read if isinstance(item, Mapping)]


def joined(texts: Sequence[str]) -> str:
    """Return texts as one: a part that goes on mid-sentence stays on its line."""
    whole = ""
    for text in texts:
        goes_on = whole[-1:].isspace() or text[:1].isspace() or text[:1] in ",.;:!?)"
        whole += text if not whole or goes_on else f"\n\n{text}"
    return whole


def plain(thing: object) -> Any:
    """Return a library's object as the mapping it stands for; all else as it is."""
    if isinstance(thing, Mapping):
        return thing
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        return dataclasses.asdict(thing)
    dump = getattr(thing, "model_dump", None)
    return dump() if callable(dump) and not isinstance(thing, type) else thing


def _output_texts(output: object) -> list[str] | None:
    """Return the texts of an answer's messages, in order; None when none is there."""
    if isinstance(output, str):
        return [output]
    thing = plain(output)
    if isinstance(thing, Mapping):
        if isinstance(thing.get("text"), str) or not _holds_messages(thing):
            return [text_of(thing)] if _is_answer(thing) else None
    elif not _is_list(thing):
        return None
    return [text_of(m) for m in read_messages(thing) if _is_answer(m)] or None


def _holds_messages(thing: Mapping[str, Any]) -> bool:
    return any(_is_list(thing.get(key)) for key in ("messages", "output", "choices"))


def _is_answer(thing: Mapping[str, Any]) -> bool:
    """Return whether an object is what an assistant said, or may be, on its own."""
    role = role_of(thing)
    if role is not None:
        return role == "assistant"
    return isinstance(thing.get("text"), str) or isinstance(thing.get("content"), str)


def _first_user_text(messages: Iterable[Mapping[str, Any]]) -> str | None:
    return next((text_of(m) for m in messages if role_of(m) == "user"), None)


def _parts_text(parts: object) -> str:
    if not _is_list(parts):
        return ""
    texts = []
    for part in map(plain, cast(Iterable[object], parts)):
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, Mapping) and part.get("type", "text") in TEXT_TYPES:
            text = part.get("text", part.get("content"))
            texts.extend([text] if isinstance(text, str) else [])
    return joined([text for text in texts if text])


def _is_list(thing: object) -> bool:
    return isinstance(thing, Sequence) and not isinstance(thing, str | bytes)


def _shape(thing: object) -> str:
    """Return what something is, in a few words and without its texts."""
    if thing is None:
        return "None"
    if isinstance(thing, Mapping):
        role = f" of role {thing['role']!r}" if thing.get("role") else ""
        return f"an object{role} with {', '.join(map(str, thing)) or 'nothing'}"
    if _is_list(thing):
        items = cast(Sequence[object], thing)
        kinds = sorted({type(item).__name__ for item in items})
        return f"a list of {' and '.join(kinds)}" if kinds else "an empty list"
    return f"{type(thing).__name__}: {thing!r}"[:200]
