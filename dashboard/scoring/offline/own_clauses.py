"""Finds later clauses that bring a subject of their own: ``and the total is …``."""

from __future__ import annotations

from dashboard.scoring.offline.clause_state import (
    LONGEST_SUBJECT,
    State,
    subject_before,
)
from dashboard.scoring.offline.grammar import Sentence
from dashboard.scoring.offline.word_set import word_set

_LINKS = word_set("while whereas although though because when where so since")
_NEEDS_COMMA = word_set("while when where so since though")
_PAIRED = word_set("between both either neither")
_HOLDS = word_set(
    "that who which whose whom if whether how why what when where because"
)
"""Words whose clause a later verb may belong to."""
_MAY_HOLD = word_set("after before until till since as than")
"""Words that do so when a verb follows them."""


def own_clause(s: Sentence, state: State, after: int, size: int, *, comma: bool) -> (
    State | None
):  # fmt: skip
    """Return the clause whose subject begins at ``after``, when it surely is one."""
    first = s.skip_adverbs(after)
    if s.tags[first : first + 1] == ",":
        first += 1
    if state.closed or first >= size or s.tags[first] in "UWTC.":
        return None
    verb = s.finite(first, min(size, first + LONGEST_SUBJECT))
    if verb < 0 or not _is_subject(s, first, verb, comma=comma):
        return None
    subject = subject_before(s, first, verb)
    return State(first, verb, subject, state.reported, reported=state.reported)


def linked_clause(s: Sentence, state: State, link: int, size: int, *, comma: bool) -> (
    State | None
):  # fmt: skip
    """Return ``when …`` or ``because …`` as a clause that stands without its link."""
    word, after = s.words[link], link + 1
    if word not in _LINKS or (word in _NEEDS_COMMA and not comma) or state.held:
        return None
    if after >= size:
        return None
    if word == "because" and (s.words[after] == "of" or s.tags[after] in "RK"):
        return None
    if s.words[link - 1] in ("not", "only", "just", "even", "partly", "simply"):
        return None
    found = own_clause(s, state, after, size, comma=True)
    if found is not None and (
        found.verb + 1 >= size or s.tags[found.verb + 1] in ",;CU"
    ):
        return None  # "where the band worked" says too little without its link
    return found


def _is_subject(s: Sentence, first: int, verb: int, *, comma: bool) -> bool:
    """Whether the words before a verb can be nothing but its subject."""
    between = s.tags[first:verb]
    if any(tag in ",;UWTAPK:" for tag in between) or ("C" in between and not comma):
        return False
    if not _MAY_HOLD.isdisjoint(s.words[first:verb]):
        return False
    tag, start = s.tags[verb], s.tags[first]
    if tag in "AKP":
        return True
    if tag in "Ss":
        return comma or start in "DRX"
    if tag in "Bb":
        return start in "DRX" or s.is_plural(first)
    is_name = start in "RX" and all(t in "RXNIq" for t in between)
    return is_name or (comma and start in "DRX")


def joins_a_list(s: Sentence, state: State, at: int) -> bool:
    """Whether what stands before a coordinator is one of several names."""
    first = at
    while first > state.verb + 1 and s.tags[first - 1] not in ",C":
        first -= 1
    if first <= state.verb + 1:
        return False
    part = s.tags[first:at]
    is_place = s.tags[first - 2 : first] == "X," and set(part) <= {"X"}
    return not is_place and not any(tag in "APESsBbnGK" for tag in part)


def is_paired(s: Sentence, link: int) -> bool:
    """Whether the coordinator belongs to ``between A and B`` or the like."""
    for word in reversed(s.words[max(0, link - 8) : link]):
        if word in ("and", "or", "nor"):
            return False
        if word in _PAIRED:
            return True
    return False


def note_subordinate(s: Sentence, state: State, at: int, size: int) -> None:
    """Remember that a subordinate clause opens at ``at``, if one does."""
    word, tag = s.words[at], s.tags[at]
    if word == "that" and tag == "W" and s.tags[at - 1] in "PESsBbwG":
        reports = at - state.verb <= 2 and s.finite(at + 1, size) > 0
        if reports and not state.prefix:
            state.reported = s.slice(state.first, at + 1)
        else:
            state.closed = s.tags[at - 1] != "w"
        state.opened = at
    elif word in _HOLDS and tag in "WU":
        state.opened = at
    elif word in _MAY_HOLD:
        last = min(size, at + LONGEST_SUBJECT)
        if s.finite(at + 1, last) > 0:
            state.opened = at
    state.held = state.held or state.opened > 0


def lacks_verb(s: Sentence, state: State, at: int) -> bool:
    """Whether the subordinate clause that is open still waits for its verb."""
    return state.opened > 0 and s.finite(state.opened, at) < 0
