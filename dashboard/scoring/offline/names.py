"""Tells whether two names mean the same: initials, demonyms, short forms."""

from __future__ import annotations

import unicodedata

from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.tokens import Token

_DEMONYMS = """
france french
germany german germans
spain spanish spaniard
italy italian italians
britain british briton uk
england english
scotland scottish scots
wales welsh
ireland irish
america american americans usa us u.s
china chinese
japan japanese
russia russian russians
india indian indians
canada canadian canadians
australia australian
brazil brazilian
mexico mexican
portugal portuguese
netherlands dutch
switzerland swiss
austria austrian
belgium belgian
sweden swedish swede
norway norwegian
denmark danish dane
finland finnish finn
poland polish pole
greece greek
turkey turkish turk türkiye
egypt egyptian
israel israeli
iran iranian
iraq iraqi
korea korean
ukraine ukrainian
argentina argentine argentinian
chile chilean
peru peruvian
cuba cuban
hungary hungarian
romania romanian
czechia czech
africa african
europe european
asia asian
thailand thai
vietnam vietnamese
zealand zealander kiwi
pakistan pakistani
syria syrian
kenya kenyan
nigeria nigerian
philippines filipino philippine
iceland icelandic
croatia croatian
serbia serbian
"""
DEMONYMS: dict[str, str] = {
    name: line.split()[0] for line in _DEMONYMS.split("\n") for name in line.split()
}
"""Names of countries and of who and what comes from there, to the country."""

SHORT_FORMS: dict[str, str] = {
    name: full
    for full, names in {
        "robert": "bob rob bobby",
        "william": "bill will billy",
        "richard": "dick rick",
        "james": "jim jimmy",
        "john": "jack johnny",
        "michael": "mike mick",
        "elizabeth": "liz beth betty",
        "thomas": "tom tommy",
        "katherine": "kate katie kathy catherine",
        "joseph": "joe",
        "edward": "ed ted eddie",
        "charles": "charlie chuck",
        "daniel": "dan danny",
        "samuel": "sam",
        "benjamin": "ben",
        "anthony": "tony",
        "alexander": "alex",
        "margaret": "maggie peggy",
        "david": "dave",
        "stephen": "steve steven",
    }.items()
    for name in names.split()
}
"""Short first names and what they stand for."""


def same_name(token: Token, passage: Reading) -> int | None:
    """Return which token of a passage means the same name; None when none does."""
    mine = folded(token.base)
    country = DEMONYMS.get(mine)
    full = SHORT_FORMS.get(mine, mine)
    for index, other in enumerate(passage.tokens):
        theirs = folded(other.base)
        if theirs == mine or (country and DEMONYMS.get(theirs) == country):
            return index
        if other.kind == "name" and SHORT_FORMS.get(theirs, theirs) == full:
            return index
    return _by_initials(token, passage)


def folded(name: str) -> str:
    """Return a name without accents and case."""
    if name.isascii():
        return name.lower()
    parts = unicodedata.normalize("NFKD", name.lower())
    return "".join(part for part in parts if not unicodedata.combining(part))


def _by_initials(token: Token, passage: Reading) -> int | None:
    """Match an acronym with the name that it abbreviates."""
    letters = token.text.replace(".", "")
    if not (letters.isupper() and 2 <= len(letters) <= 6):
        return None
    capitals = [
        (index, other.text[0])
        for index, other in enumerate(passage.tokens)
        if other.kind != "stop" and other.text[0].isupper()
    ]
    initials = "".join(letter for _, letter in capitals)
    at = initials.find(letters)
    return capitals[at][0] if at >= 0 else None
