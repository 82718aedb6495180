"""Reads parts of a round number: half a million, three quarters of a billion."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dashboard.scoring.offline.number import Number

_PARTS = {
    "half": 0.5,
    "quarter": 0.25,
    "three quarters": 0.75,
    "third": 1 / 3,
    "two thirds": 2 / 3,
}
_SIZES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_FRACTION = re.compile(
    r"\b(?:(?:an?|one)\s+)?(?P<part>half|quarter|three[\s-]quarters|third|"
    r"two[\s-]thirds)\s+(?:of\s+)?an?\s+(?P<size>hundred|thousand|million|billion)\b",
    re.IGNORECASE,
)
PRECISION = 0.1
"""How exactly a part is meant, as a share of the whole number."""


def fractions(text: str) -> Iterator[Number]:
    """Yield the parts of round numbers that a text spells out, in order."""
    for match in _FRACTION.finditer(text):
        part = _PARTS[re.sub(r"[\s-]+", " ", match["part"].lower())]
        size = _SIZES[match["size"].lower()]
        yield Number(
            match.start(), match.end(), (part * size,), (PRECISION * size,), True
        )
