"""The process beside a live application: stores its samples, then scores them.

It reads lines of JSON from its standard input, the database first, and writes how many
samples it has stored, for each lot. When the application ends, however it ends, so does
the input: what was read is stored, and what is stored is scored, for a while.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any, BinaryIO, TypeVar

from sqlalchemy import Engine

from dashboard.worker import Worker
from storage.batches import create_batch, list_batches
from storage.database import open_database
from storage.errors import StorageError
from storage.runs import count_statuses, queue_runs
from storage.values import NewSample, RunSettings

log = logging.getLogger(__name__)

T = TypeVar("T")

READ_AT_ONCE = 1 << 20
"""Bytes; a pipe holds 64 KiB, so that samples are stored in lots under load."""
TRY_AGAIN_S = (0.5, 30.0)
"""How long to wait, at first and at most, before a database is asked again."""
APPLICATION = os.getppid()
"""The process that started this one."""
NICENESS = 10
"""The application comes first where both want the same processor."""
LINGER_S = 60.0
"""How long an application's last samples may take to be scored when it has ended."""


@dataclass(frozen=True, slots=True)
class LiveSample:
    """One line of the application."""

    batch: str
    settings: RunSettings
    sample: NewSample
    trace_id: str | None
    error: str | None


class Keeper:
    """Stores samples and has them scored, one worker for each batch."""

    def __init__(self, engine: Engine, stopped: threading.Event) -> None:
        """Make a keeper; it stops scoring when ``stopped`` is set."""
        self._engine = engine
        self._stopped = stopped
        self._workers: dict[int, Worker] = {}
        self._batches: dict[tuple[str, RunSettings], int] = {}

    def keep(self, samples: Sequence[LiveSample]) -> None:
        """Store samples, however often the database has to be asked."""
        groups: dict[tuple[str, RunSettings], list[LiveSample]] = {}
        for sample in samples:
            groups.setdefault((sample.batch, sample.settings), []).append(sample)
        for (name, settings), group in groups.items():
            insist(partial(self._store, name, settings, group))

    def finish(self) -> None:
        """Score what is queued, for a while, and end."""
        until = time.monotonic() + LINGER_S
        while time.monotonic() < until and self._has_work():
            if self._stopped.wait(0.1):
                break
        for worker in self._workers.values():
            worker.stop()

    def _has_work(self) -> bool:
        for batch_id in self._workers:
            statuses = count_statuses(self._engine, batch_id=batch_id)
            if statuses.get("queued") or statuses.get("running"):
                return True
        return False

    def _batch(self, name: str, settings: RunSettings) -> int:
        """Return the batch of an application's earlier runs, or a new one."""
        known = self._batches.get((name, settings))
        if known is None:
            known = next(
                (
                    batch.batch_id
                    for batch in list_batches(self._engine)
                    if (batch.name, batch.settings) == (name, settings)
                ),
                None,
            )
            if known is None:
                known = create_batch(self._engine, name=name, settings=settings)
            self._batches[name, settings] = known
        return known

    def _store(
        self, name: str, settings: RunSettings, group: Sequence[LiveSample]
    ) -> None:
        batch_id = self._batch(name, settings)
        queue_runs(
            self._engine,
            [live.sample for live in group],
            settings,
            source="live",
            batch_id=batch_id,
            trace_ids=[live.trace_id for live in group],
            errors=[live.error for live in group],
        )
        if batch_id not in self._workers:
            self._workers[batch_id] = Worker(self._engine, batch_id=batch_id)
            self._workers[batch_id].start()
        self._workers[batch_id].wake()


def insist(act: Callable[[], T]) -> T:
    """Return what ``act`` returns, however often a database has to be asked.

    When the application has ended, it is asked for a while only.

    Raises:
        StorageError: If it refused all that while.
    """
    until = float("inf")
    pause_s, longest_s = TRY_AGAIN_S
    while True:
        try:
            return act()
        except StorageError as error:
            if os.getppid() != APPLICATION:
                until = min(until, time.monotonic() + LINGER_S)
            if time.monotonic() > until:
                raise
            log.warning("live samples wait: %s", error)
            time.sleep(pause_s)
            pause_s = min(pause_s * 2, longest_s)


def read_sample(line: bytes) -> LiveSample:
    """Return the sample that a line holds."""
    said: dict[str, Any] = json.loads(line)
    sample = said["sample"] | {"context": tuple(said["sample"]["context"])}
    return LiveSample(
        batch=said["batch"],
        settings=RunSettings(**said["settings"]),
        sample=NewSample(**sample),
        trace_id=said["trace_id"],
        error=said["error"],
    )


def lots(stream: BinaryIO) -> Iterator[list[bytes]]:
    """Yield the complete lines of what has arrived, until the stream ends.

    What arrives is read at once, however long storing takes: then an application that
    ends has handed over everything.
    """
    arrived: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(stream, arrived), daemon=True).start()
    rest = b""
    while part := arrived.get():
        *lines, rest = (rest + part).split(b"\n")
        if lines:
            yield lines


def _read(stream: BinaryIO, arrived: SimpleQueue[bytes]) -> None:
    """Pass on what arrives; nothing, when the stream ends."""
    while part := os.read(stream.fileno(), READ_AT_ONCE):
        arrived.put(part)
    arrived.put(b"")


def main() -> None:
    """Keep and score what comes in, until nothing more can come."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    logging.basicConfig(level=logging.WARNING)
    stopped = threading.Event()
    # whoever is told to end, the application or its whole group: what is in the pipe
    # is stored first, and only then is nothing more scored
    signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answer = os.dup(1)
    os.dup2(2, 1)  # whatever else prints must not be taken for an answer
    arriving = lots(sys.stdin.buffer)
    first, *lines = next(arriving)
    database = json.loads(first)["database"]
    keeper = Keeper(insist(partial(open_database, database)), stopped)
    while lines or (lines := next(arriving, [])):
        keeper.keep([read_sample(line) for line in lines])
        with contextlib.suppress(BrokenPipeError):  # the application may be gone
            os.write(answer, f"{len(lines)}\n".encode())
        lines = []
    os.close(answer)
    keeper.finish()


if __name__ == "__main__":
    main()
