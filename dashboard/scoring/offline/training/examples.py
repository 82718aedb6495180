"""Makes examples to fit the joined judge: claims with their figures, and the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dashboard.scoring.offline.claims import output_claims
from dashboard.scoring.offline.entailment.evidence import overlap
from dashboard.scoring.offline.entailment.shipped import Entailment
from dashboard.scoring.offline.examining import open_claims, rule_findings
from dashboard.scoring.offline.joined.weighing import Weighed, weighed
from dashboard.scoring.offline.known_context import KnownContext
from dashboard.scoring.offline.training.labelled import Labelled, Mark, read_labelled
from dashboard.scoring.types import Claim, Sample


@dataclass(frozen=True, slots=True)
class Example:
    """One labelled output, looked at.

    Attributes:
        name: The set it belongs to.
        document: The same for outputs about the same context.
        hallucinated: What people say of it.
        claims: Its claims as rules and model see them.
        labels: What people say of each claim; None where that is not known.
        lacking: Share of its worst claim's words that the context lacks, 0 to 1.
    """

    name: str
    document: str
    hallucinated: bool
    claims: tuple[Weighed, ...]
    labels: tuple[str | None, ...]
    lacking: float


def read_examples(path: Path, model: Entailment) -> list[Example]:
    """Return the English rows of a file of labelled outputs, looked at."""
    rows = [row for row in read_labelled(path) if row.language == "en"]
    return [example(path.stem, row, model) for row in rows]


def example(name: str, row: Labelled, model: Entailment) -> Example:
    """Return one labelled output, looked at."""
    sample = Sample(row.output, list(row.context), input=row.question)
    claims = output_claims(sample.output, question=sample.input)
    known = KnownContext(sample.context)
    numbered = dict(enumerate(claims))
    findings = rule_findings(sample, numbered, known.index, "en")
    unsure = open_claims(sample, numbered, findings)
    found = weighed(sample, unsure, findings, known, model=model)
    texts = [passage.reading for passage in known.index.passages]
    lacking = [1 - overlap(claim.text, texts) for claim in claims]
    return Example(
        name,
        "\n".join(row.context),
        row.hallucinated,
        tuple(found.get(at, Weighed(findings[at])) for at in numbered),
        tuple(_labels(claims, row.marks)),
        max(lacking, default=0.0),
    )


def _labels(claims: Sequence[Claim], marks: Sequence[Mark]) -> list[str | None]:
    """Return the label that people gave each claim, or parts of it."""
    if len(marks) == len(claims) and all(mark.span is None for mark in marks):
        return [mark.label for mark in marks]
    if len(marks) == len(claims) == 1:
        return [marks[0].label]
    found = [{mark.label for mark in marks if _within(each, mark)} for each in claims]
    return [labels.pop() if len(labels) == 1 else None for labels in found]


def _within(claim: Claim, mark: Mark) -> bool:
    if claim.start is None or claim.end is None or mark.span is None:
        return False
    return mark.span[0] < claim.end and claim.start < mark.span[1]
