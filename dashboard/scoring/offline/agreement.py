"""Tells whether two quantities say the same: rounding, about, more than, ranges.

Source of the tolerances: "approximations in keeping with the number's size are fine,
also against an 'exactly' in the context; a false 'exactly' is not".
"""

from __future__ import annotations

from typing import Literal

from dashboard.scoring.offline.quantity import Modifier, Quantity, Reading

Agreement = Literal["same", "fair", "finer", "differs", "apart"]
"""same and fair support; finer says more than the context; differs contradicts;
apart means that the two measure different things."""

ABOUT = 0.12
"""Most that "about" may be off, as a share."""
NEARLY = 0.88
"""Least share of "nearly" that must have been reached."""
FAR_OVER = 2.0
"""From how many times on "more than" misleads."""
ROUNDED = 0.025
"""Most that a round number may be off without saying so."""
ROUNDED_DIGITS = 0.1
"""Most that cutting the last digits may change."""
UNIT_SLACK = 0.006
"""Most that a conversion between units is off by habit."""
SPANNED = ("length", "time", "area")
"""What something may stretch over, which is not more than."""
SMALLEST_ROUND = 100.0


def agreement(claim: Quantity, context: Quantity) -> Agreement:
    """Return how the claim's quantity stands to the context's, best reading first."""
    best: Agreement = "apart"
    ranks = ("same", "fair", "finer", "differs", "apart")
    for mine in claim.readings:
        for theirs in context.readings:
            pair = comparable(mine, theirs)
            if pair is None:
                continue
            found = _compare(*pair, claim.modifier, context.modifier)
            if ranks.index(found) < ranks.index(best):
                best = found
    return best


def comparable(mine: Reading, theirs: Reading) -> tuple[Reading, Reading] | None:
    """Return both in one measure; None when they measure different things.

    A number without a unit takes the unit of the other: a table gives it elsewhere.
    """
    if mine.dimension == theirs.dimension:
        return mine, theirs
    if mine.dimension.startswith("money") and theirs.dimension.startswith("money"):
        return mine, theirs
    if "count" not in (mine.dimension, theirs.dimension):
        return None
    if {mine.dimension, theirs.dimension} & {"ordinal", "result"}:
        return None
    if "percent" in (mine.dimension, theirs.dimension):
        return _as_percent(mine), _as_percent(theirs)
    if mine.dimension == "count":
        return mine, _as_written(theirs)
    return _as_written(mine), theirs


def _as_percent(reading: Reading) -> Reading:
    """Return a share written as 0.7 in per cent."""
    if reading.dimension == "percent" or not 0 < reading.high < 1:
        return reading._replace(dimension="percent")
    return Reading(
        "percent",
        100 * reading.low,
        100 * reading.high,
        100 * reading.step,
        reading.unit,
    )


def _as_written(reading: Reading) -> Reading:
    factor, offset = reading.unit.factor, reading.unit.offset
    return reading._replace(
        dimension="count",
        low=(reading.low - offset) / factor,
        high=(reading.high - offset) / factor,
        step=reading.step / factor,
    )


def _compare(
    mine: Reading, theirs: Reading, said: Modifier, given: Modifier
) -> Agreement:
    if mine.dimension != theirs.dimension:
        return "differs"
    exact = mine.dimension in ("ordinal", "result", "times")
    if exact:
        return "same" if mine.low == theirs.low else "differs"
    if given in ("over", "at_least") or said == given != "":
        bounded = _against_a_bound(mine, theirs, said, given)
        if bounded is not None:
            return bounded
    if given in ("less", "at_most"):
        bounded = _against_a_bound(mine, theirs, said, given)
        if bounded is not None:
            return bounded
    if mine.low != mine.high or theirs.low != theirs.high:
        return _compare_ranges(mine, theirs, said)
    return _compare_points(mine, theirs, said, given)


def _against_a_bound(
    mine: Reading, theirs: Reading, said: Modifier, given: Modifier
) -> Agreement | None:
    """Compare with "more than X", "up to X" in the context."""
    if _equal(mine.high, theirs.high) or _rounds_to(mine, theirs):
        opposite = {"over", "at_least"}, {"less", "at_most"}
        crossed = any(
            said in one and given in other for one, other in (opposite, opposite[::-1])
        )
        return "differs" if crossed or said == "exactly" else "same"
    upward = given in ("over", "at_least")
    if upward and mine.high < theirs.low:
        return (
            "fair"
            if said in ("over", "at_least", "about")
            and (
                (mine.high * FAR_OVER >= theirs.low and said != "about")
                or abs(mine.high - theirs.low) <= ABOUT * abs(theirs.low)
            )
            else "differs"
        )
    if given in ("less", "at_most") and mine.low > theirs.high:
        return "fair" if said in ("less", "at_most") else "differs"
    if given in ("over", "at_least", "less", "at_most"):
        near = abs(mine.high - theirs.high) <= ABOUT * abs(theirs.high)
        return "fair" if near and said == "about" else "finer"
    return None


def _compare_ranges(mine: Reading, theirs: Reading, said: Modifier) -> Agreement:
    if _equal(mine.low, theirs.low) and _equal(mine.high, theirs.high):
        return "same"
    if said in ("at_most", "less") and _equal(mine.high, theirs.high):
        return "fair"
    if said in ("at_least", "over") and _equal(mine.low, theirs.low):
        return "fair"
    if mine.low <= theirs.low and theirs.high <= mine.high:
        return "fair"
    if theirs.low <= mine.low and mine.high <= theirs.high:
        return "fair" if said == "about" else "finer"
    if said == "about" and _equal(mine.low, mine.high):
        slack = ABOUT * abs(mine.low)
        if theirs.low - slack <= mine.low <= theirs.high + slack:
            return "fair"
    return "differs"


def _compare_points(
    mine: Reading, theirs: Reading, said: Modifier, given: Modifier
) -> Agreement:
    value, true = mine.low, theirs.low
    equal = _equal(value, true) or _converted(mine, theirs)
    if said == "exactly":
        loose = given in ("about", "under")
        return "same" if equal and not loose else "differs"
    if said == "over":
        if equal:
            spans = mine.dimension in SPANNED or given == "about"
            return "fair" if spans else "differs"
        return "fair" if value < true <= value * FAR_OVER else "differs"
    if said == "at_least":
        return "fair" if equal or value <= true <= value * FAR_OVER else "differs"
    if said == "less":
        return "fair" if not equal and true < value <= true * FAR_OVER else "differs"
    if said == "at_most":
        return "fair" if equal or true <= value <= true * FAR_OVER else "differs"
    if equal:
        return "same"
    if said == "under":
        ahead = given == "about" and _rounds_to(mine, theirs)
        return "fair" if NEARLY * value <= true <= value * 1.001 or ahead else "differs"
    off = abs(value - true) / max(abs(true), 1e-12)
    if said == "about":
        return "fair" if off <= ABOUT or _rounds_to(mine, theirs) else "differs"
    if _rounds_to(mine, theirs):
        return "fair"
    if given in ("about", "under") and off <= ABOUT:
        return "finer"
    return "differs"


def _equal(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-6 * max(abs(one), abs(other), 1e-9)


def _converted(mine: Reading, theirs: Reading) -> bool:
    """Tell whether the two agree once units are changed and digits are cut."""
    if mine.unit == theirs.unit or "count" in (
        mine.unit.dimension,
        theirs.unit.dimension,
    ):
        return False
    off = abs(mine.low - theirs.low)
    slack = max(mine.step, theirs.step) / 2 + 1e-9
    return off <= min(slack, 0.05 * abs(theirs.low)) or (
        off <= UNIT_SLACK * abs(theirs.low) and mine.dimension != "time"
    )


def _rounds_to(mine: Reading, theirs: Reading) -> bool:
    """Tell whether the claim's number is the context's, rounded as it is written."""
    off = abs(mine.low - theirs.low)
    size = abs(theirs.low)
    if mine.dimension == "percent" and off <= max(mine.step, theirs.step) / 2 > 1:
        return True
    if off > ROUNDED_DIGITS * size:
        return False
    if theirs.step < mine.step and off <= mine.step / 2 * (1 + 1e-9):
        return True
    written = _as_written(mine)
    if written.step < 1 or abs(written.low) < SMALLEST_ROUND:
        return False
    step = _round_step(written.low) * mine.unit.factor
    return off <= min(step / 2, ROUNDED * size) * (1 + 1e-9)


def _round_step(value: float) -> float:
    """Return the size of the last digit that is not zero: 10 for 1,250."""
    step, number = 1.0, abs(round(value))
    while number and number % 10 == 0:
        number //= 10
        step *= 10
    return step
