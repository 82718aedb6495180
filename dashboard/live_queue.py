"""Hands samples of a live application to a process beside it, and never waits.

Why a process: a thread that stores and judges would hold Python's lock for milliseconds
at a time, and every call of the application would feel it. The thread here only writes
lines into a pipe; ``live_keeper`` at the other end stores and scores.
"""

from __future__ import annotations

import json
import logging
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from dashboard import live_pipe as pipe

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
        self._silent = threading.Event()  # when the keeper will say no more
        self._thread: threading.Thread | None = None
        self._busy = False
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
            if self._thread is None:
                self._start()
            self._taken += 1
            self._made.append(line)
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
        """Store what was taken and let the keeper end, which scores it first.

        What the keeper has but did not store in time, it stores afterwards.
        """
        self.flush()
        with self._state:
            handed_over = self._state.wait_for(
                lambda: not (self._made or self._busy), timeout=EXIT_WAIT_S
            )
        if not handed_over:
            log.warning("%d live samples are lost", len(self._made))
        elif self._keeper is not None:
            pipe.close_input(self._keeper)

    def forget_after_fork(self) -> None:
        """Begin anew in a forked process: thread and keeper are the parent's."""
        if self._keeper is not None:
            pipe.leave_alone(self._keeper)
        self._begin()

    def _start(self) -> None:
        thread = threading.Thread(target=self._work, name="live", daemon=True)
        thread.start()
        self._thread = thread

    def _work(self) -> None:
        while True:
            self._wake.wait()
            time.sleep(COMPANY_S)
            self._wake.clear()
            self._revive()
            while self._made:
                with self._state:
                    self._busy = True
                    line = self._made.popleft()
                self._hand_over(line)
                with self._state:
                    self._busy = False
                    self._state.notify_all()
                time.sleep(0)  # let the application have Python's lock
            self._tell()

    def _hand_over(self, line: Line) -> None:
        written = _written(line)
        if written is None:
            with self._state:
                self._taken -= 1
        else:
            self._send(written)

    def _send(self, line: bytes) -> None:
        with self._state:
            self._sent.append(line)
        try:
            pipe.write(self._keeper, line)
        except (OSError, ValueError):
            self._restart()

    def _revive(self) -> None:
        if self._silent.is_set() and self._sent:
            self._restart()

    def _restart(self) -> None:
        """Start a keeper and send it everything that is not known to be stored."""
        while True:
            time.sleep(self._pause_s)
            self._pause_s = min(max(self._pause_s * 2, 0.5), LONGEST_PAUSE_S)
            if self._keeper is not None:
                pipe.close_input(self._keeper)
                self._silent.wait()
            try:
                self._keeper = self._new_keeper()
                first = json.dumps({"database": self._database}).encode()
                pipe.write(self._keeper, b"\n".join([first, b"".join(self._sent)]))
            except OSError as error:
                log.warning("live samples cannot be stored yet: %s", error)
            else:
                return

    def _new_keeper(self) -> subprocess.Popen[bytes]:
        keeper = pipe.start()
        self._silent = threading.Event()
        threading.Thread(
            target=self._count,
            args=(keeper, self._silent),
            name="live-stored",
            daemon=True,
        ).start()
        return keeper

    def _count(self, keeper: subprocess.Popen[bytes], silent: threading.Event) -> None:
        """Hear how many samples a keeper stored, until it says no more."""
        assert keeper.stdout is not None
        for said in keeper.stdout:
            with self._state:
                for _ in range(int(said)):
                    self._sent.popleft()
                self._stored += int(said)
                self._pause_s = 0.0
                self._state.notify_all()
        keeper.stdout.close()
        silent.set()
        self._wake.set()
        keeper.wait()

    def _tell(self) -> None:
        """Warn of samples that were dropped; here, not where they were dropped."""
        if self._dropped > self._told:
            log.warning(
                "%d live samples dropped: %d were waiting to be stored",
                self._dropped - self._told,
                self._capacity,
            )
            self._told = self._dropped


def _written(line: Line) -> bytes | None:
    try:
        return line()
    except Exception:
        log.exception("a live sample could not be written")
        return None
