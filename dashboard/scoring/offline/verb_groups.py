"""Reads verbs with their auxiliaries, and which of them a later verb borrows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dashboard.scoring.offline import verbs
from dashboard.scoring.offline.grammar import Sentence
from dashboard.scoring.offline.word_classes import BE, MODALS
from dashboard.scoring.offline.word_set import word_set

VerbKind = Literal[
    "passive", "perfect", "modal", "copula", "past", "present", "plural present"
]

_CHAIN = word_set("be been being have has had not")
_KEPT_ADVERBS = word_set("not never")
_PLAIN_KINDS: dict[str, VerbKind] = {
    "S": "present",
    "s": "present",
    "B": "plural present",
    "b": "plural present",
}
_ONWARDS = word_set("through into along across toward towards over around between up")
_HAVING: dict[str, VerbKind] = {"has": "present", "have": "plural present"}
_SINGULAR_KINDS = ("present", "copula", "passive")
_NO_OBJECT = word_set("""
    moved worked lived died served graduated retired traveled travelled arrived appeared
    participated competed studied resigned returned emigrated lasted continued happened
    occurred grew rose fell remained became started ended expired existed disappeared
    emerged collapsed succeeded failed
""")
_OBJECT = frozenset("DNXRO")
_TIMES = word_set("""
    january february march april may june july august september october november
    december monday tuesday wednesday thursday friday saturday sunday
""")


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """A verb's auxiliaries as written, blank when it has none, and its kind."""

    auxiliaries: str
    kind: VerbKind


def verb_group(s: Sentence, verb: int, size: int) -> VerbGroup:
    """Return the group of the finite verb at ``verb``."""
    tag, word = s.tags[verb], s.words[verb]
    if tag not in "AK":
        return VerbGroup("", _PLAIN_KINDS.get(tag, "past"))
    chain = [] if tag == "K" else [verb]
    at = verb + 1
    while at < size and (s.tags[at] == "v" or s.words[at] in _CHAIN):
        if s.words[at] in _CHAIN or s.words[at] in _KEPT_ADVERBS:
            chain.append(at)
        at += 1
    text = " ".join(s.slice(i, i + 1) for i in chain)
    told = [s.words[i] for i in chain if s.words[i] not in _KEPT_ADVERBS]
    is_be = not told or told[-1] in BE
    if at < size and s.tags[at] in "En":
        return VerbGroup(text, "passive" if is_be else "perfect")
    if word in MODALS:
        modal = [i for i in chain if i == verb or s.words[i] in _KEPT_ADVERBS]
        return VerbGroup(" ".join(s.slice(i, i + 1) for i in modal), "modal")
    if word in _HAVING:
        return VerbGroup(text, _HAVING[word])
    return VerbGroup(text, "copula" if is_be else "past")


def is_past(s: Sentence, verb: int) -> bool:
    """Whether a finite verb is in the past."""
    return s.tags[verb] in "PE" or s.words[verb] in ("was", "were", "had")


def borrowed(s: Sentence, verb: int, at: int, size: int) -> str | None:
    """Return the auxiliaries that the verb at ``at`` takes from the one at ``verb``.

    Blank when it needs none; None when it is no second verb of the same subject.
    """
    tag, word = s.tags[at], s.words[at]
    after = s.tags[at + 1] if at + 1 < size else ""
    if tag == "P" or (tag == "A" and word not in ("have", "be", "do")):
        return ""
    if tag in "En" and s.tags[at - 2] in "En":
        return None  # "sent and received" are one thing said
    group = verb_group(s, verb, size)
    kind = group.kind
    if tag == "A":
        return group.auxiliaries if kind == "modal" else ""
    if tag == "n":
        return group.auxiliaries if kind in ("passive", "perfect") else None
    if tag == "E" or (word in verbs.UNCHANGED and kind == "past"):
        return _borrowed_by_past(s, verb, at, group)
    if tag == "S":
        return "" if kind in _SINGULAR_KINDS else None
    if tag == "s":
        fits = after != "" and (after in "DNRvXw" or s.words[at + 1] in _ONWARDS)
        if s.words[at - 1] == "but":
            fits = fits or after == "I"
        return "" if fits and kind in _SINGULAR_KINDS else None
    if tag in "Bb" and after and after in ("DNXROIw" if tag == "B" else "DNXRO"):
        if "T" in s.tags[verb:at]:
            return None
        if kind == "modal":
            return group.auxiliaries
        return "" if kind == "plural present" else None
    return None


def _borrowed_by_past(s: Sentence, verb: int, at: int, group: VerbGroup) -> str | None:
    """Tell ``founded in 2003 and acquired by X`` from ``… and acquired X``."""
    after = s.tags[at + 1 : at + 2]
    active = s.words[at] in _NO_OBJECT or (
        after != "" and after in _OBJECT and s.words[at + 1] not in _TIMES
    )
    if group.kind == "passive":
        return "" if active else group.auxiliaries
    if group.kind == "perfect":
        return group.auxiliaries
    if group.kind == "copula":
        if s.words[at + 1 : at + 2] == ["by"]:
            return s.words[verb]
        return "" if active and s.words[verb] in ("was", "were") else None
    if group.kind == "past":
        reduced = "E" in s.tags[verb + 1 : at - 1]
        return "" if active or not reduced else None
    after_comma = s.tags[at - 2 : at] == ",C"
    return "" if after_comma and (active or after == "w") else None
