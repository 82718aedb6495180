"""Work beside a page's script: a thread of its own that can be told to stop."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from dashboard.upload_values import UploadError
from storage.errors import StorageError

log = logging.getLogger(__name__)
Found = TypeVar("Found")


class Stopped(Exception):  # noqa: N818  reads as a fact
    """Nobody wants the result any more."""


class Beside(Generic[Found]):
    """A function at work in a thread, begun at once.

    The function gets ``say``, to tell how far it is; where the work is not wanted any
    more, ``say`` raises ``Stopped``.

    Attributes:
        said: The number that was said last.
        error: Why there is no result; None while there is none, or it came.
    """

    def __init__(self, work: Callable[[Callable[[int], None]], Found]) -> None:
        self.said = 0
        self.error: str | None = None
        self._result: Found | None = None
        self._ended = threading.Event()
        self._stopping = threading.Event()
        self._work = work
        threading.Thread(target=self._run, name="beside", daemon=True).start()

    @property
    def ended(self) -> bool:
        """Whether a result came, or an error."""
        return self._ended.is_set()

    @property
    def result(self) -> Found | None:
        """What the function returned; None before it ended, or where it failed."""
        return self._result

    def wait(self, timeout_s: float) -> bool:
        """Return whether it has ended, after at most so many seconds."""
        return self._ended.wait(timeout_s)

    def stop(self) -> None:
        """Say that the result is not wanted any more."""
        self._stopping.set()

    def _say(self, number: int) -> None:
        self.said = number
        if self._stopping.is_set():
            raise Stopped

    def _run(self) -> None:
        try:
            self._result = self._work(self._say)
        except Stopped:
            self.error = "It was not wanted any more."
        except (UploadError, StorageError) as error:
            self.error = str(error)
        except Exception as error:
            log.exception("work beside a page failed")
            self.error = f"Unexpected: {type(error).__name__}. The log has the details."
        finally:
            self._ended.set()
