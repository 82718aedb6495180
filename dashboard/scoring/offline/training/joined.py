"""Makes claims of two facts out of claims of one, as summaries have them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from dashboard.scoring.offline.entailment.evidence import WordWeights
from dashboard.scoring.offline.training.premises import by_topic
from dashboard.scoring.offline.training.rows import Row, Target

LONGEST_CLAIM = 22
"""Words of either claim; longer ones do not join into a readable sentence."""
LONGEST_PREMISES = 80
_JOINTS = (" and ", ", and ", ", while ", "; ")
_APART = ("semiauto_wiki", "perturbed")
"""Sets whose rows of one topic come from pages of their own."""
_LOWERED = (
    "The ",
    "A ",
    "An ",
    "He ",
    "She ",
    "It ",
    "They ",
    "There ",
    "In ",
    "This ",
)


def joined_rows(
    rows: Sequence[Row], weights: WordWeights, *, most: int, seed: int
) -> list[Row]:
    """Return at most so many rows, each made of two of one topic.

    Both facts entailed make an entailed claim, one contradicted fact a contradicted
    claim, one missing fact a neutral one. A missing fact is not joined to a
    contradicted one, nor taken from rows whose other premise might hold it.
    """
    chance = random.Random(seed)
    groups = [group for group in by_topic(rows, weights) if len(group) > 1]
    chance.shuffle(groups)
    made: list[Row] = []
    for group in groups:
        for first, second in _couples(group, chance):
            if len(made) == most:
                return made
            row = _joined(first, second, chance)
            if row is not None:
                made.append(row)
    return made


def _couples(group: Sequence[Row], chance: random.Random) -> list[tuple[Row, Row]]:
    mixed = list(group)
    chance.shuffle(mixed)
    return list(zip(mixed[::2], mixed[1::2], strict=False))[:12]


def _joined(first: Row, second: Row, chance: random.Random) -> Row | None:
    target = _target(first, second)
    premises = [first.premise, second.premise]
    if target is None or first.claim == second.claim:
        return None
    if max(len(row.claim.split()) for row in (first, second)) > LONGEST_CLAIM:
        return None
    if sum(len(premise.split()) for premise in premises) > LONGEST_PREMISES:
        return None
    if premises[0] == premises[1]:
        premises.pop()
    chance.shuffle(premises)
    head = first.claim.rstrip(" .")
    tail = second.claim
    if tail.startswith(_LOWERED):
        tail = tail[0].lower() + tail[1:]
    claim = f"{head}{chance.choice(_JOINTS)}{tail}"
    license = " + ".join(sorted({first.license, second.license}))
    return Row(" ".join(premises), claim, target, "joined", f"j_{target}", license)


def _target(first: Row, second: Row) -> Target | None:
    targets = {first.target, second.target}
    if targets == {"entailment"}:
        return "entailment"
    if targets == {"entailment", "contradiction"}:
        return "contradiction"
    if targets == {"entailment", "neutral"}:
        lacking = first if first.target == "neutral" else second
        if first.premise == second.premise or lacking.source in _APART:
            return "neutral"
    return None
