"""Words, colours and number formats for scores, bands, labels and times."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal

from dashboard.scoring.formula import Band


@dataclass(frozen=True, slots=True)
class LabelLook:
    """How a label looks everywhere: never by colour alone.

    ``pattern`` is Plotly's name of a fill pattern, blank is plain; ``ink`` is for text
    on the colour.
    """

    sign: str
    colour: str
    pattern: str
    ink: str


LABELS: dict[str, LabelLook] = {
    "contradicted": LabelLook("✕", "#d6336c", "/", "#ffffff"),
    "unsupported": LabelLook("?", "#f08c00", ".", "#1d1300"),
    "unjudged": LabelLook("–", "#868e96", "x", "#000000"),
    "supported": LabelLook("✓", "#2b8a7e", "", "#ffffff"),
}
"""By label, worst first: the order in which claims are shown."""


@dataclass(frozen=True, slots=True)
class BandLook:
    """How a band is called and coloured; ``limits`` says where it lies."""

    word: str
    limits: str
    colour: str


BANDS: dict[Band, BandLook] = {
    "none": BandLook("No hallucination", "0", "#2b8a7e"),
    "low": BandLook("Low hallucination", "above 0, under 0.5", "#5c940d"),
    "mixed": BandLook("Mixed hallucination", "0.5 to under 0.7", "#f08c00"),
    "high": BandLook("High hallucination", "0.7 to under 0.9", "#e8590c"),
    "complete": BandLook("Complete hallucination", "0.9 to 1", "#d6336c"),
}

STATUSES: dict[str, str] = {
    "queued": "Waiting for the judge",
    "running": "Being judged",
    "scored": "Scored",
    "partial": "Scored in part",
    "no_claims": "No claims to judge",
    "no_context": "No context to check against",
    "failed": "Failed",
    "cancelled": "Cancelled",
}

STATUS_WORDS: dict[str, str] = {
    "queued": "Waiting",
    "running": "Running",
    "scored": "Scored",
    "partial": "In part",
    "no_claims": "No claims",
    "no_context": "No context",
    "failed": "Failed",
    "cancelled": "Cancelled",
}
"""Statuses where there is little room."""

KINDS: dict[str, str] = {
    "number": "Number",
    "date": "Date",
    "name": "Name",
    "place": "Place",
    "negation": "Negation",
    "quantity": "Quantity",
    "order": "Order",
    "missing": "Missing",
    "other": "Other",
}

STEPS: dict[str, str] = {
    "claims": "Claims",
    "verdicts": "Verdicts",
    "reason": "Reason",
    "correction": "Correction",
}
"""What a model was asked for in one request."""

LONGEST_TITLE = 70
"""Characters of an output that make the title of its run."""


def status_word(status: str) -> str:
    """Return a status as it stands in a sentence."""
    return STATUS_WORDS.get(status, status).lower()


def look_of(label: str) -> LabelLook:
    """Return how a label looks; one that is not known looks unjudged."""
    return LABELS.get(label, LABELS["unjudged"])


def badness(label: str) -> int:
    """Return a sort key that puts contradictions first."""
    known = tuple(LABELS)
    return known.index(label) if label in known else len(known)


def signed(label: str) -> str:
    """Return a label with its sign, as ``✕ contradicted``."""
    return f"{look_of(label).sign} {label}"


def score_text(score: float | None) -> str:
    """Return a score with two decimals, halves rounded up; a dash for none."""
    if score is None:
        return "–"
    return str(Decimal(str(score)).quantize(Decimal("0.01"), ROUND_HALF_UP))


def direction(scale: float) -> str:
    """Return the words that say which way a score is good."""
    return f"0 is best, {scale:g} is worst"


def share_text(share: float | None) -> str:
    """Return a share with two decimals, halves rounded up; a dash for none."""
    return score_text(share)


def share_exactly(share: float | None) -> str:
    """Return a share with all its digits, as it is stored; a dash for none."""
    return "–" if share is None else repr(share)


def percent(share: float | None) -> str:
    """Return a share as whole percent; a dash for none.

    Only nothing is 0 % and only everything is 100 %.
    """
    if share is None:
        return "–"
    if 0 < share < 0.01:
        return "<1 %"
    if 0.99 < share < 1:
        return ">99 %"
    return f"{Decimal(str(share * 100)).quantize(Decimal(1), ROUND_HALF_UP)} %"


def count(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: ``1 claim``, ``1,200 claims``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def duration(seconds: float | None) -> str:
    """Return a length of time as a person would say it; a dash for none."""
    if seconds is None:
        return "–"
    if seconds < 0.001:
        return "<1 ms"
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"


def ago(then: datetime, *, now: datetime) -> str:
    """Return how long before ``now`` something was, roughly."""
    seconds = (now - then).total_seconds()
    if seconds < 10:
        return "just now"
    for length, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= length:
            return f"{count(int(seconds // length), unit)} ago"
    return f"{count(int(seconds), 'second')} ago"


def moment(then: datetime | None) -> str:
    """Return a time to the second, with its zone; a dash for none."""
    if then is None:
        return "–"
    return then.strftime("%Y-%m-%d %H:%M:%S %Z").strip()


def cost(dollars: float | None) -> str:
    """Return US dollars; what is unknown is said to be, never shown as 0."""
    if dollars is None:
        return "unknown"
    return "$0" if dollars == 0 else f"${dollars:.4f}"


def tokens(tokens_in: int | None, tokens_out: int | None) -> str:
    """Return tokens sent and received; unknown unless both are known."""
    if tokens_in is None or tokens_out is None:
        return "unknown"
    return f"{tokens_in:,} in, {tokens_out:,} out"


def cut(text: str, longest: int) -> str:
    """Return text on one line, cut at a word with an ellipsis when too long."""
    line = " ".join(text[: longest * 4].split())
    if len(line) <= longest and len(text) <= longest * 4:
        return line
    at_word = line[:longest].rsplit(" ", 1)[0]
    head = at_word if longest // 2 < len(at_word) < longest else line[: longest - 1]
    return head.rstrip() + "…"


def run_title(output: str) -> str:
    """Return the first words of an output, to name its run by."""
    return cut(output, LONGEST_TITLE) or "Empty output"
