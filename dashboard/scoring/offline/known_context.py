"""A context that was read: once for the rules and, where needed, for the model."""

from __future__ import annotations

from functools import cached_property

from dashboard.scoring.offline.index import ContextIndex
from dashboard.scoring.offline.joined.figures import Passages


class KnownContext:
    """What the judge keeps of a context that it may be asked about again.

    Attributes:
        index: What the rules look things up in.
    """

    def __init__(self, context: tuple[str, ...]) -> None:
        self.index = ContextIndex(context)

    @cached_property
    def passages(self) -> Passages:
        """The passages with the words that each holds."""
        return Passages([passage.reading for passage in self.index.passages])
