"""What a model is to us: something that is sent messages and completes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Completion:
    """What came back from a model.

    Attributes:
        text: The reply; blank when there was none.
        cut_off: Whether it ended because it grew too long.
        declined: Whether the model or a filter refused to answer.
        tokens_in: None when the server did not say.
        tokens_out: None when the server did not say.
        cost: In US dollars; None when the model's price is not known.
    """

    text: str
    cut_off: bool = False
    declined: bool = False
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: float | None = None


class Model(Protocol):
    """Sends one request, once."""

    name: str

    async def get_ready(self) -> None:
        """Do what is needed before the first request; raises ``Fault`` like it."""

    async def complete(
        self, messages: Sequence[Mapping[str, str]], parameters: Mapping[str, Any]
    ) -> Completion:
        """Return the reply; raises ``Fault`` when none came."""
