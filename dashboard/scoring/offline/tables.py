"""Reads tables written as text: every row as ``header: cell; header: cell``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dashboard.scoring.offline.markup import plain
from dashboard.scoring.offline.sentences import Span, trimmed

Cells = list[Span]

_RULE = re.compile(r"[\s|:+=-]*-[\s|:+=-]*\Z")
_FIELD = {
    mark: re.compile(rf'\s*"((?:[^"]|"")*)"\s*(?={re.escape(mark)}|$)|([^{mark}]*)')
    for mark in (",", ";", "\t")
}
_NUMBER = re.compile(r"[-+€$£¥]?\s?\d[\d.,  ]*\s?[%€$£]?\Z")
_LONGEST_HEADER = 40


def is_rule(line: str) -> bool:
    """Whether a line only separates a header from rows, as ``|---|---|`` does."""
    return len(line) < 2_000 and "-" in line and _RULE.match(line) is not None


def opens_piped(line: str, below: str) -> bool:
    """Whether a line and the one below it are the top of a table with bars."""
    if "|" not in line:
        return False
    if is_rule(below) and ("|" in below or "+" in below):
        return True
    first, other = line.strip(), below.strip()
    return first[0] == "|" and first.count("|") >= 2 and other[:1] == "|"


def piped_cells(text: str, start: int, end: int) -> Cells:
    """Return the spans of the cells of ``| a | b |``, blank ones included."""
    start, end = trimmed(text, start, end)
    if text.startswith("|", start, end):
        start += 1
    if end > start and text[end - 1] == "|" and text[end - 2] != "\\":
        end -= 1
    cells: Cells = []
    at = start
    while at <= end:
        bar = text.find("|", at, end)
        while bar > 0 and text[bar - 1] == "\\":
            bar = text.find("|", bar + 1, end)
        stop = end if bar < 0 else bar
        cells.append(trimmed(text, at, stop))
        at = stop + 1
    return cells


def delimited_cells(text: str, start: int, end: int, mark: str) -> Cells:
    """Return the spans of the fields of a line of CSV or TSV, without quotes."""
    cells: Cells = []
    at = start
    while at <= end:
        found = _FIELD[mark].match(text, at, end)
        if found is None:
            break
        group = 1 if found[1] is not None else 2
        cells.append(trimmed(text, *found.span(group)))
        at = found.end() + 1
    return cells


def delimiter(text: str, lines: Sequence[Span]) -> str | None:
    """Return what separates the fields of these lines; None when they are prose."""
    if len(lines) < 2:
        return None
    for mark in ("\t", ";", ","):
        wanted = text.count(mark, *lines[0])
        if wanted == 0 or (mark != "\t" and text[lines[0][1] - 1] in ".!?"):
            continue
        rows = [delimited_cells(text, *line, mark) for line in lines[:20]]
        if len({len(row) for row in rows}) != 1 or not _is_header(text, rows[0]):
            continue
        numbers = sum(
            any(_NUMBER.match(text[a:b]) for a, b in row[1:]) for row in rows[1:]
        )
        if mark == "\t" or len(rows[0]) >= 3 or numbers == len(rows) - 1:
            return mark
    return None


def _is_header(text: str, cells: Cells) -> bool:
    names = [text[a:b] for a, b in cells]
    return all(
        0 < len(name) <= _LONGEST_HEADER
        and not _NUMBER.match(name)
        and name[-1] not in ".!?"
        and len(name.split()) <= 4
        for name in names
    )


def row_reading(text: str, headers: Sequence[str], cells: Cells) -> str:
    """Return a row as ``header: cell`` pairs; blank cells are left out."""
    parts = []
    for at, (start, end) in enumerate(cells):
        value = plain(text[start:end])
        if not value:
            continue
        header = headers[at] if at < len(headers) else ""
        parts.append(f"{header}: {value}" if header else value)
    return "; ".join(parts)
