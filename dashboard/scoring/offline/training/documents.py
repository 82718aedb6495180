"""Makes summary-like rows: a passage, and a sentence about it, true or changed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dashboard.scoring.offline.entailment.evidence import WordWeights, nearest
from dashboard.scoring.offline.training.premises import sentences
from dashboard.scoring.offline.training.rows import Row, Target

_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][\w-]+(?: [A-Z][\w-]+)*(?!['’])")
_NUMBER = re.compile(r"(?<![\w.,$£€-])\d{1,4}(?![\w,-]|\.\d)")
_ASIDE = re.compile(r" \([^()]*\)|, (?:who|which|where|whose) [^,]+(?:,|(?=\.))")
_TAIL = re.compile(
    r"(?<=[a-z]),? (?:in|on|at|for|with|after|before|during|from|because|since|while"
    r"|although|despite|under|near|including) [^,;]{8,70}(?=\.$)"
)
_BOUND = re.compile(
    r"\b(?:no|not|never|none|neither|either|only|if|unless|until|without|less|fewer"
    r"|more|most|all|every|any)\b|n't\b",
    re.IGNORECASE,
)
"""Words under which a shorter sentence may say more than the whole one."""
_LEADS = re.compile(
    r"(?:He|She|It|They|This|These|That|Those|His|Her|Its|But|And|So)\b"
)


@dataclass(frozen=True, slots=True)
class Passage:
    """Running text that claims can be made about.

    Attributes:
        sentences: At least three, in their order.
        license: What the text is published under.
    """

    sentences: tuple[str, ...]
    license: str


def passages_of(rows: Iterable[Row]) -> list[Passage]:
    """Return the passages of at least three sentences, once each, in their order."""
    kept: dict[str, Passage] = {}
    for row in rows:
        parts = sentences(row.premise)
        if len(parts) >= 3:
            kept.setdefault(row.premise, Passage(tuple(parts), row.license))
    return list(kept.values())


def document_rows(
    passages: Sequence[Passage], weights: WordWeights, *, seed: int
) -> list[Row]:
    """Return the rows that can be made of the passages.

    Each premise is what the judge would pick for the claim: two to four sentences.
    """
    chance = random.Random(seed)
    made: dict[tuple[str, str], Row] = {}
    for at, passage in enumerate([*passages, *passages]):
        stranger = passages[(at * 7 + at // len(passages) + 1) % len(passages)]
        held = passage.sentences
        for claim, target, kind in _claims(held, stranger.sentences, chance):
            most = chance.choice((2, 2, 3, 4))
            chosen = nearest(claim, held, weights, most=most)
            if chance.random() < 0.6:
                chosen.sort()
            premise = " ".join(held[place] for place in chosen)
            row = Row(premise, claim, target, "document", kind, passage.license)
            made.setdefault((premise, claim), row)
    return list(made.values())


def _claims(
    passage: Sequence[str], stranger: Sequence[str], chance: random.Random
) -> Iterator[tuple[str, Target, str]]:
    usable = [part for part in passage if 8 <= len(part.split()) <= 32]
    usable = [part for part in usable if part.endswith(".") and "\n" not in part]
    if len(usable) < 2:
        return
    chance.shuffle(usable)
    first, second = usable[0], usable[1]
    shorter = _shorter(first)
    base = shorter if chance.random() < 0.6 else first
    yield (base, "entailment", "d_short" if base != first else "d_copy")
    both = _both(_shorter(first), _shorter(second))
    if both:
        yield (both, "entailment", "d_both")
    for change in (_other_name, _other_number):
        source = both if both and chance.random() < 0.5 else first
        changed = change(source, passage, chance)
        if changed:
            yield (changed, "hallucinated", f"d{change.__name__}")
    added = _with_tail(second, stranger, passage, chance)
    if added:
        yield (added, "neutral", "d_tail")
    strange = [part for part in stranger if 6 <= len(part.split()) <= 20]
    alien = _both(_shorter(second), chance.choice(strange)) if strange else None
    if alien and chance.random() < 0.5:
        yield (alien, "neutral", "d_alien")


def _shorter(sentence: str) -> str:
    """Return the sentence without asides and without its last detail."""
    if _BOUND.search(sentence):
        return sentence
    bare = _ASIDE.sub("", sentence)
    cut = _TAIL.sub("", bare)
    return cut if len(cut.split()) >= 6 else bare


def _both(first: str, second: str) -> str | None:
    words = len(first.split()) + len(second.split())
    if words > 36 or _LEADS.match(second) or not second[:1].isupper():
        return None
    return f"{first.rstrip('.')}, and {second}"


def _other_name(
    sentence: str, passage: Sequence[str], chance: random.Random
) -> str | None:
    """Return the sentence with one name replaced by another of the passage."""
    inside = _NAME.findall(sentence)
    others = [name for part in passage for name in _NAME.findall(part)]
    others = [
        name
        for name in others
        if name not in sentence and not any(word in sentence for word in name.split())
    ]
    if not inside or not others:
        return None
    name = chance.choice(inside)
    alike = [other for other in others if len(other.split()) == len(name.split())]
    return sentence.replace(name, chance.choice(alike or others), 1)


def _other_number(
    sentence: str, passage: Sequence[str], chance: random.Random
) -> str | None:
    """Return the sentence with one number replaced by another as long."""
    inside = _NUMBER.findall(sentence)
    if not inside:
        return None
    number = chance.choice(inside)
    held = [found for part in passage for found in _NUMBER.findall(part)]
    alike = [n for n in held if len(n) == len(number) and n not in sentence]
    near = str(int(number) + chance.choice((-7, -3, -2, 2, 3, 5, 10)))
    other = chance.choice(alike) if alike and chance.random() < 0.7 else near
    if int(other) <= 0 or int(other) == int(number):
        return None
    return re.sub(rf"(?<!\d){number}(?!\d)", other, sentence, count=1)


def _with_tail(
    sentence: str,
    stranger: Sequence[str],
    passage: Sequence[str],
    chance: random.Random,
) -> str | None:
    """Return the sentence with a detail that only a strange passage has."""
    tails = [found[0] for part in stranger for found in _TAIL.finditer(part)]
    tails = [tail for tail in tails if not any(tail in part for part in passage)]
    base = _TAIL.sub("", _ASIDE.sub("", sentence))
    if not tails or len(base.split()) < 6:
        return None
    return f"{base.rstrip('.')}{chance.choice(tails)}."
