"""Which runs are meant, as the query of an address, and back."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from urllib.parse import parse_qs, urlencode

from storage.values import RunFilter

Address = dict[str, str | list[str]]
PACKED = "open"
LONGEST = 18
"""Digits of a number in an address; longer ones fit no column."""


def address_of(filter: RunFilter) -> Address:
    """Return the query of the address of Runs, or Analysis, that means these runs.

    ``run_ids`` have no place in an address: a claim or an item of a context has.
    """
    found: Address = {
        "q": filter.text,
        "label": list(filter.labels),
        "band": list(filter.bands),
        "status": list(filter.statuses),
        "kind": list(filter.kinds),
        "judge": list(filter.judges),
        "tag": list(filter.tags),
        "prompt": list(filter.prompt_versions),
        "meta": [f"{name}={value}" for name, value in filter.metadata],
        "batch": "" if filter.batch is None else str(filter.batch),
        "sample": "" if filter.sample is None else str(filter.sample),
        "since": filter.since.date().isoformat() if filter.since else "",
        "until": (filter.until - timedelta(days=1)).date().isoformat()
        if filter.until
        else "",
        "share": _range(filter.share_from, filter.share_to),
        "output_chars": _range(*(filter.output_chars or (None, None))),
        "context_chars": _range(*(filter.context_chars or (None, None))),
    }
    for name in ("flagged", "suspicious", "reviewed"):
        wanted = getattr(filter, name)
        found[name] = "" if wanted is None else "yes" if wanted else "no"
    return {key: value for key, value in found.items() if value}


def packed(filter: RunFilter) -> dict[str, str]:
    """Return the same address in one value, for a page whose widgets hold the others.

    Streamlit lets nobody set what of an address a widget on the page is bound to.
    """
    return {PACKED: urlencode(flat(address_of(filter)))}


def unpacked(text: str) -> dict[str, list[str]]:
    """Return the query that ``packed`` put into one value, by name."""
    return parse_qs(text)


def shares_in(text: str) -> tuple[float | None, float | None]:
    """Return the least and the greatest share that ``0.25..0.3`` names.

    What is no range of shares restricts nothing.
    """
    ends = text.split("..")
    if len(ends) != 2:
        return None, None
    low, high = (_share(end) for end in ends)
    if any(end and share is None for end, share in zip(ends, (low, high), strict=True)):
        return None, None
    return low, high


def lengths_in(text: str) -> tuple[int, int | None] | None:
    """Return the range of lengths that ``50..100`` names; None for no range."""
    ends = text.split("..")
    if len(ends) != 2 or (low := number_in(ends[0])) is None:
        return None
    return low, number_in(ends[1])


def metadata_in(texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the names and values that texts such as ``model=gpt`` hold."""
    pairs = [text.partition("=") for text in texts]
    return tuple((name, value) for name, equals, value in pairs if equals)


def number_in(text: str) -> int | None:
    """Return a whole number; None for anything else."""
    digits = text.isascii() and text.isdigit() and len(text) <= LONGEST
    return int(text) if digits else None


def day_in(text: str) -> date | None:
    """Return the day that a text such as ``2026-01-31`` names; None for none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def flat(address: Mapping[str, str | list[str]]) -> list[tuple[str, str]]:
    """Return the query as pairs, one for each value."""
    return [
        (key, value)
        for key, values in address.items()
        for value in ([values] if isinstance(values, str) else values)
    ]


def _range(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return ""
    return "..".join("" if end is None else repr(end) for end in (low, high))


def _share(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and 0 <= value <= 2 else None
