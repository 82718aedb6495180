"""Reads relative clauses and phrases between commas as statements of their own."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.scoring.offline.grammar import Sentence
from dashboard.scoring.offline.word_set import word_set

_ABOUT_THE_WHOLE = word_set("""
    means meant made makes allows allowed led leads caused causes resulted results
    helps helped enables enabled gives gave suggests suggested indicates indicated
    shows showed could can would may might must should requires
""")
"""Verbs after ``, which`` that speak of all that was said before."""
_LONGEST_NAME = 8


@dataclass(frozen=True, slots=True)
class Aside:
    """A phrase between commas after the subject: ``X, which opened in 1937, is …``.

    Attributes:
        first: Its first word.
        last: One past its last word, where the closing comma stands.
        verb: The main verb after it.
        text: The statement it makes; blank when it makes none that is safe.
    """

    first: int
    last: int
    verb: int
    text: str


@dataclass(frozen=True, slots=True)
class Relative:
    """A relative clause at the end of a clause; ``first`` follows its pronoun."""

    first: int
    verb: int
    subject: str


def aside_after_subject(s: Sentence, start: int, size: int) -> Aside | None:
    """Return the phrase between commas after a subject that begins at ``start``."""
    comma = s.tags.find(",", start, min(size, start + 12))
    if comma <= start or s.finite(start, comma) >= 0:
        return None
    closing = s.tags.find(",", comma + 1, size)
    if closing < 0 or closing + 1 >= size:
        return None
    verb = s.skip_adverbs(closing + 1)
    if verb >= size or s.tags[verb] not in "APESs":
        return None
    if s.tags[verb] == "E" and s.words[verb + 1 : verb + 2] == ["by"]:
        return None
    if "and" in s.words[start:closing] and s.tags[comma + 1] not in "WEn":
        return None
    subject = s.slice(start, comma)
    return Aside(
        comma + 1, closing, verb, _statement(s, subject, comma + 1, closing, verb)
    )


def _statement(s: Sentence, subject: str, first: int, last: int, verb: int) -> str:
    tag, word = s.tags[first], s.words[first]
    if word in ("which", "who"):
        inner = s.skip_adverbs(first + 1)
        if inner < last and s.tags[inner] in "APESsBb":
            return f"{subject} {s.slice(first + 1, last)}"
    elif word == "whose" and s.finite(first + 1, last) > 0:
        return f"{subject}'s {s.slice(first + 1, last)}"
    elif tag in "En" and last - first > 1:
        plural = s.is_plural(first - 2)
        past = s.tags[verb] in "PE" or s.words[verb] in ("was", "were", "had")
        be = ("were" if plural else "was") if past else ("are" if plural else "is")
        if word in ("founded", "born", "built", "released", "published", "established"):
            be = "were" if plural else "was"
        return f"{subject} {be} {s.slice(first, last)}"
    return ""


def relative_clause(s: Sentence, comma: int, size: int) -> Relative | None:
    """Return ``, which …`` or ``, who …`` with what it speaks of, if plain."""
    pronoun = comma + 1
    word = s.words[pronoun]
    antecedent = name_before(s, comma, person=word == "who")
    if not antecedent or word not in ("which", "who", "whose"):
        return None
    first = pronoun + 1
    if word == "whose":
        verb = s.finite(first, size)
        return Relative(first, verb, f"{antecedent}'s") if verb > 0 else None
    verb = s.skip_adverbs(first)
    if verb >= size or s.tags[verb] not in "APESs" + "Bb":
        return None
    if word == "which" and s.words[verb] in _ABOUT_THE_WHOLE:
        return None
    return Relative(first, verb, antecedent)


def name_before(s: Sentence, at: int, *, person: bool) -> str:
    """Return the name or ``the …`` phrase that ends before ``at``; blank if unclear."""
    first = at
    if person and s.tags[at - 1] == "X":
        while first > 0 and s.tags[first - 1] == "X":
            first -= 1
        return s.slice(first, at)
    while first > max(0, at - _LONGEST_NAME):
        tag = s.tags[first - 1]
        if tag == "D":
            return s.slice(first - 1, at)
        if tag not in "XNwsbq" and not (tag == "I" and s.words[first - 1] == "of"):
            break
        first -= 1
    while first < at and s.tags[first] not in "X":
        first += 1
    return (
        s.slice(first, at)
        if first < at and set(s.tags[first:at]) <= set("XNIq")
        else ""
    )
