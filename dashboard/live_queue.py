"""Hands samples of a live application to a process beside it, and never waits.

Why a process: a thread that stores and judges would hold Python's lock for milliseconds
at a time, and every call of the application would feel it. The thread here only writes
lines into a pipe; ``live_keeper`` at the other end stores and scores.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

log = logging.getLogger(__name__)

CAPACITY = 10_000
"""Samples that may wait to be stored; what comes when as many wait is dropped."""
COMPANY_S = 0.02
"""How long a sample waits for others, so that an idle thread is woken less often."""
EXIT_WAIT_S = 5.0
"""How long the application's end may take until everything is stored."""
LONGEST_PAUSE_S = 30.0
"""The longest pause before a keeper that ended is started again."""

Line = Callable[[], bytes | None]
"""Makes the line of a sample, in our thread; None when there is nothing to score."""


@dataclass(frozen=True, slots=True)
class LiveCounts:
    """What became of the samples that were chosen.

    Attributes:
        taken: Accepted to be stored, and worth it.
        stored: In the database.
        dropped: Not accepted, because too many were waiting.
    """

    taken: int
    stored: int
    dropped: int

    @property
    def waiting(self) -> int:
        """Accepted, not yet in the database."""
        return self.taken - self.stored


class Outbox:
    """The way of samples into one database: never full of more than ``capacity``."""

    def __init__(self, database: str, *, capacity: int = CAPACITY) -> None:
        """Make an outbox; nothing is started before the first sample."""
        self._database = database
        self._capacity = capacity
        self._begin()

    def _begin(self) -> None:
        self._made: deque[Line] = deque()
        self._sent: deque[bytes] = deque()
        # re-entrant: a signal may interrupt the main thread while it holds it
        self._state = threading.Condition(threading.RLock())
        self._wake = threading.Event()
        self._taken = self._stored = self._dropped = self._told = 0
        self._keeper: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None
        self._thread: threading.Thread | None = None
        self._pause_s = 0.0

    @property
    def counts(self) -> LiveCounts:
        """What became of the samples so far."""
        with self._state:
            return LiveCounts(self._taken, self._stored, self._dropped)

    def put(self, line: Line) -> bool:
        """Take a sample to be stored, at once; False when it had to be dropped."""
        with self._state:
            if self._taken - self._stored >= self._capacity:
                self._dropped += 1
                return False
            self._taken += 1
            self._made.append(line)
            if self._thread is None:
                self._start()
        if not self._wake.is_set():
            self._wake.set()
        return True

    def flush(self, timeout_s: float = EXIT_WAIT_S) -> bool:
        """Return whether everything taken is stored, after at most ``timeout_s``."""
        with self._state:
            return self._state.wait_for(
                lambda: self._taken == self._stored, timeout=timeout_s
            )

    def close(self) -> None:
        """Store what was taken and let the keeper end, which scores it first."""
        if not self.flush():
            log.warning("%d live samples were not stored", self.counts.waiting)
        if self._keeper is not None:
            _close_input(self._keeper)

    def forget_after_fork(self) -> None:
        """Begin anew in a forked process: thread and keeper are the parent's."""
        keeper = self._keeper
        if keeper is not None:
            for pipe in (keeper.stdin, keeper.stdout):
                if pipe is not None:
                    os.close(pipe.fileno())  # or the keeper never sees its end
        self._begin()

    def _start(self) -> None:
        self._thread = threading.Thread(target=self._work, name="live", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while True:
            self._wake.wait()
            time.sleep(COMPANY_S)
            self._wake.clear()
            self._revive()
            while self._made:
                line = _written(self._made.popleft())
                if line is None:
                    self._leave_out()
                else:
                    self._send(line)
                time.sleep(0)  # let the application have Python's lock
            self._tell()

    def _leave_out(self) -> None:
        with self._state:
            self._taken -= 1
            self._state.notify_all()

    def _send(self, line: bytes) -> None:
        with self._state:
            self._sent.append(line)
        if self._keeper is None:
            self._restart()
            return
        assert self._keeper.stdin is not None
        try:
            self._keeper.stdin.write(line)
            self._keeper.stdin.flush()
        except (OSError, ValueError):
            self._restart()

    def _revive(self) -> None:
        if self._keeper is not None and self._keeper.poll() is not None and self._sent:
            self._restart()

    def _restart(self) -> None:
        """Start a keeper and send it everything that is not known to be stored."""
        while True:
            time.sleep(self._pause_s)
            self._pause_s = min(max(self._pause_s * 2, 0.5), LONGEST_PAUSE_S)
            if self._keeper is not None:
                _close_input(self._keeper)
            if self._reader is not None:
                self._reader.join()
            try:
                self._keeper = keeper = subprocess.Popen(
                    [sys.executable, "-m", "dashboard.live_keeper"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,
                )
                assert keeper.stdin is not None
                self._reader = threading.Thread(
                    target=self._count, args=(keeper,), name="live-stored", daemon=True
                )
                self._reader.start()
                first = json.dumps({"database": self._database}).encode()
                keeper.stdin.write(b"\n".join([first, b"".join(self._sent)]))
                keeper.stdin.flush()
            except OSError as error:
                log.warning("live samples cannot be stored yet: %s", error)
            else:
                return

    def _count(self, keeper: subprocess.Popen[bytes]) -> None:
        """Hear how many samples a keeper stored, until it ends."""
        assert keeper.stdout is not None
        for said in keeper.stdout:
            with self._state:
                for _ in range(int(said)):
                    self._sent.popleft()
                self._stored += int(said)
                self._pause_s = 0.0
                self._state.notify_all()
        keeper.wait()
        keeper.stdout.close()
        self._wake.set()

    def _tell(self) -> None:
        """Warn of samples that were dropped; here, not where they were dropped."""
        if self._dropped > self._told:
            log.warning(
                "%d live samples dropped: %d were waiting to be stored",
                self._dropped - self._told,
                self._capacity,
            )
            self._told = self._dropped


def _close_input(keeper: subprocess.Popen[bytes]) -> None:
    assert keeper.stdin is not None
    with contextlib.suppress(OSError):
        keeper.stdin.close()


def _written(line: Line) -> bytes | None:
    try:
        return line()
    except Exception:
        log.exception("a live sample could not be written")
        return None
