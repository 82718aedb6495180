"""Reads the layout of a text: prose, lists, tables, pairs, headings, JSON, code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from dashboard.scoring.offline import line_kinds, tables
from dashboard.scoring.offline.elements import element_objects
from dashboard.scoring.offline.json_values import Branch, read_json
from dashboard.scoring.offline.markup import HTML_TAGS, plain, without_tags
from dashboard.scoring.offline.sentences import Span, trimmed

BlockKind = Literal["prose", "item", "row", "pair", "heading", "code", "json"]

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_JSON_OPENS = re.compile(r"\s{0,200}(?:([^\W\d_][^{}\[\]\n:=]{0,60})[:=]\s*)?([{\[])")
_SENTENCE_ENDS = (". ", "! ", "? ", "。")


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a text that is read in one way.

    Attributes:
        kind: Prose is still to be cut into sentences; the others are one piece each.
        start: Where it begins, marks such as bullets left out.
        end: One past its last character.
        text: How a row reads; blank where the piece reads as it is written.
        lead: The line with a colon that introduces a list's items; or blank.
        heading: The heading it stands under; or blank.
        data: What JSON holds.
    """

    kind: BlockKind
    start: int
    end: int
    text: str = ""
    lead: str = ""
    heading: str = ""
    data: Branch | None = None


def text_blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of a text in order; blank text has none."""
    objects = list(element_objects(text, ignored=HTML_TAGS))
    for data in objects:
        yield Block("json", data.start, data.end, data=data)
    if not objects:
        yield from _Reader(without_tags(text)).blocks()


class _Reader:
    """Reads one text line by line; ``at`` is the next line."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines: list[Span] = []
        for found in _LINE.finditer(text):
            start = found.start()
            self.lines.append((start, start + len(found[0].rstrip())))
        self.at = 0
        self.heading = ""
        # Margins of the lines with a colon above, and what they say; innermost last.
        self.leads: list[tuple[int, str]] = []
        # Characters that may still be spent on text that only looks like JSON.
        self.patience = 4 * len(text) + 1_000

    def blocks(self) -> Iterator[Block]:
        text = self.text
        while self.at < len(self.lines):
            start, end = self.lines[self.at]
            if start == end or line_kinds.is_rule(text, start, end):
                self.at += 1
            elif line_kinds.is_fence(text, start, end):
                yield from self._fenced()
            elif found := self._json(start):
                yield found
            elif line_kinds.is_heading(text, start, end):
                yield self._take_heading(start, end)
            elif tables.opens_piped(self._line(self.at), self._line(self.at + 1)):
                yield from self._piped_table()
            elif (words := line_kinds.item_start(text, start, end)) is not None:
                yield from self._item(words)
            else:
                yield from self._paragraph()

    def _json(self, start: int) -> Block | None:
        found = _JSON_OPENS.match(self.text, start)
        if found is None or self.patience <= 0:
            return None
        at = found.start(2)
        data, stop = read_json(self.text, at)
        tail = self.text[stop : stop + 80].split("\n", 1)[0].strip()
        if data is None or not data.members or tail not in ("", ",", ";"):
            self.patience -= stop - at
            return None
        while self.at < len(self.lines) and self.lines[self.at][0] < stop:
            self.at += 1
        heading = found[1].strip() if found[1] else self.heading
        return Block("json", at, stop, heading=heading, data=data)

    def _fenced(self) -> Iterator[Block]:
        mark = self._line(self.at).strip()[:3]
        first = last = self.at + 1
        while last < len(self.lines) and self._line(last).strip() != mark:
            last += 1
        if first < last:
            self.at = first
            start, end = self.lines[first][0], self.lines[last - 1][1]
            inner = self._json(start)
            if inner is not None:
                yield inner
            elif start < end:
                yield self._block("code", start, end)
        self.at = last + 1

    def _take_heading(self, start: int, end: int) -> Block:
        begin = line_kinds.heading_start(self.text, start, end)
        self.at += 1
        self.heading = plain(self.text[begin:end].rstrip("# ")).rstrip(":： ")
        self.leads.clear()
        return Block("heading", *trimmed(self.text, begin, end), self.heading)

    def _piped_table(self) -> Iterator[Block]:
        headers: list[str] = []
        while "|" in self._line(self.at):
            line = self.lines[self.at]
            self.at += 1
            if tables.is_rule(self.text[slice(*line)]):
                continue
            cells = tables.piped_cells(self.text, *line)
            if headers:
                yield from self._row(headers, cells)
            else:
                headers = [plain(self.text[a:b]) for a, b in cells]

    def _row(self, headers: list[str], cells: list[Span]) -> Iterator[Block]:
        filled = [cell for cell in cells if cell[0] < cell[1]]
        if filled:
            reading = tables.row_reading(self.text, headers, cells)
            yield self._block("row", filled[0][0], filled[-1][1], reading)

    def _item(self, words: int) -> Iterator[Block]:
        """Yield the item at ``at``, continued by the indented lines under it."""
        text = self.text
        start, end = self.lines[self.at]
        margin = line_kinds.indent(text, start, end)
        self.at += 1
        while self.at < len(self.lines):
            start, stop = self.lines[self.at]
            if start == stop or self._starts_something(start, stop):
                break
            indented = line_kinds.indent(text, start, stop) > margin
            if not indented and not line_kinds.wraps(text, end, start):
                break
            end = stop
            self.at += 1
        while self.leads and self.leads[-1][0] >= margin:
            self.leads.pop()
        if line_kinds.introduces(text, words, end) or self._heads_items(words, margin):
            self.leads.append((margin, plain(text[words:end]).rstrip(":： ")))
            return
        lead = self.leads[-1][1] if self.leads else ""
        yield self._block("item", *trimmed(text, words, end), lead=lead)

    def _heads_items(self, words: int, margin: int) -> bool:
        """Whether a bold item that was just read has items of its own."""
        start, end = self.lines[min(self.at, len(self.lines) - 1)]
        return (
            line_kinds.is_heading(self.text, words, self.lines[self.at - 1][1])
            and line_kinds.item_start(self.text, start, end) is not None
            and line_kinds.indent(self.text, start, end) > margin
        )

    def _starts_something(self, start: int, end: int) -> bool:
        text = self.text
        return bool(
            line_kinds.item_start(text, start, end) is not None
            or line_kinds.is_heading(text, start, end)
            or line_kinds.is_fence(text, start, end)
            or text[start:end].lstrip()[:1] in ("|", "{")
        )

    def _paragraph(self) -> Iterator[Block]:
        """Yield what the lines up to a blank line, or to another block, hold."""
        first = self.at
        self.at += 1
        while self.at < len(self.lines):
            start, end = self.lines[self.at]
            if start == end or self._starts_something(start, end):
                break
            self.at += 1
        self.leads.clear()
        lines = [
            line_kinds.unquoted(self.text, *line)
            for line in self.lines[first : self.at]
        ]
        mark = tables.delimiter(self.text, lines)
        if mark is None:
            yield from self._running_lines(lines)
            return
        header = tables.delimited_cells(self.text, *lines[0], mark)
        names = [plain(self.text[a:b]) for a, b in header]
        for line in lines[1:]:
            yield from self._row(names, tables.delimited_cells(self.text, *line, mark))

    def _running_lines(self, lines: list[Span]) -> Iterator[Block]:
        """Join lines that a margin broke; the others are blocks of their own."""
        start, end = lines[0]
        for line in lines[1:]:
            if line_kinds.goes_on(self.text, (start, end), line):
                end = line[1]
                continue
            yield from self._running_text(start, end)
            start, end = line
        yield from self._running_text(start, end)

    def _running_text(self, start: int, end: int) -> Iterator[Block]:
        text = self.text
        if start >= end:
            return
        if line_kinds.introduces(text, start, end):
            stop = max(text.rfind(mark, start, end) for mark in _SENTENCE_ENDS)
            if stop > start:
                yield self._block("prose", start, stop + 1)
                start = trimmed(text, stop + 1, end)[0]
            self.leads = [(-1, plain(text[start:end]).rstrip(":： "))]
            return
        kind: BlockKind = "pair" if line_kinds.is_pair(text, start, end) else "prose"
        yield self._block(kind, start, end)

    def _line(self, at: int) -> str:
        return self.text[slice(*self.lines[at])] if at < len(self.lines) else ""

    def _block(
        self,
        kind: BlockKind,
        start: int,
        end: int,
        text: str = "",
        *,
        lead: str = "",
    ) -> Block:
        return Block(kind, start, end, text, lead, self.heading)
