"""Prompts and replies of a report, word for word and folded."""

from __future__ import annotations

import json

from dashboard import display
from dashboard.foreign import Html, tag
from storage.values import RunDetails, StoredCall


def calls(run: RunDetails) -> Html:
    """Return every request to a model and its reply; nothing when there was none."""
    if not run.calls:
        return Html()
    folded = [_call(number, call) for number, call in enumerate(run.calls, 1)]
    return tag("section", tag("h2", "Prompts and replies"), *folded)


def _call(number: int, call: StoredCall) -> Html:
    step = display.STEPS.get(call.step, call.step)
    told = [f"{number}. {step}", f"try {call.attempt}", call.model, _spent(call)]
    messages = [
        part
        for message in call.messages
        for part in (
            tag("h3", message.get("role", "message")),
            _block(message.get("content", "")),
        )
    ]
    reply = _block(call.reply) if call.reply is not None else _none()
    wrong = [tag("p", call.error, class_="notice", dir="auto")] if call.error else []
    return tag(
        "details",
        tag("summary", " · ".join(told)),
        *wrong,
        *messages,
        tag("h3", "Reply"),
        reply,
        tag("h3", "Parameters"),
        _block(json.dumps(dict(call.parameters), ensure_ascii=False, indent=1)),
        class_="call",
    )


def _block(text: str) -> Html:
    """Return a text as it is; a browser drops a line break that comes first."""
    return tag("pre", Html("\n"), text, dir="auto")


def _spent(call: StoredCall) -> str:
    if call.cached:
        return "kept from before"
    tokens = display.tokens(call.tokens_in, call.tokens_out)
    took = display.duration(call.duration_s)
    return f"{tokens} tokens · {display.cost(call.cost)} · {took}"


def _none() -> Html:
    return tag("p", "No reply came.", class_="quiet")
