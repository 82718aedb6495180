"""Cuts an output into claims, each tied to the span it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from dashboard.scoring.offline import fillers
from dashboard.scoring.offline.attributes import with_attribute
from dashboard.scoring.offline.blocks import Block, text_blocks
from dashboard.scoring.offline.clause_state import Clause, capitalised
from dashboard.scoring.offline.clauses import clauses
from dashboard.scoring.offline.clauses_cjk import cjk_clauses
from dashboard.scoring.offline.clauses_european import LINKS, european_clauses
from dashboard.scoring.offline.coreference import Tracker
from dashboard.scoring.offline.grammar import has_verb
from dashboard.scoring.offline.json_passages import json_lines
from dashboard.scoring.offline.language import guess_language
from dashboard.scoring.offline.leads import joined_to_lead
from dashboard.scoring.offline.markup import blanked, plain
from dashboard.scoring.offline.sentences import Span, sentence_spans, trimmed
from dashboard.scoring.types import Claim

_LABEL = re.compile(
    r"(?:\*\*|__)([^\W\d_][\w '’/&-]{0,40}?):?(?:\*\*|__)\s*(?:[:：]|[–—-])?\s+(?=\S)"
)
_BARE_ANSWER = re.compile(r"(?:yes|no|yeah|yep|nope|true|false)\W*\Z", re.IGNORECASE)
_SPACE_BEFORE_MARK = re.compile(r"(?<=\w)\s+([:,;])(?=\s)")
_EDGES = " \t\n\r*_`\"“”„«»'‘’"
_NAME = re.compile(r"(?<!^)(?:\b[A-Z][\w'’-]*\b(?:\s+(?:of\s+)?[A-Z][\w'’-]*)*)")


def output_claims(output: str, *, question: str | None = None) -> list[Claim]:
    """Return the claims of an output in its order, without verdicts.

    Each text can be read on its own: subjects are carried into later clauses, and
    pronouns replaced where that is safe. Questions, greetings, headings and code claim
    nothing. The question helps to read a pronoun at the start.
    """
    claims = list(_Reader(output, question).claims()) or _only_heading(output)
    if len(claims) > 1 and _BARE_ANSWER.match(claims[0].text):
        return claims[1:]  # what follows says what the yes or no says
    return claims


def _only_heading(output: str) -> list[Claim]:
    """Return the claim of an answer that is set as a heading and has nothing else."""
    blocks = list(islice(text_blocks(output), 2))
    if len(blocks) != 1 or blocks[0].kind != "heading" or not blocks[0].text:
        return []
    return [Claim(blocks[0].text, blocks[0].start, blocks[0].end)]


class _Reader:
    def __init__(self, output: str, question: str | None) -> None:
        self.output = output
        self.language = guess_language(output)
        self.is_english = self.language in ("en", "und")
        self.tracker = Tracker()
        self.signed = False
        if question and self.is_english:
            names = set(_NAME.findall(question))
            if len(names) == 1:
                self.tracker.remember_name(names.pop())

    def claims(self) -> Iterator[Claim]:
        for block in text_blocks(self.output):
            if block.kind == "heading":
                self.tracker.remember_name(block.text)
            elif block.kind == "json" and block.data is not None:
                for line in json_lines(block.data):
                    if line.kind != "record":
                        yield Claim(line.text, line.start, line.end)
            elif block.kind == "row":
                yield Claim(block.text, block.start, block.end)
            elif block.kind == "item":
                yield from self._item(block)
            elif block.kind in ("prose", "pair"):
                yield from self._prose(block.start, block.end)

    def _item(self, block: Block) -> Iterator[Claim]:
        """Yield what a list item says, with the line that introduces the list."""
        spans = sentence_spans(self.output, block.start, block.end)
        if len(spans) == 1:
            start, end = _without_stop(self.output, *spans[0])
            item = plain(self.output[start:end])
            text = joined_to_lead(block.lead, item)
            if text != item and not fillers.states_nothing(item):
                yield Claim(text, start, end)
                return
        yield from self._prose(block.start, block.end)

    def _prose(self, start: int, end: int) -> Iterator[Claim]:
        start = self._after_label(start, end)
        for first, last in sentence_spans(self.output, start, end):
            yield from self._sentence(first, last)

    def _after_label(self, start: int, end: int) -> int:
        """Return where the statement after ``**Name**: …`` begins."""
        found = _LABEL.match(self.output, start, end)
        if found is None or not self.is_english:
            return start
        if not has_verb(self.output[found.end() : min(end, found.end() + 200)]):
            return start
        if not fillers.lead_in_length(self.output[start:end]):
            self.tracker.remember_name(plain(found[1]))
        return found.end()

    def _sentence(self, start: int, end: int) -> Iterator[Claim]:
        text = self.output[start:end]
        self.signed = self.signed or fillers.signs_off(text)
        lead_in = fillers.lead_in_length(text)
        start, text = start + lead_in, text[lead_in:]
        if fillers.states_nothing(text) or (self.signed and not has_verb(text)):
            return
        seen = blanked(text)
        seen = seen[: _without_stop(seen, 0, len(seen))[1]]
        for clause in self._clauses(seen):
            said = _tidied(clause.text)
            if not said.strip(_EDGES):
                continue
            if self.is_english:
                said = self.tracker.read(said)
            span = trimmed(self.output, start + clause.start, start + clause.end)
            yield Claim(capitalised(said), *span)

    def _clauses(self, text: str) -> list[Clause]:
        whole = [Clause(text, 0, len(text))]
        if fillers.refuses(text):
            return whole
        if not self.is_english:
            return self._clauses_abroad(text) or whole
        return [
            part
            for clause in clauses(text)
            for part in with_attribute(clause, text[clause.start : clause.end])
        ]

    def _clauses_abroad(self, text: str) -> list[Clause]:
        if self.language in ("zh", "ja"):
            return cjk_clauses(text, self.language)
        return european_clauses(text, self.language) if self.language in LINKS else []


def _without_stop(output: str, start: int, end: int) -> Span:
    """Return the span without its final full stop, unless that is an abbreviation's."""
    start, end = trimmed(output, start, end)
    if output[end - 1] in ".。।۔；;" and end - start > 1:
        word = output[max(start, end - 8) : end - 1].split()[-1:] or [""]
        if "." not in word[0] or len(word[0]) > 5:
            end -= 1
    return trimmed(output, start, end)


def _tidied(text: str) -> str:
    """Return a statement on one line, without a quotation mark that has no partner."""
    said = _SPACE_BEFORE_MARK.sub(r"\1", " ".join(text.split()))
    if said.count('"') % 2:
        said = said[1:] if said[0] == '"' else said
        said = said[:-1].rstrip(".") if said[-1:] == '"' else said
    return said
