"""Word lists as plain text in the code."""

from __future__ import annotations


def word_set(words: str) -> frozenset[str]:
    """Return the words of a text that is nothing but words and white space."""
    return frozenset(words.split())
