"""All replacements that may correct a claim, the likeliest and smallest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dashboard.scoring.corrections.date_edits import date_edits
from dashboard.scoring.corrections.grammar import in_agreement
from dashboard.scoring.corrections.name_edits import name_edits
from dashboard.scoring.corrections.passages import Source
from dashboard.scoring.corrections.quantity_edits import quantity_edits
from dashboard.scoring.corrections.types import Edit, Span
from dashboard.scoring.corrections.word_edits import (
    compared_edits,
    swapped_edits,
    turned_edits,
    word_edits,
)
from dashboard.scoring.offline.agreement import agreement
from dashboard.scoring.offline.date_agreement import date_agreement
from dashboard.scoring.offline.reading import Reading, read
from dashboard.scoring.offline.roles import same_part
from dashboard.scoring.offline.wording import sentence
from dashboard.scoring.types import Claim

NAMED = 0.4
"""What it counts that the verdict's own reason names a value."""
BESIDE = 0.8
"""What each word counts that stands right before or behind both values."""
OTHERS = 1.0
"""What a passage counts less that did not decide."""
MOST_TOGETHER = 3
"""Values of one claim that are put right together."""

Proposal = tuple[float, int, list[Edit]]
"""How well it fits, which passage it is from, and the edits of the clause."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Edits of the output that may correct a claim.

    Attributes:
        edits: In order, none overlapping the next.
        source: Which of the passages they are from.
        why: For a person to read.
        value: Whether they put in a number, a date or a name, and not other words.
    """

    edits: tuple[Edit, ...]
    source: int
    why: str
    value: bool


def replacements(
    output: str,
    span: Span,
    claim: Claim,
    sources: Sequence[Source],
    language: str,
    *,
    contradicted: bool,
) -> Iterator[Candidate]:
    """Yield what may be put in the place of what is wrong in ``output[span]``.

    A claim that the context lacks altogether gets no new names and words: only its
    numbers and dates may be made as coarse as the context's.
    """
    said = output[slice(*span)]
    mine = read(said, language)
    ranked: list[Proposal] = []
    for number, source in enumerate(sources):
        less = 0.0 if source.quoted else OTHERS
        fitting = _values(mine, source.reading, claim, contradicted=contradicted)
        ranked += [(fit - less, number, edits) for fit, edits in fitting]
    ranked.sort(key=lambda one: -one[0])
    ranked += _together(ranked)
    values = len(ranked)
    ranked += _words(mine, sources, contradicted=contradicted)
    seen: set[tuple[Edit, ...]] = set()
    for place, (_, number, edits) in enumerate(ranked):
        moved = tuple(
            _trimmed(said, in_agreement(said, edit, language)) for edit in sorted(edits)
        )
        placed = tuple(
            Edit(e.start + span[0], e.end + span[0], e.text)
            for e in moved
            if said[e.start : e.end] != e.text
        )
        if placed and placed not in seen:
            seen.add(placed)
            why = _why(said, moved, language)
            yield Candidate(placed, number, why, value=place < values)


def _values(
    mine: Reading, passage: Reading, claim: Claim, *, contradicted: bool
) -> Iterator[tuple[float, list[Edit]]]:
    """Yield dates, quantities and names of a passage in the place of the claim's."""
    reason = claim.verdict.reason
    for date in mine.dates:
        for theirs in passage.dates:
            how = date_agreement(date, theirs)
            if how == "finer" or (contradicted and how == "differs"):
                fit = _fit(
                    mine,
                    date.start,
                    date.end,
                    passage,
                    theirs.start,
                    theirs.end,
                    reason,
                )
                ways = date_edits(mine, date, passage, theirs)
                yield from ((fit - at / 100, edits) for at, edits in enumerate(ways))
    for quantity in mine.quantities:
        for other in passage.quantities:
            how = agreement(quantity, other)
            if how == "finer" or (contradicted and how == "differs"):
                fit = _fit(
                    mine,
                    quantity.start,
                    quantity.end,
                    passage,
                    other.start,
                    other.end,
                    reason,
                )
                ways = quantity_edits(mine, quantity, passage, other)
                yield from ((fit - at / 100, edits) for at, edits in enumerate(ways))
    if contradicted:
        for fit, edits in name_edits(mine, passage):
            yield fit + NAMED * (edits[0].text in reason), edits


def _fit(
    mine: Reading, start: int, end: int,
    passage: Reading, begin: int, stop: int, reason: str,
) -> float:  # fmt: skip
    """Return how likely a value of a passage is the one that the claim means."""
    at, place = mine.token_at(start), passage.token_at(begin)
    fit = same_part(mine, at, passage, place) if mine.tokens and passage.tokens else 0.0
    fit += NAMED * (passage.text[begin:stop] in reason)
    before = mine.text[:start].lower().split(), passage.text[:begin].lower().split()
    after = mine.text[end:].lower().split(), passage.text[stop:].lower().split()
    return fit + BESIDE * (
        _alike(before[0][::-1], before[1][::-1]) + _alike(after[0], after[1])
    )


def _alike(mine: list[str], theirs: list[str], most: int = 3) -> int:
    count = 0
    for one, other in zip(mine[:most], theirs[:most], strict=False):
        if one.strip(".,;:") != other.strip(".,;:"):
            break
        count += 1
    return count


def _together(ranked: Sequence[Proposal]) -> list[Proposal]:
    """Return the best value for each of two or more places, put in together."""
    chosen: list[Proposal] = []
    for one in ranked:
        taken = [edit for _, _, edits in chosen for edit in edits]
        if all(e.end <= t.start or e.start >= t.end for e in one[2] for t in taken):
            chosen.append(one)
    if len(chosen) < 2:
        return []
    edits = [edit for _, _, some in chosen[:MOST_TOGETHER] for edit in some]
    return [(0.0, chosen[0][1], edits)]


def _words(
    mine: Reading, sources: Sequence[Source], *, contradicted: bool
) -> Iterator[Proposal]:
    """Yield other words for those of the claim, from the passages that decided.

    Of a passage that does not contradict, only one word, where all others agree.
    """
    decided = [one for one in enumerate(sources) if one[1].quoted]
    decided = decided or [*enumerate(sources)][:1]
    for number, source in decided:
        for edits in word_edits(mine.text, source.reading.text, alone=not contradicted):
            yield 0.0, number, edits
    if not contradicted:
        return
    for number, _ in decided[:1]:
        for edits in turned_edits(mine.text, mine.language):
            yield 0.0, number, edits
        for edits in compared_edits(mine):
            yield 0.0, number, edits
    for number, source in decided:
        for edits in swapped_edits(mine, source.reading):
            yield 0.0, number, edits


def _trimmed(said: str, edit: Edit) -> Edit:
    """Return the edit without the words it has in common with what it replaces."""
    old, new = said[edit.start : edit.end], edit.text
    start = edit.start
    while (
        old
        and new
        and old.split(" ")[0] == new.split(" ")[0]
        and " " in old
        and " " in new
    ):
        cut = len(old.split(" ")[0]) + 1
        old, new, start = old[cut:], new[cut:], start + cut
    end = edit.end
    while (
        old
        and new
        and old.split(" ")[-1] == new.split(" ")[-1]
        and " " in old
        and " " in new
    ):
        cut = len(old.split(" ")[-1]) + 1
        old, new, end = old[:-cut], new[:-cut], end - cut
    return Edit(start, end, new)


def _why(said: str, edits: Sequence[Edit], language: str) -> str:
    first, last = edits[0].start, edits[-1].end
    parts = [said[first:first]]
    at = first
    for edit in edits:
        parts += [said[at : edit.start], edit.text]
        at = edit.end
    mine, theirs = said[first:last].strip(), "".join(parts).strip()
    if not mine or not theirs:
        return sentence("opposite", {}, language)
    return sentence("differs", {"mine": mine, "theirs": theirs}, language)
