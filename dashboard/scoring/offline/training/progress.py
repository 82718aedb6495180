"""Says where a training run stands."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Checked:
    """How a network does on held-out pairs.

    Attributes:
        visits: Pairs it had seen.
        three_way: Share of right labels among pairs with one of three, 0 to 1.
        two_way: Share of pairs rightly called entailed or not, 0 to 1.
        loss: Mean training loss since the look before.
    """

    visits: int
    three_way: float
    two_way: float
    loss: float


@dataclass(slots=True)
class Progress:
    """Where a run stands.

    Attributes:
        visits: Pairs seen.
        passed: Passes over all pairs that are over.
        at: Batches seen of the pass that is going on.
        seconds: Training time so far; checking and saving not counted.
        checks: The looks at held-out pairs, in order.
    """

    visits: int = 0
    passed: int = 0
    at: int = 0
    seconds: float = 0.0
    checks: list[Checked] = field(default_factory=list)
