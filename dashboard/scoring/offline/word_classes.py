"""Classes of English words: which letter stands for which kind of word."""

from __future__ import annotations

import re
from functools import lru_cache

from dashboard.scoring.offline import verbs
from dashboard.scoring.offline.word_set import word_set

AUXILIARIES = word_set("""
    is are was were am has have had does do did will would can could may might must
    shall should cannot isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't
    didn't won't wouldn't can't couldn't mustn't shouldn't ain't
""")
BE = word_set("is are was were am be been being isn't aren't wasn't weren't")
MODALS = word_set("""
    will would can could may might must shall should cannot won't wouldn't can't
    couldn't mustn't shouldn't does do did doesn't don't didn't
""")
_PRONOUNS = word_set("he she it they we i you there this these those")
_OTHER_PRONOUNS = word_set("him her them us me himself herself itself themselves")
_DETERMINERS = word_set("""
    the a an its his their our my your her some any no each every both all another many
    most several few much these those this either neither such
""")
_PREPOSITIONS = word_set("""
    of in on at by for from with about into over under between through during against
    among toward towards without within across behind beyond near per via upon along
    around above below despite than like amid except off onto outside inside throughout
    until till as up down out worth unlike plus since after before following including
    according
""")
_SUBORDINATORS = word_set("""
    if unless because although though while whereas whether when once how why what where
    so
""")
_RELATIVES = word_set("that which who whose whom")
_ADVERBS = word_set("""
    also then later still even only now thus therefore never not always often soon just
    again already first once together almost nearly about approximately roughly over
    currently eventually subsequently previously instead too yet ever further
    however moreover furthermore additionally meanwhile today yesterday sometimes
    usually quickly finally originally initially
""")
_CONTRACTED = re.compile(
    r"(?:it|he|she|that|there|who|what|this)['’]s\Z|(?:they|we|you)['’](?:re|ve|ll|d)\Z"
    r"|(?:i|he|she|it)['’](?:m|ve|ll|d)\Z"
)


def _tag_table() -> dict[str, str]:
    table = dict.fromkeys(verbs.BASES, "B")
    table.update(dict.fromkeys(verbs.NOUNS_TOO, "b"))
    for form, base in verbs.SINGULARS.items():
        table[form] = "s" if base in verbs.NOUNS_TOO else "S"
    table.update(dict.fromkeys(verbs.GERUNDS, "G"))
    table.update(dict.fromkeys(verbs.PAST_OR_PARTICIPLE, "E"))
    table.update(dict.fromkeys(verbs.ONLY_PARTICIPLE, "n"))
    table.update(dict.fromkeys(verbs.ONLY_PAST, "P"))
    closed = (
        (_PREPOSITIONS, "I"),
        (_ADVERBS, "v"),
        (_DETERMINERS, "D"),
        (_PRONOUNS, "R"),
        (_OTHER_PRONOUNS, "O"),
        (_SUBORDINATORS, "U"),
        (_RELATIVES, "W"),
        (AUXILIARIES, "A"),
        (frozenset(["and", "but", "or", "nor", "yet"]), "C"),
        (frozenset(["to"]), "T"),
    )
    for words, tag in closed:
        table.update(dict.fromkeys(words, tag))
    return table


_TAGS = _tag_table()
"""Word to tag: A auxiliary, P past only, E past or participle, n participle only,
S and s third person (s: a noun as often), B and b base form (b likewise), G -ing form,
D determiner, R and O pronouns, I preposition, T to, U subordinator, W relative word,
C coordinator, v adverb. Others: X capitalised, N number, K pronoun with auxiliary,
q inside quotes or brackets, w any other word; a punctuation mark is its own tag."""
_CLOSED = frozenset("IvDROUWACT")


@lru_cache(maxsize=16_384)
def word_tag(word: str, *, first: bool) -> str:
    """Return the letter for a word, which may be the first of its sentence."""
    lower = word.lower()
    if len(word) == 1 and word.isupper() and not first and word != "I":
        return "X"
    known = _TAGS.get(lower)
    if known is not None:
        if word[0].isupper() and not first and (known not in _CLOSED or lower == "may"):
            return "X"
        return known
    if word[0].isdigit() or word in "$€£¥₹~≈#<>":
        return "N"
    if not word[0].isalnum():
        return "," if word == "," else word[0]
    if _CONTRACTED.match(lower):
        return "K"
    if word[0].isupper():
        return "X"
    if lower.replace("’", "'") in AUXILIARIES:
        return "A"
    if lower.endswith("ed") and len(lower) > 4 and lower not in verbs.NOT_PASTS:
        return "E"
    if lower.endswith("ly") and len(lower) > 4 and lower not in ("family", "supply"):
        return "v"
    return "w"
