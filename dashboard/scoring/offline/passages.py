"""Cuts the context into passages that each read as evidence on their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dashboard.scoring.offline.blocks import Block, text_blocks
from dashboard.scoring.offline.coreference import Tracker, may_refer
from dashboard.scoring.offline.json_passages import json_lines
from dashboard.scoring.offline.key_names import identity_rank
from dashboard.scoring.offline.language import guess_language
from dashboard.scoring.offline.leads import joined_to_lead
from dashboard.scoring.offline.markup import plain
from dashboard.scoring.offline.sentences import sentence_spans

_CHUNK = re.compile(r"[^\s][^\n]*(?:\n[^\S\n]*[^\s][^\n]*){0,11}")
_RESOLVED = ("en", "und")
LOOK_BACK = 2
"""Passages before a pronoun that are looked at for what it stands for."""
MOST_PAIRS = 12
"""Neighbouring ``key: value`` lines that are put on one line together."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of the context that a claim may be held against.

    Attributes:
        context_index: Which context item it stands in.
        start: Where it begins in that item, in code points.
        end: One past its last character.
        text: How it reads: a sentence without marks of layout, a table row with its
            headers, a value with its keys.
        kind: ``prose``, ``item`` (of a list), ``row`` (of a table), ``record`` (values
            of one object or group of lines together), ``pair`` (one value), ``heading``
            or ``code``.
        heading: The heading it stands under; blank when there is none.
        resolved: The text with its leading pronoun replaced; None when there is
            none to replace or that is not safe.
    """

    context_index: int
    start: int
    end: int
    text: str
    kind: str = "prose"
    heading: str = ""
    resolved: str | None = None

    @property
    def reading(self) -> str:
        """The text to compare with: resolved where that was safe."""
        return self.text if self.resolved is None else self.resolved


def context_passages(context: Sequence[str]) -> list[Passage]:
    """Return the passages of all items, in order; blank items have none.

    An object or a group of pairs gives one passage for all its values and one for each,
    so spans may overlap.
    """
    passages: list[Passage] = []
    for index, item in enumerate(context):
        pairs: list[Passage] = []
        for block in text_blocks(item):
            if block.kind == "pair":
                pairs.append(_written(index, item, block, "pair"))
                continue
            passages.extend(_with_record(pairs))
            pairs = []
            passages.extend(_block_passages(index, item, block))
        passages.extend(_with_record(pairs))
    if guess_language(" ".join(item[:500] for item in context[:8])) in _RESOLVED:
        _resolve(passages)
    return passages


def _resolve(passages: list[Passage]) -> None:
    """Put the readings in place of passages that speak of the one before."""
    tracker, followed = Tracker(), -1
    for at, passage in enumerate(passages):
        if passage.kind not in ("prose", "item") or not may_refer(passage.text):
            continue
        if followed != at - 1:
            tracker = Tracker()
            for before in passages[max(0, at - LOOK_BACK) : at]:
                _remember(tracker, before)
        resolved = tracker.read(passage.text)
        followed = at
        if resolved != passage.text:
            passages[at] = replace(passage, resolved=resolved)


def _remember(tracker: Tracker, passage: Passage) -> None:
    if passage.kind == "heading":
        tracker.remember_name(passage.text)
    elif passage.kind == "prose":
        tracker.remember(passage.text)


def _block_passages(index: int, item: str, block: Block) -> Iterator[Passage]:
    if block.kind == "json" and block.data is not None:
        for line in json_lines(block.data):
            yield Passage(
                index,
                line.start,
                line.end,
                line.text,
                line.kind,
                line.heading or block.heading,
            )
    elif block.kind == "code":
        for found in _CHUNK.finditer(item, block.start, block.end):
            text = " ".join(found[0].split())
            yield Passage(index, *found.span(), text, "code", block.heading)
    elif block.kind == "prose":
        yield from _sentences(index, item, block, block.kind)
    elif block.kind == "item":
        spans = sentence_spans(item, block.start, block.end)
        if len(spans) > 1:
            yield from _sentences(index, item, block, block.kind)
        else:
            yield _written(index, item, block, block.kind)
    else:
        yield _written(index, item, block, block.kind)


def _sentences(index: int, item: str, block: Block, kind: str) -> Iterator[Passage]:
    for start, end in sentence_spans(item, block.start, block.end):
        text = plain(item[start:end])
        if text:
            yield Passage(index, start, end, text, kind, block.lead or block.heading)


def _written(index: int, item: str, block: Block, kind: str) -> Passage:
    text = block.text or plain(item[block.start : block.end])
    lead = block.lead or (block.heading if kind == "item" else "")
    if kind == "item":
        text = joined_to_lead(lead, text)
    return Passage(index, block.start, block.end, text, kind, block.heading)


def _with_record(pairs: list[Passage]) -> Iterator[Passage]:
    """Yield pairs, first all of them on one line, then each beside the first one."""
    if len(pairs) < 2:
        yield from pairs
        return
    if len(pairs) <= MOST_PAIRS:
        yield replace(
            pairs[0],
            end=pairs[-1].end,
            text="; ".join(pair.text for pair in pairs),
            kind="record",
        )
    first = pairs[0]
    names_all = identity_rank(first.text.partition(":")[0]) is not None
    yield first
    for pair in pairs[1:]:
        yield replace(pair, text=f"{first.text}; {pair.text}") if names_all else pair
