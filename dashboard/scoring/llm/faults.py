"""What can go wrong with one request, and how often and when it is sent again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception
from tenacity.wait import wait_random_exponential

Kind = Literal[
    "busy",
    "server",
    "dropped",
    "down",
    "timeout",
    "unreadable",
    "format",
    "temperature",
    "too_long",
    "rejected",
    "refused",
]
"""``rejected`` is this request alone, ``refused`` is every request as things are."""

TRIES: dict[Kind, int] = {
    "busy": 8,
    "server": 6,
    "dropped": 6,
    "down": 3,
    "timeout": 4,
    "unreadable": 5,
}
"""Failures of a kind after which a request is given up; others are given up at once."""
MOST_TRIES = 10
"""Failures of any kind after which a request is given up."""
LONGEST_WAIT_S = 60.0
"""A server that asks for a longer pause than this is not waited for."""


class Fault(Exception):  # noqa: N818  reads as a fact
    """A request went wrong; the message says what came back, without any key."""

    def __init__(
        self,
        kind: Kind,
        message: str,
        retry_after_s: float | None = None,
        *,
        final: bool = False,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.retry_after_s = retry_after_s
        self.final = final

    @property
    def worth_a_retry(self) -> bool:
        """Whether the same request may succeed later."""
        if self.final or self.kind not in TRIES:
            return False
        return (self.retry_after_s or 0) <= LONGEST_WAIT_S

    def again(self) -> Fault:
        """Return it for another request, which is not sent at all."""
        return Fault(self.kind, str(self), final=True)


@dataclass(slots=True)
class _Patience:
    """Counts what went wrong with one request."""

    backoff_s: float
    seen: Counter[Kind] = field(default_factory=Counter)

    def ends(self, state: RetryCallState) -> bool:
        fault = _fault(state)
        self.seen[fault.kind] += 1
        return (
            self.seen[fault.kind] >= TRIES[fault.kind]
            or self.seen.total() >= MOST_TRIES
        )

    def pause_s(self, state: RetryCallState) -> float:
        """Return Retry-After where the server named one, with a little jitter on top.

        An unreadable reply is no sign of load, so the request is repeated at once.
        """
        fault = _fault(state)
        if fault.kind == "unreadable":
            return 0.0
        if fault.retry_after_s is not None:
            return fault.retry_after_s + self._jitter(state, self.backoff_s / 5)
        return self._jitter(state, self.backoff_s)

    def _jitter(self, state: RetryCallState, most_s: float) -> float:
        wait = wait_random_exponential(multiplier=most_s, max=LONGEST_WAIT_S / 4)
        return float(wait(state))


def retrying(backoff_s: float) -> AsyncRetrying:
    """Return tenacity's loop with our patience; the last fault is raised as it is.

    ``backoff_s`` is the longest first pause; it doubles with each failure.
    """
    patience = _Patience(backoff_s)
    return AsyncRetrying(
        retry=retry_if_exception(lambda e: isinstance(e, Fault) and e.worth_a_retry),
        stop=patience.ends,
        wait=patience.pause_s,
        reraise=True,
    )


def _fault(state: RetryCallState) -> Fault:
    assert state.outcome is not None
    fault = state.outcome.exception()
    assert isinstance(fault, Fault)
    return fault
