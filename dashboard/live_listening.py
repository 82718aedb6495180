"""Wraps functions so that what they return, or stream, is heard when it is complete."""

from __future__ import annotations

import functools
import inspect
from collections.abc import AsyncIterator, Callable, Generator
from types import TracebackType
from typing import Any, ParamSpec, TypeVar, cast

from dashboard.scoring.messages import mappings

P = ParamSpec("P")
R = TypeVar("R")
Record = Callable[[tuple[Any, ...], dict[str, Any], Any], None]
"""Told of the arguments and the result of a call that is over; never raises."""


def listening(function: Callable[P, R], record: Record) -> Callable[P, R]:
    """Return a function that does the same, and tells ``record`` of each call.

    Calls that raise, and streams that are left before their end, are not told of.
    """
    wrap: Callable[[Any, Record], Any] = _plain_function
    if inspect.iscoroutinefunction(function):
        wrap = _coroutine_function
    elif inspect.isasyncgenfunction(function):
        wrap = _async_stream
    elif inspect.isgeneratorfunction(function):
        wrap = _stream
    return cast("Callable[P, R]", functools.wraps(function)(wrap(function, record)))


def _plain_function(function: Callable[..., Any], record: Record) -> Any:
    def listened(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        record(args, kwargs, result)
        return result

    return listened


def _coroutine_function(function: Callable[..., Any], record: Record) -> Any:
    async def listened(*args: Any, **kwargs: Any) -> Any:
        result = await function(*args, **kwargs)
        record(args, kwargs, result)
        return result

    return listened


def _stream(function: Callable[..., Any], record: Record) -> Any:
    def listened(*args: Any, **kwargs: Any) -> Any:
        chunks: list[Any] = []
        returned = yield from _Tee(function(*args, **kwargs), chunks)
        record(args, kwargs, _Chunks(chunks))
        return returned

    return listened


def _async_stream(function: Callable[..., Any], record: Record) -> Any:
    async def listened(*args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        chunks: list[Any] = []
        stream = function(*args, **kwargs)
        try:
            async for chunk in stream:
                chunks.append(chunk)
                yield chunk
        finally:
            await stream.aclose()
        record(args, kwargs, _Chunks(chunks))

    return listened


class _Tee(Generator[Any, Any, Any]):
    """A generator as it is, with its chunks kept."""

    def __init__(self, stream: Generator[Any, Any, Any], chunks: list[Any]) -> None:
        self._stream = stream
        self._chunks = chunks

    def send(self, value: Any) -> Any:
        chunk = self._stream.send(value)
        self._chunks.append(chunk)
        return chunk

    def throw(
        self,
        kind: Any,
        value: Any = None,
        traceback: TracebackType | None = None,
    ) -> Any:
        del value, traceback  # an exception is all that is passed on nowadays
        chunk = self._stream.throw(kind)
        self._chunks.append(chunk)
        return chunk


class _Chunks:
    """What was streamed; joined only when the text is wanted, in another thread."""

    def __init__(self, chunks: list[Any]) -> None:
        self._chunks = chunks

    def model_dump(self) -> dict[str, str]:
        return {"text": "".join(_chunk_text(chunk) for chunk in self._chunks)}


def _chunk_text(chunk: object) -> str:
    if isinstance(chunk, str):
        return chunk
    (read,) = mappings([chunk]) or [{}]
    choices = mappings(read.get("choices"))
    if choices:
        (read,) = mappings([choices[0].get("delta")]) or [{}]
    text = read.get("content", read.get("text"))
    return text if isinstance(text, str) else ""
