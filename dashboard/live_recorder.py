"""Records samples of an application under one name, for one scorer."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dashboard.live_calls import Heard
from dashboard.live_outboxes import outbox
from dashboard.live_queue import LiveCounts, Outbox
from dashboard.live_sampling import checked_rate, is_chosen
from dashboard.live_scorers import Scorer, live_settings
from dashboard.settings import read_settings

Hear = Callable[[dict[str, Any]], Heard | None]
"""Makes a sample with the given metadata; None when there is nothing to score."""


class LiveRecorder:
    """Records what an application says, to be scored with one scorer.

    Attributes:
        name: What its runs are filed under.
        rate: The part of the traces that is scored, 0 to 1.
    """

    def __init__(
        self,
        scorer: Scorer = "offline",
        *,
        name: str,
        rate: float = 1.0,
        store: str | Path | None = None,
        trace_url: str | None = None,
    ) -> None:
        """Make a recorder; nothing is started before the first sample.

        Args:
            scorer: A judge's name, or a scorer made with one.
            name: What its runs are filed under.
            rate: The part of the traces that is scored, 0 to 1.
            store: A database's path or URL; the dashboard's own unless given.
            trace_url: Where a trace can be seen; ``{trace_id}`` stands for its id.

        Raises:
            ValueError: If an argument has no meaning.
        """
        self.name = name
        self.rate = checked_rate(rate)
        self._settings = live_settings(scorer)
        self._trace_url = trace_url
        self._outbox: Outbox = outbox(_place(store))

    @property
    def counts(self) -> LiveCounts:
        """What became of the samples chosen for this database."""
        return self._outbox.counts

    def flush(self, timeout_s: float = 5.0) -> bool:
        """Return whether everything recorded is stored, waiting for it a while."""
        return self._outbox.flush(timeout_s)

    def record(self, trace_id: str | None, hear: Hear) -> None:
        """Record a sample if its trace is chosen; without one it was sampled out.

        ``hear`` is called later, in another thread, with the metadata that the
        sample is to have.
        """
        if trace_id is not None and is_chosen(trace_id, self.rate):
            self._outbox.put(functools.partial(self._line, trace_id, hear))

    def _line(self, trace_id: str, hear: Hear) -> bytes | None:
        metadata = {"trace_id": trace_id}
        if self._trace_url is not None:
            metadata["trace_url"] = self._trace_url.replace("{trace_id}", trace_id)
        heard = hear(metadata)
        if heard is None:
            return None
        sample = heard.sample
        line = {
            "batch": self.name,
            "settings": asdict(self._settings),
            "trace_id": trace_id,
            "error": heard.error,
            "sample": {
                "output": sample.output,
                "context": sample.context,
                "input": sample.input,
                "metadata": dict(sample.metadata),
            },
        }
        return json.dumps(line, default=str).encode() + b"\n"


def _place(store: str | Path | None) -> str:
    """Return a database's URL, or its path from wherever the process goes."""
    wanted = str(store or read_settings().database)
    return wanted if "://" in wanted else str(Path(wanted).absolute())
