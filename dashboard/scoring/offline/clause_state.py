"""What is known of the clause being read: its verb, and what it lends to the next."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dashboard.scoring.offline.asides import Aside, aside_after_subject
from dashboard.scoring.offline.grammar import YEAR, Sentence
from dashboard.scoring.offline.word_set import word_set

CONCESSIONS = word_set("while although though whereas because")
LONGEST_SUBJECT = 12
"""Words that the subject of a later clause may have."""
_LONGEST_ADVERBIAL = 16


_PLAIN_WORD = re.compile(r"[^\W\d_]+(?=[\s,.'’:;]|\Z)")


def capitalised(text: str) -> str:
    """Return a statement with a capital, but never ``Max_size`` or ``IPhone``."""
    word = _PLAIN_WORD.match(text)
    return text[:1].upper() + text[1:] if word and word[0].islower() else text


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement within a sentence; the span is where it stands there."""

    text: str
    start: int
    end: int


@dataclass(slots=True)
class State:
    """The clause being read.

    Attributes:
        first: Its first word.
        verb: Its verb.
        subject: What a following verb without a subject is said of; or blank.
        prefix: What is put before its words so that they stand alone.
        aside: A phrase between commas that is left out of it.
        held: Whether a subordinate clause is open that a later verb may belong to.
        opened: Where that clause begins; 0 when none was seen.
        reported: What precedes a reported statement, such as "The report said that".
        closed: Whether a statement is open whose reporter cannot be carried on.
    """

    first: int
    verb: int
    subject: str
    prefix: str = ""
    aside: Aside | None = None
    held: bool = False
    opened: int = 0
    reported: str = ""
    closed: bool = False


def opening(s: Sentence, size: int) -> State | None:
    """Return the first clause; None when its verb cannot be told."""
    start = _after_adverbial(s, size)
    aside = aside_after_subject(s, start, size)
    if aside is not None:
        subject = subject_before(s, start, aside.first - 1)
        return State(0, aside.verb, subject, aside=aside)
    verb = s.finite(start, size)
    if verb < 0:
        return None
    before = s.tags[start:verb]
    if any(tag in "WU" for tag in before[1:]):
        return None  # "The way that staff are paid": its verbs are not told apart
    is_simple = before[:1] not in ("W", "U")
    if "," in before and "and" not in s.words[start:verb]:
        is_simple = False
    if s.tags[verb] == "E" and any(tag in "sS" for tag in before[1:]):
        is_simple = False  # "Apple designs phones made in China": which is the verb?
    return State(0, verb, subject_before(s, start, verb) if is_simple else "")


def concession(s: Sentence, size: int) -> tuple[int, State] | None:
    """Read ``While A is so, B is other``: return the comma and the second clause."""
    if s.words[0] not in CONCESSIONS or s.tags[1:2] in ("I", "G", "E", "n"):
        return None
    comma = s.tags.find(",", 1, size)
    if comma < 0 or s.finite(1, comma) < 0:
        return None
    verb = s.finite(comma + 1, min(size, comma + LONGEST_SUBJECT))
    if verb < 0:
        return None
    return comma, State(comma + 1, verb, subject_before(s, comma + 1, verb))


def subject_before(s: Sentence, start: int, verb: int) -> str:
    """Return the words of a subject that ends where the verb stands."""
    if s.tags[verb : verb + 1] == "K":
        return re.split(r"['’]", s.slice(verb, verb + 1))[0]
    while verb > start and s.tags[verb - 1] == "v":
        verb -= 1
    return s.slice(start, verb)


def opening_time(s: Sentence) -> str:
    """Return ``In 2022,`` at the start of a sentence; blank when there is none."""
    comma = s.tags.find(",", 1, 6)
    if s.tags[:1] != "I" or comma < 0 or not any(map(YEAR.match, s.words[:comma])):
        return ""
    return s.slice(0, comma + 1)


def _after_adverbial(s: Sentence, size: int) -> int:
    """Return where the subject begins, past ``In 1903,`` and ``However,``."""
    if s.tags[0] not in "IvUG":
        return 0
    comma = s.tags.find(",", 1, min(size, _LONGEST_ADVERBIAL))
    if comma > 0 and s.finite(comma + 1, size) > 0:
        return comma + 1
    if s.tags[:2] == "IN" and s.finite(2, size) > 0:
        return 2
    return 0
