"""What a person did in the texts and cards of a run, read from the browser's word."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal, cast, get_args

ActionName = Literal[
    "verdict",
    "withdraw",
    "note",
    "split",
    "reword",
    "remove",
    "add",
    "next_run",
    "previous_run",
    "flag",
    "search",
    "undo",
]
GivenLabel = Literal["supported", "contradicted", "unsupported"]

ON_A_CLAIM = ("verdict", "withdraw", "split", "reword", "remove")
"""Actions that mean nothing without a claim; a note may have one."""
LONGEST_REASON = 2_000
"""Characters of a reason that are kept."""
MOST_WAITING = 50
"""Actions that may wait to be acted upon."""
LARGEST = 2**53
"""Whole numbers that a browser sends stay under it."""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a person did.

    Attributes:
        action: What it is.
        claim: The id of the claim it is about; None when it is about the run.
        label: The label of a ``verdict``; None for anything else.
        reason: Why, as typed; None when nothing was.
        at: Counts the actions of one page, from 1.
        put_back: Makes it come once more, where the page was broken off before it was
            done.
    """

    action: ActionName
    claim: int | None
    label: GivenLabel | None
    reason: str | None
    at: int
    put_back: Callable[[], None] = field(
        default=lambda: None, compare=False, repr=False
    )


def read_action(sent: object, *, run: int, claims: Collection[int]) -> Action | None:
    """Return what the browser sent as an action; None for anything unexpected.

    ``run`` is the id of the one that is shown, ``claims`` those of its claims: what was
    meant for another run is not done to this one.
    """
    at = counter(sent)
    if not isinstance(sent, dict) or at is None or sent.get("run") != run:
        return None
    name, claim, label = (sent.get(key) for key in ("action", "claim", "label"))
    is_about_a_claim = _is_whole(claim) and claim in claims
    if not (is_about_a_claim or (claim is None and name not in ON_A_CLAIM)):
        return None
    if name not in get_args(ActionName):
        return None
    if label not in (get_args(GivenLabel) if name == "verdict" else (None,)):
        return None
    return Action(
        cast("ActionName", name),
        cast("int | None", claim),
        cast("GivenLabel | None", label),
        _reason(sent.get("reason")),
        at,
    )


def counter(sent: object) -> int | None:
    """Return the number that counts what the browser sent; None if it has none."""
    at = sent.get("at") if isinstance(sent, dict) else None
    return at if _is_whole(at) and isinstance(at, int) and 0 < at < LARGEST else None


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _reason(sent: object) -> str | None:
    """Return a reason without what no database stores."""
    if not isinstance(sent, str):
        return None
    kept = sent[:LONGEST_REASON].replace("\0", "").encode("utf-8", "replace").decode()
    return kept.strip() or None


@dataclass(slots=True)
class Inbox:
    """What the browser sent and nobody acted upon yet, each once, in order.

    A run of the page may be broken off before it comes to act; what was sent stays
    here. ``heard`` is the counter of the newest.
    """

    heard: int = 0
    waiting: list[object] = field(default_factory=list)

    def put(self, sent: object) -> None:
        """Keep what was sent unless it was heard before, or is not an action at all."""
        at = counter(sent)
        if at is not None and at > self.heard and len(self.waiting) < MOST_WAITING:
            self.heard = at
            self.waiting.append(sent)

    def take(self, *, run: int, claims: Collection[int]) -> Action | None:
        """Return the oldest action that waits, and forget it; None when none does."""
        while self.waiting:
            sent = self.waiting.pop(0)
            action = read_action(sent, run=run, claims=claims)
            if action:
                return replace(action, put_back=partial(self.waiting.insert, 0, sent))
        return None
