"""Reads what a judge sent back.

Nothing is repaired by guessing: what is not plainly said counts as not said, and is
asked for again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from dashboard.scoring.llm.items import SaidVerdict, clean, read_item
from dashboard.scoring.llm.salvage import Found, find_json, without_thoughts

NUMBERED = re.compile(r"\[?(\d{1,6})\]?[.:)]?(?:(?<=[\].:)])\s+(.+))?", re.DOTALL)
"""``2``, or ``2: the claim``; ``10:30 was early`` begins with no sentence's number."""


class Unreadable(ValueError):  # noqa: N818  reads as a fact
    """A reply that does not answer what was asked; the message says how."""


@dataclass(frozen=True, slots=True)
class SaidClaim:
    """A claim as a judge named it.

    Attributes:
        sentence: The number of the sentence it comes from; None when not said.
        text: Its words; blank when the sentence itself is the claim.
    """

    sentence: int | None
    text: str


@dataclass(frozen=True, slots=True)
class SaidVerdicts:
    """What a reply says on the claims asked about.

    Attributes:
        by_number: Only claims that were asked about, each decided once.
        dropped: Verdicts that were extra, double, out of range or without a label.
        cut_off: Whether more was to come.
    """

    by_number: Mapping[int, SaidVerdict]
    dropped: int = 0
    cut_off: bool = False


@dataclass(frozen=True, slots=True)
class SaidClaims:
    """The claims of a reply in order, with verdicts where both were asked for.

    Attributes:
        claims: Each once; the verdict is None where none was given or two disagreed.
        dropped: Claims that were named again, and blank ones.
    """

    claims: Mapping[SaidClaim, SaidVerdict | None]
    dropped: int = 0


def read_claims(
    reply: str, *, cut_off: bool, sentences: Mapping[int, str], with_verdicts: bool
) -> SaidClaims:
    """Return the claims of a reply that lists them all.

    A list that was cut off is never taken for the whole one, and one with an item that
    cannot be understood is not read without it: a claim lost would improve the score.

    Raises:
        Unreadable: If no whole list of claims stands in it.
    """
    found = _answer(reply, "claims")
    if cut_off or not found.whole:
        raise Unreadable("the list of claims was cut off")
    assert isinstance(found.value, list)
    claims: dict[SaidClaim, SaidVerdict | None] = {}
    dropped = 0
    for thing in found.value:
        claim = _said_claim(thing, sentences)
        if claim is None:
            dropped += 1
            continue
        verdict = _said_verdict(thing) if with_verdicts else None
        if claim in claims:
            dropped += 1
            known = claims[claim]
            if known is None or verdict is None or known.label != verdict.label:
                verdict = None
        claims[claim] = verdict
    if found.value and not claims:
        raise Unreadable("no item of the list is a claim")
    return SaidClaims(claims, dropped)


def read_verdicts(
    reply: str, *, cut_off: bool, wanted: Collection[int]
) -> SaidVerdicts:
    """Return the verdicts of a reply, also of one that was cut off half way.

    Raises:
        Unreadable: If it holds no list of verdicts, or two different ones.
    """
    found = _answer(reply, "verdicts")
    assert isinstance(found.value, list)
    cut_off = cut_off or not found.whole
    if not found.value and cut_off:
        raise Unreadable("the verdicts were cut off before the first one")
    verdicts: dict[int, SaidVerdict] = {}
    disputed: set[int] = set()
    dropped = 0
    for thing in found.value:
        item = read_item(thing)
        verdict = None if item is None else item.decided()
        number = None if item is None else item.n
        if verdict is None or number is None or number not in wanted:
            dropped += 1
        elif number in verdicts:
            dropped += 1
            if verdicts[number].label != verdict.label:
                disputed.add(number)
        else:
            verdicts[number] = verdict
    kept = {n: verdict for n, verdict in verdicts.items() if n not in disputed}
    return SaidVerdicts(kept, dropped + len(disputed), cut_off)


def read_reason(reply: str) -> str:
    """Return a reply of free text without thoughts, fences and white space around.

    Raises:
        Unreadable: If nothing is left.
    """
    text = without_thoughts(reply).strip().removeprefix("```").removesuffix("```")
    for found in find_json(text):
        if isinstance(found.value, dict) and isinstance(found.value.get("reason"), str):
            text = found.value["reason"]
    if not text.strip():
        raise Unreadable("the reason is blank")
    return clean(text.strip())


def _answer(reply: str, key: str) -> Found:
    """Return the one list that the reply gives as its answer."""
    found = find_json(reply)
    answers = [
        Found(value[key], whole)
        for value, whole in found
        if isinstance(value, dict) and isinstance(value.get(key), list)
    ]
    answers = answers or [f for f in found if isinstance(f.value, list) and f.value]
    if not answers:
        raise Unreadable(f"no list of {key} in the reply")
    if any(answer != answers[0] for answer in answers):
        raise Unreadable(f"more than one list of {key} in the reply")
    return answers[0]


def _said_claim(thing: object, sentences: Mapping[int, str]) -> SaidClaim | None:
    """Return the claim that an item names; None for one that says nothing."""
    if isinstance(thing, Mapping):
        names = ("claim", "text", "statement")
        thing = next((thing[name] for name in names if name in thing), thing)
    if isinstance(thing, int) and not isinstance(thing, bool):
        thing = str(thing)
    if thing is None or thing == "":
        return None
    if not isinstance(thing, str):
        raise Unreadable(f"an item of the list is no claim: {str(thing)[:60]!r}")
    text = clean(thing.strip())
    match = NUMBERED.fullmatch(text)
    if match is None:
        return SaidClaim(None, text) if text else None
    number, words = int(match[1]), (match[2] or "").strip()
    if words and any(text in sentence for sentence in sentences.values()):
        return SaidClaim(None, text)
    if number not in sentences:
        raise Unreadable(f"there is no sentence {number}")
    return SaidClaim(number, words)


def _said_verdict(thing: object) -> SaidVerdict | None:
    """Return the verdict beside a claim; its ``why`` is a quote or what is missing."""
    item = read_item(thing)
    said = None if item is None else item.decided()
    if said is None or said.quote or said.label == "unsupported":
        return said
    return replace(said, quote=said.why, why="")
