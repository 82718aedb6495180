"""Tries judges beside the page: a press starts a trial, later looks find its end."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, replace

from dashboard import actions
from dashboard.scoring.llm.trial import Trial, try_judge
from storage.values import RunSettings

log = logging.getLogger(__name__)

MOST_KEPT = 16


@dataclass(slots=True)
class RunningTrial:
    """A trial on its way.

    Attributes:
        started: When it began, on the monotonic clock.
        trial: What came of it; None until it has ended.
        error: Why it could not be made; None if it could.
    """

    started: float
    trial: Trial | None = None
    error: str | None = None

    @property
    def ended(self) -> bool:
        """Whether there is something to show."""
        return self.trial is not None or self.error is not None


class Trials:
    """The newest trials of this process, by the settings that were tried.

    Nothing of them is stored; a kept reply is never taken for an answer.
    """

    def __init__(self) -> None:
        self._by_settings: dict[RunSettings, RunningTrial] = {}
        self._changing = threading.Lock()

    def start(self, settings: RunSettings) -> None:
        """Try a judge in a thread of its own, unless it is being tried already."""
        with self._changing:
            known = self._by_settings.pop(settings, None)
            running = known if known and not known.ended else None
            trial = running or RunningTrial(time.monotonic())
            self._by_settings[settings] = trial
            while len(self._by_settings) > MOST_KEPT:
                del self._by_settings[next(iter(self._by_settings))]
        if running is None:
            threading.Thread(
                target=_try, args=(settings, trial), name="trial", daemon=True
            ).start()

    def of(self, settings: RunSettings) -> RunningTrial | None:
        """Return the newest trial with these settings; None when there was none."""
        return self._by_settings.get(settings)


def _try(settings: RunSettings, trial: RunningTrial) -> None:
    try:
        scorer = actions.scorer_for(replace(settings, use_cache=False, scale=1.0))
        trial.trial = try_judge(scorer)
    except ValueError as error:
        trial.error = str(error)
    except Exception as error:
        # the page would wait for ever for a thread that died in silence
        log.exception("a judge could not be tried")
        trial.error = f"unexpected: {error!r}"
