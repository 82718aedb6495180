"""What this process has learnt about a model: kept from one request to the next."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from dashboard.scoring.llm.faults import Fault
from dashboard.scoring.llm.prompts import Rung

RUNGS: tuple[Rung, ...] = ("json_schema", "json_object", "plain")
LEAST_ROOM = 1 / 32
"""The part of the room thought to be there below which nothing fits."""
TROUBLE_LASTS_S = 2.0
"""How long a wrong key or a dead server is believed to be so without asking again."""


@dataclass(slots=True)
class KnownModel:
    """One model at one address, shared by all judges that ask it.

    Attributes:
        rung: The firmest way to hold it to a reply's shape that it may take.
        proven: Whether it gave a readable reply that way.
        takes_temperature: False once it refused one.
        room_part: The part of the room for context that proved to be there.
    """

    rung: Rung = "json_schema"
    proven: bool = False
    takes_temperature: bool = True
    room_part: float = 1.0
    _trouble: Fault | None = field(default=None)
    _trouble_until: float = 0.0
    _gates: dict[int, asyncio.Semaphore] = field(default_factory=dict)

    def gate(self, at_once: int) -> asyncio.Semaphore:
        """Return what lets at most so many requests be on their way together."""
        return self._gates.setdefault(at_once, asyncio.Semaphore(at_once))

    def learn_rung(self, rung: Rung) -> None:
        """Remember that a readable reply came that way."""
        if RUNGS.index(rung) >= RUNGS.index(self.rung):
            self.rung = rung
            self.proven = True

    def make_room(self, part: float) -> bool:
        """Show half as much from now on, as ``part`` was too long; False at the end."""
        if self.room_part >= part:
            self.room_part = part / 2
        return self.room_part >= LEAST_ROOM

    def remember_trouble(self, fault: Fault) -> None:
        """Spare the requests that are about to run into the same wall."""
        self._trouble = fault
        self._trouble_until = time.monotonic() + TROUBLE_LASTS_S

    def raise_trouble(self) -> None:
        """Raise the fault that all requests met a moment ago, if there is one."""
        if self._trouble is not None and time.monotonic() < self._trouble_until:
            raise self._trouble.again()


_known: dict[tuple[str, str | None], KnownModel] = {}


def known_model(name: str, api_base: str | None) -> KnownModel:
    """Return what is known of a model at an address; the same object each time."""
    return _known.setdefault((name, api_base), KnownModel())


def lower(rung: Rung) -> Rung | None:
    """Return the next way to ask for a shape; None below the last."""
    at = RUNGS.index(rung) + 1
    return RUNGS[at] if at < len(RUNGS) else None
