"""Scores what an application already says, without it noticing.

    @score_live("offline", rate=0.1)
    def answer(question, documents): ...

Calls return what they returned before, as fast as before; a share of them is stored and
scored by a process beside the application, and shows under Runs with source ``live``.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from dashboard.live_calls import Call, Reading, ask, heard_call
from dashboard.live_listening import listening
from dashboard.live_litellm import HallucinationCallback
from dashboard.live_outboxes import close, flush
from dashboard.live_queue import LiveCounts
from dashboard.live_recorder import LiveRecorder
from dashboard.live_sampling import current_trace
from dashboard.live_scorers import Scorer, published_context

__all__ = [
    "HallucinationCallback",
    "LiveCounts",
    "LiveRecorder",
    "close",
    "flush",
    "score_live",
]

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")


def score_live(
    scorer: Scorer = "offline",
    *,
    rate: float = 1.0,
    context: Any = None,
    input: Callable[..., Any] | None = None,
    output: Callable[..., Any] | None = None,
    store: str | Path | None = None,
    trace_id: Callable[..., str] | None = None,
    trace_url: str | None = None,
    name: str | None = None,
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator that scores what a function returns, or streams.

    The function may be a coroutine function, or a generator of texts. It behaves as
    before; what goes wrong with scoring never reaches it. Arguments are read when the
    call is over, so they should not be changed by then. ``function.live`` has its
    counts, and waits with ``flush()`` until everything is stored.

    Args:
        scorer: A judge's name, or a scorer made with one. A published scorer's
            ``get_context`` is asked when no ``context`` is given; there are no claims
            yet when it is.
        rate: The part of the calls that is scored, by a hash of the trace id: a higher
            rate chooses what a lower one chose, and every process chooses the same.
        context: The texts the answer must agree with, or a function of any of the
            call's arguments and ``result`` that returns them. Unless given, they are
            looked for under the usual names in result and arguments, then among tool
            results in messages.
        input: A function, as for context, that returns what was asked.
        output: A function, as for context, that returns the answer.
        store: A database's path or URL; the dashboard's own unless given.
        trace_id: A function of any of the call's arguments that returns the trace's
            id; unless given, OpenTelemetry's current trace, or else a new id.
        trace_url: Where a trace can be seen; ``{trace_id}`` stands for its id.
        name: What the runs are filed under; the function's name unless given.

    Raises:
        ValueError: If an argument has no meaning.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        recorder = LiveRecorder(
            scorer,
            name=name or f"live: {function.__qualname__}",
            rate=rate,
            store=store,
            trace_url=trace_url,
        )
        hook = context if context is not None else published_context(scorer)
        reading = Reading(input=input, output=output, context=hook)

        def record(args: Any, kwargs: Any, result: Any) -> None:
            try:
                call = Call(function, args, kwargs, result)
                trace = ask(trace_id, call.values()) if trace_id else current_trace()
                recorder.record(trace, functools.partial(heard_call, call, reading))
            except Exception:
                log.debug("a call was not recorded", exc_info=True)

        scored = listening(function, record)
        scored.live = recorder  # type: ignore[attr-defined]
        return scored

    return decorate
