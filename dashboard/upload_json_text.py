"""Decodes JSON as other programs write it, whole or a list entry by entry."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import IO, Any

from dashboard.upload_text import BROKEN, Encoding
from dashboard.upload_values import BadRow, Limits, too_deep

BLANK = re.compile(r"\s*")
PART = 1024 * 1024
"""Characters read at a time."""


def _finite(number: str) -> float | None:
    value = float(number)
    return value if math.isfinite(value) else None


DECODER = json.JSONDecoder(parse_float=_finite, parse_constant=lambda _: None)
"""Reads NaN and Infinity as missing: no database keeps them in JSON."""


def parsed(text: str, limits: Limits) -> Any:
    """Return what a piece of JSON says.

    Raises:
        ValueError: If it is none, or nested too deeply.
    """
    try:
        value = DECODER.decode(text)
    except RecursionError as error:
        raise ValueError("lists and objects are nested too deeply") from error
    if text.count("[") + text.count("{") > limits.depth and too_deep(
        value, limits.depth
    ):
        raise ValueError("lists and objects are nested too deeply")
    return value


def list_items(text: IO[str], encoding: Encoding, limits: Limits) -> Iterator[Any]:
    """Yield the entries of a list as they come.

    Raises:
        ValueError: If the text is no list of JSON, or an entry is over the limits.
    """
    buffer, at = text.read(PART).lstrip()[1:], 0
    separator = ""
    while True:
        at = _end_of_blank(buffer, at)
        if at == len(buffer):
            if not (more := text.read(PART)):
                raise ValueError("the list is not closed")
            buffer, at = more, 0
            continue
        if buffer[at] == "]":
            return
        if separator and buffer[at] == separator:
            at, separator = at + 1, ""
            continue
        if separator:
            raise ValueError(f"a comma is missing before {buffer[at : at + 20]!r}")
        item, buffer, at = _item(text, buffer[at:], limits)
        if encoding.damaged and BROKEN.search(buffer, 0, at):
            item = BadRow("", "some bytes are no UTF-8 text")
        yield item
        separator = ","


def _item(text: IO[str], buffer: str, limits: Limits) -> tuple[Any, str, int]:
    """Return one entry, the text read so far and where the entry ends in it."""
    while True:
        try:
            item, end = DECODER.raw_decode(buffer)
        except json.JSONDecodeError as error:
            cut_off = error.msg.startswith("Unterminated string")
            if not cut_off and error.pos < len(buffer) - 16:
                raise
            if len(buffer) > 4 * limits.cell:
                raise ValueError("it is too large") from error
            more = text.read(max(PART, len(buffer)))
            if not more:
                raise
            buffer += more
            continue
        if end == len(buffer) and (more := text.read(PART)):
            buffer += more
            continue
        if too_deep(item, limits.depth):
            item = BadRow("", "lists and objects are nested too deeply")
        return item, buffer, end


def _end_of_blank(text: str, at: int) -> int:
    match = BLANK.match(text, at)
    assert match is not None
    return match.end()


def said_shortly(error: BaseException) -> str:
    """Return what is wrong with a piece of JSON."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg.removesuffix(' at')} at character {error.pos + 1}"
    if isinstance(error, RecursionError):
        return "lists and objects are nested too deeply"
    if "integer string conversion" in str(error):
        return "a number has thousands of digits"
    return str(error)[:200]
