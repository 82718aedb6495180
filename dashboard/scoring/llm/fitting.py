"""Asks about a context that may be longer than the model takes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from dashboard.scoring.errors import JudgeFailed
from dashboard.scoring.llm.asking import Answer, Asker, TooLong
from dashboard.scoring.llm.passages import Shown
from dashboard.scoring.llm.prompts import Prompt
from dashboard.scoring.types import Call

T = TypeVar("T")

ShowContext = Callable[[Sequence[str]], Awaitable[Shown]]
"""From what is asked about to what is shown of the context."""


@dataclass(frozen=True, slots=True)
class Fitted(Generic[T]):
    """An answer, and the part of the context that it was given from, 0 to 1."""

    answer: Answer[T]
    context_seen: float


async def ask_what_fits(
    asker: Asker,
    show: ShowContext,
    queries: Sequence[str],
    prompt: Callable[[str], Prompt],
    ask: Callable[[Prompt], Awaitable[Answer[T]]],
) -> Fitted[T]:
    """Return the answer, with less of the context shown if the model finds it too long.

    Raises:
        JudgeFailed: If nothing fits, or no readable reply came.
    """
    earlier: tuple[Call, ...] = ()
    while True:
        part = asker.known.room_part
        shown = await show(queries)
        try:
            answer = await ask(prompt(shown.text))
        except TooLong as failure:
            earlier += failure.calls
            if not asker.known.make_room(part):
                raise JudgeFailed(str(failure), earlier) from failure
        else:
            calls = (*earlier, *answer.calls)
            return Fitted(replace(answer, calls=calls), shown.seen)
