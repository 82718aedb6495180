"""Writes a run with everything about it as JSON, and reads it back, exactly."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, cast, get_args

from pydantic import TypeAdapter, ValidationError

from dashboard.reimport import Review, ReviewedClaim, ReviewedSample
from dashboard.scoring import InvalidSample, Sample
from dashboard.scoring.types import Label as ScoringLabel
from dashboard.upload_values import Row, shortened
from storage.export import COLUMNS
from storage.review_history import HistoryEntry
from storage.values import (
    Label,
    RunDetails,
    StoredClaim,
    StoredEvidence,
    StoredVerdict,
)

FORMAT: Final = "hallucination-dashboard run"
VERSION: Final = 1
LONGEST = 64 * 1024**2
"""Characters of a file; one that holds more is none of ours."""
_START = re.compile(rf'\ufeff?\s*\{{\s*"format"\s*:\s*"{re.escape(FORMAT)}"')
_LABELS = get_args(Label)


class RunJsonError(ValueError):
    """Someone gave a text that is no run of ours; the message says how."""


@dataclass(frozen=True, slots=True)
class RunFile:
    """A run as it went out, with what people did to it, newest first."""

    format: Literal["hallucination-dashboard run"]
    version: Literal[1]
    run: RunDetails
    history: tuple[HistoryEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class _Head:
    format: str
    version: int


def run_json(run: RunDetails, history: Sequence[HistoryEntry] = ()) -> str:
    """Return a run as JSON: texts, claims, every verdict, calls, tags, notes, history.

    ``read_run_json`` gives back the same values.
    """
    file = RunFile(FORMAT, VERSION, run, tuple(history))
    return _adapter().dump_json(file, indent=1).decode()


def is_run_json(start: str) -> bool:
    """Tell whether a text that begins like this is a run as ``run_json`` writes it."""
    return _START.match(start) is not None


def read_run_json(text: str) -> RunFile:
    """Return what ``run_json`` wrote.

    Nothing in it is believed: spans and quotes must fit the texts that came along.

    Raises:
        RunJsonError: If it is not such a file, of a version that is not known, damaged
            or too large.
    """
    if len(text) > LONGEST:
        raise RunJsonError(f"The file has over {LONGEST:,} characters: that is no run.")
    text = text.removeprefix("\ufeff")
    head = _head(text)
    if head.version != VERSION:
        raise RunJsonError(
            f"The run was written in version {head.version} of its format; this "
            f"dashboard reads version {VERSION}. Update the dashboard."
        )
    try:
        file = _adapter().validate_json(text, strict=True)
    except ValidationError as error:
        raise RunJsonError(f"The run cannot be read: {_first_of(error)}.") from error
    trouble = next(_troubles(file.run), None)
    if trouble is not None:
        raise RunJsonError(f"The run does not fit together: {trouble}.")
    return file


def as_reviewed_sample(run: RunDetails) -> ReviewedSample:
    """Return a run's sample with what persons said of it, as an export brings it in.

    Raises:
        RunJsonError: If its texts cannot be scored.
    """
    given = run.sample
    try:
        sample = Sample(
            given.output,
            list(given.context),
            given.input,
            cast(Literal["faithful", "hallucinated"] | None, given.label),
            given.metadata,
        )
    except InvalidSample as error:
        raise RunJsonError(str(error)) from error
    claims = [_reviewed(at, claim) for at, claim in enumerate(run.claims)]
    review = Review(
        run_id=run.summary.run_id,
        judge=run.summary.judge,
        flagged=run.summary.flagged,
        tags=run.tags,
        note="\n\n".join(run.notes) or None,
        claims=tuple(claims),
        share=run.summary.share,
    )
    return ReviewedSample(sample, review)


def export_rows(run: RunDetails) -> list[Row]:
    """Return a run as the rows of our export, so that uploads read it like one.

    What the sample has as metadata stands in columns of its own, unless they are named
    like ours.
    """
    reviewed = as_reviewed_sample(run)
    review = reviewed.review
    own = {k: v for k, v in reviewed.sample.metadata.items() if k not in COLUMNS}
    shared = {
        **own,
        "run_id": review.run_id,
        "judge": review.judge,
        "share": review.share,
        "flagged": review.flagged,
        "input": reviewed.sample.input,
        "output": reviewed.sample.output,
        "context": list(reviewed.sample.context),
        "tags": list(review.tags),
        "note": review.note,
    }
    blank = dict.fromkeys(("claim_index", "claim", "label", "person_label"))
    rows: list[Row] = [shared | _claim_cells(claim) for claim in review.claims]
    return rows or [shared | blank]


def _claim_cells(claim: ReviewedClaim) -> dict[str, Any]:
    return {
        "claim_index": claim.position,
        "claim": claim.text,
        "label": claim.label,
        "person_label": claim.person_label,
        "reason": claim.reason,
        "evidence": claim.evidence,
        "evidence_context_index": claim.evidence_context_index,
    }


def _reviewed(at: int, claim: StoredClaim) -> ReviewedClaim:
    judged, deciding = claim.judged, claim.deciding
    evidence = None if judged is None else judged.evidence
    by_person = deciding.label if deciding.by_person else None
    return ReviewedClaim(
        position=at,
        text=claim.text,
        label=cast(ScoringLabel | None, None if judged is None else judged.label),
        person_label=cast(ScoringLabel | None, by_person),
        reason="" if judged is None else judged.reason,
        evidence=None if evidence is None else evidence.quote,
        evidence_context_index=None if evidence is None else evidence.context_index,
    )


@cache
def _adapter() -> TypeAdapter[RunFile]:
    return TypeAdapter(RunFile)


def _head(text: str) -> _Head:
    try:
        head = TypeAdapter(_Head).validate_json(text, strict=True)
    except ValidationError as error:
        why = "is no JSON" if _is_broken(error) else "does not say that it is a run"
        raise RunJsonError(f"The file {why} of this dashboard's.") from error
    if head.format != FORMAT:
        raise RunJsonError(
            "The file does not say that it is a run of this dashboard's."
        )
    return head


def _is_broken(error: ValidationError) -> bool:
    return error.errors(include_url=False)[0]["type"] == "json_invalid"


def _first_of(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{shortened(place)}: {first['msg'][:1].lower()}{first['msg'][1:]}"


def _troubles(run: RunDetails) -> Iterator[str]:
    """Yield what in a run cannot be so."""
    if run.sample.label not in (None, "faithful", "hallucinated"):
        yield "the sample's label is neither faithful nor hallucinated"
    share = run.summary.share
    if share is not None and not 0 <= share <= 1:
        yield "its share is not between 0 and 1"
    length = len(run.sample.output)
    for claim in (*run.claims, *run.removed_claims):
        where = f"claim {claim.position + 1}"
        if not claim.verdicts:
            yield f"{where} has no verdict"
        if (claim.start is None) != (claim.end is None):
            yield f"{where} has half a span"
        if not 0 <= (claim.start or 0) <= (claim.end or 0) <= length:
            yield f"{where} ends beyond the output"
        for verdict in claim.verdicts:
            yield from _verdict_troubles(where, verdict, run.sample.context)


def _verdict_troubles(
    where: str, verdict: StoredVerdict, context: Sequence[str]
) -> Iterator[str]:
    if verdict.label not in _LABELS:
        yield f"{where} has a label that is none of {', '.join(_LABELS)}"
    for evidence in (verdict.evidence, *verdict.more_evidence):
        if evidence is not None and not _stands(evidence, context):
            yield f"{where} quotes what does not stand in the context"


def _stands(evidence: StoredEvidence, context: Sequence[str]) -> bool:
    if not 0 <= evidence.context_index < len(context):
        return False
    if not 0 <= evidence.start <= evidence.end:
        return False
    item = context[evidence.context_index]
    return item[evidence.start : evidence.end] == evidence.quote
