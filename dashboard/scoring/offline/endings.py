"""Cuts the endings of words of other languages than English."""

from __future__ import annotations

ENDINGS: dict[str, tuple[str, ...]] = {
    "de": ("ern", "en", "er", "es", "em", "e", "n", "s", "t"),
    "es": ("mente", "ando", "iendo", "aron", "ados", "adas", "ado", "ada", "idos",
           "idas", "ido", "ida", "aba", "ían", "ía", "ará", "ar", "er", "ir",
           "es", "os", "as",
           "an", "en", "ó", "o", "a", "e", "s"),
    "fr": ("ements", "ement", "aient", "ait", "ées", "és", "ée", "é", "ent", "er", "ir",
           "es", "s", "e"),
    "it": ("mente", "ando", "endo", "ati", "ate", "ato", "ata", "iti", "ito", "ita",
           "uto", "are", "ere", "ire", "ono", "ano", "i", "e", "o", "a"),
    "pt": ("mente", "ando", "endo", "aram", "ados", "adas", "ado", "ada", "idos", "ido",
           "ida", "ou", "ar", "er", "ir", "es", "os", "as", "o", "a", "e", "s"),
    "nl": ("en", "e", "s", "t", "d"),
}  # fmt: skip
"""Endings by language, longest first where one ends in another."""
SHORTEST_STEM = 4


def stem(word: str, language: str) -> str:
    """Return a word without the ending that its inflections change."""
    for ending in ENDINGS.get(language, ()):
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            return word[: -len(ending)]
    return word
