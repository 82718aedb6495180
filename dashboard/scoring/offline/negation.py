"""Finds what a text negates: the words that "not", "no" or "without" turn around."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from dashboard.scoring.offline import function_words as small
from dashboard.scoring.offline.comparison import CONTENT
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.word_set import word_set

_ONLY_SEEMING = re.compile(
    r"\b(?:not only|not just|not least|no doubt|no later|no more|no less|no fewer|"
    r"nicht nur|no solo|non seulement|non solo|não só|no\.? \d)\b"
    r"|^no\b(?=\s*,|\s+but|\s+i\b)",
    re.IGNORECASE,
)
_SUBORDINATE = word_set(
    "if unless whether because that until since so where when while than although "
    "wenn weil dass ob si que quando se"
)
"""Words that open another statement inside a clause."""
_NOBODY = word_set(
    "nobody none nothing neither niemand nichts personne rien nadie nada nessuno "
    "ninguém keine keiner"
)
"""Negators that deny everything behind them."""
_FREE_OF = re.compile(r"\bfree\s+(?:of|from)\b|\binstead\s+of\b|\brather\s+than\b")
_STATEMENT_ENDS = re.compile(r"[.;:!?]|\bbut\b")


@dataclass(frozen=True, slots=True)
class Negation:
    """What a text negates.

    Attributes:
        heads: The tokens that a negation is about.
        reach: The tokens in whose statement something is negated.
    """

    heads: frozenset[int]
    reach: frozenset[int]


def negation_of(reading: Reading) -> Negation:
    """Return what a text negates."""
    if reading.language in small.NEGATING_CHARACTERS:
        signs = frozenset(_negated_signs(reading))
        return Negation(signs, signs)
    return _of_words(reading)


@lru_cache(maxsize=4096)
def _of_words(reading: Reading) -> Negation:
    heads: set[int] = set()
    reach: set[int] = set()
    seeming = [match.span() for match in _ONLY_SEEMING.finditer(reading.text)]
    for scope in _scopes(reading):
        found = [
            index
            for index in range(*scope)
            if _negates(reading, index)
            and not any(a <= reading.tokens[index].start < b for a, b in seeming)
        ]
        if not found or _cancelled(reading, found):
            continue
        first = found[0]
        if _turns_what_follows(reading, first):
            end = _end_of_statement(reading, first)
            behind = _content(reading, first + 1, end)
            heads.update(behind or _content(reading, scope[0], first))
            reach.update(range(scope[0], max(end, scope[1])))
        else:
            heads.update(_heads(reading, first, scope))
            reach.update(range(*scope))
    return Negation(frozenset(heads), frozenset(reach))


def _negates(reading: Reading, index: int) -> bool:
    lower = reading.tokens[index].text.lower().replace("’", "'")
    negators = small.NEGATORS.get(reading.language, small.NEGATORS["en"])
    return (
        lower in negators
        or lower.endswith("n't")
        or lower in small.DENYING
        or _turns_what_follows(reading, index)
    )


def _turns_what_follows(reading: Reading, index: int) -> bool:
    token = reading.tokens[index]
    return token.text.lower() in small.NEGATING_AFTER or bool(
        _FREE_OF.match(reading.text, token.start)
    )


def _cancelled(reading: Reading, found: list[int]) -> bool:
    """Tell whether two negations of different kinds cancel: does not exclude."""
    kinds = [
        _turns_what_follows(reading, index)
        or reading.tokens[index].text.lower() in small.DENYING
        for index in found
    ]
    return len(found) == 2 and kinds[0] != kinds[1]


def _heads(reading: Reading, index: int, scope: tuple[int, int]) -> list[int]:
    """Return what a negator denies: the word behind it, else the one before."""
    lower = reading.tokens[index].text.lower()
    behind = _content(reading, index + 1, scope[1])
    following = reading.tokens[index + 1 : index + 2]
    nobody = lower in _NOBODY or (
        lower == "no" and bool(following) and following[0].text.lower() == "one"
    )
    if lower in small.DENYING:
        return _content(reading, *scope)
    if nobody:
        return behind
    if not behind:
        return _content(reading, scope[0], index)[-1:]
    wide = reading.tokens[behind[0]].base in small.GENERIC
    return behind[: 2 if wide else 1]


def _content(reading: Reading, start: int, end: int) -> list[int]:
    return [i for i in range(start, end) if reading.tokens[i].kind in CONTENT]


def _scopes(reading: Reading) -> list[tuple[int, int]]:
    """Return the clauses of a text, cut also where another statement opens inside."""
    scopes: list[tuple[int, int]] = []
    for first, last in reading.clauses:
        start = first
        for index in range(first + 1, last):
            if reading.tokens[index].text.lower() in _SUBORDINATE:
                scopes.append((start, index))
                start = index
        scopes.append((start, last))
    return scopes


def _end_of_statement(reading: Reading, index: int) -> int:
    match = _STATEMENT_ENDS.search(reading.text, reading.tokens[index].end)
    return len(reading.tokens) if match is None else reading.token_at(match.start())


def _negated_signs(reading: Reading) -> set[int]:
    signs, seeming = small.NEGATING_CHARACTERS[reading.language]
    text = re.sub(seeming, lambda match: " " * len(match[0]), reading.text)
    found: set[int] = set()
    for first, last in reading.clauses:
        start, end = reading.tokens[first].start, reading.tokens[last - 1].end
        if len(re.findall(signs, text[start:end])) % 2:
            found.update(range(first, last))
    return found
