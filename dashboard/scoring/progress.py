"""What is known of one sample while it is being scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from dashboard.scoring.types import Call, Claim, Verdict


@dataclass(slots=True)
class Progress:
    """What is known of one sample so far, kept also when a later step fails."""

    claims: list[Claim] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    context_seen: float = 1.0
    detail: str | None = None

    def take_extraction(self, claims: Sequence[Claim], calls: Sequence[Call]) -> None:
        """Begin with these claims."""
        self.claims = list(claims)
        self.calls.extend(calls)

    def take_verdicts(self, verdicts: Mapping[int, Verdict]) -> None:
        """Put verdicts on their claims; positions never asked about are ignored."""
        for position in self.pending().keys() & verdicts.keys():
            self.claims[position] = replace(
                self.claims[position], verdict=verdicts[position]
            )

    def add_detail(self, detail: str | None) -> None:
        """Add what is to be known about the judge's work, if anything."""
        if detail:
            self.detail = f"{self.detail}; {detail}" if self.detail else detail

    def pending(self) -> dict[int, Claim]:
        """Return the claims without a verdict, by position."""
        return {
            position: claim
            for position, claim in enumerate(self.claims)
            if claim.verdict.label == "unjudged"
        }

    def labels(self) -> list[str]:
        """Return the claims' labels in order."""
        return [claim.verdict.label for claim in self.claims]
