"""Ties the claims that a judge named to the places of the output they come from."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dashboard.scoring.evidence import find_quote
from dashboard.scoring.llm.replies import SaidClaim
from dashboard.scoring.llm.sentences import Sentence
from dashboard.scoring.types import Claim

WORD = re.compile(r"\w+")
ALIKE = 0.5
"""Share of a claim's words from which a sentence passes for its source."""


def placed_claim(said: SaidClaim, sentences: Mapping[int, Sentence]) -> Claim:
    """Return the claim with its span: its own words, else its sentence, else none."""
    if said.sentence is not None:
        sentence = sentences[said.sentence]
        text = said.text or sentence.text
        return _within(text, sentence)
    for sentence in sentences.values():
        if find_quote(said.text, [sentence.text]):
            return _within(said.text, sentence)
    best = max(sentences.values(), key=lambda s: _overlap(said.text, s.text))
    if _overlap(said.text, best.text) < ALIKE:
        return Claim(said.text)
    return Claim(said.text, best.start, best.end)


def _within(text: str, sentence: Sentence) -> Claim:
    place = find_quote(text, [sentence.text])
    if place is None:
        return Claim(text, sentence.start, sentence.end)
    return Claim(text, sentence.start + place.start, sentence.start + place.end)


def _overlap(claim: str, sentence: str) -> float:
    words = set(WORD.findall(claim.casefold()))
    return len(words & set(WORD.findall(sentence.casefold()))) / max(1, len(words))
