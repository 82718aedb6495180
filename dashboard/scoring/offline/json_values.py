"""Reads JSON (and Python's way of printing it) with the span of every value."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Union

_TOKEN = re.compile(
    r"[\s\ufeff]*(?:(?P<mark>[{}\[\],:])"
    r"|(?P<text>\"[^\"\\]*(?:\\.[^\"\\]*)*\"|'[^'\\\n]*(?:\\.[^'\\\n]*)*')"
    r"|(?P<number>-?(?:\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|Infinity)|NaN)"
    r"|(?P<word>true|false|null|True|False|None)\b)",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_SHORT_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
DEEPEST = 200
"""Levels of nesting read; deeper text is not a tool result."""


@dataclass(slots=True)
class Scalar:
    """A text, number, truth value or nothing, as written; a text without quotes."""

    raw: str
    start: int
    end: int
    is_text: bool

    @property
    def text(self) -> str:
        """The value as it reads, escapes resolved."""
        if self.is_text:
            return unescaped(self.raw)[0]
        return {"null": "none", "None": "none"}.get(self.raw, self.raw)


@dataclass(slots=True)
class Branch:
    """An object or a list; a list's members have blank keys.

    Attributes:
        members: Key, where the key begins, and value, in order.
    """

    is_object: bool
    start: int
    end: int = 0
    members: list[tuple[str, int, Node]] = field(default_factory=list)


Node = Union[Scalar, Branch]  # noqa: UP007  refers to itself before it is defined


def read_json(text: str, start: int = 0) -> tuple[Branch | None, int]:
    """Return the object or list that begins at ``start``, and where reading stopped.

    None when the text there is not well formed.
    """
    stack: list[Branch] = []
    key: tuple[str, int] | None = None
    wants_value, at = True, start
    while found := _TOKEN.match(text, at):
        at = found.end()
        mark = found["mark"]
        if mark in ("{", "["):
            if not wants_value or len(stack) >= DEEPEST:
                return None, at
            branch = Branch(mark == "{", at - 1)
            if stack and not _put(stack[-1], key, branch):
                return None, at
            stack.append(branch)
            key, wants_value = None, True
        elif mark in ("}", "]"):
            if not stack or stack[-1].is_object != (mark == "}") or key is not None:
                return None, at
            closed = stack.pop()
            closed.end, wants_value = at, False
            if not stack:
                return closed, at
        elif mark is not None:
            if not stack or wants_value or (mark == ":") != (key is not None):
                return None, at
            wants_value = True
        else:
            if not stack or not wants_value:
                return None, at
            if stack[-1].is_object and key is None:
                if found["text"] is None:
                    return None, at
                raw = found["text"][1:-1]
                key = (unescaped(raw)[0], found.start("text"))
            else:
                _put(stack[-1], key, _scalar(found))
                key = None
            wants_value = False
    return None, at


def _put(branch: Branch, key: tuple[str, int] | None, node: Node) -> bool:
    if branch.is_object != (key is not None):
        return False
    name, at = key if key is not None else ("", node.start)
    branch.members.append((name, at, node))
    return True


def _scalar(found: re.Match[str]) -> Scalar:
    kind = found.lastgroup or "word"
    start, end = found.span(kind)
    if kind == "text":
        return Scalar(found[kind][1:-1], start + 1, end - 1, is_text=True)
    return Scalar(found[kind], start, end, is_text=False)


def unescaped(raw: str) -> tuple[str, list[int] | None]:
    """Return a JSON text without escapes, and where each character came from.

    The origins are None when there was nothing to resolve: they are the positions.
    """
    if "\\" not in raw:
        return raw, None
    parts: list[str] = []
    origins: list[int] = []
    at = 0
    for found in _ESCAPE.finditer(raw):
        parts.append(raw[at : found.start()])
        origins.extend(range(at, found.start()))
        if found[1]:
            code = int(found[1], 16)
            parts.append("\ufffd" if 0xD800 <= code < 0xE000 else chr(code))
        else:
            parts.append(_SHORT_ESCAPES.get(found[2], found[2]))
        origins.append(found.start())
        at = found.end()
    parts.append(raw[at:])
    origins.extend(range(at, len(raw) + 1))
    return "".join(parts), origins
