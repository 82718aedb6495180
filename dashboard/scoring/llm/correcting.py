"""Asks a model once for the smallest edit of a sentence that its context supports."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ValidationError

from dashboard.scoring.llm.asking import Answer, Asker
from dashboard.scoring.llm.fitting import ShowContext, ask_what_fits
from dashboard.scoring.llm.items import clean
from dashboard.scoring.llm.prompts import correction_prompt
from dashboard.scoring.llm.replies import Unreadable
from dashboard.scoring.llm.salvage import find_json
from dashboard.scoring.types import Claim

MOST_EDITS = 6
"""Edits of one sentence over which a model writes it anew."""
LONGEST_NEW = 300
"""Characters that an edit may put in: more is another text, not a correction."""


@dataclass(frozen=True, slots=True)
class SaidEdit:
    """Words of a sentence, and what they become; blank takes them out."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class SaidCorrection:
    """What a model proposes; each ``old`` stands once in the sentence."""

    edits: tuple[SaidEdit, ...]
    why: str


async def ask_correction(
    asker: Asker, claim: Claim, sentence: str, show: ShowContext
) -> Answer[SaidCorrection]:
    """Return the edits that a model proposes for the sentence of a bad claim.

    Raises:
        JudgeFailed: If no readable reply came.
    """
    fitted = await ask_what_fits(
        asker,
        show,
        [claim.text],
        lambda context: correction_prompt(
            context, sentence, claim.text, claim.verdict.reason
        ),
        partial(asker.ask, read=partial(_read, sentence)),
    )
    return fitted.answer


def read_correction(reply: str, sentence: str) -> SaidCorrection:
    """Return the edits in a reply, each of words that stand once in the sentence.

    Raises:
        Unreadable: If the reply holds no such edits, or two different answers, or
            puts in lines, or more than a correction would.
    """
    found = [f.value for f in find_json(reply) if f.whole and isinstance(f.value, dict)]
    answers = [value for value in found if "edits" in value]
    if not answers:
        raise Unreadable("no list of edits in the reply")
    if any(answer != answers[0] for answer in answers):
        raise Unreadable("more than one list of edits in the reply")
    try:
        said = _Said.model_validate(answers[0])
    except ValidationError as error:
        raise Unreadable("the edits are not of the form asked for") from error
    if len(said.edits) > MOST_EDITS:
        raise Unreadable(f"more than {MOST_EDITS} edits")
    edits = tuple(SaidEdit(one.old, one.new) for one in said.edits)
    for number, edit in enumerate(edits, 1):
        _check(number, edit, sentence)
    return SaidCorrection(edits, said.why.strip())


def _check(number: int, edit: SaidEdit, sentence: str) -> None:
    times = sentence.count(edit.old) if edit.old.strip() else 0
    if times != 1:
        raise Unreadable(
            f"the old words of edit {number} stand {times} times in the sentence"
        )
    if len(edit.new) > LONGEST_NEW + len(edit.old):
        raise Unreadable(f"edit {number} puts in more than a correction would")
    if any(not c.isprintable() and c not in edit.old for c in edit.new):
        raise Unreadable(f"edit {number} puts in lines or control characters")


def _read(sentence: str, reply: str, cut_off: bool) -> SaidCorrection:
    if cut_off:
        raise Unreadable("the edits were cut off")
    return read_correction(reply, sentence)


def _as_text(value: object) -> object:
    return clean(value) if isinstance(value, str) else value


_Text = Annotated[str, BeforeValidator(_as_text)]


class _SaidEdit(BaseModel):
    old: _Text
    new: _Text = ""


class _Said(BaseModel):
    edits: list[_SaidEdit]
    why: _Text = ""
