"""What the server does beside the pages: headers, and scoring what is queued."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.middleware import Middleware
from streamlit.starlette import App

from dashboard import resources
from dashboard.headers import SecurityHeaders
from dashboard.lone_surrogates import LoneSurrogates
from storage.errors import StorageError

log = logging.getLogger(__name__)


def middleware() -> list[Middleware]:
    """Return what every request to the server, and its answer, passes through."""
    return [Middleware(SecurityHeaders), Middleware(LoneSurrogates)]


@asynccontextmanager
async def working_meanwhile(_: App) -> AsyncIterator[dict[str, Any]]:
    """Queue and score from the server's start to its end, before any page opens.

    A database that cannot be opened does not stop the server: the pages say what is
    wrong, and try again.
    """
    try:
        resources.worker()
        resources.feeder()
    except StorageError as error:
        log.warning("scoring has not started: %s", error)
    yield {}
    resources.forget()
