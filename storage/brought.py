"""What an export brings back of what people said, as the storage wants it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class ReviewedClaim(Protocol):
    """A claim of an export; ``label`` is the judge's, None where a person added it."""

    @property
    def position(self) -> int:
        """From 0, in the order of the output."""

    @property
    def text(self) -> str:
        """The claim."""

    @property
    def label(self) -> str | None:
        """The judge's."""

    @property
    def person_label(self) -> str | None:
        """A person's; None where nobody gave one."""


class Review(Protocol):
    """What an export says of a run beside its sample."""

    @property
    def run_id(self) -> int:
        """The run's number where it was exported."""

    @property
    def person_flag(self) -> bool | None:
        """A person's flag; None where the share explains whether it was flagged."""

    @property
    def tags(self) -> Sequence[str]:
        """In any order."""

    @property
    def note(self) -> str | None:
        """All notes as one text."""

    @property
    def by_person(self) -> Sequence[ReviewedClaim]:
        """The claims that a person gave a label."""
