"""Scores labelled outputs with an exported model, beside plain word overlap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from dashboard.scoring.offline.claims import output_claims
from dashboard.scoring.offline.entailment.evidence import WordWeights, nearest, overlap
from dashboard.scoring.offline.entailment.shipped import Reader
from dashboard.scoring.offline.passages import context_passages
from dashboard.scoring.offline.training.labelled import Labelled, read_labelled
from dashboard.scoring.offline.training.metrics import Figures, figures

SHORT_ANSWER = 5
"""Words up to which an answer is no statement without its question."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What two scorers say of one labelled output, 0 (fine) to 1 (bad).

    Attributes:
        model: One minus how far its worst claim is entailed.
        overlap: Share of its worst claim's words that the context lacks.
    """

    model: float
    overlap: float


@dataclass(frozen=True, slots=True)
class SetFigures:
    """How both scorers do on one set.

    Attributes:
        name: The set's name.
        model: The figures of the model.
        overlap: The figures of word overlap.
    """

    name: str
    model: Figures
    overlap: Figures


def evaluate(
    folder: Path,
    model: Reader,
    weights: WordWeights,
    *,
    language: str = "en",
    most: int | None = None,
) -> list[SetFigures]:
    """Return the figures of every ``.jsonl`` file of a folder, by name.

    Args:
        folder: Where the labelled files are.
        model: What is measured.
        weights: What evidence is picked with.
        language: Only rows of this language count; a file without any is left out.
        most: The first so many rows of a file; None for all.
    """
    found = []
    for path in sorted(folder.glob("*.jsonl")):
        rows = [row for row in read_labelled(path) if row.language == language][:most]
        if rows:
            scored = score_rows(rows, model, weights)
            found.append(set_figures(path.stem, rows, scored))
    return found


def set_figures(
    name: str, rows: Sequence[Labelled], scored: Sequence[Scored]
) -> SetFigures:
    """Return the figures of rows of one set; those of one context belong together."""
    truths = [row.hallucinated for row in rows]
    groups = ["\n".join(row.context) for row in rows]
    return SetFigures(
        name,
        figures(truths, [row.model for row in scored], groups),
        figures(truths, [row.overlap for row in scored], groups),
    )


def score_rows(
    rows: Iterable[Labelled], model: Reader, weights: WordWeights
) -> list[Scored]:
    """Return what both scorers say, in the order of the rows.

    An output without claims says nothing bad.
    """
    pairs: list[tuple[str, str]] = []
    ends: list[int] = []
    lacking: list[float] = []
    for row in rows:
        passages = [passage.reading for passage in context_passages(row.context)]
        claims = row_claims(row)
        pairs += [(premise_of(claim, passages, weights), claim) for claim in claims]
        ends.append(len(pairs))
        lacking.append(max((1 - overlap(c, passages) for c in claims), default=0.0))
    entailed = [found[0] for found in model.judge(pairs)]
    starts = [0, *ends]
    return [
        Scored(1 - min(entailed[start:end], default=1.0), lack)
        for start, end, lack in zip(starts, ends, lacking, strict=False)
    ]


def row_claims(row: Labelled) -> list[str]:
    """Return the claims of an output; a few words are read with their question."""
    claims = [claim.text for claim in output_claims(row.output, question=row.question)]
    if row.question and len(row.output.split()) <= SHORT_ANSWER:
        return [f"{row.question} {row.output}"]
    return claims


def premise_of(claim: str, passages: Sequence[str], weights: WordWeights) -> str:
    """Return the two passages nearest to a claim, in the order of the context."""
    chosen = sorted(nearest(claim, passages, weights, most=2))
    return " ".join(passages[at] for at in chosen)
