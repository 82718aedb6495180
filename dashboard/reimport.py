"""Reads our own export back: a sample for each run, and what persons said of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from dashboard.columns import Columns
from dashboard.context_cells import context_items, listed
from dashboard.scoring import InvalidSample, Sample
from dashboard.scoring.types import Label
from dashboard.upload_values import BadRow, Row, RowProblem
from storage.export import COLUMNS

NEEDED = frozenset(
    ("run_id", "claim_index", "claim", "person_label", "output", "context")
)
"""Columns by which our own export is known, however a spreadsheet sorted them."""
LABELS = ("supported", "contradicted", "unsupported", "unjudged")


@dataclass(frozen=True, slots=True)
class ReviewedClaim:
    """A claim of an exported run.

    Attributes:
        position: From 0, in the order of the output.
        text: The claim.
        label: The judge's; None for a claim that a person added.
        person_label: A person's; None when nobody gave one.
        reason: Why the judge gave its label; blank when it did not say.
        evidence: The passage that decided; None when there was none.
        evidence_context_index: Which context item that stands in.
    """

    position: int
    text: str
    label: Label | None
    person_label: Label | None
    reason: str = ""
    evidence: str | None = None
    evidence_context_index: int | None = None


@dataclass(frozen=True, slots=True)
class Review:
    """What an exported run brings along beside its sample.

    Attributes:
        run_id: The run's number in the database that it was exported from.
        judge: Who gave the claims' labels.
        flagged: Whether the run was flagged, by its share or by a person.
        share: The run's; None when it had none.
        tags: In the order of the file.
        note: All notes as one text; None when there were none.
        claims: In the order of the output.
    """

    run_id: int
    judge: str
    flagged: bool
    tags: tuple[str, ...]
    note: str | None
    claims: tuple[ReviewedClaim, ...]
    share: float | None = None

    @property
    def person_flag(self) -> bool | None:
        """What only a person can have flagged or cleared; None when the share may have.

        Any hallucinated claim flags a run, unless somebody chose another threshold.
        """
        return None if self.flagged == bool(self.share) else self.flagged

    @property
    def by_person(self) -> tuple[ReviewedClaim, ...]:
        """The claims that a person gave a label."""
        return tuple(claim for claim in self.claims if claim.person_label)


@dataclass(frozen=True, slots=True)
class ReviewedSample:
    """A sample with its review."""

    sample: Sample
    review: Review


def is_export(names: Iterable[str]) -> bool:
    """Return whether a file with these columns is one of our exports."""
    return set(names) >= NEEDED


def export_columns(names: Sequence[str]) -> Columns:
    """Return which columns of an export hold a sample."""
    return Columns("output", ("context",), "input" if "input" in names else None)


def read_export(
    rows: Iterable[Row | BadRow], *, guarded: bool
) -> Iterator[ReviewedSample | RowProblem]:
    """Yield problems as they come, then the runs in the order of their first rows.

    The rows of a run need not stand together, as a spreadsheet may have sorted them.
    Columns that are not ours are kept as the sample's metadata.

    Args:
        rows: The file's rows.
        guarded: Whether an apostrophe in front keeps a text from being a formula, as
            in our CSV.
    """
    runs: dict[int, list[Row]] = {}
    for number, row in enumerate(rows, 1):
        if isinstance(row, BadRow):
            yield RowProblem(number, row.column, row.message)
            continue
        bare = {name: _bare(cell) for name, cell in row.items()} if guarded else row
        trouble = _trouble(bare)
        if trouble is not None:
            yield RowProblem(number, *trouble)
            continue
        runs.setdefault(cast(int, _whole(bare["run_id"])), []).append(bare)
    for run_id, run_rows in runs.items():
        yield _reviewed(run_id, run_rows)


def _trouble(row: Row) -> tuple[str, str] | None:
    """Return the column of a row that cannot be used, and why."""
    if _whole(row["run_id"]) is None:
        return "run_id", f"it is no run's number: {str(row['run_id'])[:40]!r}"
    if not isinstance(row["output"], str):
        return "output", "there is no output; an empty output is an empty cell"
    if row["claim"] and _whole(row["claim_index"]) is None:
        return "claim_index", f"it is no number: {str(row['claim_index'])[:40]!r}"
    for column in ("label", "person_label"):
        if row.get(column) and _label(row[column]) is None:
            return column, f"it is none of {', '.join(LABELS)}: {row[column]!r:.40}"
    try:
        _sample(row)
    except InvalidSample as error:
        return "context", str(error)
    return None


def _reviewed(run_id: int, rows: Sequence[Row]) -> ReviewedSample:
    first = rows[0]
    claims = [_claim(row) for row in rows if row["claim"]]
    review = Review(
        run_id=run_id,
        judge=str(first.get("judge") or ""),
        flagged=str(first.get("flagged")).casefold() in ("true", "1"),
        tags=tuple(str(tag) for tag in _listed(first.get("tags"))),
        note=str(first["note"]) if first.get("note") else None,
        claims=tuple(sorted(claims, key=lambda claim: claim.position)),
        share=_number(first.get("share")),
    )
    return ReviewedSample(_sample(first), review)


def _sample(row: Row) -> Sample:
    return Sample(
        output=row["output"],
        context=context_items(row["context"]),
        input=str(row["input"]) if row.get("input") else None,
        metadata={name: row[name] for name in row if name not in COLUMNS},
    )


def _claim(row: Row) -> ReviewedClaim:
    return ReviewedClaim(
        position=cast(int, _whole(row["claim_index"])),
        text=str(row["claim"]),
        label=_label(row.get("label")),
        person_label=_label(row["person_label"]),
        reason=str(row.get("reason") or ""),
        evidence=str(row["evidence"]) if row.get("evidence") else None,
        evidence_context_index=_whole(row.get("evidence_context_index")),
    )


def _bare(cell: Any) -> Any:
    """Return a cell without the apostrophe that kept it from being a formula."""
    return cell.removeprefix("'") if isinstance(cell, str) else cell


def _label(cell: object) -> Label | None:
    word = str(cell).strip().casefold()
    return cast(Label, word) if word in LABELS else None


def _whole(cell: object) -> int | None:
    value = _number(cell)
    return None if value is None or not value.is_integer() else int(value)


def _number(cell: object) -> float | None:
    try:
        return float(str(cell))
    except ValueError:
        return None


def _listed(cell: object) -> list[Any]:
    value = listed(cell)
    if isinstance(value, list):
        return value
    return [part.strip() for part in str(value or "").split(",") if part.strip()]
