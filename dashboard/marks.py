"""Marks spans of a text: exactly, also where they overlap, and folded when long."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from dashboard import display

FOLD_OVER = 2_500
"""Characters from which a text is folded around its marks."""
AROUND = 280
"""Characters that stay visible on each side of a mark."""
OPENING = 1_200
"""Characters of a folded text that stay visible when nothing in it is marked."""
MOST_WINDOWS = 40
"""Marks around which a folded text stays open; the worst come first."""
PartState = Literal["open", "folded", "left out"]
MOST_FOLDED = 200_000
"""Characters of one text that are sent to the page folded; the rest is left out."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A span of a text, in code points, that a claim belongs to.

    ``number`` is the claim's, as shown; ``label`` decides sign and colour. A mark that
    is only ``near`` shows where the judge looked without finding an answer.
    """

    start: int
    end: int
    label: str
    number: int
    near: bool = False

    @property
    def weight(self) -> tuple[bool, int]:
        """A sort key: where marks overlap the first one shows."""
        return self.near, display.badness(self.label)

    @property
    def looks(self) -> str:
        """The classes that style it."""
        return f"hd-{self.label} hd-near" if self.near else f"hd-{self.label}"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of a text that belongs to the same marks all along.

    Attributes:
        start: Where it begins in the text, in code points.
        text: What it says.
        marks: Those it belongs to, the one that shows first.
        ending: Those that end where it ends, in the order of their numbers.
    """

    start: int
    text: str
    marks: tuple[Mark, ...] = ()
    ending: tuple[Mark, ...] = ()

    @property
    def numbers(self) -> list[int]:
        """The claims it belongs to."""
        return sorted({mark.number for mark in self.marks})


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a text: open, folded away, or left out because it is too long.

    ``numbers`` are the claims that are marked in a part that is not open.
    """

    start: int
    end: int
    state: PartState = "open"
    numbers: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        """What stands in place of a part that is not open."""
        length = f"{self.end - self.start:,} characters"
        if self.state == "left out":
            return (
                f"{length} are left out here. “Download the texts” under Details on "
                "the page of the run has all of them."
            )
        if not self.numbers:
            return f"{length} without a mark nearby"
        what = "claim" if len(self.numbers) == 1 else "claims"
        return f"{length}, {what} {', '.join(map(str, self.numbers))}"


def stretches(
    text: str, marks: Sequence[Mark], part: Part, cuts: Iterable[int] = ()
) -> Iterator[Stretch]:
    """Yield a part of a text in stretches, each with the marks it belongs to.

    A stretch ends wherever a mark begins or ends, and at each of the ``cuts``.
    """
    start, stop = part.start, min(part.end, len(text))
    inside = [m for m in marks if max(m.start, start) < min(m.end, stop)]
    edges = {start, stop, *(cut for cut in cuts if start < cut < stop)}
    for mark in inside:
        edges |= {max(mark.start, start), min(mark.end, stop)}
    waiting = sorted(inside, key=lambda m: m.start, reverse=True)
    open_: list[Mark] = []
    for left, right in itertools.pairwise(sorted(edges)):
        while waiting and waiting[-1].start <= left:
            open_.append(waiting.pop())
        open_ = [mark for mark in open_ if mark.end > left]
        ending = [mark for mark in open_ if mark.end == right]
        yield Stretch(
            left,
            text[left:right],
            tuple(sorted(open_, key=lambda m: m.weight)),
            tuple(sorted(ending, key=lambda m: m.number)),
        )


def parts(text: str, marks: Sequence[Mark]) -> list[Part]:
    """Return a text in parts: what is far from any mark is folded when it is long.

    Beyond ``MOST_FOLDED`` characters, folded parts are left out.
    """
    if len(text) <= FOLD_OVER:
        return [Part(0, len(text))]
    found: list[Part] = []
    left_to_send = MOST_FOLDED
    at = 0
    for start, end in [*_windows(text, marks), (len(text), len(text))]:
        if at < start:
            sent = start - at <= left_to_send
            inside = {m.number for m in marks if m.start < start and m.end > at}
            state: PartState = "folded" if sent else "left out"
            found.append(Part(at, start, state, tuple(sorted(inside))))
            left_to_send -= start - at if sent else 0
        if start < end:
            found.append(Part(start, end))
        at = end
    return found


def _windows(text: str, marks: Sequence[Mark]) -> list[tuple[int, int]]:
    """Return the stretches that stay open, in order, none touching the next."""
    worst = sorted(marks, key=lambda m: m.weight)
    open_ = [(m.start - AROUND, min(m.end, m.start + OPENING) + AROUND) for m in worst]
    wanted = sorted(open_[:MOST_WINDOWS]) or [(0, OPENING)]
    merged: list[tuple[int, int]] = []
    for start, end in wanted:
        first, last = _at_word(text, max(start, 0)), min(end, len(text))
        if merged and first - merged[-1][1] < AROUND:
            merged[-1] = (merged[-1][0], max(merged[-1][1], last))
        else:
            merged.append((first if first >= AROUND else 0, last))
    return merged


def _at_word(text: str, at: int) -> int:
    space = text.rfind(" ", max(at - 40, 0), at)
    return at if space < 0 else space + 1
