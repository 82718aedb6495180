"""Fits the numbers that join rules and model, and reports them by cross-fitting."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.joined.figures import FIGURES
from dashboard.scoring.offline.joined.fusion import Fusion, Logistic
from dashboard.scoring.offline.joined.weighing import TWIN, said
from dashboard.scoring.offline.training.examples import Example
from dashboard.scoring.offline.training.logistic import fit_logistic

FOLDS = 5
ROUNDS = 4
"""How often it is settled anew which claim of an output is its worst."""
OWN_WEIGHT = 1.75
"""How much a set of our own examples counts beside another set."""
START = Logistic({"entailed": -0.4, "rules": 0.5}, 0.0)
AGAINST = ("opposed",)
"""Figures that tell contradicted claims from unsupported ones."""
NEITHER = Logistic({"opposed": 1.0}, 0.0)
"""What the model itself says, where no claim is known to be one or the other."""
PRECISE = 0.8
"""Share of a kind of findings that must be right for it to overrule the model."""
MANY = 100
"""Findings that a kind must have for its share to count."""
ENOUGH = {TWIN: 10}
"""The same, where so many are not to be had."""


def fit_fusion(examples: Sequence[Example], own: Sequence[Example] = ()) -> Fusion:
    """Return the numbers that fit the examples best; every set counts alike.

    ``own`` are short examples of what must go on being caught; each set of them counts
    ``OWN_WEIGHT`` times as much as another.

    An output is as bad as its worst claim, so what is fitted is the worst one's
    probability. The more claims there are, the more likely one of them looks bad by
    chance, which the number of claims makes up for.
    """
    every = [*examples, *own]
    return Fusion(
        _hallucinated(every, {each.name for each in own}),
        _contradicted(every),
        precise(every),
    )


def _hallucinated(examples: Sequence[Example], own: set[str]) -> Logistic:
    open_claims = [
        (each, [claim.figures for claim in each.claims if not claim.by_rules])
        for each in examples
    ]
    usable = [(each, rows) for each, rows in open_claims if rows]
    sizes = Counter(each.name for each, _ in usable)
    fair = len(usable) / len(sizes)
    weights = [
        (OWN_WEIGHT if each.name in own else 1.0) * fair / sizes[each.name]
        for each, _ in usable
    ]
    found = START
    for _ in range(ROUNDS):
        found = fit_logistic(
            [max(rows, key=found.probability) for _, rows in usable],
            [each.hallucinated for each, _ in usable],
            names=FIGURES,
            weights=weights,
            groups=[each.name for each, _ in usable],
        )
    return found


def _contradicted(examples: Sequence[Example]) -> Logistic:
    known = [
        (claim.figures, label == "contradicted")
        for each in examples
        for claim, label in zip(each.claims, each.labels, strict=True)
        if label in ("contradicted", "unsupported") and not claim.by_rules
    ]
    if not known:
        return NEITHER
    sizes = Counter(against for _, against in known)
    return fit_logistic(
        [row for row, _ in known],
        [against for _, against in known],
        names=AGAINST,
        weights=[len(known) / 2 / sizes[against] for _, against in known],
    )


def precise(examples: Sequence[Example]) -> dict[str, float]:
    """Return the kinds of findings that are mostly right, with the share that is.

    Counted on outputs of one claim, where it is known which claim a label is about.
    Twins are rare in long texts; what few there are count together with our own.
    """
    right: dict[str, list[bool]] = defaultdict(list)
    for each in examples:
        if len(each.claims) == 1 and each.claims[0].precise:
            right[each.claims[0].precise].append(each.hallucinated)
    shares = {kind: sum(found) / len(found) for kind, found in right.items()}
    return {
        kind: share
        for kind, share in sorted(shares.items())
        if share >= PRECISE and len(right[kind]) >= ENOUGH.get(kind, MANY)
    }


def doubt(example: Example, fusion: Fusion) -> float:
    """Return the probability that the worst claim is hallucinated; 0 without claims."""
    return max((_doubt(said(claim, fusion)) for claim in example.claims), default=0.0)


def rules_doubt(example: Example) -> float:
    """Return the same from what the rules say alone."""
    return max((_doubt(claim.finding) for claim in example.claims), default=0.0)


def _doubt(finding: Finding) -> float:
    sure = finding.confidence
    return 1 - sure if finding.label == "supported" else sure


def cross_fitted(
    examples: Sequence[Example],
    *,
    part_of: Callable[[Example], str],
    own: Sequence[Example] = (),
    folds: int = FOLDS,
    seed: int = 0,
) -> list[float]:
    """Return the doubt of each example from numbers fitted without its part.

    ``own`` examples are fitted on each time.

    ``part_of`` names what must not be split: a document, or a whole set.
    """
    parts = sorted({part_of(each) for each in examples})
    random.Random(seed).shuffle(parts)
    fold_of = {part: at % folds for at, part in enumerate(parts)}
    places = [fold_of[part_of(each)] for each in examples]
    found = [0.0] * len(examples)
    for fold in range(folds):
        if fold in places:
            rest = [e for e, at in zip(examples, places, strict=True) if at != fold]
            fusion = fit_fusion(rest, own)
            for at, each in enumerate(examples):
                if places[at] == fold:
                    found[at] = doubt(each, fusion)
    return found
