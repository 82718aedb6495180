"""Calls functions that others wrote, and waits for coroutines where none can."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


class Given(dict[str, Any]):
    """Everything a hook may know, as one object: by attribute or by key."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


async def call_hook(hook: Callable[..., Any], **values: Any) -> Any:
    """Return what a hook returns, awaited where it is a coroutine.

    What it gets is said at ``call_with``.
    """
    found = call_with(hook, values)
    return await found if inspect.isawaitable(found) else found


def call_with(hook: Callable[..., Any], values: dict[str, Any]) -> Any:
    """Return what a hook returns.

    It gets the values whose names it takes. One that takes a single argument of
    another name, as published hooks do, gets all of them in one object.
    """
    try:
        parameters = list(inspect.signature(hook).parameters.values())
    except (TypeError, ValueError):
        return hook(Given(values))  # some callables of C code do not say what they take
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        return hook(**values)
    if len(parameters) == 1 and parameters[0].name not in values:
        return hook(Given(values))
    taken = {p.name for p in parameters}
    return hook(**{name: value for name, value in values.items() if name in taken})


def wait_for(work: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine returns, also where an event loop runs already."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(max_workers=1) as beside_the_loop:
        return beside_the_loop.submit(asyncio.run, work).result()
