"""Finds what tools answered in messages of every common shape."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from dashboard.scoring.messages import mappings, plain, read_messages, role_of

DONE = ("result", "output-available")
"""States of a tool call, in agent messages, in which its answer is there."""


@dataclass(frozen=True, slots=True)
class FoundResult:
    """What one tool answered.

    Attributes:
        tool_name: Blank when the messages do not say.
        tool_call_id: Blank when there is none.
        args: What the model asked the tool with; empty when unknown.
        result: What came back: text or JSON, also None.
        is_error: Whether the tool reported a failure.
    """

    tool_name: str
    tool_call_id: str = ""
    args: Any = field(default_factory=dict)
    result: Any = None
    is_error: bool = False

    def __str__(self) -> str:
        """Return tool and result; never the arguments, which a model made up."""
        result = self.result
        if not isinstance(result, str):
            result = json.dumps(result, ensure_ascii=False, indent=2, default=str)
        what = "Error" if self.is_error else "Result"
        return f"{what} of {self.tool_name or 'a tool'}:\n{result}"


def find_tool_results(messages: object) -> list[FoundResult]:
    """Return the tool results of messages, in order, over all messages of any role.

    A text has none. Calls that were not answered, or failed before they ran, have no
    result; a null result and one that the tool marked as an error are results.

    Raises:
        InvalidSample: If it is neither a list nor an object nor a text.
    """
    read = read_messages(messages)
    asked = {call.tool_call_id: call for message in read for call in _calls(message)}
    found: list[FoundResult] = []
    for message in read:
        found.extend(_invocations(message))
        found.extend(_answers(message, asked))
    return found


def _invocations(message: Mapping[str, Any]) -> Iterator[FoundResult]:
    """Yield results of the published agent messages, both places merged by call id.

    What stands in the parts wins; calls that only the older place has come before the
    next one that both have.
    """
    content = message.get("content")
    holder = content if isinstance(content, Mapping) else message
    parts = [part for part in map(_invocation, mappings(holder.get("parts"))) if part]
    older = mappings(holder.get("toolInvocations"))
    places = {part.get("toolCallId") or object(): at for at, part in enumerate(parts)}
    before: dict[int, list[Mapping[str, Any]]] = {}
    waiting: list[Mapping[str, Any]] = []
    for call in older:
        at = places.get(call.get("toolCallId"))
        if at is None:
            waiting.append(call)
        else:
            before.setdefault(at, []).extend(waiting)
            waiting = []
    merged = [
        call for at, part in enumerate(parts) for call in (*before.get(at, ()), part)
    ]
    for call in (*merged, *waiting):
        if call.get("state") in DONE and "result" in call:
            yield FoundResult(
                str(call.get("toolName") or ""),
                str(call.get("toolCallId") or ""),
                call.get("args") if call.get("args") is not None else {},
                call["result"],
                bool(call.get("isError")),
            )


def _invocation(read: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the tool call that a part of an agent message is, if it is one."""
    kind = str(read.get("type", ""))
    if kind == "tool-invocation":
        inner = plain(read.get("toolInvocation"))
        return inner if isinstance(inner, Mapping) else None
    if not kind.startswith(("tool-", "dynamic-tool")) or "state" not in read:
        return None
    call = {
        key: read[key] for key in ("toolCallId", "toolName", "state") if key in read
    }
    call.setdefault("toolName", kind.removeprefix("tool-"))
    call["args"] = read.get("input")
    return call | ({"result": read["output"]} if "output" in read else {})


def _calls(message: Mapping[str, Any]) -> Iterator[FoundResult]:
    """Yield what a model asked tools, without their answers."""
    for call in mappings(message.get("tool_calls")):
        (asked,) = mappings([call.get("function")]) or [call]
        args = asked.get("arguments", asked.get("args"))
        yield FoundResult(str(asked.get("name")), str(call.get("id")), _json(args))
    if message.get("type") == "function_call":
        yield FoundResult(
            str(message.get("name")),
            str(message.get("call_id")),
            _json(message.get("arguments")),
        )
    for part in mappings(message.get("content")):
        if part.get("type") in ("tool_use", "tool-call"):
            yield FoundResult(
                str(part.get("name", part.get("toolName", ""))),
                str(part.get("id", part.get("toolCallId", ""))),
                part.get("input", part.get("args")),
            )


def _answers(
    message: Mapping[str, Any], asked: Mapping[str, FoundResult]
) -> Iterator[FoundResult]:
    """Yield results of OpenAI, Anthropic and LangChain messages and of AI SDK parts."""
    blocks = [
        part
        for part in mappings(message.get("content"))
        if part.get("type") in ("tool_result", "tool-result")
    ]
    if message.get("type") == "function_call_output":
        id = str(message.get("call_id", ""))
        yield _answer(asked, id, "", message.get("output"))
    elif role_of(message) in ("tool", "function") and not blocks:
        id = str(message.get("tool_call_id") or "")
        name = str(message.get("name") or "")
        failed = message.get("status") == "error"
        yield _answer(asked, id, name, message.get("content"), is_error=failed)
    for block in blocks:
        id = str(block.get("tool_use_id", block.get("toolCallId", "")))
        content = block.get("content", block.get("output", block.get("result")))
        failed = bool(block.get("is_error", block.get("isError")))
        yield _answer(
            asked, id, str(block.get("toolName") or ""), content, is_error=failed
        )


def _answer(
    asked: Mapping[str, FoundResult],
    id: str,
    name: str,
    content: object,
    *,
    is_error: bool = False,
) -> FoundResult:
    call = asked.get(id)
    return FoundResult(
        name or (call.tool_name if call else ""),
        id,
        call.args if call and call.args is not None else {},
        _content(content),
        is_error,
    )


def _content(content: object) -> Any:
    """Return a result without the wrapping of text blocks and typed values."""
    read = plain(content)
    if isinstance(read, Mapping) and set(read) == {"type", "value"}:
        return read["value"]
    texts = [b["text"] for b in mappings(read) if isinstance(b.get("text"), str)]
    return "\n".join(texts) if texts and len(texts) == len(read) else read


def _json(written: object) -> Any:
    """Return arguments as they were meant; as they are written when that is no JSON."""
    if not isinstance(written, str):
        return written
    try:
        return json.loads(written)
    except ValueError:
        return written
