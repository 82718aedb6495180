"""What came of a benchmark, for a terminal and for a script."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dashboard.benchmark import MEASURES, LabelledFile, Line, mean_over_files
from dashboard.label_statistics import estimate_dict, estimate_text
from dashboard.scoring.measures.resampling import RESAMPLINGS, SEED

HEADER = ("judge", "flagged", *MEASURES.values())
NOTES = (
    "flagged: share of outputs called hallucinated; best where it is the share that is",
    "0.5 is chance for balanced accuracy and AUROC; 0 is best for calibration error",
    f"[95 % intervals: {RESAMPLINGS} drawings of source documents, outputs of the same"
    " context together]",
)


def report_text(files: Sequence[LabelledFile], lines: Sequence[Line]) -> str:
    """Return a table for each file and part, and one of the means over files."""
    blocks = []
    for file in files:
        for part in _parts(file, lines):
            blocks.append(_block(_title(file, part), part))
    if len(files) > 1:
        blocks.append(_table(f"mean over {len(files)} files", _means(lines)))
    return "\n\n".join([*blocks, "\n".join(NOTES)])


def report_dict(files: Sequence[LabelledFile], lines: Sequence[Line]) -> dict[str, Any]:
    """Return all figures as ``--json`` prints them, not rounded; None is not known."""
    return {
        "resamplings": RESAMPLINGS,
        "seed": SEED,
        "files": [
            {
                "file": file.name,
                "scored": len(file.samples),
                "unlabelled": file.unlabelled,
                "unusable": file.unusable,
                "beyond_limit": file.beyond,
            }
            for file in files
        ],
        "lines": [_line_dict(line) for line in lines],
        "means": [
            {
                "judge": judge,
                **{
                    name: estimate_dict(mean_over_files(lines, judge, name))
                    for name in MEASURES
                },
            }
            for judge in _judges(lines)
        ],
    }


def _parts(file: LabelledFile, lines: Sequence[Line]) -> list[list[Line]]:
    """Return the lines of a file, part by part."""
    found: dict[tuple[bool, str | None, str | None], list[Line]] = {}
    for line in lines:
        if line.file == file.name:
            part = (line.whole, line.kind, line.language)
            found.setdefault(part, []).append(line)
    return list(found.values())


def _title(file: LabelledFile, part: Sequence[Line]) -> str:
    first = part[0]
    named = [] if first.whole else [first.kind or "no kind", first.language or ""]
    counts = next((line.figures.confusion for line in part[::-1] if line.figures), None)
    if counts is None:
        return f"{file.name}: nothing labelled"
    share = counts.bad / counts.n
    return (
        f"{', '.join(filter(None, [file.name, *named]))}: {counts.n} outputs about"
        f" {part[-1].documents} documents, {share:.0%} hallucinated"
    )


def _block(title: str, part: Sequence[Line]) -> str:
    rows = []
    for line in part:
        failed = f" ({line.failed} failed)" if line.failed else ""
        if line.figures is None:
            rows.append((line.judge + failed, "-", *("-" for _ in MEASURES)))
            continue
        counts = line.figures.confusion
        rows.append(
            (
                line.judge + failed,
                f"{counts.flagged / counts.n:.0%}",
                *(
                    estimate_text(getattr(line.figures, name), with_n=False)
                    for name in MEASURES
                ),
            )
        )
    return _table(title, rows)


def _means(lines: Sequence[Line]) -> list[tuple[str, ...]]:
    return [
        (
            judge,
            "",
            *(
                estimate_text(mean_over_files(lines, judge, name), with_n=False)
                for name in MEASURES
            ),
        )
        for judge in _judges(lines)
    ]


def _table(title: str, rows: Sequence[tuple[str, ...]]) -> str:
    widths = [max(map(len, column)) for column in zip(HEADER, *rows, strict=True)]
    written = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in (HEADER, *rows)
    ]
    return "\n".join([title, *(f"  {row.rstrip()}" for row in written)])


def _judges(lines: Sequence[Line]) -> list[str]:
    return list(dict.fromkeys(line.judge for line in lines))


def _line_dict(line: Line) -> dict[str, Any]:
    counts = line.figures.confusion if line.figures else None
    return {
        "file": line.file,
        "whole": line.whole,
        "kind": line.kind,
        "language": line.language,
        "judge": line.judge,
        "n": counts.n if counts else 0,
        "documents": line.documents,
        "failed": line.failed,
        "share_hallucinated": counts.bad / counts.n if counts else None,
        "share_flagged": counts.flagged / counts.n if counts else None,
        **{
            name: estimate_dict(getattr(line.figures, name)) if line.figures else None
            for name in MEASURES
        },
    }
