"""Numbers and dates: each is held against the one that plays the same part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dashboard.scoring.offline.agreement import Agreement, agreement
from dashboard.scoring.offline.binding import (
    about_another,
    akin,
    bound_elsewhere,
    kind_of,
    small_word,
    told_apart,
    written,
)
from dashboard.scoring.offline.comparison import Comparison, weight
from dashboard.scoring.offline.date import Date
from dashboard.scoring.offline.date_agreement import date_agreement
from dashboard.scoring.offline.derived import date_follows, follows
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.index import Candidate
from dashboard.scoring.offline.quantity import Quantity
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.roles import same_part

FEW_PASSAGES = 6
"""Passages up to which all of a context is near."""
NEAR_ENOUGH = 0.6
"""Share of the best passage's score from which a passage is looked at for values."""
CLEARLY = 1.25
"""How much better a rival must fit than the number that agrees."""
SIDE_BY_SIDE = 6
"""Characters between the two ends of a span of time."""
RELATED = 0.3
"""Least likeness of parts from which a number that differs is a rival."""


class Match(NamedTuple):
    """A value of the context that a value of the claim may be about."""

    agreement: Agreement
    part: float
    candidate: Candidate
    value: Quantity | Date
    akin: bool


def quantity_rule(comparison: Comparison) -> Finding | None:
    """Find a number that the context gives differently, or not at all."""
    worst: Finding | None = None
    for quantity in comparison.claim.quantities:
        if any(
            quantity.start < date.end and quantity.end > date.start
            for date in comparison.claim.dates
            if not date.weak or _has_dates(comparison)
        ):
            continue
        found = _judged(comparison, quantity, list(_quantities(comparison, quantity)))
        if found is not None and follows(
            comparison.claim.text, quantity, list(near_candidates(comparison))
        ):
            continue
        worst = _worse(worst, found)
    return worst


def date_rule(comparison: Comparison) -> Finding | None:
    """Find a date that the context gives differently, or not at all."""
    worst: Finding | None = None
    for date in comparison.claim.dates:
        matches = list(_dates(comparison, date))
        if date.weak and not any(match.agreement != "apart" for match in matches):
            continue
        found = _judged(comparison, date, matches)
        if found is not None and date_follows(
            comparison.claim.text, date, list(near_candidates(comparison))
        ):
            continue
        worst = _worse(worst, found)
    return worst


def _worse(one: Finding | None, other: Finding | None) -> Finding | None:
    if one is None or other is None:
        return one or other
    return max((one, other), key=lambda f: (f.label == "contradicted", f.confidence))


def _has_dates(comparison: Comparison) -> bool:
    return any(one.reading.dates for one in comparison.joined)


def near_candidates(comparison: Comparison) -> Iterator[Candidate]:
    """Yield the passages that are looked at for values, nearest first."""
    if len(comparison.index.passages) <= FEW_PASSAGES:
        yield from comparison.candidates
        return
    least = NEAR_ENOUGH * max(one.score for one in comparison.candidates)
    joined = {one.place for one in comparison.joined}
    for one in comparison.candidates:
        if one.score >= least or one.place in joined:
            yield one


def _quantities(comparison: Comparison, mine: Quantity) -> Iterator[Match]:
    claim = comparison.claim
    at = claim.token_at(mine.start)
    for one in near_candidates(comparison):
        reading = one.reading
        for theirs in reading.quantities:
            found = agreement(mine, theirs)
            if found == "apart":
                continue
            if found in ("same", "fair"):
                if about_another(claim, reading):
                    continue
                if bound_elsewhere(claim, mine, reading, theirs):
                    found = "differs"
            place = reading.token_at(theirs.start)
            part = same_part(claim, at, reading, place) + _asked(comparison, one, place)
            same = akin(claim, mine, reading, theirs)
            yield Match(found, part + _whole(comparison, reading), one, theirs, same)


def _dates(comparison: Comparison, mine: Date) -> Iterator[Match]:
    claim = comparison.claim
    at = claim.token_at(mine.start)
    for one in near_candidates(comparison):
        for theirs in one.reading.dates:
            found = date_agreement(mine, theirs)
            if found == "apart":
                continue
            place = one.reading.token_at(theirs.start)
            part = same_part(claim, at, one.reading, place)
            part += _asked(comparison, one, place)
            yield Match(
                found, part + _whole(comparison, one.reading), one, theirs, True
            )


def _asked(comparison: Comparison, one: Candidate, place: int) -> float:
    """Return how well a value answers what was asked, when the claim is the answer."""
    question = comparison.question
    if question is None:
        return 0.0
    return same_part(question, len(question.tokens), one.reading, place)


def _whole(comparison: Comparison, reading: Reading) -> float:
    """Return how much of the claim the whole passage holds, 0 to 1."""
    claim = comparison.claim
    total = held = 0.0
    for index in comparison.held:
        token = claim.tokens[index]
        total += weight(token)
        if any(key in reading.places for key in token.own):
            held += weight(token)
    return held / total if total else 0.0


def _judged(
    comparison: Comparison, mine: Quantity | Date, matches: list[Match]
) -> Finding | None:
    agreeing = [match for match in matches if match.agreement in ("same", "fair")]
    rivals = [
        m
        for m in matches
        if m.agreement == "differs" and m.akin and not _said_too(comparison, m.value)
    ]
    best = max(agreeing, key=lambda match: match.part, default=None)
    rival = max(rivals, key=lambda match: match.part, default=None)
    if best is not None:
        if rival is None or rival.part <= CLEARLY * best.part + 0.1:
            return None
        if isinstance(mine, Quantity) and not _same_measure(mine, rival.value):
            return None
        if isinstance(mine, Date) and rival.candidate is best.candidate:
            between = sorted((rival.value.end, best.value.start))
            if (
                len(rival.candidate.reading.text[between[0] : between[1]])
                <= SIDE_BY_SIDE
            ):
                return None
        return _finding(comparison, mine, rival, 0.65)
    finer = max(
        (m for m in matches if m.agreement == "finer" and m.akin),
        key=lambda match: match.part,
        default=None,
    )
    if finer is not None and (rival is None or finer.part >= rival.part):
        return _finding(comparison, mine, finer, 0.6)
    if rival is not None and rival.part >= RELATED:
        return _finding(comparison, mine, rival, 0.85)
    if isinstance(mine, Quantity) and (
        mine.soft or mine.dimension == "ordinal" or small_word(mine)
    ):
        return None
    return _absent(comparison, mine)


def _said_too(comparison: Comparison, value: Quantity | Date) -> bool:
    """Tell whether the claim says this very number too, of something else."""
    return isinstance(value, Quantity) and any(
        other.dimension == value.dimension and agreement(other, value) == "same"
        for other in comparison.claim.quantities
    )


def _same_measure(mine: Quantity, theirs: Quantity | Date) -> bool:
    """Tell whether two numbers measure one thing, so that the nearer one is meant."""
    if mine.dimension == "ordinal":
        return False
    return isinstance(theirs, Quantity) and mine.dimension == theirs.dimension


def _finding(
    comparison: Comparison, mine: Quantity | Date, match: Match, confidence: float
) -> Finding:
    said, given = told_apart(
        comparison.claim, mine, match.candidate.reading, match.value
    )
    contradicted = match.agreement == "differs"
    return Finding(
        "contradicted" if contradicted else "unsupported",
        kind_of(mine),
        "date" if isinstance(mine, Date) else "quantity",
        confidence,
        "differs" if contradicted else "finer",
        {"mine": said, "theirs": given},
        (match.candidate,),
    )


def _absent(comparison: Comparison, mine: Quantity | Date) -> Finding:
    return Finding(
        "unsupported",
        kind_of(mine),
        "date" if isinstance(mine, Date) else "quantity",
        0.7,
        "absent",
        {"what": written(comparison.claim, mine)},
        (comparison.best,),
    )
