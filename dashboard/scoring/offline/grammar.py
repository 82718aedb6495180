"""Tells the words of an English sentence apart, as far as cutting it needs."""

from __future__ import annotations

import re

from dashboard.scoring.offline import verbs
from dashboard.scoring.offline.word_classes import word_tag
from dashboard.scoring.offline.word_set import word_set

_TOKEN = re.compile(
    r"[^\W_](?:[\w'’.,:/&@+\-‑–]*[^\W_])?[%°]?|[.…]{2,}|[^\w\s]", re.UNICODE
)
_OPENERS = {"(": ")", "[": "]", "“": "”", '"': '"', "«": "»"}

YEAR = re.compile(r"(?:1\d|20)\d\d\Z")
_PLURAL_WORDS = word_set(
    "people children men women police fans feet teeth data media mice"
)


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
                tag = word_tag(word, first=not tags)
                tags.append("w" if word == "am" and tags[-1:] == ["N"] else tag)
                if tag == "N" and tags[-3:-1] == ["N", ","] and YEAR.match(word):
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
        if self.tags[at + 1 : at + 2] != "w":
            return False
        for tag in self.tags[at + 1 : last]:
            if tag in ",;CUW":
                break
            if tag in "EAPSs":
                return False
        return True

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
