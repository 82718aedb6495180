"""Scores the completions of an application that uses LiteLLM."""

from __future__ import annotations

import functools
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dashboard.live_calls import CONTEXT_NAMES, Heard, ask, documents, tool_texts
from dashboard.live_recorder import LiveRecorder
from dashboard.live_scorers import Scorer
from dashboard.scoring import Sample
from dashboard.scoring.llm import prompts
from dashboard.scoring.messages import (
    mappings,
    read_messages,
    read_output,
    role_of,
    text_of,
)

if TYPE_CHECKING:
    from litellm.integrations.custom_logger import CustomLogger

log = logging.getLogger(__name__)

REMEMBERED = 1_000
"""Calls remembered, because LiteLLM may tell of one twice."""
JUDGING = (prompts.CLAIMS, prompts.VERDICTS, prompts.FAST, prompts.REASON)
"""How requests of our own judges begin: those are no answers of the application."""


def HallucinationCallback(  # noqa: N802  used, and read, as a class
    scorer: Scorer = "offline",
    *,
    rate: float = 1.0,
    context: Callable[..., Any] | None = None,
    store: str | Path | None = None,
    trace_url: str | None = None,
    name: str = "live: LiteLLM",
) -> CustomLogger:
    """Return what goes into ``litellm.callbacks`` to have completions scored.

    The context of a completion is what its own request holds: documents in the
    metadata (``documents``, ``context``, …), tool results among the messages, and the
    system messages. A completion without any is left alone: nothing can be said of it.

    Args:
        scorer: A judge's name, or a scorer made with one.
        rate: The part of the traces that is scored, by a hash of the trace's id.
        context: A function of any of ``messages``, ``metadata`` and ``output`` that
            returns the texts an answer must agree with, instead.
        store: A database's path or URL; the dashboard's own unless given.
        trace_url: Where a trace can be seen; ``{trace_id}`` stands for its id.
        name: What the runs are filed under.

    Raises:
        ValueError: If an argument has no meaning.
    """
    from litellm.integrations.custom_logger import CustomLogger  # takes seconds

    recorder = LiveRecorder(
        scorer, name=name, rate=rate, store=store, trace_url=trace_url
    )
    heard = _Completions(recorder, context)

    class Callback(CustomLogger):
        live = recorder

        def __init__(self) -> None:
            super().__init__()
            # LiteLLM takes callbacks of one class for one unless such values differ
            self.filed_under = f"{name} in {store}"

        def log_success_event(
            self, kwargs: Any, response_obj: Any, *_: Any, **__: Any
        ) -> None:
            heard.record(kwargs, response_obj)

        async def async_log_success_event(
            self, kwargs: Any, response_obj: Any, *_: Any, **__: Any
        ) -> None:
            heard.record(kwargs, response_obj)

    return Callback()


class _Completions:
    """Records completions, each once."""

    def __init__(
        self, recorder: LiveRecorder, context: Callable[..., Any] | None
    ) -> None:
        self._recorder = recorder
        self._context = context
        self._told: OrderedDict[str, None] = OrderedDict()

    def record(self, kwargs: Mapping[str, Any], response: Any) -> None:
        """Record a completion; whatever is wrong with it, nothing is raised."""
        try:
            call_id = str(kwargs.get("litellm_call_id"))
            answered = getattr(response, "choices", None)
            if not answered or call_id in self._told:
                return
            self._told[call_id] = None
            if len(self._told) > REMEMBERED:
                self._told.popitem(last=False)
            metadata = _metadata(kwargs)
            trace = metadata.get("trace_id") or kwargs.get("litellm_trace_id")
            self._recorder.record(
                str(trace or call_id),
                functools.partial(
                    self._sample, kwargs.get("messages") or [], metadata, response
                ),
            )
        except Exception:
            log.debug("a completion was not recorded", exc_info=True)

    def _sample(
        self,
        messages: Any,
        metadata: Mapping[str, Any],
        response: Any,
        own: dict[str, Any],
    ) -> Heard | None:
        read = read_messages(messages)
        output = read_output(response)
        if not output.strip() or text_of(read[0]).startswith(JUDGING):
            return None
        if self._context is not None:
            values = {"messages": messages, "metadata": metadata, "output": output}
            context = documents(ask(self._context, values))
        else:
            context = _own_context(read, metadata)
        if not context:
            return None
        asked = [text_of(message) for message in read if role_of(message) == "user"]
        return Heard(
            Sample(
                output=output,
                context=context,
                input=asked[-1] if asked else None,
                metadata=own | {"model": getattr(response, "model", None)},
            )
        )


def _own_context(messages: Any, metadata: Mapping[str, Any]) -> list[Any]:
    named = [metadata[name] for name in CONTEXT_NAMES if metadata.get(name)]
    found = [text for value in named for text in documents(value)]
    found += tool_texts(messages)
    found += [
        text
        for message in messages
        if role_of(message) in ("system", "developer") and (text := text_of(message))
    ]
    return found


def _metadata(kwargs: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what the application gave as metadata, wherever LiteLLM keeps it."""
    places = [kwargs, *mappings([kwargs.get("litellm_params")])]
    merged: dict[str, Any] = {}
    for place in places:
        for given in mappings([place.get("metadata")]):
            merged.update(given)
    return merged
