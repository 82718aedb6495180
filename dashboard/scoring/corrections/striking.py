"""Strikes clauses and sentences so that what is left can be read."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection

from dashboard.scoring.corrections.types import Clause, Edit, Place

_LAST_LINK = re.compile(r"\b(?:and|or|und|oder|y|o|et|ou|e|but|aber)\b|[和与或]", re.I)
_OPENS = re.compile(r"[\s,;:–—-]*[(（]?\s*$")
_WORDS = re.compile(r"\w+")


def strike(output: str, place: Place, struck: Collection[int | None]) -> list[Edit]:
    """Return the edits that take these clauses out of a sentence.

    None among them, all clauses, or clauses of which the rest cannot stand alone take
    the sentence whole.
    """
    numbers = {number for number in struck if number is not None}
    if None in struck or len(numbers) == len(place.clauses):
        return whole(place)
    edits = clauses_out(output, place, numbers)
    return whole(place) if edits is None else edits


def whole(place: Place) -> list[Edit]:
    """Return the edits that take a sentence out."""
    return [Edit(*place.outer, ""), *place.following]


def clauses_out(output: str, place: Place, struck: set[int]) -> list[Edit] | None:
    """Return the edits that take clauses out; None when the rest could not stand."""
    clauses = place.clauses
    inner = {
        at
        for at, one in enumerate(clauses)
        if any(_holds(other, one) for other in clauses)
    }
    outer = [at for at in range(len(clauses)) if at not in inner]
    if struck & set(outer) and inner:
        return None
    edits = [_inner_out(output, clauses[at]) for at in sorted(struck & inner)]
    flat = struck & set(outer)
    if not flat:
        return edits
    kept = [at for at in outer if at not in flat]
    if not kept:
        return None
    begun = _begun(output, clauses[outer[0]], clauses[kept[0]])
    if outer[0] in flat:
        if begun is None:
            return None
        edits.append(begun)
    return [*edits, *_ends_out(output, place, outer, kept)]


def _holds(one: Clause, other: Clause) -> bool:
    wider = one.start <= other.start and other.end <= one.end
    return wider and one.end - one.start > other.end - other.start


def _inner_out(output: str, clause: Clause) -> Edit:
    """Take out an aside with the commas or brackets around it."""
    before = _OPENS.search(output, 0, clause.start)
    start = clause.start if before is None else before.start()
    end = clause.end
    opened = output[start : clause.start].strip()
    if opened[-1:] in ("(", "（") and output[end : end + 1] in (")", "）"):
        return Edit(start, end + 1, "")
    if opened and output[end : end + 1] == opened[-1:]:
        end += 1
    return Edit(start, end, "" if opened or output[end : end + 1] in ".!?" else " ")


def _begun(output: str, first: Clause, kept: Clause) -> Edit | None:
    """Let the sentence begin with ``kept``, with the subject it shares with the first.

    None when that subject cannot be told.
    """
    said = output[kept.start : kept.end]
    subject = _subject(output, first, kept)
    if subject is None:
        return None
    if subject:
        return Edit(
            first.start + len(subject),
            kept.start,
            "" if subject[-1] > "\u2e7f" else " ",
        )
    head = said[:1].upper() if output[first.start].isupper() else said[:1]
    return Edit(first.start, kept.start + 1, head)


def _subject(output: str, first: Clause, kept: Clause) -> str | None:
    """Return the words of the first clause that ``kept`` needs; blank when none."""
    said = output[kept.start : kept.end]
    carried = _carried(kept.text, said)
    if carried is None:
        return None
    if not carried or _WORDS.findall(said.casefold()) == _WORDS.findall(
        kept.text.casefold()
    ):
        return ""
    if not first.text.casefold().startswith(carried.casefold()):
        return None
    predicate = first.text[len(carried) :].strip()
    whole_first = output[first.start : first.end]
    if not predicate or not whole_first.endswith(predicate):
        return None
    subject = whole_first[: len(whole_first) - len(predicate)].rstrip()
    return subject or None


def _carried(text: str, said: str) -> str | None:
    """Return what a claim's text has before the words of its span."""
    plain = " ".join(said.split())
    if text.casefold().endswith(plain.casefold()):
        return text[: len(text) - len(plain)].strip()
    rest = plain.partition(" ")[2]
    if rest and text.casefold().endswith(rest.casefold()):
        return ""  # a pronoun in front was read as the name it stands for
    return None


def _ends_out(
    output: str, place: Place, outer: list[int], kept: list[int]
) -> list[Edit]:
    """Take out what stands between kept clauses and after the last one."""
    clauses = place.clauses
    edits = []
    first = outer.index(kept[0])
    tail = outer[first:]
    last_link = (
        output[clauses[tail[-2]].end : clauses[tail[-1]].start] if len(tail) > 1 else ""
    )
    for one, other in itertools.pairwise(kept):
        here = outer.index(one)
        dropped = outer[here + 1] != other
        start, end = clauses[one].end, clauses[other].start
        ends = other == kept[-1] and kept[-1] != outer[-1]
        link = output[start:end]
        if ends and not _LAST_LINK.search(link) and _LAST_LINK.search(last_link):
            link = last_link if len(kept) > 2 else last_link.replace(",", "", 1)
            edits.append(Edit(start, end, link))
        elif dropped:
            before = clauses[outer[outer.index(other) - 1]].end
            link = output[before:end]
            bare = link[1:] if len(kept) == 2 and _LAST_LINK.search(link) else link
            bare = link if link[:1] != "," else bare
            edits.append(Edit(start, end, bare))
    if kept[-1] != outer[-1]:
        edits.append(Edit(clauses[kept[-1]].end, clauses[outer[-1]].end, ""))
    return edits
