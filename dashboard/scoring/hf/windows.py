"""Cuts a context into stretches of whole sentences that a model can read at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dashboard.scoring.offline.sentences import Span, sentence_spans
from dashboard.scoring.types import Evidence


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of one context item.

    Attributes:
        context_index: Which item it stands in.
        sentences: The spans of its sentences in that item, in code points, in order.
        text: The item from the first sentence's start to the last one's end.
    """

    context_index: int
    sentences: tuple[Span, ...]
    text: str

    def evidence_for(self, claim: str) -> Evidence:
        """Return its sentence that shares most words with a claim, the first of them.

        Which sentence of a window made a model say what it says is not known; this one
        is the likeliest.
        """
        words = _words(claim)
        start = self.sentences[0][0]
        best = max(
            self.sentences,
            key=lambda span: _shared(
                words, self.text[span[0] - start : span[1] - start]
            ),
        )
        quote = self.text[best[0] - start : best[1] - start]
        return Evidence(self.context_index, *best, quote)


def windows(
    context: Sequence[str], *, most: int, count: Callable[[Sequence[str]], list[int]]
) -> list[Window]:
    """Return the windows of all items, in order; blank items have none.

    Each holds as many sentences as fit into ``most`` tokens, at least one; ``count``
    says how many tokens each text takes. Neighbours share their border sentence when it
    takes at most a quarter of the room, so that what two sentences say together is not
    torn apart.
    """
    found: list[Window] = []
    for index, item in enumerate(context):
        spans = _spans(item)
        if not spans:
            continue
        sizes = count([item[start:end] for start, end in spans])
        for first, stop in _groups(sizes, most):
            inside = tuple(spans[first:stop])
            text = item[inside[0][0] : inside[-1][1]]
            found.append(Window(index, inside, text))
    return found


def _groups(sizes: Sequence[int], most: int) -> list[tuple[int, int]]:
    groups: list[tuple[int, int]] = []
    first = 0
    while first < len(sizes):
        stop, room = first + 1, most - sizes[first]
        while stop < len(sizes) and sizes[stop] <= room:
            room -= sizes[stop]
            stop += 1
        groups.append((first, stop))
        if stop == len(sizes):
            break
        shares = stop - first > 1 and sizes[stop - 1] <= most // 4
        fits = shares and sizes[stop - 1] + sizes[stop] <= most
        first = stop - 1 if fits else stop
    return groups


def _spans(item: str) -> list[Span]:
    """Return the sentences of an item; a line that ends ends a sentence, too."""
    spans: list[Span] = []
    at = 0
    for line in item.splitlines(keepends=True):
        spans.extend(sentence_spans(item, at, at + len(line)))
        at += len(line)
    return [(start, end) for start, end in spans if item[start:end].strip()]


def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip(".,;:!?()[]\"'“”’").casefold() for word in text.split())


def _shared(words: frozenset[str], sentence: str) -> int:
    return len(words & _words(sentence))
