"""Keeps the words around an edit in agreement with it: a or an, a capital, a space."""

from __future__ import annotations

import re

from dashboard.scoring.corrections.types import Edit

_ARTICLE = re.compile(r"(?<![\w'’-])(a|an)(\s+)$", re.IGNORECASE)
_HEARD_AS_VOWEL = re.compile(
    r"hour|honest|honou?r|heir|8|11(?!\d)|18(?!\d)|[aeiou]", re.IGNORECASE
)
_HEARD_AS_CONSONANT = re.compile(
    r"uni(?![nm])|use|usu|eu|one\b|once\b|ubi|uti", re.IGNORECASE
)
_SPOKEN_VOWELS = "AEFHILMNORSX"
_THERE = re.compile(r"\b(there\s+)(is|are|was|were)(\s+)$", re.IGNORECASE)
_MANY = {"is": "are", "was": "were"}
_ONE = {many: one for one, many in _MANY.items()}


def article_for(word: str) -> str:
    """Return ``a`` or ``an``, as it is said before a word or a number."""
    if len(word) > 1 and word[:2].isupper():
        return "an" if word[0] in _SPOKEN_VOWELS else "a"
    if _HEARD_AS_CONSONANT.match(word):
        return "a"
    return "an" if _HEARD_AS_VOWEL.match(word) else "a"


def in_agreement(text: str, edit: Edit, language: str) -> Edit:
    """Return the edit with the English words before it that must change along."""
    if language not in ("en", "und") or not edit.text:
        return edit
    before = text[max(0, edit.start - 24) : edit.start]
    article = _ARTICLE.search(before)
    if article is not None:
        right = article_for(edit.text)
        if right != article[1].lower():
            right = right.capitalize() if article[1][0].isupper() else right
            start = edit.start - len(article[0])
            return Edit(start, edit.end, right + article[2] + edit.text)
        return edit
    there = _THERE.search(before)
    if there is not None:
        verb = there[2].lower()
        single = bool(re.match(r"(?:1|one|an?)(?!\w)", edit.text, re.IGNORECASE))
        right = _ONE.get(verb, verb) if single else _MANY.get(verb, verb)
        if right != verb:
            start = edit.start - len(there[2] + there[3])
            return Edit(start, edit.end, right + there[3] + edit.text)
    return edit
