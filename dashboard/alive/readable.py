"""Lays out JSON and tables for reading without changing a character of them.

What is added (line breaks, indents, padding) is kept apart from the text, each with the
place where it is shown: offsets into the text stay what they are.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import Literal

from dashboard.scoring.offline import tables

LONGEST = 400_000
"""Characters of a text that is laid out; a longer one is shown as it is."""
WIDEST = 60
"""Columns of a table that are wider are not lined up."""
SHORT = 60
"""Characters of JSON that stay on one line."""
DEEPEST = 20
"""Levels of JSON that are indented."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],]')
_LINE = re.compile(r"[^\n]*\n|[^\n]+")

Gap = tuple[int, str]
"""Where something is added, in code points, and what."""
Span = tuple[int, int]
Cell = tuple[int, int]
"""Where a cell of a table begins, and where its padding goes."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text that is shown in one way; ``gaps`` is what is added to it."""

    start: int
    end: int
    kind: Literal["prose", "json", "table"] = "prose"
    gaps: tuple[Gap, ...] = ()

    @property
    def words(self) -> str:
        """What a reader should know about what was added; blank for nothing."""
        if not self.gaps:
            return ""
        return "line breaks added" if self.kind == "json" else "columns lined up"


@lru_cache(maxsize=16)  # a page is run again at every click, a long JSON takes 0.3 s
def pieces(text: str) -> tuple[Piece, ...]:
    """Return a text in pieces, in order and without holes."""
    if len(text) > LONGEST:
        return (Piece(0, len(text)),)
    if _is_json(text):
        return (Piece(0, len(text), "json", tuple(_json_gaps(text))),)
    lines = [
        (found.start(), found.start() + len(found[0].rstrip()))
        for found in _LINE.finditer(text)
    ]
    mark = tables.delimiter(text, [(a, b) for a, b in lines if a < b])
    if mark:
        rows = [_separated(text, *line, mark) for line in lines]
        return (Piece(0, len(text), "table", tuple(_padding(text, rows))),)
    return tuple(_around_tables(text, lines))


def _is_json(text: str) -> bool:
    """Return whether a text is one JSON value, or one in each of its lines."""
    if not text.lstrip().startswith(("{", "[")):
        return False
    lines = [line for line in text.splitlines() if line.strip()]
    return _reads(text) or all(
        line.lstrip().startswith(("{", "[")) and _reads(line) for line in lines
    )


def _reads(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _json_gaps(text: str) -> Iterator[Gap]:
    """Yield a line break and indent for each member of what is not short.

    Where the text has a line break of its own none is added.
    """
    ends = _ends(text)
    depth, short_until = 0, 0
    for token in _TOKEN.finditer(text):
        sign, start = token[0], token.start()
        if start < short_until or sign.startswith('"'):
            continue
        if sign in "{[" and ends[start] - start <= SHORT:
            short_until = ends[start]
            continue
        depth += {"{": 1, "[": 1, "}": -1, "]": -1, ",": 0}[sign]
        if sign in "}]":
            start, at = _space_before(text, start), start
        else:
            at = _space_after(text, token.end())
        if "\n" not in text[start:at]:
            yield at, "\n" + "  " * min(depth, DEEPEST)


def _space_before(text: str, at: int) -> int:
    while at > 0 and text[at - 1].isspace():
        at -= 1
    return at


def _space_after(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _ends(text: str) -> dict[int, int]:
    """Return, for each bracket that opens, one past the one that closes it."""
    ends: dict[int, int] = {}
    open_: list[int] = []
    for token in _TOKEN.finditer(text):
        if token[0] in ("{", "["):
            open_.append(token.start())
        elif token[0] in ("}", "]"):
            ends[open_.pop()] = token.end()
    return ends


def _around_tables(text: str, lines: Sequence[Span]) -> Iterator[Piece]:
    """Yield tables with bars, and the prose between them."""
    at = row = 0
    while row < len(lines) - 1:
        if not tables.opens_piped(
            *(text[slice(*line)] for line in lines[row : row + 2])
        ):
            row += 1
            continue
        first = row
        while row < len(lines) and "|" in text[slice(*lines[row])]:
            row += 1
        start, end = lines[first][0], _line_end(text, lines[row - 1][1])
        if at < start:
            yield Piece(at, start)
        rows = [_piped(text, *line) for line in lines[first:row]]
        yield Piece(start, end, "table", tuple(_padding(text, rows)))
        at = end
    if at < len(text):
        yield Piece(at, len(text))


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def _piped(text: str, start: int, end: int) -> list[Cell]:
    """Return the cells of a row, each up to the bar that ends it."""
    cells: list[Cell] = []
    start = _space_after(text, start)
    start += text.startswith("|", start)
    for _, stop in tables.piped_cells(text, start, end):
        bar = text.find("|", stop, end)
        if bar >= 0:
            cells.append((start, bar))
            start = bar + 1
    return cells


def _separated(text: str, start: int, end: int, mark: str) -> list[Cell]:
    """Return the fields of a line, each up to where the next begins."""
    starts = [
        at - 1 if text[at - 1 : at] == '"' and at > start else at
        for at, _ in tables.delimited_cells(text, start, end, mark)
    ]
    return list(pairwise(starts))


def _padding(text: str, rows: Sequence[Sequence[Cell]]) -> Iterator[Gap]:
    """Yield the padding that lines up columns, unless one of them is too wide."""
    widths = [[_width(text[a:b]) for a, b in row] for row in rows]
    widest = [max(column) for column in zip_longest(*widths, fillvalue=0)]
    if any(width > WIDEST for width in widest):
        return
    for row, found in zip(rows, widths, strict=True):
        for (start, at), width, wanted in zip(row, found, widest, strict=False):
            if width < wanted:
                is_rule = text[at - 1] == "-" and not text[start:at].strip("- ")
                filler = "-" if is_rule else " "
                yield at, filler * (wanted - width)


def _width(text: str) -> int:
    """Return how many columns a text takes in a font of one width."""
    return sum(
        2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
        if not unicodedata.combining(sign)
    )
