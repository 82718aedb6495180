"""The values that stand for a date in a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class DateReading(NamedTuple):
    """One thing that a date may mean; parts that it does not say are None.

    Years and months are spans: a decade, a century, a quarter, a season.
    """

    years: tuple[int, int] | None = None
    months: tuple[int, int] | None = None
    day: int | None = None
    weekday: int | None = None
    minute: int | None = None


@dataclass(frozen=True, slots=True)
class Date:
    """A date or a time of day, and where it stands.

    Attributes:
        start: Offset of its first character.
        end: One past its last character.
        readings: What it may mean; 03/05/2019 has two.
        weak: Whether it may just as well be a plain number.
        about: Whether it is said to be approximate.
    """

    start: int
    end: int
    readings: tuple[DateReading, ...]
    weak: bool = False
    about: bool = False
