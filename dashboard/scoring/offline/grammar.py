"""Tells the words of an English sentence apart, as far as cutting it needs."""

from __future__ import annotations

import re

from dashboard.scoring.offline import verbs
from dashboard.scoring.offline.word_set import word_set

_TOKEN = re.compile(
    r"[^\W_](?:[\w'’.,:/&@+\-‑–]*[^\W_])?[%°]?|[.…]{2,}|[^\w\s]", re.UNICODE
)
_OPENERS = {"(": ")", "[": "]", "“": "”", '"': '"', "«": "»"}

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
_YEAR = re.compile(r"(?:1\d|20)\d\d\Z")
_CONTRACTED = re.compile(
    r"(?:it|he|she|that|there|who|what|this)['’]s\Z|(?:they|we|you)['’](?:re|ve|ll|d)\Z"
    r"|(?:i|he|she|it)['’](?:m|ve|ll|d)\Z"
)
_PLURAL_WORDS = word_set(
    "people children men women police fans feet teeth data media mice"
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


class Sentence:
    """An English sentence as words with tags; ``tags[i]`` is one letter."""

    __slots__ = ("ends", "starts", "tags", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        self.words: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        tags: list[str] = []
        closer = ""
        for found in _TOKEN.finditer(text):
            word = found[0]
            start, end = found.span()
            self.words.append(word.lower())
            self.starts.append(start)
            self.ends.append(end)
            if closer:
                tags.append("q")
                closer = "" if word == closer else closer
            elif word in _OPENERS and text.find(_OPENERS[word], end) > 0:
                closer = _OPENERS[word]
                tags.append("q")
            else:
                tag = _tag(word, first=not tags)
                tags.append("w" if word == "am" and tags[-1:] == ["N"] else tag)
                if tag == "N" and tags[-3:-1] == ["N", ","] and _YEAR.match(word):
                    tags[-2] = "N"  # the comma of a date, as in May 5, 2020
        self.tags = "".join(tags)

    def __len__(self) -> int:
        return len(self.tags)

    def slice(self, first: int, last: int) -> str:
        """Return the text from word ``first`` to before word ``last``."""
        return (
            self.text[self.starts[first] : self.ends[last - 1]] if first < last else ""
        )

    def skip_adverbs(self, at: int) -> int:
        """Return the first place from ``at`` that is no adverb."""
        while at < len(self.tags) and self.tags[at] == "v":
            at += 1
        return at

    def finite(self, first: int, last: int) -> int:
        """Return where the verb of a clause stands whose subject begins at ``first``.

        -1 when no verb is found that must be one.
        """
        for at in range(first, last):
            tag = self.tags[at]
            if tag == "K" or (
                at > first and tag in "APSsEBb" and self._is_verb(at, last)
            ):
                return at
        return -1

    def _is_verb(self, at: int, last: int) -> bool:
        """Whether the word at ``at``, which has words before it, is a clause's verb."""
        tags = self.tags
        tag, before = tags[at], self._tag_before(at)
        if before in "DIT" and not (
            before == "D" and self.words[at - 1] in _STANDALONE
        ):
            return False
        if tag == "A":
            return True
        if tag == "P":
            return before != "G"
        after = tags[at + 1] if at + 1 < last else ""
        if tag == "E":
            return self.words[at + 1 : at + 2] != ["by"] and not self._verb_follows(
                at, last
            )
        if tag in "Ss":
            if self.is_plural(at - 1) or self._verb_follows(at, last):
                return False
            return tag == "S" or after in _OBJECT_STARTS or self._takes_noun(at, last)
        plural = before == "R" or self.is_plural(at - 1)
        if self.words[at] in verbs.UNCHANGED and before in "RXw":
            return after in _OBJECT_STARTS or after == "I"
        return plural and (tag == "B" or after in _OBJECT_STARTS)

    def _takes_noun(self, at: int, last: int) -> bool:
        """Whether ``plans`` in ``The company plans layoffs`` can only be the verb."""
        return self.tags[at + 1 : at + 2] == "w" and not any(
            tag in "EAPSs" for tag in self.tags[at + 1 : last]
        )

    def _tag_before(self, at: int) -> str:
        at -= 1
        while at > 0 and self.tags[at] == "v":
            at -= 1
        return self.tags[at]

    def _verb_follows(self, at: int, last: int) -> bool:
        """Whether a surer verb comes before the next boundary, so this is none."""
        for later in range(at + 1, last):
            tag = self.tags[later]
            if tag in ",;CUWKR":
                return False
            if tag in "AP" and self.tags[later - 1] not in "DT":
                return True
        return False

    def is_plural(self, at: int) -> bool:
        """Whether the word at ``at`` looks like a plural noun."""
        word, tag = self.words[at], self.tags[at]
        if word in _PLURAL_WORDS:
            return True
        return (
            tag in "wsbS"
            and len(word) > 3
            and word.endswith("s")
            and not word.endswith(("ss", "us", "is", "'s", "’s"))
        )


def has_verb(text: str) -> bool:
    """Whether a short English text has a verb that makes it a statement."""
    sentence = Sentence(text)
    return sentence.finite(0, len(sentence)) >= 0


_OBJECT_STARTS = frozenset("DNROXTqI")
_STANDALONE = word_set("this these those both all some many most several few each such")


def _tag(word: str, *, first: bool) -> str:
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
