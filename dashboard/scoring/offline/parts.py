"""Guesses what part of speech a word of a text is, from the words beside it."""

from __future__ import annotations

from typing import Literal

from dashboard.scoring.offline.lexicon import parts_of_speech
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.word_set import word_set

Part = Literal["name", "noun", "verb", "quality"]
"""A quality is an adjective or an adverb."""

_BEFORE_VERBS = word_set("""
    to will would can could may might must shall should do does did don't doesn't didn't
    won't wouldn't can't couldn't cannot not never i you he she we they who
""")
_BEFORE_NOUNS = word_set("""
    the a an its his their our my your her this that these those some any no each every
    another of in on at by for from with
""")
_PARTS: dict[str, Part] = {"n": "noun", "v": "verb", "a": "quality", "r": "quality"}


def part_of(reading: Reading, index: int) -> Part:
    """Return the likely part of speech of a content token."""
    token = reading.tokens[index]
    if token.kind in ("name", "code"):
        return "name"
    parts = parts_of_speech(token.base)
    if not parts:
        return "noun"
    if "v" in parts and len(parts) > 1 and _is_verb(reading, index, parts):
        return "verb"
    before = reading.tokens[index - 1].text.lower() if index else ""
    if before in ("a", "an", "the") and _ends_phrase(reading, index):
        return "noun"
    if parts[0] == "v" and "n" in parts and before in _BEFORE_NOUNS:
        return "noun"
    return _PARTS[parts[0]]


def _ends_phrase(reading: Reading, index: int) -> bool:
    """Tell whether no telling word follows at once, so that this one is the noun."""
    following = reading.tokens[index + 1 : index + 2]
    return not following or following[0].kind == "stop"


def _is_verb(reading: Reading, index: int, parts: str) -> bool:
    lower = reading.tokens[index].text.lower()
    before = reading.tokens[index - 1].text.lower() if index else ""
    if before in _BEFORE_VERBS:
        return True
    if before in _BEFORE_NOUNS:
        return False
    inflected = lower != reading.tokens[index].base
    return inflected and (lower.endswith(("ed", "ing")) or parts[0] == "v")
