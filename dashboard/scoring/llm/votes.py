"""From several answers to the same question to one, with how far they agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from dashboard.scoring import formula
from dashboard.scoring.types import Label, Verdict

Ballot = Mapping[int, Verdict]
"""One vote: verdicts by the claim's position."""

WORST_FIRST: tuple[Label, ...] = ("contradicted", "unsupported", "supported")
"""Which label a tie falls to: a split vote never improves a score."""


def tally(ballots: Sequence[Ballot], *, asked: int) -> dict[int, Verdict]:
    """Return the most frequent verdict on each claim that most votes decided.

    ``confidence`` is the part of the votes that agree with it; None for a single vote.
    """
    positions = {position for ballot in ballots for position in ballot}
    verdicts: dict[int, Verdict] = {}
    for position in sorted(positions):
        given = [ballot[position] for ballot in ballots if position in ballot]
        if 2 * len(given) <= asked:
            continue
        counts = Counter(verdict.label for verdict in given)
        label = max(WORST_FIRST, key=lambda label: counts[label])
        winner = next(verdict for verdict in given if verdict.label == label)
        agreement = None if asked == 1 else counts[label] / len(given)
        verdicts[position] = replace(winner, confidence=agreement)
    return verdicts


def spread(ballots: Sequence[Ballot]) -> str | None:
    """Return the shares of the single votes in words; None for a single vote."""
    if len(ballots) < 2:
        return None
    shares = [
        formula.hallucinated_share(verdict.label for verdict in ballot.values())
        for ballot in ballots
        if ballot
    ]
    written = ", ".join(f"{share:.2f}" for share in shares if share is not None)
    return f"{len(ballots)} votes with the shares {written}"
