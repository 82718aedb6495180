"""A number in a text, and the magnitude that may follow it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from dashboard.scoring.offline.number_words import MAGNITUDES


@dataclass(frozen=True, slots=True)
class Number:
    """A number and where it stands.

    Attributes:
        start: Offset of its first character.
        end: One past its last character.
        values: What it may mean, likeliest first (1.234 is two numbers).
        steps: For each value, the size of the last digit written.
        in_words: Whether it is spelled out.
    """

    start: int
    end: int
    values: tuple[float, ...]
    steps: tuple[float, ...]
    in_words: bool = False

    def scaled(self, factor: float, end: int) -> Number:
        """Return this number times ``factor``, reaching to ``end``."""
        return Number(
            self.start,
            end,
            tuple(value * factor for value in self.values),
            tuple(step * factor for step in self.steps),
            self.in_words,
        )


def with_magnitude(number: Number, text: str, language: str) -> Number:
    """Multiply with the magnitude that follows: 2 million, 5bn, 1.2万, 3 Lakh."""
    pattern, factors = _magnitudes(language)
    while match := pattern.match(text, number.end):
        word = match[1] or match[2]
        factor = factors.get(word) or factors.get(word.casefold())
        if factor is None:
            break
        number = number.scaled(factor, match.end())
    return number


@lru_cache(maxsize=64)
def _magnitudes(language: str) -> tuple[re.Pattern[str], dict[str, float]]:
    factors = {**MAGNITUDES["*"], **MAGNITUDES.get(language, {})}
    words = sorted(factors, key=len, reverse=True)
    latin = "|".join(re.escape(word) for word in words if word[0] < "一")
    others = "|".join(re.escape(word) for word in words if word[0] >= "一")
    pattern = rf"[\s\u00a0-]?({latin})(?![A-Za-zÀ-ɏ])|\s?({others})"
    return re.compile(pattern, re.IGNORECASE), factors
