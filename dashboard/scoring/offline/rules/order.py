"""Order of events: before, after, then, followed by, held against dates and text."""

from __future__ import annotations

import re
from typing import NamedTuple

from dashboard.scoring.offline.comparison import Comparison
from dashboard.scoring.offline.date import DateReading
from dashboard.scoring.offline.date_agreement import precedes
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.index import Candidate
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.tokens import Token

_ORDER = re.compile(
    r"\b(?P<before>before|prior to|earlier than|followed by|and then|, then|ahead of|"
    r"bevor|vor|antes de|antes que|avant|prima di)\b"
    r"|\b(?P<after>after|later than|following|nachdem|nach|después de|après|dopo)\b",
    re.IGNORECASE,
)
_MARKS_IN_TEXT = re.compile(
    r"\b(?P<before>before|then|followed by|later|afterwards|next|finally)\b"
    r"|\b(?P<after>after|following|preceded by)\b",
    re.IGNORECASE,
)


class Event(NamedTuple):
    """One side of a claim about order, where it stands, and when it was."""

    candidate: Candidate
    place: int
    date: DateReading | None


def order_rule(comparison: Comparison) -> Finding | None:
    """Find two events that the context has in the other order."""
    claim = comparison.claim
    match = _ORDER.search(claim.text)
    if not match or match.start() < 3:
        return None
    cut = claim.token_at(match.start())
    rest = claim.token_at(match.end())
    first, second = claim.tokens[:cut], claim.tokens[rest:]
    if any(date.start >= match.end() for date in claim.dates):
        return None
    events = [
        _event(comparison, side, other)
        for side, other in ((first, second), (second, first))
    ]
    one, other = events
    if one is None or other is None:
        return None
    earlier = _is_earlier(one, other)
    if earlier is None:
        return None
    said = match["before"] is not None
    evidence = tuple(dict.fromkeys((one.candidate, other.candidate)))
    if earlier != said:
        return Finding("contradicted", "order", "order", 0.75, "order", {}, evidence)
    return None


def _event(
    comparison: Comparison, side: tuple[Token, ...], other: tuple[Token, ...]
) -> Event | None:
    """Return where the words stand that this side has and the other lacks."""
    elsewhere = {token.base for token in other}
    own = [
        token for token in side if token.kind != "stop" and token.base not in elsewhere
    ]
    if not own:
        return None
    best: tuple[int, Event] | None = None
    for candidate in comparison.candidates[:6]:
        reading = candidate.reading
        places = [_place(token, reading) for token in own]
        numbers = [
            p for p, token in zip(places, own, strict=True) if token.kind == "number"
        ]
        found = [place for place in places if place is not None]
        if not found or None in numbers:
            continue
        date = reading.dates[0].readings[0] if len(reading.dates) == 1 else None
        event = Event(candidate, found[0], date)
        if best is None or len(found) > best[0]:
            best = (len(found), event)
    return None if best is None else best[1]


def _place(token: Token, reading: Reading) -> int | None:
    for key in token.own:
        if key in reading.places:
            return reading.places[key][0]
    return None


def _is_earlier(one: Event, other: Event) -> bool | None:
    if one.candidate.place == other.candidate.place:
        return _by_text(one, other)
    if one.date is None or other.date is None:
        return None
    return precedes(one.date, other.date)


def _by_text(one: Event, other: Event) -> bool | None:
    """Return the order that a passage tells, when a word between both says so."""
    reading = one.candidate.reading
    first, last = sorted((one.place, other.place))
    if first == last:
        return None
    between = reading.text[reading.tokens[first].end : reading.tokens[last].start]
    marks = {mark["before"] is not None for mark in _MARKS_IN_TEXT.finditer(between)}
    if len(marks) != 1:
        return None
    in_order = marks.pop()
    return (one.place < other.place) == in_order
