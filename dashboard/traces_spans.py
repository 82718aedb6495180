"""Reads spans from OTLP/JSON, and from what SDKs and Phoenix print, into one shape."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Attributes = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Span:
    """One span of a trace.

    Attributes:
        parent_id: None at the root.
        start: Anything that sorts by time within a trace.
        attributes: Those of the span; lists and objects as such.
        events: Names with attributes, in order.
        service: What the application is called; None when unknown.
    """

    trace_id: str
    span_id: str
    parent_id: str | None
    name: str
    start: str
    attributes: Attributes
    events: tuple[tuple[str, Attributes], ...] = ()
    service: str | None = None


def spans_of(data: object) -> list[Span]:
    """Return the spans of an OTLP request, a list of spans, or one span.

    What is none is left out.
    """
    if isinstance(data, list):
        return [span for item in data for span in spans_of(item)]
    if not isinstance(data, Mapping):
        return []
    for key in ("resourceSpans", "resource_spans"):
        if key in data:
            return [s for group in _objects(data[key]) for s in _resource(group)]
    span = _span(data, _resource_attributes(data).get("service.name"))
    return [span] if span is not None else []


def spans_of_text(text: str) -> list[Span]:
    """Return the spans of a file: JSON, or one JSON value a line, or one after another.

    Raises:
        ValueError: If it is no JSON; the message says at which line.
    """
    decoder = json.JSONDecoder()
    found: list[Span] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        try:
            data, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise ValueError(f"line {error.lineno} is not JSON: {error.msg}") from error
        found.extend(spans_of(data))
    return found


def listed(attributes: Attributes, prefix: str) -> list[dict[str, Any]]:
    """Return attributes of the form ``prefix.0.rest`` as one dict of rests a number."""
    by_number: dict[int, dict[str, Any]] = {}
    for key, value in attributes.items():
        if not key.startswith(f"{prefix}."):
            continue
        number, _, rest = key[len(prefix) + 1 :].partition(".")
        if number.isdecimal():
            by_number.setdefault(int(number), {})[rest] = value
    return [by_number[number] for number in sorted(by_number)]


def _resource(group: Mapping[str, Any]) -> Iterable[Span]:
    service = _resource_attributes(group).get("service.name")
    scopes = group.get("scopeSpans", group.get("scope_spans", ()))
    for scope in _objects(scopes):
        for data in _objects(scope.get("spans")):
            if (span := _span(data, service)) is not None:
                yield span


def _resource_attributes(data: Mapping[str, Any]) -> dict[str, Any]:
    return _attributes(_object(data.get("resource")).get("attributes"))


def _span(data: Mapping[str, Any], service: Any) -> Span | None:
    context = _object(data.get("context"))
    trace_id = _first(data, "traceId", "trace_id") or _first(context, "trace_id")
    span_id = _first(data, "spanId", "span_id") or _first(context, "span_id")
    if not (trace_id and span_id):
        return None
    parent = _first(data, "parentSpanId", "parent_span_id", "parent_id")
    return Span(
        trace_id=_id(trace_id),
        span_id=_id(span_id),
        parent_id=_id(parent) if parent and _id(parent).strip("0") else None,
        name=str(data.get("name", "")),
        start=_sortable(_first(data, "startTimeUnixNano", "start_time")),
        attributes=_attributes(data.get("attributes")),
        events=tuple(
            (str(event.get("name")), _attributes(event.get("attributes")))
            for event in _objects(data.get("events"))
        ),
        service=None if service is None else str(service),
    )


def _sortable(time: object) -> str:
    """Return nanoseconds, or a time as ISO 8601 has it, so that it sorts as a text."""
    text = "" if time is None else str(time)
    return text.zfill(20) if text.isdecimal() else text


def _id(value: object) -> str:
    return str(value).removeprefix("0x").lower()


def _first(data: Mapping[str, Any], *names: str) -> Any:
    return next((data[name] for name in names if data.get(name)), None)


def _attributes(given: object) -> dict[str, Any]:
    """Return attributes: OTLP's list of keys and typed values, or a plain object."""
    if isinstance(given, Mapping):
        return _flat(given)
    return {
        str(item["key"]): _value(item.get("value"))
        for item in _objects(given)
        if "key" in item
    }


def _flat(given: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return nested objects, as Phoenix exports them, under dotted names."""
    flat: dict[str, Any] = {}
    for key, value in given.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            flat.update(_flat(value, f"{name}."))
        elif name.startswith("gen_ai."):
            flat[name] = value  # these conventions have real lists
        elif isinstance(value, list) and value and len(_objects(value)) == len(value):
            for number, item in enumerate(value):
                flat.update(_flat(item, f"{name}.{number}."))
        else:
            flat[name] = value
    return flat


def _value(typed: object) -> Any:
    if not isinstance(typed, Mapping):
        return typed
    for kind, value in typed.items():
        if kind in ("arrayValue", "array_value"):
            return [_value(item) for item in _object(value).get("values", ())]
        if kind in ("kvlistValue", "kvlist_value"):
            return _attributes(_object(value).get("values"))
        return value
    return None


def _object(thing: object) -> Mapping[str, Any]:
    return thing if isinstance(thing, Mapping) else {}


def _objects(things: object) -> list[Mapping[str, Any]]:
    if not isinstance(things, list):
        return []
    return [thing for thing in things if isinstance(thing, Mapping)]
