"""Judges an output again near an edit, to see that the edit does what it should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from dashboard.scoring.corrections.applying import apply_edits
from dashboard.scoring.corrections.types import Edit, Span
from dashboard.scoring.judge import Judge
from dashboard.scoring.offline.claims import output_claims
from dashboard.scoring.types import Claim, Sample, Verdict

BEFORE = 3
"""Claims before an edit that are read along: what they name, others refer to."""
AFTER = 2
"""Claims after an edit that may turn bad by it."""
WHOLE = 6_000
"""Characters of an output up to which it is read whole."""
AROUND = 2_000
"""Characters read on each side of an edit in a longer output."""


class Outcome(NamedTuple):
    """What became of an output: is what was edited supported, is nothing else worse."""

    supported: bool
    harmless: bool


class Checker:
    """Judges edits of one output by its context with one judge."""

    def __init__(self, sample: Sample, judge: Judge) -> None:
        self.sample = sample
        self.judge = judge
        self.claims: list[Claim] = []

    async def read(self) -> None:
        """Find the claims of the output, and how each is judged before any edit."""
        found = output_claims(self.sample.output, question=self.sample.input)
        verdicts = await self._verdicts(self.sample, found)
        self.claims = [
            Claim(one.text, one.start, one.end, verdicts[at])
            for at, one in enumerate(found)
        ]

    async def outcome(self, edits: Sequence[Edit], target: Span) -> Outcome:
        """Return what becomes of the output when these edits are made."""
        changed = [edit for edit in edits if edit.start < target[1]] or list(edits)
        start, end = self._window(edits)
        after = _shifted(end, edits)
        text = apply_edits(self.sample.output, edits)[start:after]
        found = [
            claim
            for claim in output_claims(text, question=self.sample.input)
            if claim.start is not None and claim.end is not None
        ]
        touched = _touched(found, changed, edits, start)
        near = _near(found, touched, changed[0].start - start)
        sample = Sample(text, self.sample.context, self.sample.input)
        verdicts = await self._verdicts(sample, [found[at] for at in near])
        by_place = dict(zip(near, verdicts, strict=True))
        bad = Counter(found[at].text for at in near if by_place[at].hallucinated)
        known = Counter(c.text for c in self.claims if c.verdict.hallucinated)
        known -= Counter(self._texts(target))
        texts = Counter(claim.text.casefold() for claim in found)
        supported = [
            by_place[at].label == "supported" and texts[found[at].text.casefold()] == 1
            for at in touched
        ]
        return Outcome(bool(supported) and all(supported), bad <= known)

    def bad(self, span: Span) -> bool:
        """Tell whether this judge finds anything wrong in a span of the output."""
        return any(c.verdict.hallucinated for c in self._overlapping(span))

    def _texts(self, span: Span) -> list[str]:
        return [claim.text for claim in self._overlapping(span)]

    def _overlapping(self, span: Span) -> list[Claim]:
        return [
            claim
            for claim in self.claims
            if claim.start is not None
            and claim.end is not None
            and claim.start < span[1]
            and claim.end > span[0]
        ]

    def _window(self, edits: Sequence[Edit]) -> Span:
        output = self.sample.output
        if len(output) <= WHOLE:
            return 0, len(output)
        first = max(0, min(edit.start for edit in edits) - AROUND)
        last = min(len(output), max(edit.end for edit in edits) + AROUND)
        cut = output.find(" ", first) if first else 0
        return (first if cut < 0 else cut), last

    async def _verdicts(self, sample: Sample, claims: Sequence[Claim]) -> list[Verdict]:
        if not claims:
            return []
        decision = await self.judge.decide(sample, dict(enumerate(claims)))
        return [decision.verdicts.get(at, Verdict()) for at in range(len(claims))]


def _shifted(offset: int, edits: Sequence[Edit]) -> int:
    """Return where a place behind edits lies once they are made."""
    return offset + sum(
        len(edit.text) - (edit.end - edit.start) for edit in edits if edit.end <= offset
    )


def _touched(
    found: Sequence[Claim], changed: Sequence[Edit], edits: Sequence[Edit], start: int
) -> list[int]:
    """Return the claims that hold something of what was put in, or closed a gap."""
    places = []
    for edit in changed:
        at = _shifted(edit.start, [e for e in edits if e.start < edit.start]) - start
        places.append((at, at + len(edit.text)))
    return [
        number
        for number, claim in enumerate(found)
        if any(
            (claim.start or 0) <= last and (claim.end or 0) >= first
            for first, last in places
        )
    ]


def _near(found: Sequence[Claim], touched: Sequence[int], at: int) -> list[int]:
    """Return the claims to judge: those touched, and some before and after."""
    if touched:
        first, last = touched[0], touched[-1]
    else:
        first = last = sum((claim.start or 0) < at for claim in found)
    return list(range(max(0, first - BEFORE), min(len(found), last + AFTER + 1)))
