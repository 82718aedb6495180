"""Many samples in a few figures, with some of them drawn by chance to be read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from dashboard.scoring.types import Sample

READ = 200
"""Samples that are read; more make an estimate no better, only later."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What an estimate needs to know of samples, however many they are.

    Attributes:
        samples: How many there are.
        letters: Characters of all their texts.
        said: Characters of all their outputs.
        no_context: Samples that have nothing to be checked against.
        read: At most ``READ`` of them, the same ones each time.
    """

    samples: int
    letters: int
    said: int
    no_context: int
    read: tuple[Sample, ...]

    def with_context(self, texts: Sequence[str]) -> Drawn:
        """Return how it is when every sample gets these context items as well."""
        if not any(map(str.strip, texts)):
            return self
        return replace(
            self,
            letters=self.letters + self.samples * sum(map(len, texts)),
            no_context=0,
            read=tuple(with_more_context(sample, texts) for sample in self.read),
        )


@dataclass(slots=True)
class Draw:
    """Takes samples one after the other and keeps no more than it needs."""

    samples: int = 0
    letters: int = 0
    said: int = 0
    no_context: int = 0
    _read: list[Sample] = field(default_factory=list)
    _dice: Random = field(default_factory=lambda: Random(0))

    def add(self, sample: Sample) -> None:
        """Take one more sample."""
        self.samples += 1
        self.letters += letters_of(sample)
        self.said += len(sample.output)
        self.no_context += not any(map(str.strip, sample.context))
        if len(self._read) < READ:
            self._read.append(sample)
        elif (at := self._dice.randrange(self.samples)) < READ:
            self._read[at] = sample

    def drawn(self) -> Drawn:
        """Return what there is so far."""
        return Drawn(
            self.samples, self.letters, self.said, self.no_context, tuple(self._read)
        )


def draw(samples: Iterable[Sample]) -> Drawn:
    """Return these samples, counted and with some of them drawn."""
    made = Draw()
    for sample in samples:
        made.add(sample)
    return made.drawn()


def letters_of(sample: Sample) -> int:
    """Return how many characters a sample's texts have."""
    return len(sample.output) + sum(map(len, sample.context)) + len(sample.input or "")


def with_more_context(sample: Sample, texts: Sequence[str]) -> Sample:
    """Return a sample with further context items behind its own."""
    return Sample(
        output=sample.output,
        context=[*sample.context, *texts],
        input=sample.input,
        label=sample.label,
        metadata=sample.metadata,
    )
