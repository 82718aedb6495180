"""Marks spans of a text: exactly, also where they overlap, and folded when long."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dashboard import display
from dashboard.foreign import Html, join, tag

FOLD_OVER = 2_500
"""Characters from which a text is folded around its marks."""
AROUND = 280
"""Characters that stay visible on each side of a mark."""
OPENING = 1_200
"""Characters of a folded text that stay visible when nothing in it is marked."""
MOST_WINDOWS = 40
"""Marks around which a folded text stays open; the worst come first."""
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


def marked(
    text: str, marks: Sequence[Mark], start: int = 0, end: int | None = None
) -> Html:
    """Return ``text[start:end]`` with its marks; where they overlap the worst shows.

    Every stretch names all its claims, and a claim's sign and number stand where its
    span ends.
    """
    stop = len(text) if end is None else min(end, len(text))
    return join(_stretches(text, marks, start, stop))


def _stretches(
    text: str, marks: Sequence[Mark], start: int, stop: int
) -> Iterator[Html]:
    inside = [m for m in marks if max(m.start, start) < min(m.end, stop)]
    cuts = {start, stop}
    for mark in inside:
        cuts |= {max(mark.start, start), min(mark.end, stop)}
    waiting = sorted(inside, key=lambda m: m.start, reverse=True)
    open_: list[Mark] = []
    for left, right in itertools.pairwise(sorted(cuts)):
        while waiting and waiting[-1].start <= left:
            open_.append(waiting.pop())
        open_ = [mark for mark in open_ if mark.end > left]
        yield _stretch(text[left:right], open_)
        ending = [mark for mark in open_ if mark.end == right]
        yield from (_ending(mark) for mark in sorted(ending, key=lambda m: m.number))


def _stretch(text: str, marks: Sequence[Mark]) -> Html:
    if not marks:
        return join([text])
    worst = min(marks, key=lambda m: m.weight)
    numbers = " ".join(str(n) for n in sorted({mark.number for mark in marks}))
    return tag("mark", text, class_=worst.looks, data_c=numbers)


def _ending(mark: Mark) -> Html:
    sign = display.look_of(mark.label).sign
    return join(
        [
            tag(
                "sup",
                f"{sign}{mark.number}",
                class_=f"hd-n {mark.looks}",
                data_c=mark.number,
                aria_hidden="true",
            ),
            tag("span", f" (claim {mark.number}: {mark.label}) ", class_="hd-sr"),
        ]
    )


def folded(text: str, marks: Sequence[Mark]) -> Html:
    """Return a text with its marks; what is far from any folds away when it is long.

    Beyond ``MOST_FOLDED`` characters, folded stretches are left out, and said to be.
    """
    if len(text) <= FOLD_OVER:
        return marked(text, marks)
    parts: list[Html] = []
    left_to_send = MOST_FOLDED
    at = 0
    for start, end in [*_windows(text, marks), (len(text), len(text))]:
        if at < start:
            sent = start - at <= left_to_send
            fold = _fold(text, marks, at, start) if sent else _left_out(start - at)
            parts.append(fold)
            left_to_send -= start - at if sent else 0
        parts.append(marked(text, marks, start, end))
        at = end
    return join(parts)


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


def _fold(text: str, marks: Sequence[Mark], start: int, end: int) -> Html:
    summary = tag("summary", f"{end - start:,} characters without a mark nearby")
    return tag("details", summary, marked(text, marks, start, end), class_="hd-fold")


def _left_out(length: int) -> Html:
    return tag(
        "p",
        f"{length:,} characters are left out here. “Download the texts” under Details "
        "on the page of the run has all of them.",
        class_="hd-cut",
    )
