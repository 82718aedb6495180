"""The values that stand for a quantity in a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from dashboard.scoring.offline.units import Unit

Modifier = Literal[
    "", "about", "under", "over", "at_least", "less", "at_most", "exactly"
]


class Reading(NamedTuple):
    """One thing that a quantity may mean, in SI; low and high differ in a range."""

    dimension: str
    low: float
    high: float
    step: float
    unit: Unit


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity and where it stands.

    Attributes:
        start: Offset of its first character, currency included.
        end: One past its last character, unit included.
        readings: What it may mean, likeliest first.
        modifier: What a word beside it says: about, over, at most, exactly, ...
        number_end: One past the last character of the number alone.
        soft: Whether it is said in passing ("a year"), so that lacking it is nothing.
        in_words: Whether it is spelled out.
    """

    start: int
    end: int
    readings: tuple[Reading, ...]
    modifier: Modifier = ""
    number_end: int = 0
    soft: bool = False
    in_words: bool = False

    @property
    def dimension(self) -> str:
        """What it most likely measures; ``count`` when no unit is written."""
        return self.readings[0].dimension

    @property
    def bare(self) -> bool:
        """Whether no unit is written."""
        return self.dimension == "count"


def plain_reading(dimension: str, value: float) -> Reading:
    """Return the reading of a value that needs no conversion."""
    return Reading(dimension, value, value, 1.0, Unit(dimension, 1.0))
