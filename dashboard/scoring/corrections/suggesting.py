"""Suggests for every bad claim the smallest edit that the context supports."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice

from dashboard.scoring.corrections.candidates import Candidate, replacements
from dashboard.scoring.corrections.checking import Checker
from dashboard.scoring.corrections.layout import Layout
from dashboard.scoring.corrections.passages import Source, sources
from dashboard.scoring.corrections.strikes import details, strikes
from dashboard.scoring.corrections.types import Correction, Edit, Span
from dashboard.scoring.evidence import find_quote
from dashboard.scoring.judge import Judge
from dashboard.scoring.offline.index import ContextIndex
from dashboard.scoring.offline.language import guess_language
from dashboard.scoring.types import Claim, Sample

MOST_TRIED = 24
"""Replacements of one claim that are judged before striking is thought of."""
MOST_COMBINED = 3
"""Of these and of the details to strike, how many are tried together."""


def suggest(
    output: str,
    context: Sequence[str],
    claims: Sequence[Claim],
    *,
    question: str | None = None,
    judge: Judge | None = None,
) -> list[Correction]:
    """Return at most one correction a bad claim, in the order of the claims.

    See ``asuggest``. Works where an event loop runs already, too.
    """
    work = asuggest(output, context, claims, question=question, judge=judge)
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(max_workers=1) as beside_the_loop:
        return beside_the_loop.submit(asyncio.run, work).result()


async def asuggest(
    output: str,
    context: Sequence[str],
    claims: Sequence[Claim],
    *,
    question: str | None = None,
    judge: Judge | None = None,
) -> list[Correction]:
    """Return at most one correction a bad claim, in the order of the claims.

    A wrong number, date, name, place or word is replaced by the context's own, in the
    output's format, if the corrected sentence then is judged to be supported; else the
    clause is struck, as little of it as will do. Claims of which neither can be done
    (they stand in JSON, or nowhere in the output) get none, and without a context no
    claim does: nothing could support a correction.

    Args:
        output: The text that is to be corrected; it is not changed.
        context: What it must agree with.
        claims: With the verdicts that count; those of label contradicted and
            unsupported are corrected.
        question: What was asked, if known.
        judge: Whatever judges again; a new offline judge if None.
    """
    bad = [at for at, claim in enumerate(claims) if claim.verdict.hallucinated]
    if not bad or not any(text.strip() for text in context):
        return []
    if judge is None:
        from dashboard.scoring.offline.judge import OfflineJudge

        judge = OfflineJudge()
    checker = Checker(Sample(output, list(context), question), judge)
    await checker.read()
    desk = _Desk(checker, ContextIndex(context))
    found = [await desk.correct(at, claims[at]) for at in bad]
    return [correction for correction in found if correction is not None]


class _Desk:
    """Corrects the claims of one output."""

    def __init__(self, checker: Checker, index: ContextIndex) -> None:
        self.checker = checker
        self.index = index
        self.output = checker.sample.output
        self.layout = Layout(self.output, checker.claims)
        self.language = guess_language(self.output)
        if self.language == "und":
            self.language = index.language

    async def correct(self, at: int, claim: Claim) -> Correction | None:
        """Return the correction of one claim; None where there is none."""
        own = self._own(claim)
        span = self._span(claim, own)
        if span is None:
            return None
        found = sources(claim, own, self.index)
        contradicted = claim.verdict.label == "contradicted" or (
            own is not None and own.verdict.label == "contradicted"
        )
        tried = replacements(
            self.output, span, claim, found, self.language, contradicted=contradicted
        )
        candidates = list(islice(tried, MOST_TRIED))
        if not self.checker.bad(span):
            said = (claim.verdict.evidence, *claim.verdict.more_evidence)
            candidates = [
                one
                for one in candidates
                if one.value and found[one.source].evidence in said
            ]
        left_out = details(self.output, span, claim, found)
        chosen = await self._first_good(candidates, span)
        if chosen is None:
            both = _with_details(candidates[:MOST_COMBINED], left_out[:MOST_COMBINED])
            chosen = await self._first_good(both, span)
        if chosen is None:
            return await self._struck(at, claim, span, found)
        evidence = (found[chosen.source].evidence,)
        return Correction(at, "replace", chosen.edits, chosen.why, evidence)

    async def _first_good(
        self, candidates: Iterable[Candidate], span: Span
    ) -> Candidate | None:
        for one in candidates:
            outcome = await self.checker.outcome(one.edits, span)
            if outcome.supported and outcome.harmless:
                return one
        return None

    async def _struck(
        self, at: int, claim: Claim, span: Span, found: list[Source]
    ) -> Correction | None:
        last: Correction | None = None
        place = self.layout.place(span)
        if place is None:
            return None
        for one in strikes(self.output, place, span, claim, found):
            outcome = await self.checker.outcome(one.edits, span)
            good = outcome.harmless and (outcome.supported or one.struck is not None)
            last = Correction(
                at, "strike", one.edits, one.why, checked=good, struck=one.struck
            )
            if good:
                return last
        return last

    def _own(self, claim: Claim) -> Claim | None:
        """Return the same claim as cut and judged here; None where there is none."""
        if claim.start is None or claim.end is None:
            return None
        start, end = claim.start, claim.end
        inside = [
            own
            for own in self.checker.claims
            if own.start is not None and own.start < end and (own.end or 0) > start
        ]
        if len(inside) < 2:
            return inside[0] if inside else None
        same = [own for own in inside if (own.start, own.end) == (start, end)]
        if same:
            return same[0]
        from rapidfuzz import fuzz  # here: only claims cut by a model need it

        return max(inside, key=lambda own: fuzz.token_sort_ratio(own.text, claim.text))

    def _span(self, claim: Claim, own: Claim | None) -> Span | None:
        """Return where in the output a claim is corrected."""
        if own is not None and own.start is not None and own.end is not None:
            return own.start, own.end
        if claim.start is not None and claim.end is not None:
            return (claim.start, claim.end) if claim.end > claim.start else None
        found = find_quote(claim.text, [self.output])
        return None if found is None else (found.start, found.end)


def _with_details(
    candidates: Sequence[Candidate], left_out: Sequence[Edit]
) -> Iterator[Candidate]:
    """Yield replacements that also leave out something else of their clause."""
    for one in candidates:
        for edit in left_out:
            if all(e.end <= edit.start or e.start >= edit.end for e in one.edits):
                yield replace(one, edits=tuple(sorted((*one.edits, edit))))
