"""Rows of JSON files: a list, an object a line, or objects with a list inside.

The standard library decodes: its scanner is written in C and as fast as a disk, takes
what Python programs write (NaN, lone surrogates), and can be fed one entry at a time,
so that neither a list nor lines need to fit into memory. Only an object that wraps the
list (``{"results": [...]}``) is read whole.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import IO, Any

from dashboard.column_names import OUTPUT, plain_name
from dashboard.upload_json_text import (
    DECODER,
    PART,
    list_items,
    parsed,
    said_shortly,
)
from dashboard.upload_text import BROKEN, Encoding, open_text
from dashboard.upload_values import LIMITS, BadRow, Limits, Row, Rows, UploadError

START = re.compile(r"\s*(?:\{|\[\s*(?:[\[{\]\"\d-]|true|false|null|\Z))")
"""How JSON begins; a CSV header may begin with a bracket and a word."""
LINE_END = re.compile(r"[\r\n]+")
WHOLE = 128 * 1024 * 1024
"""Characters of a JSON file that is read whole; as values it takes some five times."""
PROBED = 20
"""Lines looked at to see whether each holds an object."""


def looks_like_json(text: str) -> bool:
    """Return whether a file that begins like this is JSON rather than CSV."""
    return START.match(text) is not None


def json_rows(
    stream: IO[bytes], name: str, encoding: Encoding, *, limits: Limits = LIMITS
) -> tuple[str, Rows]:
    """Return the form of a JSON file in words, and its rows.

    Raises:
        UploadError: If it is no JSON, or one object without a list of them.
    """
    text = open_text(stream, encoding)
    start = text.read(PART)
    text.detach()
    if start.lstrip().startswith("["):
        return "JSON", _list_rows(stream, name, encoding, limits)
    if _is_lines(start):
        return "JSON Lines", _line_rows(stream, encoding, limits)
    wrapped = _wrapped_rows(_whole(stream, name, encoding, limits), name)
    return "JSON", (row for row in wrapped)


def _is_lines(start: str) -> bool:
    """Return whether several lines, or the only one, hold an object each."""
    lines = [line for line in LINE_END.split(start) if line.strip()][:PROBED]
    complete = [line for line in lines if _is_object(line)]
    return len(complete) > 1 or (len(lines) > 1 and lines[0] in complete)


def _is_object(line: str) -> bool:
    if not line.startswith("{"):
        return False
    try:
        return isinstance(DECODER.decode(line), dict)
    except (ValueError, RecursionError):
        return False


def _line_rows(stream: IO[bytes], encoding: Encoding, limits: Limits) -> Rows:
    text = open_text(stream, encoding)
    longest = limits.cell + 1
    number = 0
    try:
        while line := text.readline(longest):
            number += 1
            if len(line) == longest:
                yield BadRow("", f"line {number} has over {limits.cell:,} characters")
                while len(line) == longest and not line.endswith(("\n", "\r")):
                    line = text.readline(longest)
            elif line.strip():
                yield _line_row(line, number, encoding, limits)
    finally:
        text.detach()


def _line_row(
    line: str, number: int, encoding: Encoding, limits: Limits
) -> Row | BadRow:
    if encoding.damaged and BROKEN.search(line):
        return BadRow("", f"line {number} has bytes that are no UTF-8 text")
    try:
        row = parsed(line.strip(), limits)
    except ValueError as error:
        return BadRow("", f"line {number} is not JSON: {said_shortly(error)}")
    return _as_row(row)


def _list_rows(
    stream: IO[bytes], name: str, encoding: Encoding, limits: Limits
) -> Rows:
    """Yield the entries of a list; where it breaks off, a last bad row says so."""
    text = open_text(stream, encoding)
    count = 0
    try:
        for count, item in enumerate(list_items(text, encoding, limits), 1):  # noqa: B007
            yield _as_row(item)
    except (ValueError, RecursionError) as error:
        why = f"entry {count + 1} is not JSON: {said_shortly(error)}"
        if count == 0:
            raise UploadError(f"{name}: {why}.") from error
        yield BadRow("", f"{why}; nothing from there on could be read")
    finally:
        text.detach()


def _whole(stream: IO[bytes], name: str, encoding: Encoding, limits: Limits) -> Any:
    text = open_text(stream, encoding)
    written = text.read(WHOLE + 1)
    text.detach()
    if len(written) > WHOLE:
        raise UploadError(
            f"{name} is one JSON object of over {WHOLE:,} characters. Save its samples "
            "as JSON Lines: one object a line."
        )
    try:
        return parsed(written, limits)
    except ValueError as error:
        raise UploadError(
            f"{name} is not JSON: {said_shortly(error)}. "
            "Give a list of objects, or JSON Lines with one object a line."
        ) from error


def _wrapped_rows(value: Any, name: str) -> list[Row | BadRow]:
    """Return the rows in an object: a list of objects, columns, or itself as one."""
    if not isinstance(value, dict) or not value:
        raise UploadError(f"{name} holds no rows. Give a file with one sample a row.")
    inner = [] if _is_sample(value) else [value]
    while inner:
        lists = [item for outer in inner for item in outer.values() if _is_rows(item)]
        if lists:
            return [_as_row(item) for item in max(lists, key=len)]
        columns = next((c for c in map(_columns, inner) if c), None)
        if columns:
            return columns
        inner = [i for outer in inner for i in outer.values() if isinstance(i, dict)]
    return [value]


def _is_sample(value: Mapping[str, Any]) -> bool:
    """Return whether an object has an output itself, not only things in it."""
    return any(
        isinstance(cell, str) and plain_name(name) in OUTPUT
        for name, cell in value.items()
    )


def _is_rows(value: object) -> bool:
    """Return whether this is a list of objects other than a talk or found documents."""
    if not (isinstance(value, list) and value):
        return False
    return all(isinstance(item, dict) and "role" not in item for item in value) and any(
        len(item) > 1 for item in value
    )


def _columns(value: Mapping[str, Any]) -> list[Row | BadRow] | None:
    """Return the rows of an object that holds columns: lists, or cells by row name."""
    cells = list(value.values())
    if len(cells) < 2:
        return None
    if all(isinstance(c, dict) and list(c) == list(cells[0]) for c in cells):
        keys = list(cells[0])
        return [{name: value[name][key] for name in value} for key in keys]
    if all(isinstance(c, list) and len(c) == len(cells[0]) for c in cells):
        rows = zip(*cells, strict=True)
        return [dict(zip(value, row, strict=True)) for row in rows]
    return None


def _as_row(value: Any) -> Row | BadRow:
    if isinstance(value, BadRow | dict):
        return value
    return BadRow("", f"it is not an object but {type(value).__name__}")
