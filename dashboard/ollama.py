"""Looks for an Ollama server on this machine without anybody waiting for it."""

from __future__ import annotations

import threading
import time

from dashboard.scoring.llm.environment import OLLAMA, ConfiguredModel, ollama_models

LOOK_AGAIN_S = 20.0


class Ollama:
    """What Ollama has, as it was when last looked at."""

    def __init__(self, address: str = OLLAMA) -> None:
        self._address = address
        self._models: list[ConfiguredModel] = []
        self._looked_at = -LOOK_AGAIN_S
        self._thread: threading.Thread | None = None

    def models(self) -> list[ConfiguredModel]:
        """Return what was found last, at once; look again if that was a while ago."""
        looking = self._thread is not None and self._thread.is_alive()
        if not looking and time.monotonic() - self._looked_at > LOOK_AGAIN_S:
            self._thread = threading.Thread(
                target=self._look, name="ollama", daemon=True
            )
            self._thread.start()
        return self._models

    def wait(self, timeout_s: float) -> None:
        """Return once the look that is going on has ended."""
        if self._thread is not None:
            self._thread.join(timeout_s)

    def _look(self) -> None:
        self._models = ollama_models(self._address)
        self._looked_at = time.monotonic()
