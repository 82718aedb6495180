"""What lives as long as the process; nothing else is cached."""

from __future__ import annotations

import os
import threading
from functools import cache

from sqlalchemy import Engine

from dashboard.settings import Settings, read_settings
from dashboard.worker import Worker
from storage.database import open_database

_making = threading.RLock()  # two tabs that open at once must share one worker


def settings() -> Settings:
    """Return the settings as they were when first asked for."""
    with _making:
        return _settings()


def engine() -> Engine:
    """Return the engine of the database in use, opened and migrated.

    Raises:
        StorageError: If it cannot be opened; the next call tries again.
    """
    with _making:
        return _engine()


def worker() -> Worker:
    """Return the process's worker, started.

    Raises:
        StorageError: If the database cannot be opened.
    """
    with _making:
        return _worker()


def forget() -> None:
    """Stop the worker and forget everything; the next use makes it anew."""
    with _making:
        if _worker.cache_info().currsize:
            _worker().stop()
        if _engine.cache_info().currsize:
            _engine().dispose()
        for made in (_worker, _engine, _settings):
            made.cache_clear()


@cache
def _settings() -> Settings:
    return read_settings()


@cache
def _engine() -> Engine:
    return open_database(_settings().database)


@cache
def _worker() -> Worker:
    made = Worker(_engine(), processes=os.cpu_count() or 1)
    made.start()
    return made
