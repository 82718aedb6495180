"""Holds judges against labelled files, beside two who need no judge.

``always hallucinated`` flags every output. ``word overlap`` goes by the share of an
output's content words that its context lacks, and flags above a third. A judge whose
figures are not clearly better has shown nothing on that file.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dashboard.scoring import Sample
from dashboard.scoring.measures.estimate import Estimate
from dashboard.scoring.measures.figures import JudgeFigures, judge_figures
from dashboard.scoring.measures.word_overlap import missing_words
from dashboard.uploads import read_upload
from storage.labelled import LabelledRun

ALWAYS, OVERLAP = "always hallucinated", "word overlap"
OVERLAP_CUT_OFF = 1 / 3
MEASURES: Mapping[str, str] = {
    "balanced_accuracy": "balanced accuracy",
    "f1": "F1",
    "auroc": "AUROC",
    "calibration_error": "calibration error",
}
"""What is said, in this order: name of the figure, words for a person."""


@dataclass(frozen=True, slots=True)
class LabelledFile:
    """The labelled samples of one file.

    Attributes:
        name: What it is called in the report.
        samples: Those that are scored.
        unlabelled: Rows without a label, which are left out.
        unusable: Rows that cannot be read.
        beyond: Labelled rows beyond the limit, which are left out.
    """

    name: str
    samples: tuple[Sample, ...]
    unlabelled: int
    unusable: int
    beyond: int


@dataclass(frozen=True, slots=True)
class Said:
    """What one judge says of one labelled sample.

    Attributes:
        hallucinated: The truth.
        flagged: Whether the judge flags it.
        doubt: How sure the judge is that it is hallucinated, 0 to 1.
        document: The same for samples with the same context.
    """

    hallucinated: bool
    flagged: bool
    doubt: float
    document: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """How one judge does on one part of a file.

    Attributes:
        file: The file's name.
        whole: Whether it is about all of the file.
        kind: Of the samples of a part, as the file calls it; None when it does not.
        language: Of the samples of a part; None when the file names none.
        judge: Who judged.
        documents: How many different contexts there are.
        figures: None where nothing was judged.
        failed: Samples on which the judge said nothing; they are in no figure.
    """

    file: str
    whole: bool
    kind: str | None
    language: str | None
    judge: str
    documents: int
    figures: JudgeFigures | None
    failed: int = 0


def read_labelled(
    path: Path, *, name: str, limit: int | None = None, seed: int = 0
) -> LabelledFile:
    """Return the labelled samples of a file, in its order.

    ``name`` is what it is called in the report. Of more than ``limit`` so many are
    drawn by chance, the same ones each time.

    Raises:
        UploadError: If the file cannot be read, or has no column with outputs.
    """
    upload = read_upload(path)
    labelled = [sample for sample in upload.samples if sample.label is not None]
    places = list(range(len(labelled)))
    if limit is not None and limit < len(labelled):
        places = sorted(random.Random(seed).sample(places, limit))
    return LabelledFile(
        name=name,
        samples=tuple(labelled[at] for at in places),
        unlabelled=len(upload.samples) - len(labelled),
        unusable=len(upload.problems),
        beyond=len(labelled) - len(places),
    )


def lines_of(
    file: LabelledFile, runs: Mapping[str, Sequence[LabelledRun]]
) -> list[Line]:
    """Return how the judges do on a file: on all of it, then on each of its parts.

    ``runs`` holds by judge one run a sample, in their order. Parts are told apart by
    kind and language, where a file has several; those that need no judge come last.
    """
    said = {judge: _of_runs(file, found) for judge, found in runs.items()}
    said |= {ALWAYS: _of_texts(file, lambda _: 1.0, 0.5)}
    said |= {OVERLAP: _of_texts(file, _missing, OVERLAP_CUT_OFF)}
    parts = [part_of(sample) for sample in file.samples]
    found = [_line(file, None, judge, each) for judge, each in said.items()]
    several = sorted(set(parts), key=str) if len(set(parts)) > 1 else []
    for part in several:
        for judge, each in said.items():
            mine = [one for one, at in zip(each, parts, strict=True) if at == part]
            found.append(_line(file, part, judge, mine))
    return found


def part_of(sample: Sample) -> tuple[str | None, str | None]:
    """Return the kind and the language of a sample, as its metadata call them."""
    meta = sample.metadata.get("meta")
    places = [sample.metadata, meta if isinstance(meta, Mapping) else {}]
    return _named(places, ("kind", "task")), _named(places, ("lang", "language"))


def mean_over_files(lines: Sequence[Line], judge: str, measure: str) -> Estimate | None:
    """Return the mean of a figure over whole files; None where no file has it.

    Its interval follows from those of the files, which are drawn apart: their
    distances, squared and summed up. n is how many files have the figure.
    """
    held = [
        getattr(line.figures, measure)
        for line in lines
        if line.judge == judge and line.whole
    ]
    known: list[Estimate] = [one for one in held if one is not None]
    if not known:
        return None
    n = len(known)
    value = sum(one.value for one in known) / n
    ends = [(one.low, one.high) for one in known]
    widths = [high - low for low, high in ends if low is not None and high is not None]
    if len(widths) < n:
        return Estimate(value, None, None, n)
    half = sum((width / 2) ** 2 for width in widths) ** 0.5 / n
    return Estimate(value, value - half, value + half, n)


def _of_runs(file: LabelledFile, runs: Sequence[LabelledRun]) -> list[Said | None]:
    return [
        None
        if run.share is None
        else Said(run.hallucinated, run.flagged, run.doubt, sample.context)
        for sample, run in zip(file.samples, runs, strict=True)
    ]


def _of_texts(
    file: LabelledFile, doubt_of: Callable[[Sample], float], cut_off: float
) -> list[Said | None]:
    found: list[Said | None] = []
    for sample in file.samples:
        doubt = doubt_of(sample)
        bad = sample.label == "hallucinated"
        found.append(Said(bad, doubt > cut_off, doubt, sample.context))
    return found


def _missing(sample: Sample) -> float:
    return missing_words(sample.output, sample.context)


def _line(
    file: LabelledFile,
    part: tuple[str | None, str | None] | None,
    judge: str,
    each: Sequence[Said | None],
) -> Line:
    said = [one for one in each if one is not None]
    doubts = [one.doubt for one in said]
    documents = [one.document for one in said]
    return Line(
        file=file.name,
        whole=part is None,
        kind=part[0] if part else None,
        language=part[1] if part else None,
        judge=judge,
        documents=len(set(documents)),
        figures=judge_figures(
            [one.hallucinated for one in said],
            [one.flagged for one in said],
            doubts,
            probabilities=doubts,
            groups=documents,
        ),
        failed=len(each) - len(said),
    )


def _named(places: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str | None:
    for held in places:
        for name in names:
            if isinstance(held.get(name), str) and held[name].strip():
                return str(held[name]).strip()
    return None
