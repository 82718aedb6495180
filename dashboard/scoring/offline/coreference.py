"""Replaces leading pronouns where one clear subject of the right kind stands before."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from dashboard.scoring.offline.grammar import Sentence
from dashboard.scoring.offline.persons import Being, being, is_group
from dashboard.scoring.offline.word_set import any_phrase

_LEADING = re.compile(
    r"^(?P<before>(?:(?:And|But|So|Yet|Then|Later|Also)\s+|[A-Z][\w ]{1,40},\s+)?)"
    r"(?P<word>[Ii]ts?|[Hh]e|[Hh]is|[Ss]he|[Hh]er|[Tt]hey|[Tt]heir)"
    r"(?P<glued>['’](?:s|re|ve|ll|d))?(?=\s)"
)
_WEATHER = any_phrase("""
    sunny; raining; rainy; snowing; snowy; cloudy; windy; foggy; hot; cold; warm; dark;
    late; early; clear; time; dry; humid; overcast; mostly sunny; partly cloudy
""")
_JUDGED = any_phrase("""
    important; possible; impossible; necessary; easy; hard; difficult; common; likely;
    unlikely; good; best; better; essential; crucial; recommended; advisable; useful;
    helpful; safe; normal; rare; worth; fair
""")
_DUMMY = re.compile(
    r"(?:['’]s|\s+(?:is|was|(?:has|had) been|(?:will|would|may|might|could|can) be))\s+"
    r"(?:(?:also|not|very|quite|now|currently|still|so|too|about|around)\s+)*"
    r"(?:[-−]?\d[\d.:]*\s?(?:°|degrees|[ap]\.?m|o['’]clock)"
    rf"|(?:for|because|not until)\b|{_WEATHER}\b|{_JUDGED}\s+(?:for\s.*)?to\b"
    r"|[\w-]+(?:\s\w+)?\s+(?:that|if|whether|when|who)\b)"
    r"|\s+(?:seems?|seemed|appears?|appeared|turns? out|rain(?:s|ed)|snow(?:s|ed)|"
    r"follows)\b"
    r"|\s+(?:takes|took)\s.*\bto\b",
    re.IGNORECASE,
)
_OBJECT = re.compile(
    r"(?<=\w )(it|him|them)(?=[.,;!]|$"
    r"|\s+(?:in|at|on|for|from|by|to|as|with|after|before|during|until|since)\b)"
)
_OBJECTS = ("a ", "an ", "the ", "its ", "his ", "her ", "their ")
"""How an object begins that ``it`` may mean as well as the subject."""
_GLUED = {"s": "is", "re": "are", "ve": "have", "ll": "will", "d": "had"}
_POSSESSIVES = {"its": "it", "his": "he", "her": "she", "their": "they"}
_SUBJECT_OF = {"him": "he", "them": "they", "it": "it"}
_SMALL = {"The", "A", "An", "This", "That", "His", "Her", "Its", "Their", "Our", "My"}
LONGEST_NAME = 60
"""Characters of a subject that is put in a pronoun's place."""


def may_refer(text: str) -> bool:
    """Whether a statement has a pronoun that ``Tracker`` may replace."""
    return _LEADING.match(text) is not None or _OBJECT.search(text) is not None


@dataclass(frozen=True, slots=True)
class _Topic:
    text: str
    being: Being


@dataclass(slots=True)
class Tracker:
    """Remembers what the last sentence was about, and reads pronouns by it."""

    _topics: list[_Topic] = field(default_factory=list)
    _introduces: bool = False

    def read(self, text: str) -> str:
        """Return a statement with its pronouns replaced where that is safe.

        The statement becomes what the next one may refer to.
        """
        resolved = self.resolved(text)
        if not _is_dummy(text):
            self.remember(resolved)
        return resolved

    def resolved(self, text: str) -> str:
        """Return a statement with its pronouns replaced where that is safe."""
        found = _LEADING.match(text)
        if found is None:
            return self._with_object(text)
        word = found["word"].lower()
        if _is_dummy(text):
            return text
        topic = self._topic_for(_POSSESSIVES.get(word, word))
        if topic is None:
            return text
        name = topic.text
        if found["before"]:
            name = _small(name)
        if word in _POSSESSIVES:
            name += "'" if name.endswith("s") else "'s"
        verb = found["glued"]
        helper = " " + _helper(verb[1:], text[found.end() :]) if verb else ""
        return f"{found['before']}{name}{helper}{text[found.end() :]}"

    def remember(self, text: str) -> None:
        """Take the subject of a statement as what the next one may refer to."""
        subject, rest, verb_is_active = _parts(text)
        self._introduces = verb_is_active and rest.startswith(_OBJECTS)
        if not subject:
            self._topics.clear()
            return
        known = [topic.being for topic in self._topics if topic.text == subject]
        kind = known[0] if known else being(subject, rest)
        self._topics = [_Topic(subject, kind), *self._others(subject)][:2]

    def remember_name(self, name: str) -> None:
        """Take a heading or a label as what the next statement may refer to."""
        if 0 < len(name) <= LONGEST_NAME:
            self._topics = [_Topic(name, being(name, ""))]
            self._introduces = False

    def _others(self, subject: str) -> list[_Topic]:
        return [topic for topic in self._topics if topic.text != subject]

    def _topic_for(self, pronoun: str) -> _Topic | None:
        fitting = [t for t in self._topics[:1] if _fits(t, pronoun)]
        if not fitting and self._topics[1:] and pronoun in ("he", "she"):
            fitting = [t for t in self._topics[1:] if t.being == pronoun]
        if not fitting or (pronoun == "it" and self._introduces):
            return None
        return fitting[0]

    def _with_object(self, text: str) -> str:
        """Return ``Elon Musk founded it`` with the thing spoken of before."""
        found = _OBJECT.search(text)
        if found is None or not self._topics:
            return text
        subject, _, active = _parts(text)
        topic = self._topics[0]
        pronoun = _SUBJECT_OF[found[1]]
        if not active or not subject or subject.lower() == topic.text.lower():
            return text
        if not _fits(topic, pronoun) or (pronoun == "it" and self._introduces):
            return text
        if being(subject, "") == topic.being != "thing":
            return text
        return f"{text[: found.start()]}{_small(topic.text)}{text[found.end() :]}"


def _is_dummy(text: str) -> bool:
    """Whether a statement begins with an ``it`` that stands for nothing."""
    found = _LEADING.match(text)
    return (
        found is not None
        and found["word"].lower() == "it"
        and _DUMMY.match(text, found.end("word")) is not None
    )


def _fits(topic: _Topic, pronoun: str) -> bool:
    kind = topic.being
    if pronoun == "it":
        return kind in ("thing", "name")
    if pronoun == "they":
        return kind == "they" or is_group(topic.text)
    return kind in (pronoun, "person") or (kind == "name" and " " in topic.text)


def _parts(text: str) -> tuple[str, str, bool]:
    """Return the subject, what follows its verb, and whether that verb is active."""
    if len(text) > 600:
        return "", "", False
    s = Sentence(text)
    start = 0
    if s.tags[:1] in ("I", "v", "U"):
        comma = s.tags.find(",", 0, 12)
        start = comma + 1 if comma > 0 else 2 if s.tags[:2] == "IN" else 0
    verb = s.finite(start, len(s))
    if verb <= start:
        return "", "", False
    comma = s.tags.find(",", start, verb)
    bracket = s.tags.find("q", start, verb)
    if bracket > start and s.words[bracket] == "(":
        comma = bracket  # "Marie Curie (1867-1934) was"
    last = comma if comma > start else verb
    while last > start and s.tags[last - 1] == "v":
        last -= 1
    subject = s.slice(start, last)
    if not subject or len(subject) > LONGEST_NAME or _is_open(s, start, last):
        return "", "", False
    subject = subject[0].upper() + subject[1:]
    return subject, s.slice(verb + 1, len(s)), s.tags[verb] not in "AK"


def _is_open(s: Sentence, first: int, last: int) -> bool:
    """Whether a subject is a pronoun, or says more than a name should."""
    if "or" in s.words[first:last]:
        return True
    return s.tags[first] in "ROWUTGCI" or any(
        tag in "WU;:q" for tag in s.tags[first:last]
    )


def _small(name: str) -> str:
    first, space, rest = name.partition(" ")
    return f"{first.lower()}{space}{rest}" if first in _SMALL else name


def _helper(glued: str, rest: str) -> str:
    if glued == "s" and rest.split()[:1] and rest.split()[0] in ("been", "had", "made"):
        return "has"
    return _GLUED[glued]
