"""One of several: an item of a list, or a word in a frame, that the context lacks."""

from __future__ import annotations

import re

from dashboard.scoring.offline.comparison import CONTENT, Comparison
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.function_words import GENERIC
from dashboard.scoring.offline.index import Candidate
from dashboard.scoring.offline.parts import part_of
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.support import added

_JOINED = re.compile(
    r"\s*,?\s*(?:\band\b|\bor\b|,|&)\s*(?:(?:an?|the|some)\s+)?$", re.I
)
_HEADED = re.compile(r"^[^.!?]{3,80}:\s+(?:(?:an?|the|some)\s+)?$", re.IGNORECASE)

_CAUSE = re.compile(
    r"\b(?:because(?:\s+of)?|due\s+to|owing\s+to|thanks\s+to|as\s+a\s+result\s+of|"
    r"in\s+order\s+to|so\s+as\s+to)\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
"""What opens a reason, which a context either gives or does not."""


def listed_rule(comparison: Comparison) -> Finding | None:
    """Find an item that stands in no list of the context, beside others that do."""
    if comparison.claim.language not in ("en", "und"):
        return None
    return _another_in_its_place(comparison) or (
        _added_item(comparison) if added(comparison, but_wide=True) else None
    )


def _added_item(comparison: Comparison) -> Finding | None:
    claim = comparison.claim
    for phrase in _noun_phrases(comparison):
        if any(comparison.held.get(index) is not None for index in phrase):
            continue
        start = claim.tokens[phrase[0]].start
        before = claim.text[:start]
        listed = _JOINED.search(before) and _held_just_before(comparison, phrase[0])
        if listed or _HEADED.match(before) or _CAUSE.search(before):
            what = claim.text[start : claim.tokens[phrase[-1]].end]
            return Finding(
                "unsupported", "missing", "listed", 0.75, "absent", {"what": what},
                (comparison.best,),
            )  # fmt: skip
    return None


def _noun_phrases(comparison: Comparison) -> list[list[int]]:
    """Return runs of content tokens side by side that end in a telling noun."""
    claim = comparison.claim
    runs: list[list[int]] = []
    for index in comparison.held:
        if claim.tokens[index].kind not in CONTENT:
            continue
        if runs and runs[-1][-1] == index - 1 and _touch(claim, index):
            runs[-1].append(index)
        else:
            runs.append([index])
    return [
        run
        for run in runs
        if part_of(claim, run[-1]) in ("noun", "name")
        and claim.tokens[run[-1]].base not in GENERIC
    ]


def _touch(claim: Reading, index: int) -> bool:
    between = claim.text[claim.tokens[index - 1].end : claim.tokens[index].start]
    return not between.strip(" -")


def _held_just_before(comparison: Comparison, index: int) -> bool:
    """Tell whether the item before is a noun of the evidence."""
    claim = comparison.claim
    before = [i for i in comparison.held if i < index]
    return (
        bool(before)
        and index - before[-1] <= 3
        and comparison.held[before[-1]] is not None
        and part_of(claim, before[-1]) in ("noun", "name")
    )


def _another_in_its_place(comparison: Comparison) -> Finding | None:
    """Find a noun where the evidence has another one of its kind: train, bus."""
    claim = comparison.claim
    for index in comparison.missing():
        if part_of(claim, index) != "noun" or claim.tokens[index].base in GENERIC:
            continue
        for beside in (1, -1):
            at = comparison.held.get(index + beside)
            if at is None or not _touch(claim, max(index, index + beside)):
                continue
            one = comparison.joined[at[0]]
            alone = beside == 1 and _compound(comparison, index)
            found = _sister(claim, index, one, at[1] - beside, alone=alone)
            if found is not None:
                words = {"mine": claim.tokens[index].text, "theirs": found}
                return Finding(
                    "contradicted", "other", "place", 0.7, "differs", words, (one,)
                )
    return None


def _compound(comparison: Comparison, index: int) -> bool:
    """Tell whether a word is all that is missing, before the noun that it limits."""
    claim, at = comparison.claim, comparison.held[index + 1]
    if at is None or len(comparison.missing()) > 1:
        return False
    there = comparison.joined[at[0]].reading.tokens[at[1]]
    same = there.base == claim.tokens[index + 1].base
    return same and part_of(claim, index + 1) == "noun"


def _sister(
    claim: Reading, index: int, one: Candidate, place: int, *, alone: bool
) -> str | None:
    """Return the token at a place when it names another thing of the same kind.

    ``alone`` is whether only this word is missing, before a word that both have: then
    any other noun there is another thing (a train crash, a bus crash).
    """
    reading = one.reading
    if not 0 <= place < len(reading.tokens) or reading.tokens[place].kind != "word":
        return None
    mine, theirs = claim.tokens[index], reading.tokens[place]
    if part_of(reading, place) != "noun" or any(
        key in claim.places for key in theirs.own
    ):
        return None
    kin = mine.wide & theirs.wide
    near = mine.own & theirs.wide or mine.wide & theirs.own
    return theirs.text if (kin or alone) and not near else None
