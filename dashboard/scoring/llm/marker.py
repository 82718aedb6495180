"""Makes the word that fences off texts nobody vouches for."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import count

LETTERS = "bcdfghjklmnpqrstvwxz"
"""Consonants: no chance of a real word, and no digit that looks like a fact."""
LENGTH = 6


def fresh_marker(seed: str, texts: Iterable[str]) -> str:
    """Return a word that stands in none of the texts, whatever their case.

    It follows from ``seed`` alone unless the texts contain it: the same context gives
    the same word, so that a provider's prefix cache and our own store find the request
    again. A text cannot foresee it into itself: whoever writes one in is passed over.
    """
    folded = [text.casefold() for text in texts]
    for attempt in count():
        digest = hashlib.sha256(f"{attempt}\0{seed}".encode()).digest()
        word = "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:LENGTH])
        if not any(word in text for text in folded):
            return word
    raise AssertionError("unreachable: count() never ends")
