"""One event loop for all requests to models, in a thread of its own.

LiteLLM keeps connections and a logging worker for the loop that it first ran in; a
second loop makes it lose both. So callers come and go with loops of their own, and the
requests stay here.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")
_starting = threading.Lock()


async def on_model_loop(work: Coroutine[Any, Any, T]) -> T:
    """Return what ``work`` returns, run where requests to models live."""
    with _starting:
        loop = _model_loop()
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))


@cache
def _model_loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="models", daemon=True).start()
    return loop
