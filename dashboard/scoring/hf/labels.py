"""What the labels of a model mean: which of them says that a context supports a claim.

Source: model cards of NLI cross-encoders, HHEM, MiniCheck and LettuceDetect.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Meaning = Literal["supported", "contradicted", "neutral", "not supported"]

_WORDS: dict[str, Meaning] = {
    **dict.fromkeys(
        (
            "entailment",
            "entail",
            "entails",
            "entailed",
            "supported",
            "support",
            "supports",
            "consistent",
            "faithful",
            "factual",
            "grounded",
            "attributable",
            "correct",
            "nothallucinated",
            "nothallucination",
        ),
        "supported",
    ),
    **dict.fromkeys(
        (
            "contradiction",
            "contradict",
            "contradicts",
            "contradicted",
            "contradictory",
            "refuted",
            "refutes",
            "refute",
        ),
        "contradicted",
    ),
    **dict.fromkeys(("neutral", "notenoughinfo", "nei", "noinfo"), "neutral"),
    **dict.fromkeys(
        (
            "notentailment",
            "notentailed",
            "notsupported",
            "unsupported",
            "inconsistent",
            "unfaithful",
            "nonfactual",
            "hallucinated",
            "hallucination",
            "notgrounded",
            "ungrounded",
            "notattributable",
            "incorrect",
        ),
        "not supported",
    ),
}
_NUMBERED = re.compile(r"label\d+")


@dataclass(frozen=True, slots=True)
class Labels:
    """Which numbers of a model's answer mean what.

    Attributes:
        supported: The number whose probability is that of support.
        contradicted: The number that says that the context contradicts the claim; None
            when the model does not tell that apart.
        neutral: The number that says that the context is silent; None as above.
    """

    supported: int
    contradicted: int | None = None
    neutral: int | None = None


def pair_labels(names: Mapping[int, str]) -> Labels | None:
    """Return what the labels of a model that reads pairs mean; None when unclear.

    Two labels without names are those of MiniCheck: 0 not supported, 1 supported. One
    label is a number that grows with support, as that of HHEM does.
    """
    if len(names) == 1:
        return Labels(0)
    if len(names) == 2 and _unnamed(names):
        return Labels(1)
    meant = {number: _meaning(name) for number, name in names.items()}
    supported = [number for number, what in meant.items() if what == "supported"]
    if len(supported) != 1 or None in meant.values():
        return None
    by_meaning = {what: number for number, what in meant.items()}
    return Labels(
        supported[0], by_meaning.get("contradicted"), by_meaning.get("neutral")
    )


def hallucinated_token(names: Mapping[int, str]) -> int | None:
    """Return which label of a token says that it is hallucinated; None when unclear.

    Two labels without names are those of LettuceDetect: 1 is hallucinated.
    """
    if len(names) == 2 and _unnamed(names):
        return 1
    bad = [
        number
        for number, name in names.items()
        if _meaning(name) in ("not supported", "contradicted")
    ]
    return bad[0] if len(bad) == 1 else None


def _unnamed(names: Mapping[int, str]) -> bool:
    return all(_NUMBERED.fullmatch(_bare(name)) for name in names.values())


def _meaning(name: str) -> Meaning | None:
    return _WORDS.get(_bare(name))


def _bare(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
