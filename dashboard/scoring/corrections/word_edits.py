"""Lays a claim beside a passage word by word and takes over where they differ."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from difflib import SequenceMatcher

from dashboard.scoring.corrections.diffing import pieces
from dashboard.scoring.corrections.types import Edit, Span
from dashboard.scoring.offline.comparison import held_at
from dashboard.scoring.offline.lexicon import base_form, known_word
from dashboard.scoring.offline.parts import part_of
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.word_set import word_set

MOST_WORDS = 4
"""Words that may be taken over in one place; more of them is another sentence."""
MOST_PLACES = 3
LEAST_EQUAL = 0.4
"""Share of a claim's words that a passage must have for it to give the others."""
MOST_THINGS = 6
THINGS = ("name", "noun")
_SMALL = word_set("""
    the a an some all none no nobody every each many few it he she they
""")
LONGEST = 120
"""Words of a claim or a passage that are laid beside each other."""
_NOT = word_set("""
    not never no n't cannot nicht nie kein keine keinen keinem keiner nunca ne n' pas
    jamais aucun aucune non mai não niet geen не нет only nur sólo solo seulement
    不 没 没有 未 非 无 無 ない
""")
_PAIRS: dict[str, str] = {
    "en": "before after, earlier later, more less, more fewer, taller shorter, "
    "longer shorter, larger smaller, bigger smaller, higher lower, older younger, "
    "faster slower, heavier lighter, warmer colder, hotter cooler, wider narrower, "
    "deeper shallower, first last, above below, increased decreased, rose fell",
    "de": "bevor nachdem, vor nach, mehr weniger, größer kleiner, länger kürzer, "
    "älter jünger, höher niedriger, schneller langsamer",
    "es": "antes después, más menos, mayor menor, primero último",
    "fr": "avant après, plus moins, premier dernier",
}
"""Words of order and size that say the opposite, by language."""


def word_edits(
    claim: str, passage: str, *, alone: bool = False
) -> Iterator[list[Edit]]:
    """Yield what makes the claim say what the passage says, fewest words first.

    Offsets are those of ``claim``. Words are taken over where others stand in the
    claim, words that negate also where nothing stands. All changes together come last.

    Args:
        claim: What is to be changed.
        passage: What it is changed to say.
        alone: Whether to yield a change only where all else is the same.
    """
    mine, theirs = _words(claim), _words(passage)
    ours = [_base(claim, word) for word in mine]
    others = [_base(passage, word) for word in theirs]
    codes = SequenceMatcher(None, ours, others, autojunk=False).get_opcodes()
    texts = _Texts(claim, mine, passage, theirs)
    equal = sum(j - i for tag, i, j, _, _ in codes if tag == "equal")
    differing = [code for code in codes if code[0] in ("replace", "delete")]
    if equal < LEAST_EQUAL * len(mine) or (alone and len(differing) > 1):
        return
    changes = [edit for code in codes if (edit := texts.change(code)) is not None]
    changes.sort(key=lambda edit: edit.end - edit.start + len(edit.text))
    for edit in changes:
        yield [edit]
    if 1 < len(changes) <= MOST_PLACES and not alone:
        yield sorted(changes)


def turned_edits(claim: str, language: str) -> Iterator[list[Edit]]:
    """Yield the claim with one word of order or size turned round: before, taller."""
    pairs = [pair.split() for pair in _PAIRS.get(language, "").split(",") if pair]
    for start, end in _words(claim):
        word = claim[start:end]
        for pair in pairs:
            if word.lower() in pair:
                other = pair[1 - pair.index(word.lower())]
                other = other.capitalize() if word[0].isupper() else other
                yield [Edit(start, end, other)]


def swapped_edits(claim: Reading, passage: Reading) -> Iterator[list[Edit]]:
    """Yield the claim with two things changed round that the passage has so.

    The mayor accused the bishop, where the bishop accused the mayor.
    """
    runs = _runs(claim, passage)
    for one, other in itertools.combinations(runs, 2):
        if one[2] < other[2]:
            continue
        first, second = sorted((one[:2], other[:2]))
        ahead, behind = claim.text[slice(*first)], claim.text[slice(*second)]
        yield [Edit(*first, behind), Edit(*second, ahead)]


def compared_edits(claim: Reading) -> Iterator[list[Edit]]:
    """Yield the claim with what it compares changed round: the lime, than the oak."""
    than = [at for at, token in enumerate(claim.tokens) if token.text.lower() == "than"]
    things = [
        (at, token)
        for at, token in enumerate(claim.tokens)
        if token.kind in ("word", "name") and part_of(claim, at) in THINGS
    ]
    before = [token for at, token in things if than and at < than[0]]
    after = [token for at, token in things if than and at > than[0]]
    if before and after:
        one, other = before[0], after[0]
        yield [
            Edit(one.start, one.end, other.text),
            Edit(other.start, other.end, one.text),
        ]


def _runs(claim: Reading, passage: Reading) -> list[tuple[int, int, int]]:
    """Return things named in both: start, end, and which token of the passage."""
    runs: list[tuple[int, int, int]] = []
    last = (-2, -2)
    for index, token in enumerate(claim.tokens):
        if token.kind not in ("word", "name") or part_of(claim, index) not in THINGS:
            continue
        place = held_at(token, passage)
        if place is None:
            continue
        if last == (index - 1, place - 1):
            runs[-1] = runs[-1][0], token.end, runs[-1][2]
        else:
            runs.append((token.start, token.end, place))
        last = (index, place)
    return runs[:MOST_THINGS]


class _Texts:
    """A claim and a passage as words, laid beside each other."""

    def __init__(
        self, claim: str, mine: list[Span], passage: str, theirs: list[Span]
    ) -> None:
        self.claim, self.mine = claim, mine
        self.passage, self.theirs = passage, theirs

    def change(self, code: tuple[str, int, int, int, int]) -> Edit | None:
        """Return the edit for a place where the two differ; None for no good one."""
        tag, i, j, k, m = code
        if tag == "replace" and m - k > MOST_WORDS:
            # A clause lies in a longer passage: only what touches its words counts.
            k = m - (j - i) if i == 0 else k
            m = k + (j - i) if j == len(self.mine) and i else m
        if tag == "equal" or j - i > MOST_WORDS or m - k > MOST_WORDS:
            return None
        negated = any(self._word(self.theirs, at) in _NOT for at in range(k, m))
        negates = any(self._word(self.mine, at) in _NOT for at in range(i, j))
        if (tag == "insert" and not negated) or (tag == "delete" and not negates):
            return None
        while j < len(self.mine) and m < len(self.theirs) and self._inflected(j, m):
            j, m = j + 1, m + 1
        while i and k and i < j and self._inflected(i - 1, k - 1):
            i, k = i - 1, k - 1
        if i == j:
            return self._inserted(i, k, m)
        start, end = self.mine[i][0], self.mine[j - 1][1]
        if k == m:
            return Edit(start - (self.claim[start - 1 : start] == " "), end, "")
        given = self.passage[self.theirs[k][0] : self.theirs[m - 1][1]]
        return Edit(start, end, self._cased(given, i, k))

    def _inserted(self, i: int, k: int, m: int) -> Edit | None:
        if not i:
            return None
        at = self.mine[i - 1][1]
        given = self.passage[self.theirs[k][0] : self.theirs[m - 1][1]]
        glued = k > 0 and self.theirs[k][0] == self.theirs[k - 1][1]
        return Edit(at, at, given if glued else f" {given}")

    def _inflected(self, at: int, place: int) -> bool:
        """Tell whether a word stands on both sides in two forms: contains, contain."""
        mine, theirs = self._word(self.mine, at), self._word(self.theirs, place)
        return mine != theirs and base_form(mine) == base_form(theirs)

    def _word(self, words: list[Span], at: int) -> str:
        text = self.claim if words is self.mine else self.passage
        return text[slice(*words[at])].lower()

    def _cased(self, given: str, i: int, k: int) -> str:
        """Return words that begin as the claim's do, unless they are a name."""
        if i == 0 and self.claim[self.mine[0][0]].isupper():
            return given[:1].upper() + given[1:]
        first = self._word(self.theirs, k)
        ordinary = known_word(base_form(first)) or first in _SMALL
        if k == 0 and i > 0 and given[:1].isupper() and ordinary:
            return given[:1].lower() + given[1:]
        return given


def _words(text: str) -> list[Span]:
    spans = []
    at = 0
    for piece in pieces(text):
        if any(character.isalnum() for character in piece):
            spans.append((at, at + len(piece)))
        at += len(piece)
    return spans[:LONGEST]


def _base(text: str, word: Span) -> str:
    lower = text[slice(*word)].lower()
    if lower in ("a", "an"):
        return "a"
    return base_form(lower) if lower.isascii() and len(lower) > 3 else lower
