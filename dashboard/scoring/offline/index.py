"""Finds the passages of a context that speak of what a claim says."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from dashboard.scoring.offline.agreement import agreement
from dashboard.scoring.offline.date_agreement import date_agreement
from dashboard.scoring.offline.function_words import STOP
from dashboard.scoring.offline.language import guess_language
from dashboard.scoring.offline.lexicon import base_form, wider_meanings
from dashboard.scoring.offline.passages import Passage, context_passages
from dashboard.scoring.offline.reading import Reading, read, with_names
from dashboard.scoring.offline.tokens import SPACELESS, word_texts

MOST_CANDIDATES = 12
"""Passages that are read closely for a claim."""
OTHER_WORD = 0.8
"""What a word of the same meaning counts beside the word itself."""
NUMBER_BONUS = 2.0
LENGTH_COST = 0.006
"""How much each word of a passage takes off its score, as a share."""
LONGEST_READ = 1200
"""Characters of a passage that are read closely."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that may speak of a claim, with its reading and its score."""

    passage: Passage
    reading: Reading
    score: float
    place: int


_INSIDE_A_SENTENCE = re.compile(r"(?<=[a-z,] )[A-Z][^\W\d_]+")


class ContextIndex:
    """A context cut into passages, with the words that each holds."""

    def __init__(self, context: Sequence[str]) -> None:
        self.context = tuple(context)
        self.passages = context_passages(context)
        sample = " ".join(text[:700] for text in context)
        if sample.lstrip()[:1] in ("{", "["):
            sample = f"the {sample}"  # keys are English unless values say otherwise
        self.language = guess_language(sample)
        if self.language == "und":
            self.language = "en"
        self._known: dict[str, tuple[str, ...]] = {}
        self.holding: dict[str, list[int]] = defaultdict(list)
        self.lengths: list[int] = []
        for place, passage in enumerate(self.passages):
            bases = self._bases(f"{passage.reading} {passage.heading}")
            self.lengths.append(len(bases))
            for base in bases:
                self.holding[base].append(place)
        self.names = self._names()
        self._readings: dict[int, Reading] = {}
        self.by_meaning: dict[str, list[str]] = defaultdict(list)
        for base in self.holding:
            for key in wider_meanings(base):
                self.by_meaning[key].append(base)

    def _bases(self, text: str) -> set[str]:
        """Return the words of a text that say something, and their base forms."""
        bases: set[str] = set()
        known = self._known
        for written in word_texts(text):
            found = known.get(written)
            if found is None:
                found = known[written] = self._bases_of(written)
            bases.update(found)
        return bases

    def _bases_of(self, written: str) -> tuple[str, ...]:
        if SPACELESS.match(written):
            return tuple(written[at : at + 2] for at in range(len(written)))
        lower = written.lower().replace("’", "'").removesuffix("'s")
        if lower in STOP.get(self.language, STOP["en"]):
            return ()
        return base_form(lower, self.language), lower

    def weight(self, base: str) -> float:
        """Return how telling a word is: the rarer in this context, the more."""
        held = len(self.holding.get(base, ()))
        return math.log(1 + (len(self.passages) + 1) / (held + 0.5))

    def read(self, place: int) -> Reading:
        """Return the reading of a passage."""
        known = self._readings.get(place)
        if known is None:
            text = self.passages[place].reading[:LONGEST_READ]
            known = self._readings[place] = self.named(read(text, self.language))
        return known

    def named(self, reading: Reading) -> Reading:
        """Return a reading in which this context's names count as names."""
        return with_names(reading, self.names)

    def _names(self) -> frozenset[str]:
        """Return the words that stand capitalised inside sentences, lower case."""
        if self.language == "de":
            return frozenset()
        return frozenset(
            word.lower()
            for passage in self.passages
            for word in _INSIDE_A_SENTENCE.findall(passage.text[:LONGEST_READ])
        )

    def candidates(
        self, claim: Reading, also: Reading | None = None
    ) -> list[Candidate]:
        """Return the passages nearest to a claim, best first.

        ``also`` is what was asked, when the claim answers in a word or two.
        """
        scores: dict[int, float] = defaultdict(float)
        for reading, factor in ((claim, 1.0), (also, 0.6)):
            if reading is not None:
                self._add_scores(reading, factor, scores)
        if not scores and not (claim.quantities or claim.dates):
            return []
        if len(self.passages) <= MOST_CANDIDATES:
            for place in range(len(self.passages)):
                scores.setdefault(place, 0.0)
        for place in scores:
            scores[place] /= 1 + LENGTH_COST * self.lengths[place]
        nearest = sorted(scores, key=lambda place: (-scores[place], place))
        found = []
        for place in nearest[:MOST_CANDIDATES]:
            reading = self.read(place)
            score = scores[place] + NUMBER_BONUS * _equal_numbers(claim, reading)
            found.append(Candidate(self.passages[place], reading, score, place))
        found.sort(key=lambda candidate: (-candidate.score, candidate.place))
        return found

    def _add_scores(
        self, reading: Reading, factor: float, scores: dict[int, float]
    ) -> None:
        seen: set[str] = set()
        for token in reading.tokens:
            if token.kind == "stop" or token.base in seen:
                continue
            seen.add(token.base)
            best: dict[int, float] = {}
            for base, share in self._bases_like(token.base, token.own).items():
                weight = share * self.weight(base) * factor
                for place in self.holding[base]:
                    if weight > best.get(place, 0.0):
                        best[place] = weight
            for place, weight in best.items():
                scores[place] += weight

    def _bases_like(self, base: str, own: frozenset[str]) -> dict[str, float]:
        found: dict[str, float] = {}
        for key in own:
            for other in self.by_meaning.get(key, ()):
                found[other] = OTHER_WORD
        if base in self.holding:
            found[base] = 1.0
        return found


def _equal_numbers(claim: Reading, passage: Reading) -> float:
    equal = sum(
        any(
            agreement(mine, theirs) in ("same", "fair") for theirs in passage.quantities
        )
        for mine in claim.quantities
        if mine.dimension != "ordinal"
    )
    return equal + sum(
        any(
            date_agreement(mine, theirs) in ("same", "fair") for theirs in passage.dates
        )
        for mine in claim.dates
    )
