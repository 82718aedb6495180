"""Finds the JSON in a reply, however a model wrapped or bent it; adds nothing to it."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

THOUGHTS = re.compile(
    r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE
)
END_OF_THOUGHTS = re.compile(r"</(?:think|thinking|reasoning)>", re.IGNORECASE)
START_OF_THOUGHTS = re.compile(r"<(?:think|thinking|reasoning)>", re.IGNORECASE)
DEEPEST = 20
"""Nesting over which a reply is nonsense."""
WORDS: dict[str, object] = {
    "true": True,
    "false": False,
    "null": None,
    "True": True,
    "False": False,
    "None": None,
}
BARE = re.compile(r"-?\d{1,18}(?:\.\d{1,18})?|[A-Za-z]{1,5}")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class Found(NamedTuple):
    """A JSON value as it stood in a reply.

    Attributes:
        value: An object or a list; items that were cut off are left out.
        whole: Whether it was there to its last bracket.
    """

    value: object
    whole: bool


def without_thoughts(text: str) -> str:
    """Return the reply without what the model thought aloud."""
    text = THOUGHTS.sub(" ", text)
    unopened = list(END_OF_THOUGHTS.finditer(text))
    if unopened:
        text = text[unopened[-1].end() :]
    unclosed = START_OF_THOUGHTS.search(text)
    return text[: unclosed.start()] if unclosed else text


def find_json(text: str) -> list[Found]:
    """Return every outermost object or list in the reply, in order.

    Fences and prose around are passed over; single quotes, trailing commas, Python's
    words and line breaks in texts are read. Two different answers are both returned:
    which of them was meant is not for this module to guess.
    """
    text = without_thoughts(text).strip()
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return _scan(text)
    return [Found(value, True)] if isinstance(value, dict | list) else []


def _scan(text: str) -> list[Found]:
    found: list[Found] = []
    at = 0
    while (begin := _next_bracket(text, at)) is not None:
        reader = _Reader(text, begin)
        try:
            value, whole = reader.value(0)
        except _Unlike:
            at = begin + 1
            continue
        found.append(Found(value, whole))
        at = reader.at
    return found


def _next_bracket(text: str, at: int) -> int | None:
    places = [place for b in "{[" if (place := text.find(b, at)) >= 0]
    return min(places, default=None)


class _Unlike(ValueError):  # noqa: N818  reads as a fact
    """What stands there is no JSON, not even bent or cut off."""


class _Reader:
    """Reads one value; every method returns it and whether it was whole."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at

    def value(self, depth: int) -> tuple[object, bool]:
        if depth > DEEPEST:
            raise _Unlike
        match self._peek():
            case "":
                return None, False
            case "{":
                return self._object(depth)
            case "[":
                return self._list(depth)
            case '"' | "'":
                return self._string()
        return self._bare()

    def _list(self, depth: int) -> tuple[list[object], bool]:
        self.at += 1
        items: list[object] = []
        while (mark := self._peek()) != "]":
            if mark == "":
                return items, False
            item, whole = self.value(depth + 1)
            if not whole:
                return items, False
            items.append(item)
            self._comma("]")
        self.at += 1
        return items, True

    def _object(self, depth: int) -> tuple[dict[str, object], bool]:
        self.at += 1
        members: dict[str, object] = {}
        while (mark := self._peek()) != "}":
            if mark == "":
                return members, False
            if mark not in "\"'":
                raise _Unlike
            key, whole = self._string()
            if not whole or self._peek() == "":
                return members, False
            if self._peek() != ":":
                raise _Unlike
            self.at += 1
            member, whole = self.value(depth + 1)
            if whole or isinstance(member, list | dict):
                members[key] = member
            if not whole:
                return members, False
            self._comma("}")
        self.at += 1
        return members, True

    def _string(self) -> tuple[str, bool]:
        quote = self.text[self.at]
        self.at += 1
        letters: list[str] = []
        while self.at < len(self.text):
            letter = self.text[self.at]
            if letter == "\\":
                letters.append(self._escaped())
            elif letter == quote and (quote == '"' or self._ends_here()):
                self.at += 1
                return _paired("".join(letters)), True
            else:
                letters.append(letter)
                self.at += 1
        return "".join(letters), False

    def _escaped(self) -> str:
        letter = self.text[self.at + 1 : self.at + 2]
        digits = self.text[self.at + 2 : self.at + 6]
        if letter == "u" and re.fullmatch("[0-9a-fA-F]{4}", digits):
            self.at += 6
            return chr(int(digits, 16))
        self.at += 2
        return ESCAPES.get(letter, letter)

    def _ends_here(self) -> bool:
        """Whether a single quote ends the text, rather than being an apostrophe."""
        rest = self.text[self.at + 1 : self.at + 40].lstrip()
        return rest[:1] in ("", ",", ":", "}", "]")

    def _bare(self) -> tuple[object, bool]:
        match = BARE.match(self.text, self.at)
        if match is None:
            raise _Unlike
        self.at = match.end()
        word = match.group()
        if self.at == len(self.text):
            return None, False
        if word in WORDS:
            return WORDS[word], True
        if word[0] in "-0123456789":
            return float(word) if "." in word else int(word), True
        raise _Unlike

    def _comma(self, end: str) -> None:
        mark = self._peek()
        if mark == ",":
            self.at += 1
        elif mark not in (end, ""):
            raise _Unlike

    def _peek(self) -> str:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1]


def _paired(text: str) -> str:
    """Return the text with surrogates from two escapes joined to one character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
