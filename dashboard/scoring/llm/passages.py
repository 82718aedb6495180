"""Chooses what of a long context a judge is shown, and says how much that is."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dashboard.scoring.llm.sentences import split_sentences

PASSAGE = 600
"""Characters a passage is filled up to, whole sentences at a time."""
GAP = "[…]"
"""Stands where something was left out."""
TERM = re.compile(r"[^\W_]+")
UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0e7f]")
"""Scripts that put no space between words: pairs of letters stand for words."""

CountTokens = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a judge is shown of a context.

    Attributes:
        text: The items one below the other, with ``GAP`` where something is missing.
        seen: The part of the context's characters in it, 0 to 1.
    """

    text: str
    seen: float


class _Passage(NamedTuple):
    item: int
    start: int
    end: int


def shown_context(
    context: Sequence[str], queries: Sequence[str], *, budget: int, count: CountTokens
) -> Shown:
    """Return the whole context if it fits the budget of tokens, else its best passages.

    Each query in turn gets its best passage, then its second best, until the budget is
    spent, so that no claim's evidence is crowded out by another's. What is shown keeps
    its order.
    """
    whole = "\n".join(context)
    if len(whole.encode("utf-8", "replace")) <= budget:
        return Shown(whole, 1.0)
    tokens = count(whole)
    if tokens <= budget:
        return Shown(whole, 1.0)
    passages = [p for at, text in enumerate(context) for p in _cut(at, text)]
    letters = budget * len(whole) / tokens
    chosen = _choose(context, passages, queries, letters)
    while len(chosen) > 1 and count(_written(context, chosen)) > budget:
        chosen = chosen[: max(1, len(chosen) * 9 // 10)]
    seen = sum(p.end - p.start for p in chosen) / max(1, sum(map(len, context)))
    return Shown(_written(context, chosen), min(1.0, seen))


def _cut(item: int, text: str) -> Iterator[_Passage]:
    start = end = 0
    for sentence in split_sentences(text):
        if sentence.end - start > PASSAGE and end > start:
            yield _Passage(item, start, end)
            start = sentence.start
        end = sentence.end
        while end - start > 2 * PASSAGE:
            yield _Passage(item, start, start + PASSAGE)
            start += PASSAGE
    if end > start:
        yield _Passage(item, start, end)


def _choose(
    context: Sequence[str],
    passages: Sequence[_Passage],
    queries: Sequence[str],
    letters: float,
) -> list[_Passage]:
    """Return passages of at most so many letters, the most wanted first."""
    ranked = _rankings([context[p.item][p.start : p.end] for p in passages], queries)
    chosen: dict[_Passage, None] = {}
    for choices in zip(*ranked, strict=True):
        for at in choices:
            passage = passages[at]
            if passage in chosen:
                continue
            letters -= passage.end - passage.start + len(GAP) + 2
            if letters < 0 and chosen:
                return list(chosen)
            chosen[passage] = None
    return list(chosen)


def _rankings(texts: Sequence[str], queries: Sequence[str]) -> list[list[int]]:
    """Return for each query the texts from most to least alike, by BM25."""
    bags = [Counter(_terms(text)) for text in texts]
    known_in = Counter(term for bag in bags for term in bag)
    usual = sum(bag.total() for bag in bags) / max(1, len(bags)) or 1
    rankings = []
    for query in queries:
        weights = {
            term: math.log(1 + len(bags) / known_in[term])
            for term in set(_terms(query))
            if term in known_in
        }
        scores = [
            sum(
                weight * 2.2 * bag[term]
                / (bag[term] + 1.2 * (0.25 + 0.75 * bag.total() / usual))
                for term, weight in weights.items()
            )
            for bag in bags
        ]  # fmt: skip
        rankings.append(sorted(range(len(bags)), key=lambda at: -scores[at]))
    return rankings


def _terms(text: str) -> list[str]:
    terms: list[str] = []
    for word in TERM.findall(text.casefold()):
        if UNSPACED.search(word):
            terms += [word[at : at + 2] for at in range(max(1, len(word) - 1))]
        else:
            terms.append(_stem(word))
    return terms


def _stem(word: str) -> str:
    """Return the head of a long word, so that its endings do not tell it apart."""
    return word if len(word) < 6 or word.isdigit() else word[: max(5, len(word) - 3)]


def _written(context: Sequence[str], chosen: Sequence[_Passage]) -> str:
    lines: list[str] = []
    before = _Passage(0, 0, 0)
    for passage in sorted(chosen):
        same_item = passage.item == before.item
        skipped = context[passage.item][before.end if same_item else 0 : passage.start]
        rest = "" if same_item else context[before.item][before.end :]
        if skipped.strip() or rest.strip() or passage.item > before.item + 1:
            lines.append(GAP)
        lines.append(context[passage.item][passage.start : passage.end])
        before = passage
    if context[before.item][before.end :].strip() or before.item + 1 < len(context):
        lines.append(GAP)
    return "\n".join(lines)
