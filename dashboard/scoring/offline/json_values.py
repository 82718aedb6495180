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
    reader = _Reader()
    at = start
    while found := _TOKEN.match(text, at):
        at = found.end()
        if not reader.take(found):
            return None, at
        if reader.root is not None:
            return reader.root, at
    return None, at


class _Reader:
    """Builds a tree from tokens; ``root`` is set once it is complete."""

    def __init__(self) -> None:
        self.root: Branch | None = None
        self._open: list[Branch] = []
        self._key: tuple[str, int] | None = None
        self._wants_value = True

    def take(self, found: re.Match[str]) -> bool:
        """Take one token; False when it cannot stand here."""
        mark = found["mark"]
        if mark is None:
            return self._take_value(found)
        if mark in "{[":
            return self._open_branch(Branch(mark == "{", found.end() - 1))
        if mark in "}]":
            return self._close_branch(is_object=mark == "}", end=found.end())
        fits = not self._wants_value and (mark == ":") == (self._key is not None)
        self._wants_value = True
        return bool(self._open) and fits

    def _open_branch(self, branch: Branch) -> bool:
        if not self._wants_value or len(self._open) >= DEEPEST:
            return False
        if self._open and not _put(self._open[-1], self._key, branch):
            return False
        self._open.append(branch)
        self._key = None
        return True

    def _close_branch(self, *, is_object: bool, end: int) -> bool:
        if not self._open or self._open[-1].is_object != is_object or self._key:
            return False
        closed = self._open.pop()
        closed.end, self._wants_value = end, False
        if not self._open:
            self.root = closed
        return True

    def _take_value(self, found: re.Match[str]) -> bool:
        if not self._open or not self._wants_value:
            return False
        self._wants_value = False
        branch = self._open[-1]
        if branch.is_object and self._key is None:
            if found["text"] is None:
                return False
            self._key = (unescaped(found["text"][1:-1])[0], found.start("text"))
            return True
        _put(branch, self._key, _scalar(found))
        self._key = None
        return True


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
