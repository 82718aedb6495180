"""What is known of a model before it is asked: prices, room, how it counts tokens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

LETTERS_A_TOKEN = 4
"""Characters of English that a token takes on average."""


def roughly_counted(text: str) -> int:
    """Return about how many tokens a text takes, where no model's own way is known."""
    return len(text) // LETTERS_A_TOKEN


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What is known of a model before it is asked.

    Attributes:
        count: How it counts tokens.
        room: Tokens of context that fit into one request.
        cost_in: US dollars for a token sent; None when unknown.
        cost_out: US dollars for a token received; None when unknown.
        call_s: Seconds that a call took lately; None when nothing was measured.
    """

    count: Callable[[str], int] = roughly_counted
    room: int = 6_000
    cost_in: float | None = None
    cost_out: float | None = None
    call_s: float | None = None
