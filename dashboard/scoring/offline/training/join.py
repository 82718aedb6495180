"""Fits the numbers that join rules and model, and reports how well that does.

    python -m dashboard.scoring.offline.training.join --labelled FOLDER --model OUT

``OUT`` is what the training command left. The numbers are fitted on all labelled
outputs; the report comes from numbers fitted without the context, or without the set,
that they are asked about.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from dashboard.scoring.offline.entailment.shipped import Entailment, load
from dashboard.scoring.offline.joined.fusion import SHIPPED
from dashboard.scoring.offline.training.columns import (
    Column,
    at_threshold,
    best_threshold,
)
from dashboard.scoring.offline.training.evaluation import score_rows
from dashboard.scoring.offline.training.examples import Example, read_examples
from dashboard.scoring.offline.training.fusing import (
    cross_fitted,
    fit_fusion,
    rules_doubt,
)
from dashboard.scoring.offline.training.labelled import read_labelled
from dashboard.scoring.offline.training.tables import (
    calibration_table,
    comparison_table,
    flag_table,
)

JOINED = "joined"
SEEN = """\
Per cent: balanced accuracy / AUROC, in brackets the interval of 95 % of resamplings of
the contexts. An output is as doubtful as its worst claim, and flagged from a doubt of
one half. *Word overlap* is the share of a claim's words that the context lacks, flagged
from the threshold that does best on these very sets. *Rules* were partly fitted on
these sets. *Baseline model* is the worst claim's probability of not being entailed, by
another model and without rules. *Joined* was fitted without the contexts it is asked
about; *set never seen* without any output of the set it is asked about.
"""
LONG = "By length, means over the sets that have at least 20 outputs of it:"
SURE = "Of the outputs that the joined judge doubts so much, so many are bad:"


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, write and report."""
    chosen = _parser().parse_args(arguments)
    paths = sorted(chosen.labelled.glob("*.jsonl"))
    model = load(chosen.model)
    examples = [each for path in paths for each in read_examples(path, model)]
    own = [each for path in chosen.own for each in read_examples(path, model)]
    baseline = None if chosen.baseline is None else _worst(paths, load(chosen.baseline))
    fit_fusion(examples, own).write(chosen.out)
    found = report(examples, own=own, baseline=baseline)
    chosen.report.write_text(found, encoding="utf-8")
    sys.stdout.write(found)


def report(
    examples: Sequence[Example],
    *,
    own: Sequence[Example] = (),
    baseline: Sequence[float] | None = None,
) -> str:
    """Return the tables on word overlap, rules, the baseline and the joined judge.

    ``own`` are examples that are fitted on and not reported; ``baseline`` is what
    another model says of each example's worst claim.
    """
    lacking = [each.lacking for each in examples]
    columns: dict[str, Column] = {
        "word overlap": at_threshold(lacking, best_threshold(examples, lacking)),
        "rules": at_threshold([rules_doubt(each) for each in examples], 0.5),
    }
    if baseline is not None:
        columns["baseline model"] = at_threshold(baseline, 0.5)
    joined = cross_fitted(examples, part_of=_document, own=own)
    sets = len({each.name for each in examples})
    strange = cross_fitted(examples, part_of=_set, own=own, folds=sets)
    columns[JOINED] = at_threshold(joined, 0.5)
    columns["joined, set never seen"] = at_threshold(strange, 0.5)
    parts = [
        "# How well rules and model do together",
        SEEN.strip(),
        comparison_table(examples, columns, best=JOINED),
        LONG,
        flag_table(examples, columns),
        SURE,
        calibration_table(examples, columns[JOINED]),
    ]
    return "\n\n".join(parts) + "\n"


def _document(example: Example) -> str:
    return f"{example.name} {example.document}"


def _set(example: Example) -> str:
    return example.name


def _worst(paths: Sequence[Path], model: Entailment) -> list[float]:
    rows = [row for path in paths for row in read_labelled(path)]
    english = [row for row in rows if row.language == "en"]
    return [each.model for each in score_rows(english, model.model, model.weights)]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m dashboard.scoring.offline.training.join",
        description="Fit the numbers that join rules and model.",
    )
    parser.add_argument(
        "--labelled",
        type=Path,
        required=True,
        help="folder of labelled outputs (.jsonl), one file a set",
    )
    parser.add_argument(
        "--model", type=Path, required=True, help="folder that a training run left"
    )
    parser.add_argument(
        "--own",
        type=Path,
        nargs="*",
        default=[],
        help="files of labelled outputs to fit on but not to report",
    )
    parser.add_argument(
        "--baseline", type=Path, help="folder of another run to compare with"
    )
    parser.add_argument(
        "--out", type=Path, default=SHIPPED, help="file to write the numbers to"
    )
    parser.add_argument(
        "--report",
        type=Path,
        default=SHIPPED.with_name("report.md"),
        help="file to write the figures to",
    )
    return parser


if __name__ == "__main__":
    main()
