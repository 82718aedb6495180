"""Negation and antonyms: the claim says the opposite of what stands in the context."""

from __future__ import annotations

import re

from dashboard.scoring.offline import function_words as small
from dashboard.scoring.offline.comparison import Comparison, content_of, held_at, weight
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.index import Candidate
from dashboard.scoring.offline.lexicon import known_word, opposites
from dashboard.scoring.offline.reading import Reading, Token

ENOUGH = 0.6
"""Share of the claim that a clause must hold before it can say the opposite."""
NEGATING_PREFIXES = ("un", "in", "im", "ir", "il", "non", "dis")
MOST_LOOKED_AT = 3
_ONLY_SEEMING = re.compile(
    r"\b(?:not only|no longer only|not just|nicht nur|no solo|non seulement|no doubt|no\. \d)\b",
    re.I,
)


def polarity_rule(comparison: Comparison) -> Finding | None:
    """Find a statement that the context turns around."""
    claim = comparison.claim
    content = content_of(claim)
    if not content:
        return None
    for one in _close(comparison):
        span, held, against = _nearest_clause(claim, content, one.reading)
        total = sum(weight(claim.tokens[i]) for i in content)
        covered = sum(weight(claim.tokens[i]) for i in {*held, *against})
        if covered < ENOUGH * total or len(held) < 1:
            continue
        turned = negated(claim, (0, len(claim.tokens))) != negated(one.reading, span)
        if turned != (len(against) % 2 == 1):
            return _opposite(comparison, one, against)
        comparison.flipped.update(against)
        return None
    return None


def _close(comparison: Comparison) -> list[Candidate]:
    """Return the passages that speak of the very thing, nearest first."""
    return [comparison.best] + [
        one for one in comparison.joined[1:MOST_LOOKED_AT] if one.score > 0
    ]


def _opposite(
    comparison: Comparison, one: Candidate, against: dict[int, int]
) -> Finding:
    if not against:
        return Finding(
            "contradicted", "negation", "negation", 0.8, "opposite", {}, (one,)
        )
    index, place = next(iter(against.items()))
    words = {
        "mine": comparison.claim.tokens[index].text,
        "theirs": one.reading.tokens[place].text,
    }
    return Finding(
        "contradicted", "negation", "antonym", 0.75, "differs", words, (one,)
    )


def _nearest_clause(
    claim: Reading, content: list[int], passage: Reading
) -> tuple[tuple[int, int], dict[int, int], dict[int, int]]:
    """Return the shortest span that holds the claim, what it holds, what it opposes."""
    best: tuple[float, tuple[int, int], dict[int, int], dict[int, int]] | None = None
    whole = (0, len(passage.tokens))
    spans = [*passage.clauses, whole] if len(passage.clauses) > 1 else [whole]
    for span in spans:
        held, against = _laid_beside(claim, content, passage, span)
        size = sum(weight(claim.tokens[i]) for i in {*held, *against})
        if best is None or size > best[0] * (1.0 if span != whole else 1.2) + 1e-9:
            best = (size, span, held, against)
    assert best is not None
    return best[1:]


def _laid_beside(
    claim: Reading, content: list[int], passage: Reading, span: tuple[int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    held: dict[int, int] = {}
    against: dict[int, int] = {}
    for index in content:
        token = claim.tokens[index]
        places = [
            place
            for key in token.own
            for place in passage.places.get(key, ())
            if span[0] <= place < span[1]
        ]
        opposed = opposite_at(token, passage, span)
        exact = any(passage.tokens[p].base == token.base for p in places)
        if opposed is not None and not exact:
            against[index] = opposed
        elif places:
            held[index] = places[0]
        else:
            at = held_at(token, passage)
            if at is not None and span[0] <= at < span[1]:
                held[index] = at
    return held, against


def opposite_at(token: Token, passage: Reading, span: tuple[int, int]) -> int | None:
    """Return which token of a span means the opposite; None when none does."""
    if token.kind not in ("word", "name", "stop"):
        return None
    wanted = opposites(token.base) | opposites(token.text.lower())
    for index in range(*span):
        other = passage.tokens[index]
        if other.kind not in ("word", "name", "stop"):
            continue
        if other.base in wanted or other.text.lower() in wanted:
            return index
        if _prefixed(token.base, other.base) or _prefixed(other.base, token.base):
            return index
    return None


def _prefixed(one: str, other: str) -> bool:
    """Tell whether one word is the other with un-, in-, non- or -less."""
    if len(other) > 3 and one.endswith(other) and known_word(other):
        return one[: -len(other)].rstrip("-") in NEGATING_PREFIXES
    return (
        one.endswith("less") and len(one) > 6 and other in (one[:-4], one[:-4] + "ful")
    )


def negated(reading: Reading, span: tuple[int, int]) -> bool:
    """Tell whether a span of a text turns its statement around."""
    if not reading.tokens:
        return False
    start = reading.tokens[span[0]].start
    end = reading.tokens[span[1] - 1].end
    text = reading.text[start:end]
    characters = small.NEGATING_CHARACTERS.get(reading.language)
    if characters:
        signs, seeming = characters
        return len(re.findall(signs, re.sub(seeming, "", text))) % 2 == 1
    text = _ONLY_SEEMING.sub("", text.lower().replace("’", "'"))
    negators = small.NEGATORS.get(reading.language, small.NEGATORS["en"])
    found = [
        word
        for word in re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text)
        if word in negators
    ]
    if reading.language == "fr" and found:
        return True
    return bool(found)
