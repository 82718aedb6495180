"""This process's ways into databases, and what happens to them when it ends."""

from __future__ import annotations

import atexit
import os
import signal
import threading
import time
from types import FrameType

from dashboard.live_queue import EXIT_WAIT_S, Outbox

_outboxes: dict[str, Outbox] = {}
_opening = threading.Lock()


def outbox(database: str) -> Outbox:
    """Return this process's way into a database."""
    with _opening:
        if not _outboxes:
            _see_to_the_end()
        return _outboxes.setdefault(database, Outbox(database))


def flush(timeout_s: float = EXIT_WAIT_S) -> bool:
    """Return whether all that this process recorded is stored, waiting a while."""
    until = time.monotonic() + timeout_s
    for box in list(_outboxes.values()):
        if not box.flush(max(until - time.monotonic(), 0.0)):
            return False
    return True


def close() -> None:
    """Store what was recorded and let the keepers end; more may be recorded later."""
    for box in list(_outboxes.values()):
        box.close()


def _see_to_the_end() -> None:
    """Store what is waiting when the process ends, also by SIGTERM."""
    atexit.register(close)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_forget_all)
    is_main = threading.current_thread() is threading.main_thread()
    # an application with a handler of its own ends by it, and so through atexit
    if is_main and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _end)


def _end(number: int, frame: FrameType | None) -> None:
    del frame
    close()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _forget_all() -> None:
    for box in _outboxes.values():
        box.forget_after_fork()
