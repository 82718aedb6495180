"""The values of corrections: edits of an output, and what they rest on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from dashboard.scoring.types import Evidence

Span = tuple[int, int]
How = Literal["replace", "strike"]
SegmentKind = Literal["kept", "removed", "added"]


class Edit(NamedTuple):
    """``output[start:end]`` becomes ``text``; offsets are code points."""

    start: int
    end: int
    text: str


class Segment(NamedTuple):
    """A stretch of a difference, in the order of reading."""

    kind: SegmentKind
    text: str


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence that makes a claim of its own; ``text`` stands alone."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence of an output, or a line that is one piece.

    Attributes:
        start: Where it begins.
        end: One past its last character, full stop included.
        outer: What goes when it goes: the space, bullet or line break with it.
        clauses: What it claims, in order.
        following: Edits that keep the next sentence readable when this one goes.
    """

    start: int
    end: int
    outer: Span
    clauses: tuple[Clause, ...] = ()
    following: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class Struck:
    """Which clause of a sentence a correction strikes; None for all of it."""

    place: Place
    clause: int | None


@dataclass(frozen=True, slots=True)
class Correction:
    """The smallest edit that makes one bad claim good, or takes it away.

    Attributes:
        claim: The claim's position in the claims that were given.
        how: ``replace`` puts in what the context says, ``strike`` only takes out.
        edits: Of the output, in order, none overlapping the next.
        why: For a person to read, in the language of the output.
        evidence: What of the context it rests on; empty when it only strikes.
        checked: Whether the output with this edit was judged again and the claim is
            supported, or gone with nothing else turned bad.
        by: Who proposed it: ``offline``, or a model's name.
        struck: What of the sentence goes, so that several strikes in one sentence
            can be made together.
    """

    claim: int
    how: How
    edits: tuple[Edit, ...]
    why: str
    evidence: tuple[Evidence, ...] = ()
    checked: bool = True
    by: str = "offline"
    struck: Struck | None = field(default=None, repr=False)
