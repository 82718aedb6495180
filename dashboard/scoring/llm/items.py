"""Reads one verdict of a reply into the closed set of labels, leniently, once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import AliasChoices, BaseModel, BeforeValidator, Field, ValidationError

from dashboard.scoring.text import UNSTORABLE
from dashboard.scoring.types import Label

LONGEST_TEXT = 2_000
"""Characters of a claim, a quote or a reason that are kept."""
CLAIM_NUMBER = re.compile(r"(?:claim\s*)?[#\[(]?(\d{1,6})[\])]?[.:]?", re.IGNORECASE)
LABELS: Mapping[str, Label] = {
    **dict.fromkeys(
        ("supported", "support", "supports", "entailed", "grounded", "faithful"),
        "supported",
    ),
    **dict.fromkeys(
        ("contradicted", "contradicts", "contradiction", "contradictory", "refuted"),
        "contradicted",
    ),
    **dict.fromkeys(
        (
            "unsupported",
            "not supported",
            "not mentioned",
            "not in context",
            "not found",
            "unverifiable",
            "hallucinated",
            "hallucination",
        ),
        "unsupported",
    ),
}
"""The closed set of labels with the words that mean the same to every reader."""
ANSWERS = {"yes": True, "true": True, "no": False, "false": False}
"""Read only where the key says to which question: see ``Item.decided``."""


@dataclass(frozen=True, slots=True)
class SaidVerdict:
    """A verdict as a judge gave it; nothing in it has been looked up yet."""

    label: Label
    quote: str
    why: str


def read_item(thing: object) -> Item | None:
    """Return one thing of a list of verdicts; None when it is no object at all."""
    try:
        return Item.model_validate(thing)
    except ValidationError:
        return None


def clean(text: str) -> str:
    """Return text from outside, short enough to keep and fit to be stored."""
    return UNSTORABLE.sub("�", text[:LONGEST_TEXT])


def _read_number(value: object) -> object:
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and (match := CLAIM_NUMBER.fullmatch(value.strip())):
        return int(match[1])
    return value if isinstance(value, int) else None


def _read_label(value: object) -> Label | None:
    if not isinstance(value, str):
        return None
    return LABELS.get(" ".join(re.split(r"[\W_]+", value.casefold())).strip())


def _read_answer(value: object) -> bool | None:
    if isinstance(value, str):
        return ANSWERS.get(value.strip(" .!\"'").casefold())
    return value if isinstance(value, bool) else None


def _read_text(value: object) -> str:
    return clean(value.strip()) if isinstance(value, str) else ""


_Text = Annotated[str, BeforeValidator(_read_text)]
_Answer = Annotated[bool | None, BeforeValidator(_read_answer)]


class Item(BaseModel):
    """One verdict as it may come from outside.

    Attributes:
        n: The number of its claim; None when it names none.
        label: None when it is not of the closed set.
        supported: A plain answer to that question; None when not given.
        hallucinated: A plain answer to that question; None when not given.
        quote: What is said to stand in the context.
        why: The reason.
    """

    n: Annotated[int | None, BeforeValidator(_read_number)] = Field(
        None, validation_alias=AliasChoices("n", "number", "id", "index")
    )
    label: Annotated[Label | None, BeforeValidator(_read_label)] = Field(
        None, validation_alias=AliasChoices("label", "verdict")
    )
    supported: _Answer = None
    hallucinated: _Answer = None
    quote: _Text = Field("", validation_alias=AliasChoices("quote", "evidence"))
    why: _Text = Field("", validation_alias=AliasChoices("why", "reason"))

    def decided(self) -> SaidVerdict | None:
        """Return the verdict, or None when no label of the closed set was given.

        A bare yes, no, true or false is an answer only under ``supported`` or
        ``hallucinated``: under ``label`` nobody knows which question it answers.
        """
        labels: set[Label] = set()
        if self.label is not None:
            labels.add(self.label)
        if self.supported is not None:
            labels.add("supported" if self.supported else "unsupported")
        if self.hallucinated is not None:
            labels.add("unsupported" if self.hallucinated else "supported")
        if len(labels) != 1:
            return None
        return SaidVerdict(labels.pop(), self.quote, self.why)
