"""Where the sentences of an output lie, and what goes with one that is struck."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dashboard.scoring.corrections.types import Clause, Edit, Place, Span
from dashboard.scoring.offline.blocks import Block, text_blocks
from dashboard.scoring.offline.sentences import sentence_spans
from dashboard.scoring.types import Claim

LINES = frozenset({"item", "row", "pair", "heading"})
"""Blocks that are struck as whole lines when they are one sentence."""
_PRONOUN = re.compile(r"(?:He|She|It|They)(?=\s)")


class Layout:
    """The sentences of one output, in order."""

    def __init__(self, output: str, claims: Sequence[Claim]) -> None:
        self.output = output
        self.claims = [
            Clause(claim.start, claim.end, claim.text)
            for claim in claims
            if claim.start is not None and claim.end is not None
        ]
        self.spans: list[tuple[Span, Block, bool]] = []
        for block in text_blocks(output):
            if block.kind in ("json", "code"):
                continue
            spans = sentence_spans(output, block.start, block.end)
            if block.kind == "row":
                spans = [(block.start, block.end)]
            alone = len(spans) == 1
            self.spans += [(span, block, alone) for span in spans]

    def place(self, span: Span) -> Place | None:
        """Return the sentence that a span lies in; None in JSON and code."""
        for at, ((start, end), block, alone) in enumerate(self.spans):
            if start <= span[0] < end:
                inside = [c for c in self.claims if start <= c.start < end]
                clauses = tuple(sorted(inside, key=lambda c: (c.start, -c.end)))
                outer = self._outer(start, end, block, alone=alone)
                following = self._following(at, start)
                return Place(start, end, outer, clauses, following)
        return None

    def _outer(self, start: int, end: int, block: Block, *, alone: bool) -> Span:
        line = self._line(start, end)
        bare = not self.output[line[0] : start].strip()
        last = not self.output[end : line[1]].strip()
        if last and (bare or (alone and block.kind in LINES)):
            return self._whole_lines(line)
        if last:
            before = self.output[:start].rstrip(" \t")
            return len(before), line[1]
        after = self.output[end:]
        return start, end + len(after) - len(after.lstrip(" \t"))

    def _line(self, start: int, end: int) -> Span:
        first = self.output.rfind("\n", 0, start) + 1
        last = self.output.find("\n", end)
        return first, len(self.output) if last < 0 else last

    def _whole_lines(self, line: Span) -> Span:
        """Return the lines with their break, and the blank ones after a paragraph."""
        first, last = line
        rest = self.output[last:]
        if not rest.strip():
            return len(self.output[:first].rstrip()), last
        breaks = 1
        if not self.output[:first].strip() or self.output[:first].endswith("\n\n"):
            breaks = len(rest) - len(rest.lstrip("\n"))
        return first, last + breaks

    def _following(self, at: int, start: int) -> tuple[Edit, ...]:
        """Return the name in place of a pronoun that would refer to nothing."""
        if at + 1 >= len(self.spans) or self.spans[at + 1][1] is not self.spans[at][1]:
            return ()
        (begin, end), _, _ = self.spans[at + 1]
        pronoun = _PRONOUN.match(self.output, begin, end)
        said = next((c.text for c in self.claims if c.start == begin), "")
        if pronoun is None or not said:
            return ()
        rest = self.output[pronoun.end() : end].split()[:2]
        name, found, _ = said.partition(" " + " ".join(rest))
        if not found or name == pronoun[0] or name not in self.output[start:begin]:
            return ()
        if name in self.output[:start]:
            return ()
        return (Edit(begin, pronoun.end(), name),)
