"""Lets the claims of several runs go through a model together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock

Pairs = Sequence[tuple[str, str]]
Judged = list[list[float]]


@dataclass(slots=True, eq=False)
class _Asked:
    pairs: Pairs
    found: Judged | None = None


class Gathering:
    """Puts together what threads ask while the model is busy.

    The thread whose turn it is asks for all that wait; the others find their answers
    when their turn comes. Nobody waits for company: a lone thread asks at once.
    """

    def __init__(self, judge: Callable[[Pairs], Judged]) -> None:
        """Ask ``judge``, which is never called by two threads at a time."""
        self._judge = judge
        self._waiting: list[_Asked] = []
        self._list = Lock()
        self._turn = Lock()

    @property
    def waiting(self) -> int:
        """How many threads wait for the model to be free."""
        with self._list:
            return len(self._waiting)

    def judge(self, pairs: Pairs) -> Judged:
        """Return what the model says of each pair, in their order."""
        if not pairs:
            return []
        asked = _Asked(pairs)
        with self._list:
            self._waiting.append(asked)
        with self._turn:
            if asked.found is None:
                self._answer(asked)
        assert asked.found is not None
        return asked.found

    def _answer(self, asked: _Asked) -> None:
        with self._list:
            together, self._waiting = self._waiting, []
        if asked not in together:  # whoever took it along has failed
            together.append(asked)
        found = self._judge([pair for each in together for pair in each.pairs])
        start = 0
        for each in together:
            each.found = found[start : start + len(each.pairs)]
            start += len(each.pairs)
