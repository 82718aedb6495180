"""What lives as long as the process; nothing else is cached."""

from __future__ import annotations

import os
import threading
from functools import cache

from sqlalchemy import Engine

from dashboard.ollama import Ollama
from dashboard.scoring.judges import on_this_machine
from dashboard.scoring.llm.environment import ConfiguredModel, configured_models
from dashboard.settings import Settings, read_settings
from dashboard.trials import Trials
from dashboard.upload_queueing import Feeder
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


def feeder() -> Feeder:
    """Return what queues uploads in this process, started.

    Raises:
        StorageError: If the database cannot be opened.
    """
    with _making:
        return _feeder()


def models() -> list[ConfiguredModel]:
    """Return the models that can be asked as things are set up, at once.

    Only names of variables are read. What Ollama has on this machine is looked for
    meanwhile: it is in the next answer.
    """
    with _making:
        return [*configured_models(os.environ), *_ollama().models()]


def trials() -> Trials:
    """Return what came of trying judges in this process."""
    with _making:
        return _trials()


def warm(judge: str) -> None:
    """Begin to load what a judge needs, if it is a model, beside everything else."""
    if not on_this_machine(judge):
        with _making:
            _warm_models()


def forget() -> None:
    """Stop all work and forget everything; the next use makes it anew."""
    with _making:
        if _feeder.cache_info().currsize:
            _feeder().stop()
        if _worker.cache_info().currsize:
            _worker().stop()
        if _engine.cache_info().currsize:
            _engine().dispose()
        for made in (_feeder, _worker, _engine, _settings, _ollama, _trials):
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
    _ollama().models()  # so that the first page finds out what there is
    return made


@cache
def _feeder() -> Feeder:
    made = Feeder(_engine(), wake=_worker().wake)
    made.start()
    return made


@cache
def _ollama() -> Ollama:
    return Ollama()


@cache
def _trials() -> Trials:
    return Trials()


@cache
def _warm_models() -> None:
    from dashboard.scoring.llm.judge import warm_up  # here: not with the offline judge

    warm_up()
