"""What the spans of one kind of instrumentation say: GenAI, OpenInference, OpenLLMetry.

Source: OpenTelemetry semantic conventions for generative AI (messages as attributes,
and as events before that); OpenInference; OpenLLMetry's numbered attributes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dashboard.live_calls import documents
from dashboard.scoring.messages import mappings, role_of, text_of
from dashboard.traces_spans import Span, listed

Message = Mapping[str, Any]
NO_ANSWER = ("tool", "retriever", "embedding", "reranker", "guardrail", "evaluator")
"""Kinds of spans whose output no model said."""
DOCUMENT_LISTS = ("reranker.output_documents", "retrieval.documents")
"""Reranked documents first: they are what was passed on."""


def kind_of(span: Span) -> str:
    """Return what a span is: ``llm``, ``tool``, ``retriever`` … or blank."""
    said = span.attributes.get("openinference.span.kind") or span.attributes.get(
        "traceloop.span.kind"
    )
    if isinstance(said, str):
        return said.lower()
    operation = span.attributes.get("gen_ai.operation.name")
    if operation == "execute_tool":
        return "tool"
    return "llm" if operation in ("chat", "text_completion", None) else str(operation)


def asked(span: Span) -> list[Message]:
    """Return the messages that were sent to a model, in order."""
    return (
        _instructions(span)
        + (
            _written(span, "gen_ai.input.messages")
            or _event_messages(span)
            or _open_inference(span, "llm.input_messages")
            or _numbered(span, "gen_ai.prompt")
        )
    )  # fmt: skip


def answered(span: Span) -> str:
    """Return the text that a model answered; blank when it only called tools."""
    messages = (
        _written(span, "gen_ai.output.messages")
        or _choices(span)
        or _open_inference(span, "llm.output_messages")
        or _numbered(span, "gen_ai.completion")
    )
    return "\n\n".join(text for m in messages if (text := text_of(m)).strip())


def retrieved(span: Span) -> list[str]:
    """Return the documents that a span retrieved, in order."""
    for name in DOCUMENT_LISTS:
        found = [
            document["document.content"]
            for document in listed(span.attributes, name)
            if isinstance(document.get("document.content"), str)
        ]
        if found:
            return found
    written = _json(span.attributes.get("gen_ai.retrieval.documents"))
    return [_text(item) for item in documents(written)] if written else []


def tool_result(span: Span) -> str | None:
    """Return what a tool answered, written readably; None of another's span."""
    if kind_of(span) != "tool":
        return None
    values = span.attributes
    for name in ("gen_ai.tool.call.result", "output.value", "traceloop.entity.output"):
        if values.get(name) is not None:
            tool = values.get("gen_ai.tool.name") or values.get("tool.name")
            return f"Result of {tool or span.name}:\n{_text(_json(values[name]))}"
    return None


def tool_messages(messages: list[Message]) -> list[str]:
    """Return what tools answered among the messages of a request."""
    found = []
    for message in messages:
        for part in mappings(message.get("parts")):
            if part.get("type") == "tool_call_response":
                answer = part.get("response", part.get("result", part.get("content")))
                found.append(f"Result of a tool:\n{_text(answer)}")
        if role_of(message) == "tool" and (text := text_of(message)).strip():
            found.append(f"Result of {message.get('name') or 'a tool'}:\n{text}")
    return found


def plain_value(span: Span, side: str) -> Any:
    """Return ``input.value`` or ``output.value``, read where it is JSON."""
    value = span.attributes.get(f"{side}.value")
    if value is None:
        value = span.attributes.get(f"traceloop.entity.{side}")
    return _json(value)


def _instructions(span: Span) -> list[Message]:
    parts = _json(span.attributes.get("gen_ai.system_instructions"))
    return [{"role": "system", "parts": parts}] if isinstance(parts, list) else []


def _written(span: Span, name: str) -> list[Message]:
    places = [span.attributes, *(attributes for _, attributes in span.events)]
    return next((m for p in places if (m := mappings(_json(p.get(name))))), [])


def _event_messages(span: Span) -> list[Message]:
    messages: list[Message] = []
    for name, attributes in span.events:
        role = name.removeprefix("gen_ai.").removesuffix(".message")
        if name == f"gen_ai.{role}.message":
            messages.append({"role": role, **attributes})
        elif name == "gen_ai.content.prompt":
            messages.extend(mappings(_json(attributes.get("gen_ai.prompt"))))
    return messages


def _choices(span: Span) -> list[Message]:
    messages: list[Message] = []
    for name, attributes in span.events:
        if name == "gen_ai.choice":
            message = _json(attributes.get("message", attributes.get("content")))
            messages.extend(mappings([message]) or [{"content": message}])
        elif name == "gen_ai.content.completion":
            messages.extend(mappings(_json(attributes.get("gen_ai.completion"))))
    return messages


def _open_inference(span: Span, prefix: str) -> list[Message]:
    messages: list[Message] = []
    for message in listed(span.attributes, prefix):
        parts = [
            {"type": "text", "text": part["message_content.text"]}
            for part in listed(message, "message.contents")
            if "message_content.text" in part
        ]
        messages.append(
            {
                "role": message.get("message.role"),
                "content": message.get("message.content") or parts,
                "name": message.get("message.name"),
            }
        )
    return messages


def _numbered(span: Span, prefix: str) -> list[Message]:
    return list(listed(span.attributes, prefix))


def _json(value: object) -> Any:
    """Return what a text says in JSON, the text itself when it is not an object."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)
