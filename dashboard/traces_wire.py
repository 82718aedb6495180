"""Reads OTLP's protobuf, which most SDKs send, into the shape of its JSON.

Only traces, only the fields that samples are made of; what is unknown is skipped.
Source: opentelemetry-proto, trace/v1, common/v1 and resource/v1.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
Field = tuple[int, int, Any]
"""A field's number, its wire type, and its value."""


def read_request(data: bytes) -> dict[str, Any]:
    """Return an ExportTraceServiceRequest as its JSON would be.

    Raises:
        ValueError: If it is no protobuf.
    """
    try:
        groups = [_resource_spans(value) for value in _all(data, 1)]
    except (IndexError, struct.error, UnicodeDecodeError, TypeError) as error:
        raise ValueError(f"not an OTLP request in protobuf: {error}") from error
    return {"resourceSpans": groups}


def _resource_spans(data: bytes) -> dict[str, Any]:
    spans = [_span(span) for scope in _all(data, 2) for span in _all(scope, 2)]
    return {
        "resource": {
            "attributes": [_key_value(v) for r in _all(data, 1) for v in _all(r, 1)]
        },
        "scopeSpans": [{"spans": spans}],
    }


def _span(data: bytes) -> dict[str, Any]:
    span: dict[str, Any] = {"attributes": [], "events": []}
    for number, _, value in _fields(data):
        if number in (1, 2, 4):
            name = {1: "traceId", 2: "spanId", 4: "parentSpanId"}[number]
            span[name] = bytes(value).hex()
        elif number == 5:
            span["name"] = value.decode()
        elif number == 7:
            span["startTimeUnixNano"] = str(struct.unpack("<Q", value)[0])
        elif number == 9:
            span["attributes"].append(_key_value(value))
        elif number == 11:
            span["events"].append(_event(value))
    return span


def _event(data: bytes) -> dict[str, Any]:
    return {
        "name": b"".join(_all(data, 2)).decode(),
        "attributes": [_key_value(value) for value in _all(data, 3)],
    }


def _key_value(data: bytes) -> dict[str, Any]:
    key = b"".join(_all(data, 1)).decode()
    return {"key": key, "value": _any_value(b"".join(_all(data, 2)))}


def _any_value(data: bytes) -> dict[str, Any]:
    for number, _, value in _fields(data):
        if number == 1:
            return {"stringValue": value.decode()}
        if number == 2:
            return {"boolValue": bool(value)}
        if number == 3:
            return {"intValue": value - 2**64 if value >= 2**63 else value}
        if number == 4:
            return {"doubleValue": struct.unpack("<d", value)[0]}
        if number == 5:
            items = [_any_value(item) for item in _all(value, 1)]
            return {"arrayValue": {"values": items}}
        if number == 6:
            pairs = [_key_value(pair) for pair in _all(value, 1)]
            return {"kvlistValue": {"values": pairs}}
    return {}


def _all(data: bytes, wanted: int) -> list[bytes]:
    """Return every value of one field, in order, where it is of bytes."""
    return [
        value
        for number, kind, value in _fields(data)
        if number == wanted and kind == BYTES
    ]


def _fields(data: bytes) -> Iterator[Field]:
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        number, kind = tag >> 3, tag & 7
        value: Any
        if kind == VARINT:
            value, at = _varint(data, at)
        elif kind in (FIXED64, FIXED32):
            length = 8 if kind == FIXED64 else 4
            value, at = data[at : at + length], at + length
        elif kind == BYTES:
            length, at = _varint(data, at)
            value, at = data[at : at + length], at + length
        else:
            raise IndexError(f"wire type {kind} at byte {at}")
        if at > len(data):
            raise IndexError("it is cut off")
        yield number, kind, value


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
        if shift > 63:
            raise IndexError(f"a number too long at byte {at}")
