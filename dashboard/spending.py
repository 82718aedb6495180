"""What the requests of a run took, in words: what is unknown is said to be."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard import display
from storage.values import RunDetails


def tokens_of(run: RunDetails) -> str:
    """Return the tokens of all requests; of those known where some are not."""
    if run.tokens_in is not None and run.tokens_out is not None:
        return display.tokens(run.tokens_in, run.tokens_out)
    sent = _known([call.tokens_in for call in run.calls])
    received = _known([call.tokens_out for call in run.calls])
    if sent is None or received is None:
        return display.tokens(None, None)
    return f"at least {display.tokens(int(sent), int(received))}"


def cost_of(run: RunDetails) -> str:
    """Return the cost of all requests; of those known where some are not."""
    known = _known([call.cost for call in run.calls])
    if run.cost is not None or not known:
        return display.cost(run.cost)
    return f"at least {display.cost(known)}"


def _known(parts: Sequence[float | None]) -> float | None:
    known = [part for part in parts if part is not None]
    return sum(known) if known else None
