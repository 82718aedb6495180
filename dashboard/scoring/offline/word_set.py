"""Word lists as plain text in the code."""

from __future__ import annotations

import re


def word_set(words: str) -> frozenset[str]:
    """Return the words of a text that is nothing but words and white space."""
    return frozenset(words.split())


def any_phrase(phrases: str) -> str:
    """Return a pattern for any of the phrases, which are divided by semicolons.

    An apostrophe stands for either form of it; nothing else has a special meaning.
    """
    found = [" ".join(phrase.split()) for phrase in phrases.split(";")]
    longest_first = sorted(filter(None, found), key=len, reverse=True)
    quoted = "|".join(re.escape(phrase) for phrase in longest_first)
    return "(?:" + quoted.replace("\\ ", " ").replace("'", "['’]") + ")"
