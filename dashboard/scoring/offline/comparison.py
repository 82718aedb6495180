"""Lays a claim beside its evidence: which of its words stand there, and where."""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.scoring.offline.function_words import (
    GENERIC,
    HEDGES,
    SIGNS_WITHOUT_CONTENT,
)
from dashboard.scoring.offline.index import Candidate, ContextIndex
from dashboard.scoring.offline.lexicon import opposites
from dashboard.scoring.offline.names import same_name
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.tokens import Token

CONTENT = frozenset({"word", "name", "code", "signs"})
GENERIC_WEIGHT = 0.35
NAME_WEIGHT = 1.6
MOST_JOINED = 3
"""Passages that may be needed together for one claim."""
PREFIX_SHARE = 0.7
SHORTEST_PREFIX = 5


@dataclass(slots=True)
class Comparison:
    """A claim and what the context says about it.

    Attributes:
        claim: The claim, read.
        candidates: The nearest passages, best first.
        joined: The passages that together hold most of the claim; the first is the
            one to quote.
        held: For each content token of the claim, where it stands: which of
            ``joined`` and which token there; None when nowhere.
        coverage: The weight of the words that stand there, 0 to 1.
        question: What was asked, read; None when the claim stands alone.
    """

    claim: Reading
    candidates: list[Candidate]
    joined: list[Candidate]
    held: dict[int, tuple[int, int] | None]
    coverage: float
    index: ContextIndex
    question: Reading | None = None
    before: tuple[Reading, ...] = ()
    flipped: set[int] = field(default_factory=set)

    @property
    def best(self) -> Candidate:
        """The passage nearest to the claim."""
        return self.joined[0]

    def missing(self) -> list[int]:
        """Return the content tokens of the claim that stand nowhere, in order."""
        return [
            index
            for index, at in self.held.items()
            if at is None and index not in self.flipped
        ]


def compare(
    claim: Reading,
    index: ContextIndex,
    *,
    question: Reading | None = None,
    before: tuple[Reading, ...] = (),
) -> Comparison | None:
    """Return the claim laid beside its evidence; None when nothing comes near."""
    candidates = index.candidates(claim, question)
    if not candidates:
        return None
    content = content_of(claim)
    found = {
        rank: {index: held_at(claim.tokens[index], one.reading) for index in content}
        for rank, one in enumerate(candidates)
    }
    ranks = _joined(claim, content, found)
    held: dict[int, tuple[int, int] | None] = {}
    for index_ in content:
        held[index_] = next(
            (
                (place, at)
                for place, rank in enumerate(ranks)
                if (at := found[rank][index_]) is not None
            ),
            None,
        )
    _fill_signs(claim, held)
    total = sum(weight(claim.tokens[i]) for i in content) or 1.0
    covered = sum(weight(claim.tokens[i]) for i in content if held[i] is not None)
    return Comparison(
        claim,
        candidates,
        [candidates[rank] for rank in ranks],
        held,
        covered / total,
        index,
        question,
        before,
    )


def _fill_signs(claim: Reading, held: dict[int, tuple[int, int] | None]) -> None:
    """Take a pair of signs as held when each of them stands in a pair that is."""
    signs = [index for index in held if claim.tokens[index].kind == "signs"]
    covered: dict[int, tuple[int, int]] = {}
    for index in signs:
        at = held[index]
        if at is not None:
            token = claim.tokens[index]
            covered.update(dict.fromkeys(range(token.start, token.end), at))
    for index in signs:
        token = claim.tokens[index]
        if held[index] is None and all(
            place in covered or claim.text[place] in SIGNS_WITHOUT_CONTENT
            for place in range(token.start, token.end)
        ):
            held[index] = (
                covered.get(token.start) or covered.get(token.end - 1) or (0, 0)
            )


def content_of(claim: Reading) -> list[int]:
    """Return the tokens of a claim that say something."""
    return [
        index
        for index, token in enumerate(claim.tokens)
        if token.kind in CONTENT and token.text.lower() not in HEDGES
    ]


def weight(token: Token) -> float:
    """Return how much it matters whether the evidence holds a word."""
    if token.kind in ("name", "code"):
        return NAME_WEIGHT
    return GENERIC_WEIGHT if token.base in GENERIC else 1.0


def held_at(token: Token, passage: Reading) -> int | None:
    """Return which token of a passage says what this token says; None when none."""
    for key in (f"={token.base}", f"={token.text.lower()}"):
        if key in passage.places:
            return passage.places[key][0]
    for key in token.own:
        if key in passage.places:
            return passage.places[key][0]
    if token.kind == "name":
        return same_name(token, passage)
    if token.kind == "word" and len(token.base) >= SHORTEST_PREFIX:
        return _by_prefix(token, passage)
    return None


def _by_prefix(token: Token, passage: Reading) -> int | None:
    """Return a word of the same root: accounts and accounting."""
    for index, other in enumerate(passage.tokens):
        if other.kind != "word" and other.kind != "name":
            continue
        shorter = min(len(token.base), len(other.base))
        if shorter < SHORTEST_PREFIX:
            continue
        need = max(
            SHORTEST_PREFIX, int(PREFIX_SHARE * max(len(token.base), len(other.base)))
        )
        if token.base[:need] == other.base[:need] and other.base not in opposites(
            token.base
        ):
            return index
    return None


def _joined(
    claim: Reading,
    content: list[int],
    found: dict[int, dict[int, int | None]],
) -> list[int]:
    """Choose the passages that together hold most of the claim, few before many."""

    def gain(rank: int, open_: set[int]) -> float:
        return sum(
            weight(claim.tokens[index])
            for index in open_
            if found[rank][index] is not None
        )

    open_ = set(content)
    first = 0
    chosen = [first]
    open_ -= {index for index in content if found[first][index] is not None}
    while open_ and len(chosen) < MOST_JOINED:
        rest = [rank for rank in found if rank not in chosen]
        best = max(rest, key=lambda rank: (gain(rank, open_), -rank), default=None)
        if best is None or gain(best, open_) <= 0:
            break
        chosen.append(best)
        open_ -= {index for index in content if found[best][index] is not None}
    return chosen
