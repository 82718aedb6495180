"""What words mean: their base form, what means the same, the wider, the opposite."""

from __future__ import annotations

import gzip
from functools import cache, lru_cache
from pathlib import Path

from dashboard.scoring.offline.endings import ENDINGS, stem
from dashboard.scoring.offline.scales import SCALES
from dashboard.scoring.offline.word_groups import (
    IRREGULAR,
    OPPOSITES,
    SAME,
    WIDER,
)

Keys = frozenset[str]

_TABLE = Path(__file__).with_name("wordnet") / "words.txt.gz"
_VOWELS = frozenset("aeiouy")
_SUFFIXES = (
    ("ies", "y"),
    ("ied", "y"),
    ("ves", "f"),
    ("ves", "fe"),
    ("s", ""),
    ("es", ""),
    ("es", "e"),
    ("ed", ""),
    ("ed", "e"),
    ("ing", ""),
    ("ing", "e"),
    ("er", ""),
    ("er", "e"),
    ("est", ""),
    ("est", "e"),
    ("ier", "y"),
    ("iest", "y"),
)


@cache
def _words() -> dict[str, str]:
    """Return the table of words; a tenth of a second, so read on first use."""
    table: dict[str, str] = {}
    with gzip.open(_TABLE, "rt", encoding="utf-8") as lines:
        for line in lines:
            word, _, rest = line.rstrip("\n").partition("\t")
            table[word] = rest
    return table


@lru_cache(maxsize=65536)
def base_form(word: str, language: str = "en") -> str:
    """Return the form of a lower-case word that its inflections share."""
    if language in ENDINGS:
        return stem(word, language)
    if not word.isascii() or language not in ("en", "und"):
        return word
    irregular = IRREGULAR.get(word)
    if irregular:
        return irregular
    known = _words()
    if len(word) <= 3:
        return word
    singular = _first_known(word, _SUFFIXES[:7], known)
    if singular and word.endswith("s") and not word.endswith("ss"):
        return singular
    inflected = _first_known(word, _SUFFIXES[7:11], known)
    if inflected:
        return inflected
    if word in known:
        return word
    compared = _first_known(word, _SUFFIXES[11:], known)
    if compared:
        return compared
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _first_known(
    word: str, suffixes: tuple[tuple[str, str], ...], known: dict[str, str]
) -> str | None:
    for suffix, instead in suffixes:
        if not word.endswith(suffix) or len(word) - len(suffix) < 2:
            continue
        stem = word[: -len(suffix)] + instead
        cut = len(stem) < 3 and not instead and f"{stem}e" in known
        if cut or not _VOWELS & set(stem):  # using is no form of us
            continue
        if stem in known:
            return stem
        if not instead and len(stem) > 3 and stem[-1] == stem[-2]:
            single = stem[:-1]
            if single in known:
                return single
    return None


def known_word(base: str) -> bool:
    """Tell whether a base form is an English word."""
    return base in _words()


@lru_cache(maxsize=65536)
def meanings(base: str) -> Keys:
    """Return keys of what a base form means; words of one meaning share a key."""
    own = _fields(base)[0]
    return frozenset((f"={base}", *own.split(), *SAME.get(base, ())))


@lru_cache(maxsize=65536)
def wider_meanings(base: str) -> Keys:
    """Return the keys of a base form's meanings and of what it is a kind of."""
    above = _fields(base)[1]
    return meanings(base) | frozenset((*above.split(), *WIDER.get(base, ())))


@lru_cache(maxsize=65536)
def opposites(base: str) -> Keys:
    """Return the base forms that mean the opposite."""
    against = _fields(base)[2]
    written = (*against.split(" "), *OPPOSITES.get(base, ()), *SCALES.get(base, ()))
    return frozenset(written) - {""}


def parts_of_speech(base: str) -> str:
    """Return n, v, a and r as a base form is used, commonest first; or nothing."""
    return _fields(base)[3][:-1]


def commonness(base: str) -> int:
    """Return how common a base form is in English texts, 0 to 4."""
    return int(_fields(base)[3][-1:] or 0)


def _fields(base: str) -> list[str]:
    """Return meanings, wider meanings, antonyms and parts of speech of a word."""
    return _words().get(base, "\t\t\t").split("\t")


def known_phrase(phrase: str) -> bool:
    """Tell whether several words together have a meaning of their own."""
    return phrase in SAME or phrase in _words()
