"""Turns text into BERT word pieces: lower case, no accents, each CJK sign alone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

_CJK = "㐀-䶿一-鿿豈-﫿\U00020000-\U0002fa1f"
_DROPPED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f�]")
_ASCII_SIGNS = re.escape("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_WORD = re.compile(rf"[{_CJK}]|[{_ASCII_SIGNS}]|[^\s{_CJK}{_ASCII_SIGNS}]+")
LONGEST_WORD = 100
"""Characters over which a word counts as unknown."""


class WordPiece:
    """Cuts words into the longest known pieces, as BERT's uncased vocabulary expects.

    Attributes:
        cls: The id that opens a pair.
        sep: The id that closes either part of it.
        unknown: The id of a word no piece fits.
    """

    def __init__(self, pieces: Iterable[str]) -> None:
        self._ids = {piece: at for at, piece in enumerate(pieces)}
        self.cls = self._ids["[CLS]"]
        self.sep = self._ids["[SEP]"]
        self.unknown = self._ids["[UNK]"]
        self._pieces = lru_cache(maxsize=50_000)(self._cut)

    @classmethod
    def read(cls, path: Path) -> WordPiece:
        """Return the tokenizer of a vocabulary file, one piece a line."""
        return cls(path.read_text(encoding="utf-8").splitlines())

    def ids(self, text: str) -> list[int]:
        """Return the ids of a text, without opening or closing ones."""
        return [at for word in _words(text) for at in self._pieces(word)]

    def _cut(self, word: str) -> tuple[int, ...]:
        if len(word) > LONGEST_WORD:
            return (self.unknown,)
        found: list[int] = []
        start = 0
        while start < len(word):
            for end in range(len(word), start, -1):
                piece = word[start:end] if start == 0 else f"##{word[start:end]}"
                if piece in self._ids:
                    found.append(self._ids[piece])
                    start = end
                    break
            else:
                return (self.unknown,)
        return tuple(found)


def _words(text: str) -> Iterator[str]:
    plain = unicodedata.normalize("NFD", _DROPPED.sub("", text).lower())
    bare = "".join(c for c in plain if unicodedata.category(c) not in ("Mn", "Cf"))
    for found in _WORD.finditer(bare):
        yield from _without_signs(found[0])


def _without_signs(word: str) -> Iterator[str]:
    """Yield a word, its Unicode punctuation apart, as in ``“so”``."""
    start = 0
    for at, character in enumerate(word):
        if character > "~" and unicodedata.category(character)[0] == "P":
            if start < at:
                yield word[start:at]
            yield character
            start = at + 1
    if start < len(word):
        yield word[start:]
