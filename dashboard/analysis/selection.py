"""Which runs an analysis is about, and what tells its groups apart."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard import display
from storage.figures import Groups, ShareGroup
from storage.sources import Grouping, counted
from storage.statistics import narrowed
from storage.values import RunFilter, RunStatus

METADATA = "column "
PLAIN = ("judge", "batch", "tag")


@dataclass(frozen=True, slots=True)
class Selection:
    """Runs to be analysed.

    Attributes:
        filter: Which runs.
        by: What tells groups apart; None for one group of all.
        include_others: Whether runs that are partial, or have no claims or no context,
            count as well.
    """

    filter: RunFilter
    by: Grouping | None = None
    include_others: bool = False

    @property
    def statuses(self) -> tuple[RunStatus, ...]:
        """The statuses that count."""
        return counted(self.include_others)

    def of_group(self, group: ShareGroup) -> RunFilter:
        """Return the filter of one group's runs."""
        if self.by is None:
            return self.filter
        return narrowed(self.filter, self.by, group.key)

    def in_words(self, groups: Groups) -> str:
        """Return what was counted in which groups, and what is left out."""
        runs = sum(group.runs for group in groups.shown)
        words = display.count(runs, "run" if self.include_others else "scored run")
        if self.by is None:
            return words
        named = self.by.column if self.by.by == "metadata" else self.by.by
        words += f" in {display.count(len(groups.shown), 'group')} by {named}"
        left = []
        if groups.other_groups:
            smaller = display.count(groups.other_groups, "smaller group")
            left.append(f"{smaller} with {display.count(groups.other_runs, 'run')}")
        if groups.without:
            left.append(f"{display.count(groups.without, 'run')} without it")
        return f"{words}; left out: {', '.join(left)}" if left else words


def grouping_of(word: str | None) -> Grouping | None:
    """Return what a word of an address tells groups apart by; None for nothing."""
    if not word:
        return None
    if word.startswith(METADATA):
        return Grouping("metadata", word.removeprefix(METADATA))
    match word:
        case "judge" | "batch" | "tag":
            return Grouping(word)
    return None
